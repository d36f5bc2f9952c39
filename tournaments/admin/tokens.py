"""The back office on tokens: which program acts for whom, and where."""

from django.contrib import admin

from matches.admin import ReadOnly
from tournaments.models import Token


@admin.register(Token)
class TokenAdmin(ReadOnly):
    """Tokens of programs, those that are worth nothing included."""

    list_display = ["name", "user", "club", "event", "may_write", "expires_at", "used_at", "revoked_at"]
    list_filter = ["may_write"]
    list_select_related = ["user", "club", "event"]
    search_fields = ["name", "user__username"]
    exclude = ["token_hash"]
