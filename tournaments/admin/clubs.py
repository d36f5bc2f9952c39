"""The back office on clubs and what lasts from season to season: ratings."""

from django.contrib import admin

from matches.admin import ReadOnly
from tournaments.models import Club, Membership, RatingChange, RatingList, Season


@admin.register(Club)
class ClubAdmin(ReadOnly):
    """Clubs."""

    list_display = ["name", "slug", "joining", "casual", "archived_at", "created_at"]
    search_fields = ["name"]


@admin.register(Membership)
class MembershipAdmin(ReadOnly):
    """Who belongs to a club and in which office."""

    list_display = ["club", "player", "user", "role", "joined_at", "left_at"]
    list_filter = ["role"]
    list_select_related = ["club", "player", "user"]
    search_fields = ["player__name"]


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    """Seasons."""

    list_display = ["club", "name", "starts_on", "ends_on"]
    list_select_related = ["club"]


@admin.register(RatingList)
class RatingListAdmin(ReadOnly):
    """Rating lists."""

    list_display = ["club", "name", "system", "generation"]
    list_select_related = ["club"]


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly):
    """Ledger rows, replaced ones included."""

    list_display = ["rating_list", "player", "match", "won", "before", "after", "generation", "replaced_in"]
    list_select_related = ["rating_list", "player", "match__white", "match__black"]
    search_fields = ["player__name"]
