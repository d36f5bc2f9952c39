"""The admin of money sessions."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from matches.moneyplay.models import MoneySession, SessionEntry, SessionSeat


@admin.register(MoneySession)
class SessionAdmin(ReadOnlyAdmin):
    """Money sessions and chouettes; the code to join one is stored nowhere."""

    list_display = ["code", "kind", "title", "desk", "status", "version", "opened_at"]
    list_filter = ["kind", "status"]
    list_select_related = ["desk"]
    search_fields = ["code", "title"]
    exclude = ["token_hash", "host_device"]


@admin.register(SessionSeat)
class SessionSeatAdmin(ReadOnlyAdmin):
    """Seats of money sessions."""

    list_display = ["session", "number", "name", "player", "stake", "balance"]
    list_select_related = ["session", "player"]
    exclude = ["device", "token_hash"]


@admin.register(SessionEntry)
class SessionEntryAdmin(ReadOnlyAdmin):
    """Journal entries of money sessions."""

    list_display = ["session", "seq", "kind", "who", "by", "undoes", "at"]
    list_filter = ["kind"]
    list_select_related = ["session"]
    exclude = ["device", "key"]
