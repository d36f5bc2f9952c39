"""The back office on who plays and who rules: only accounts are edited here."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from matches.admin.read_only import ReadOnly
from matches.models import Badge, Desk, Person, Player, PlayerChange, Table, User


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """Players and pairs, with the name everybody reads and the one the desk reads."""

    list_display = ["name", "full_name", "kind", "shown", "code", "user", "created_at"]
    list_filter = ["kind", "shown"]
    list_select_related = ["user"]
    search_fields = ["name", "full_name", "code"]


@admin.register(Person)
class PersonAdmin(ReadOnly):
    """Who shows for several spellings."""

    list_display = ["face"]
    list_select_related = ["face"]
    search_fields = ["face__name", "face__full_name"]


@admin.register(PlayerChange)
class PlayerChangeAdmin(ReadOnly):
    """What was decided about persons: joined, parted, shown, forgotten."""

    list_display = ["player", "kind", "other", "by", "reason", "at"]
    list_filter = ["kind"]
    list_select_related = ["player", "other"]
    search_fields = ["player__full_name", "other__full_name"]


@admin.register(Badge)
class BadgeAdmin(ReadOnly):
    """Badges; their tokens are nowhere stored."""

    list_display = ["player", "desk", "issued_at", "revoked_at"]
    list_select_related = ["player", "desk"]
    exclude = ["token_hash"]


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


admin.site.register(User, UserAdmin)
