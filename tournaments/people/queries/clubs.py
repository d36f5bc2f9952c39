"""Clubs: listed and searched, with their matches in play and last winners."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.models import Match, Player, User
from matches.names import get_sort_key, make_search_pattern
from matches.queries.people import make_person_q
from matches.states import AT_A_TABLE, Status
from tournaments.lookups import sort_by_name
from tournaments.models import (
    Club,
    Event,
    ExpectedPlayer,
    Membership,
    Role,
    SkippedNight,
    Tournament,
    WeeklyNight,
)
from tournaments.people.queries.member_records import filter_members

AT_TABLES = [status.value for status in AT_A_TABLE]
MATCHES_SHOWN = 12


@dataclass(frozen=True, slots=True)
class LiveMatches:
    """The first matches in play in a club, and their total number."""

    matches: tuple[Match, ...]
    count: int


def get_live_matches(club: Club) -> LiveMatches:
    """Return the matches in play at the desks of a club. Two queries."""
    matches = matches_in_play(club)
    rows = matches.select_related("white", "black", "table", "pairing__event__tournament__club")
    return LiveMatches(tuple(rows.order_by("-started_at", "-pk")[:MATCHES_SHOWN]), matches.count())


def matches_in_play(club: Club) -> QuerySet[Match]:
    """Return the matches at a table of a club's tournaments, and running ones without a table."""
    is_in_club = Q(desk__tournament__club=club) | Q(desk=club.desk_id)
    is_in_play = Q(table__isnull=False) | Q(status=Status.RUNNING.value)
    return Match.objects.filter(is_in_club, is_in_play, status__in=AT_TABLES)


def front_page_version(club: Club, now: datetime) -> tuple[Any, ...]:
    """Return the values, beside `page_versions.of_club`, with which the front page of a club changes.

    The day, the description of the club, its weekly nights with those expected, its matches in play. Five
    queries.
    """
    club_fields = (
        club.about,
        club.place,
        club.contact,
        club.joining,
        club.archived_at,
        club.shows_first_steps,
    )
    nights = WeeklyNight.objects.filter(club=club).order_by("pk")
    skipped_summary = SkippedNight.objects.filter(night__club=club).aggregate(Count("pk"), Max("pk"))
    playing_summary = matches_in_play(club).aggregate(Count("pk"), Sum("version"), Max("pk"))
    expected = ExpectedPlayer.objects.filter(night__club=club, day__gte=timezone.localdate(now))
    expected_summary = expected.aggregate(Count("pk"), Max("pk"), Sum("pk"))
    night_rows = list(nights.values_list("pk", "ended_at", "name", "weekday", "begins", "capacity"))
    # A list closes when the night begins.
    begun = [row[4] <= timezone.localtime(now).time() for row in night_rows]
    values = (timezone.localdate(now), *club_fields, *skipped_summary.values(), *playing_summary.values())
    return (*values, *expected_summary.values(), *night_rows, *begun)


CLUBS_PER_PAGE = 60


ALL_CLUBS_PER_PAGE = 50


def get_club_page(letters: str = "", number: str = "") -> Page[Any]:
    """Return a page of active clubs with their number of tournaments, `evenings`, filtered by name.

    Two queries.
    """
    matching_clubs = _filter_by_name(Club.objects.filter(archived_at=None), letters)
    tournament_counts = (
        Tournament.objects.filter(club=OuterRef("pk"), is_draft=False)
        .order_by()
        .values("club")
        .annotate(n=Count("pk"))
    )
    clubs_with_counts = matching_clubs.annotate(evenings=Coalesce(Subquery(tournament_counts.values("n")), 0))
    return _paginate_by_name(clubs_with_counts, matching_clubs, CLUBS_PER_PAGE, number)


def _paginate_by_name(
    clubs_with_counts: QuerySet[Any], clubs: QuerySet[Club], per_page: int, number: str
) -> Page[Any]:
    """Return a page of these clubs by name, sorted as all lists and not as the database does. Two queries."""
    names = sorted(clubs.order_by().values_list("name", "pk"), key=lambda row: (get_sort_key(row[0]), row[1]))
    page: Page[Any] = Paginator([key for _name, key in names], per_page).get_page(number)
    rows = clubs_with_counts.order_by().in_bulk(page.object_list)
    page.object_list = [rows[key] for key in page.object_list]
    return page


def _filter_by_name(clubs: QuerySet[Club], letters: str) -> QuerySet[Club]:
    name_part = letters.strip()
    return clubs.filter(name__iregex=make_search_pattern(name_part)) if name_part else clubs


def get_all_clubs_page(letters: str, number: str) -> Page[Any]:
    """Return a page of all clubs, filtered by name. Three queries.

    Annotated with `evenings` (number of tournaments), `latest` (start of the last one) and `people` (number
    of members with a record or a fee).
    """
    member_counts = (
        filter_members(Membership.objects.filter(club=OuterRef("pk"), left_at=None))
        .order_by()
        .values("club")
        .annotate(n=Count("pk"))
        .values("n")
    )
    matching_clubs = _filter_by_name(Club.objects.all(), letters)
    clubs_with_counts = matching_clubs.annotate(
        evenings=Count("tournaments"),
        latest=Max("tournaments__starts_at"),
        people=Coalesce(Subquery(member_counts), 0),
    )
    return _paginate_by_name(clubs_with_counts, matching_clubs, ALL_CLUBS_PER_PAGE, number)


def clubs_directed_by(user_id: int) -> list[Club]:
    """Return the active clubs a user directs, by name."""
    active_clubs = Club.objects.filter(archived_at=None)
    return sort_by_name(active_clubs.filter(memberships__user=user_id, memberships__role=Role.DIRECTOR))


def list_run_tournaments(user: User) -> list[tuple[Tournament, Event | None]]:
    """Return the open tournaments whose desk a user runs without directing their club, with the first event.

    Two queries, one without any.
    """
    clubs = Membership.objects.filter(user=user.pk, role=Role.DIRECTOR, left_at=None).values("club")
    rows = Tournament.objects.filter(desk__officials=user.pk, archived_at=None, cancelled_at=None)
    tournaments = list(
        rows.exclude(club__in=clubs)
        .select_related("club")
        .prefetch_related(Prefetch("events", Event.objects.order_by("pk")))
        .order_by("-starts_at", "-pk")
    )
    return [(tournament, next(iter(tournament.events.all()), None)) for tournament in tournaments]


def memberships_of_user(user: User) -> list[Membership]:
    """Return a user's memberships in active clubs, by account or by player, ordered by club name.

    Two queries.
    """
    player = Player.objects.filter(user=user).first()
    is_user = Q(user=user) | make_person_q("player", player) if player is not None else Q(user=user)
    memberships = Membership.objects.filter(is_user, left_at=None, club__archived_at=None).select_related(
        "club"
    )
    rows = sorted(
        memberships, key=lambda row: (get_sort_key(row.club.name), row.club_id, row.user_id is not None)
    )
    return list({row.club_id: row for row in rows}.values())
