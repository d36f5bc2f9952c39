"""The back office on what the house owes, and on what it and its desks have announced."""

from django.contrib import admin

from matches.admin.read_only import ReadOnly
from matches.models import Announcement, KeptAnswer, Notice, Outbox, Pulse


@admin.register(Outbox)
class OutboxAdmin(ReadOnly):
    """Work owed after a commit, and work done."""

    list_display = ["kind", "due_at", "sent_at", "given_up_at", "attempts", "last_error"]
    list_filter = ["kind"]


@admin.register(Pulse)
class PulseAdmin(ReadOnly):
    """Processes that work in the background, as last seen."""

    list_display = ["name", "kind", "since", "seen_at"]
    list_filter = ["kind"]


@admin.register(KeptAnswer)
class KeptAnswerAdmin(ReadOnly):
    """Keys under which programs were answered within the last day; what was told is theirs."""

    list_display = ["key", "status", "at"]
    exclude = ["voice", "body"]


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """What was announced to open pages."""

    list_display = ["topic", "kind", "at"]
    list_filter = ["kind"]
    search_fields = ["topic"]


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnly):
    """What desks told everybody, announcements taken back included."""

    list_display = ["english", "italian", "desk", "reach", "at", "until", "by", "taken_back_at"]
    list_filter = ["reach"]
    list_select_related = ["desk", "by"]
    search_fields = ["english", "italian"]
