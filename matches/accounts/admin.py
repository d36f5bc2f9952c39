"""The admin of accounts."""

from django.contrib import admin

from matches.accounts.models import SetupLink, SignInLink
from matches.admin import ReadOnlyAdmin


@admin.register(SignInLink)
class SignInLinkAdmin(ReadOnlyAdmin):
    """Sign-in links with issuer and account; their tokens are not stored."""

    list_display = ["user", "by", "made_at", "expires_at", "used_at"]
    list_select_related = ["user", "by"]
    exclude = ["token_hash"]


@admin.register(SetupLink)
class SetupLinkAdmin(ReadOnlyAdmin):
    """Links that were printed to create the first account; their tokens are not stored."""

    list_display = ["made_at", "used_at"]
    exclude = ["token_hash"]
