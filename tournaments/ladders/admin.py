"""Ladders in the admin, read only."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from tournaments.ladders.models import Ladder, LadderChallenge, LadderLine


@admin.register(Ladder)
class LadderAdmin(ReadOnlyAdmin):
    """Ladders."""

    list_display = ["name", "club", "slug", "version", "created_at"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]


@admin.register(LadderLine)
class LadderLineAdmin(ReadOnlyAdmin):
    """Rows of ladder journals, undone ones included."""

    list_display = ["ladder", "seq", "kind", "by", "at", "reason"]
    list_filter = ["kind"]
    list_select_related = ["ladder", "by"]


@admin.register(LadderChallenge)
class LadderChallengeAdmin(ReadOnlyAdmin):
    """The current state of challenges."""

    list_display = ["ladder", "number", "challenger", "holder", "status", "due", "match"]
    list_filter = ["status"]
    list_select_related = ["ladder", "challenger", "holder", "match__white", "match__black"]
    search_fields = ["challenger__name", "holder__name"]
