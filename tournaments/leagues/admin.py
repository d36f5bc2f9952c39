"""Admin of leagues."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from tournaments.leagues.models import Arrangement, LeagueSeason, Reminder


@admin.register(LeagueSeason)
class LeagueSeasonAdmin(ReadOnlyAdmin):
    """League seasons, and the season each follows."""

    list_display = ["event", "previous", "starts_on", "ends_on", "pace"]
    list_filter = ["pace"]
    list_select_related = ["event", "previous__event"]
    search_fields = ["event__name"]


@admin.register(Arrangement)
class ArrangementAdmin(ReadOnlyAdmin):
    """Messages between players of a league match."""

    list_display = ["match", "by", "play_at", "note", "at", "agreed_at"]
    list_select_related = ["match__white", "match__black", "by"]
    search_fields = ["by__name"]


@admin.register(Reminder)
class ReminderAdmin(ReadOnlyAdmin):
    """Deadline reminders that were sent."""

    list_display = ["match", "occasion", "last_day", "notified_at"]
    list_filter = ["occasion"]
    list_select_related = ["match__white", "match__black"]
