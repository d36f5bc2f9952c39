"""What is on in the whole house: evenings being prepared or played, and all clubs. Constant queries."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.models import Player, User
from matches.queries.people import is_one
from matches.states import AT_A_TABLE, Status
from tournaments.journal.placed import UNDECIDED
from tournaments.models import Club, Entry, Event, EventStatus, Membership, Role, Tournament

PLAYING = Q(pairings__match__status__in=[status.value for status in AT_A_TABLE])
SETTLED = Q(pairings__match__status=Status.SETTLED.value)
WAITING = Q(pairings__match__status=Status.SCHEDULED.value)
TO_COME = Q(
    pairings__match__isnull=True,
    pairings__decided=UNDECIDED,
    pairings__white_won__isnull=True,
    pairings__white_is_vacant=False,
    pairings__black_is_vacant=False,
)
ENTERED = (
    Entry.objects.filter(event=OuterRef("pk")).order_by().values("event").annotate(n=Count("pk")).values("n")
)
LATEST = 8
RUNNING = 24
CLUBS = 60
HOSTED = 50


@dataclass(frozen=True, slots=True)
class House:
    """Events that run, the newest first, and how many more; events to come, and those that ended last."""

    running: tuple[Event, ...]
    more: int
    coming: tuple[Event, ...]
    finished: tuple[Event, ...]


def house() -> House:
    """Each event with `entered`, and its matches counted: `settled`, `playing`, `waiting`, `to_come`."""
    begun = Event.objects.filter(status=EventStatus.PUBLISHED)
    coming = Event.objects.filter(status__in=(EventStatus.DRAFT, EventStatus.DRAWN))
    done = Event.objects.filter(status=EventStatus.FINISHED)
    return House(
        running=_counted(begun, RUNNING, "-tournament__starts_at", "id"),
        more=max(0, begun.count() - RUNNING),
        coming=_counted(coming, LATEST, "tournament__starts_at", "id"),
        finished=_counted(done, LATEST, "-tournament__starts_at", "-id"),
    )


def clubs(letters: str = "", number: str = "") -> Page[Any]:
    """A page of the clubs that are not archived, with `evenings`; by letters of the name. Two queries."""
    playing = Club.objects.filter(archived_at=None)
    found = playing.filter(name__icontains=letters.strip()) if letters.strip() else playing
    held = Tournament.objects.filter(club=OuterRef("pk")).order_by().values("club").annotate(n=Count("pk"))
    counted = found.annotate(evenings=Coalesce(Subquery(held.values("n")), 0))
    return Paginator(counted.order_by("name", "id"), CLUBS).get_page(number)


def hosted(letters: str, number: str) -> Page[Any]:
    """A page of all clubs, archived ones too, with `evenings`, `latest` and `people`; by letters of the name.

    Three queries.
    """
    people = (
        Membership.objects.filter(club=OuterRef("pk"), left_at=None)
        .order_by()
        .values("club")
        .annotate(n=Count("pk"))
        .values("n")
    )
    found = Club.objects.filter(name__icontains=letters.strip()) if letters.strip() else Club.objects.all()
    counted = found.annotate(
        evenings=Count("tournaments"),
        latest=Max("tournaments__starts_at"),
        people=Coalesce(Subquery(people), 0),
    )
    return Paginator(counted.order_by("name", "id"), HOSTED).get_page(number)


def directed_by(user_id: int) -> QuerySet[Club]:
    """The clubs a user directs, but for archived ones."""
    playing = Club.objects.filter(archived_at=None)
    return playing.filter(memberships__user=user_id, memberships__role=Role.DIRECTOR).order_by("name")


def belonging(user: User) -> list[Membership]:
    """What an account is in the clubs it belongs to, by itself or by its player; archived ones are left out.

    By name. Two queries.
    """
    player = Player.objects.filter(user=user).first()
    mine = Q(user=user) | is_one("player", player) if player is not None else Q(user=user)
    held = Membership.objects.filter(mine, left_at=None, club__archived_at=None).select_related("club")
    rows = sorted(held, key=lambda row: (row.club.name.casefold(), row.club_id, row.user_id is not None))
    return list({row.club_id: row for row in rows}.values())


def _counted(events: QuerySet[Event], limit: int, *order: str) -> tuple[Event, ...]:
    """The first of some events with their figures; only the matches of these are counted."""
    first = list(events.order_by(*order).values_list("pk", flat=True)[:limit])
    found = (
        Event.objects.filter(pk__in=first)
        .select_related("tournament__club")
        .annotate(
            entered=Coalesce(Subquery(ENTERED), 0),
            playing=Count("pairings", filter=PLAYING),
            settled=Count("pairings", filter=SETTLED),
            waiting=Count("pairings", filter=WAITING),
            to_come=Count("pairings", filter=TO_COME),
        )
    )
    return tuple(found.order_by(*order))
