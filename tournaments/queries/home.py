"""Queries of the home page: events of the whole site, and its clubs."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.models import Player, User
from matches.queries.people import make_person_q
from matches.states import AT_A_TABLE, Status
from tournaments.journal.state import UNDECIDED
from tournaments.models import Club, Entry, Event, EventStatus, Membership, Role, Tournament

IS_PLAYING = Q(pairings__match__status__in=[status.value for status in AT_A_TABLE])
IS_SETTLED = Q(pairings__match__status=Status.SETTLED.value)
IS_WAITING = Q(pairings__match__status=Status.SCHEDULED.value)
IS_TO_COME = Q(
    pairings__match__isnull=True,
    pairings__decided=UNDECIDED,
    pairings__white_won__isnull=True,
    pairings__white_is_vacant=False,
    pairings__black_is_vacant=False,
)
ENTRY_COUNT = (
    Entry.objects.filter(event=OuterRef("pk")).order_by().values("event").annotate(n=Count("pk")).values("n")
)
EVENTS_SHOWN = 8
RUNNING_SHOWN = 24
CLUBS_PER_PAGE = 60
ALL_CLUBS_PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class HomeEvents:
    """Running events, newest first; `more` is the number not shown. Upcoming and latest finished events."""

    running: tuple[Event, ...]
    more: int
    coming: tuple[Event, ...]
    finished: tuple[Event, ...]


def get_home_events() -> HomeEvents:
    """Return events with `entered` and match counts: `settled`, `playing`, `waiting`, `to_come`.

    Cancelled events, archived tournaments and drafts are left out.
    """
    active_events = Event.objects.filter(
        cancelled_at=None,
        tournament__cancelled_at=None,
        tournament__archived_at=None,
        tournament__is_draft=False,
    )
    running_events = active_events.filter(status=EventStatus.PUBLISHED)
    upcoming_events = active_events.filter(status__in=(EventStatus.DRAFT, EventStatus.DRAWN))
    finished_events = active_events.filter(status=EventStatus.FINISHED)
    return HomeEvents(
        running=_with_counts(running_events, RUNNING_SHOWN, "-tournament__starts_at", "id"),
        more=max(0, running_events.count() - RUNNING_SHOWN),
        coming=_with_counts(upcoming_events, EVENTS_SHOWN, "tournament__starts_at", "id"),
        finished=_with_counts(finished_events, EVENTS_SHOWN, "-tournament__starts_at", "-id"),
    )


def get_club_page(letters: str = "", number: str = "") -> Page[Any]:
    """Return a page of active clubs with their number of tournaments, `evenings`, filtered by name.

    Two queries.
    """
    active_clubs = Club.objects.filter(archived_at=None)
    matching_clubs = active_clubs.filter(name__icontains=letters.strip()) if letters.strip() else active_clubs
    tournament_counts = (
        Tournament.objects.filter(club=OuterRef("pk"), is_draft=False)
        .order_by()
        .values("club")
        .annotate(n=Count("pk"))
    )
    clubs_with_counts = matching_clubs.annotate(evenings=Coalesce(Subquery(tournament_counts.values("n")), 0))
    return Paginator(clubs_with_counts.order_by("name", "id"), CLUBS_PER_PAGE).get_page(number)


def get_all_clubs_page(letters: str, number: str) -> Page[Any]:
    """Return a page of all clubs, filtered by name. Three queries.

    Annotated with `evenings` (number of tournaments), `latest` (start of the last one) and `people` (number
    of members).
    """
    member_counts = (
        Membership.objects.filter(club=OuterRef("pk"), left_at=None)
        .order_by()
        .values("club")
        .annotate(n=Count("pk"))
        .values("n")
    )
    matching_clubs = (
        Club.objects.filter(name__icontains=letters.strip()) if letters.strip() else Club.objects.all()
    )
    clubs_with_counts = matching_clubs.annotate(
        evenings=Count("tournaments"),
        latest=Max("tournaments__starts_at"),
        people=Coalesce(Subquery(member_counts), 0),
    )
    return Paginator(clubs_with_counts.order_by("name", "id"), ALL_CLUBS_PER_PAGE).get_page(number)


def clubs_directed_by(user_id: int) -> QuerySet[Club]:
    """Return the active clubs a user directs."""
    active_clubs = Club.objects.filter(archived_at=None)
    return active_clubs.filter(memberships__user=user_id, memberships__role=Role.DIRECTOR).order_by("name")


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
        memberships, key=lambda row: (row.club.name.casefold(), row.club_id, row.user_id is not None)
    )
    return list({row.club_id: row for row in rows}.values())


def _with_counts(events: QuerySet[Event], limit: int, *order: str) -> tuple[Event, ...]:
    """Return the first `limit` events with their counts of entries and matches."""
    event_keys = list(events.order_by(*order).values_list("pk", flat=True)[:limit])
    counted_events = (
        Event.objects.filter(pk__in=event_keys)
        .select_related("tournament__club")
        .annotate(
            entered=Coalesce(Subquery(ENTRY_COUNT), 0),
            playing=Count("pairings", filter=IS_PLAYING),
            settled=Count("pairings", filter=IS_SETTLED),
            waiting=Count("pairings", filter=IS_WAITING),
            to_come=Count("pairings", filter=IS_TO_COME),
        )
    )
    return tuple(counted_events.order_by(*order))
