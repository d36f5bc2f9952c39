"""The back office shows the facts of the match room and changes none: only accounts are edited here."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest

from matches.models import (
    Badge,
    Desk,
    Game,
    Match,
    Player,
    Report,
    Ruling,
    Session,
    SessionEntry,
    Table,
    Transcript,
    User,
)

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
else:
    Admin = admin.ModelAdmin


class ReadOnly(Admin):
    """Rows can be looked at and found. Whoever wants to change them goes through a service."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds facts here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes facts here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody erases facts here."""
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """Matches."""

    list_display = ["code", "white", "black", "length", "status", "white_score", "black_score", "ending"]
    list_filter = ["status", "ending"]
    list_select_related = ["white", "black"]
    search_fields = ["code", "white__name", "black__name"]


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Lines of score sheets, struck ones included."""

    list_display = ["match", "number", "winner", "kind", "cube", "points", "struck_at"]
    list_select_related = ["match__white", "match__black"]


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """Claims."""

    list_display = ["match", "number", "side", "channel", "white_score", "black_score", "state", "at"]
    list_filter = ["state", "channel"]
    list_select_related = ["match__white", "match__black"]


@admin.register(Ruling)
class RulingAdmin(ReadOnly):
    """Decisions of desks."""

    list_display = ["match", "number", "kind", "by", "law", "reason", "at"]
    list_filter = ["kind"]
    list_select_related = ["match__white", "match__black", "by"]


@admin.register(Transcript)
class TranscriptAdmin(ReadOnly):
    """Records and what their replay found."""

    list_display = ["name", "match", "format", "status", "agrees", "at"]
    list_filter = ["status", "format"]
    list_select_related = ["match__white", "match__black"]
    exclude = ["verdict"]


@admin.register(Session)
class SessionAdmin(ReadOnly):
    """Money sessions and chouettes; the code to join one is nowhere stored."""

    list_display = ["code", "kind", "title", "desk", "status", "version", "opened_at"]
    list_filter = ["kind", "status"]
    list_select_related = ["desk"]
    search_fields = ["code", "title"]
    exclude = ["token_hash", "host_device"]


@admin.register(SessionEntry)
class SessionEntryAdmin(ReadOnly):
    """The lines of their journals."""

    list_display = ["session", "seq", "kind", "who", "by", "undoes", "at"]
    list_filter = ["kind"]
    list_select_related = ["session"]
    exclude = ["device", "key"]


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """Players."""

    list_display = ["name", "code", "user", "created_at"]
    list_select_related = ["user"]
    search_fields = ["name", "code"]


@admin.register(Desk)
class DeskAdmin(ReadOnly):
    """Desks."""

    list_display = ["name", "code", "confirm_policy"]
    search_fields = ["name", "code"]


@admin.register(Table)
class TableAdmin(ReadOnly):
    """Tables."""

    list_display = ["desk", "number", "label", "code"]
    list_select_related = ["desk"]


@admin.register(Badge)
class BadgeAdmin(ReadOnly):
    """Badges; their tokens are nowhere stored."""

    list_display = ["player", "desk", "issued_at", "revoked_at"]
    list_select_related = ["player", "desk"]
    exclude = ["token_hash"]


admin.site.register(User, UserAdmin)
