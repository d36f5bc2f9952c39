"""What the pages of a club share: tabs, context and ETag."""

from typing import Any

from django.db.models import Count, Max, Q, Sum
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from matches.models import Match
from matches.views.visitors import get_user
from tournaments.known_ratings import all_current_changes
from tournaments.models import Club, Membership, RatingList, Season, SeasonPlayer, Tournament
from tournaments.permissions import may_direct, may_manage
from tournaments.registry import PageTab, club_tabs
from tournaments.web import etags
from tournaments.web.decorators import View
from tournaments.web.etags import Version, latest_name_change, with_etag

TOURNAMENT_COLUMNS = (
    *(
        "pk",
        "name",
        "starts_at",
        "ends_on",
        "is_draft",
        "cancelled_at",
        "archived_at",
        "is_directed_elsewhere",
    ),
    *(f"events__{name}" for name in ("pk", "version", "name", "status", "cancelled_at")),
)
RATING_LIST_COLUMNS = (
    "pk",
    "name",
    "system",
    "parameters",
    "counts",
    "ladders",
    "edition",
    "generation",
    "is_pending",
)


def of_club(club: Club) -> Version:
    """Return the version of a club's pages; eight queries.

    It depends on tournaments and events, seasons and divisions, members, rating lists and ledgers,
    matches outside events, and merged players.
    """
    tournaments = Tournament.objects.filter(club=club).order_by("pk", "events__pk")
    seasons = Season.objects.filter(club=club).order_by("pk")
    members = Membership.objects.filter(club=club).order_by("pk")
    rated = all_current_changes().filter(rating_list__club=club).order_by("player")
    outside = Match.objects.filter(Q(desk=club.desk_id) | Q(desk__past_import__club=club))
    return (
        club.pk,
        club.name,
        *tournaments.values_list(*TOURNAMENT_COLUMNS),
        *seasons.values_list("pk", "name", "starts_on", "ends_on", "rules"),
        *SeasonPlayer.objects.filter(season__club=club).aggregate(Max("pk"), Count("pk")).values(),
        *members.values_list("pk", "role", "left_at", "player__name", "user__username"),
        *RatingList.objects.filter(club=club).order_by("pk").values_list(*RATING_LIST_COLUMNS),
        *rated.values_list("player", "player__name").annotate(Max("pk"), Count("pk")),
        *outside.aggregate(Sum("version"), Count("pk")).values(),
        *latest_name_change(),
    )


def with_club_etag(view: View) -> View:
    """Add an ETag from club and reader to a page of a club."""

    def version(request: HttpRequest, club: Club) -> etags.Version:
        user = get_user(request)
        return (*of_club(club), may_direct(user, club), may_manage(user, club))

    return with_etag(version, view)


def club_page_context(request: HttpRequest, club: Club, name: str) -> dict[str, Any]:
    """Return the context every page of a club needs; `name` is its current tab."""
    user = get_user(request)
    return {
        "club": club,
        "tabs": _tabs(club, name),
        "is_director": may_direct(user, club),
        "is_manager": may_manage(user, club),
    }


def _tabs(club: Club, current: str) -> list[tuple[str, str, bool]]:
    tabs = [
        PageTab(10, "club", gettext("Club")),
        PageTab(20, "standings", gettext("Standings")),
        PageTab(30, "ratings", gettext("Ratings")),
        PageTab(40, "casual", gettext("Casual matches")),
        PageTab(50, "members", gettext("Members")),
        PageTab(60, "attendance", gettext("Attendance")),
        PageTab(65, "honours", gettext("Honours")),
        *(tab for tabs_of_app in club_tabs() for tab in tabs_of_app),
    ]
    ordered = sorted(tabs, key=lambda tab: tab.place)
    return [(reverse(tab.name, args=[club.slug]), tab.text, tab.name == current) for tab in ordered]
