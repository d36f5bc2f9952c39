"""The admin of matches: read-only, except for accounts."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest

from matches.models import (
    Adjournment,
    Announcement,
    Badge,
    Desk,
    Game,
    Heartbeat,
    IdempotencyKey,
    Match,
    Notice,
    Outbox,
    Penalty,
    Person,
    Player,
    PlayerChange,
    Report,
    Ruling,
    SiteSettings,
    Table,
    User,
)

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
else:
    Admin = admin.ModelAdmin


class ReadOnlyAdmin(Admin):
    """Read-only admin: rows can be viewed and searched; changes are made by services."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """No rows are added here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """No rows are changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """No rows are deleted here."""
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Players and pairs, with public and full names."""

    list_display = ["name", "full_name", "kind", "shown", "code", "user", "created_at"]
    list_filter = ["kind", "shown"]
    list_select_related = ["user"]
    search_fields = ["name", "full_name", "code"]


@admin.register(Person)
class PersonAdmin(ReadOnlyAdmin):
    """Persons with several spellings, and the canonical one."""

    list_display = ["face"]
    list_select_related = ["face"]
    search_fields = ["face__name", "face__full_name"]


@admin.register(PlayerChange)
class PlayerChangeAdmin(ReadOnlyAdmin):
    """Decisions about persons: merges, separations, display choices, anonymisation."""

    list_display = ["player", "kind", "other", "by", "reason", "at"]
    list_filter = ["kind"]
    list_select_related = ["player", "other"]
    search_fields = ["player__full_name", "other__full_name"]


@admin.register(Badge)
class BadgeAdmin(ReadOnlyAdmin):
    """Badges; their tokens are not stored."""

    list_display = ["player", "desk", "issued_at", "revoked_at"]
    list_select_related = ["player", "desk"]
    exclude = ["token_hash"]


@admin.register(Desk)
class DeskAdmin(ReadOnlyAdmin):
    """Desks."""

    list_display = ["name", "code", "confirm_policy"]
    search_fields = ["name", "code"]


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """Tables."""

    list_display = ["desk", "number", "label", "code"]
    list_select_related = ["desk"]


admin.site.register(User, UserAdmin)


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches."""

    list_display = [
        "code",
        "white",
        "black",
        "length",
        "status",
        "white_score",
        "black_score",
        "is_loser_score_known",
        "ending",
    ]
    list_filter = ["status", "ending"]
    list_select_related = ["white", "black"]
    search_fields = ["code", "white__name", "black__name"]


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games on score sheets, removed ones included."""

    list_display = ["match", "number", "winner", "kind", "cube", "points", "struck_at"]
    list_select_related = ["match__white", "match__black"]


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports of final scores."""

    list_display = ["match", "number", "side", "channel", "white_score", "black_score", "state", "at"]
    list_filter = ["state", "channel"]
    list_select_related = ["match__white", "match__black"]


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    """Decisions of desks."""

    list_display = ["match", "number", "kind", "by", "law", "reason", "at"]
    list_filter = ["kind"]
    list_select_related = ["match__white", "match__black", "by"]


@admin.register(Penalty)
class PenaltyAdmin(ReadOnlyAdmin):
    """Penalty points, cancelled ones included."""

    list_display = ["match", "side", "points", "after_game", "at", "struck_at"]
    list_select_related = ["match__white", "match__black"]


@admin.register(Adjournment)
class AdjournmentAdmin(ReadOnlyAdmin):
    """The register of postponed matches."""

    list_display = ["match", "position", "resumes_at", "at", "resumed_at"]
    list_select_related = ["match__white", "match__black"]


@admin.register(Outbox)
class OutboxAdmin(ReadOnlyAdmin):
    """Outbox messages, pending and done."""

    list_display = ["kind", "due_at", "sent_at", "given_up_at", "attempts", "last_error"]
    list_filter = ["kind"]


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    """Background processes, with the time of their last heartbeat."""

    list_display = ["name", "kind", "since", "seen_at"]
    list_filter = ["kind"]


@admin.register(SiteSettings)
class SiteSettingsAdmin(ReadOnlyAdmin):
    """The settings of the site; they are changed on the site's page."""

    list_display = ["name", "time_zone", "currency", "at", "by"]


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(ReadOnlyAdmin):
    """Idempotency keys of the last day; the responses themselves are not shown."""

    list_display = ["key", "status", "at"]
    exclude = ["caller", "body"]


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """Notices sent to open pages."""

    list_display = ["topic", "kind", "at"]
    list_filter = ["kind"]
    search_fields = ["topic"]


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnlyAdmin):
    """Announcements of desks, withdrawn ones included."""

    list_display = ["english", "italian", "desk", "reach", "at", "until", "by", "taken_back_at"]
    list_filter = ["reach"]
    list_select_related = ["desk", "by"]
    search_fields = ["english", "italian"]
