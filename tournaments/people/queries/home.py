"""The events shown on the home page."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from matches.states import AT_A_TABLE, Status
from tournaments.journal.state import UNDECIDED
from tournaments.models import Event, EventStatus
from tournaments.play.entrants.queries.participants import make_participant_count
from tournaments.play.tournaments.queries.tournaments import count_sign_ups

# A league match is called without a table, and is in play once it has begun.
IS_PLAYING = Q(pairings__match__status__in=[status.value for status in AT_A_TABLE]) & ~Q(
    is_league=True, pairings__match__status=Status.CALLED.value
)
IS_SETTLED = Q(pairings__match__status=Status.SETTLED.value)
IS_WAITING = Q(pairings__match__status=Status.SCHEDULED.value) | Q(
    is_league=True, pairings__match__status=Status.CALLED.value
)
IS_TO_COME = Q(
    pairings__match__isnull=True,
    pairings__decided=UNDECIDED,
    pairings__white_won__isnull=True,
    pairings__white_is_vacant=False,
    pairings__black_is_vacant=False,
)
EVENTS_SHOWN = 8
RUNNING_SHOWN = 24


@dataclass(frozen=True, slots=True)
class HomeEvents:
    """Running events, newest first; `more` is the number not shown. Upcoming and latest finished events.

    An upcoming event comes with the number signed up, see `count_sign_ups`.
    """

    running: tuple[Event, ...]
    more: int
    upcoming: tuple[tuple[Event, int], ...]
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
    upcoming = _with_counts(upcoming_events, EVENTS_SHOWN, "tournament__starts_at", "id")
    sign_ups = count_sign_ups(upcoming)
    return HomeEvents(
        running=_with_counts(running_events, RUNNING_SHOWN, "-tournament__starts_at", "id"),
        more=max(0, running_events.count() - RUNNING_SHOWN),
        upcoming=tuple((event, sign_ups.get(event.pk, 0)) for event in upcoming),
        finished=_with_counts(finished_events, EVENTS_SHOWN, "-tournament__starts_at", "-id"),
    )


def _with_counts(events: QuerySet[Event], limit: int, *order: str) -> tuple[Event, ...]:
    """Return the first `limit` events with their counts of entries and matches."""
    event_keys = list(events.order_by(*order).values_list("pk", flat=True)[:limit])
    counted_events = (
        Event.objects.filter(pk__in=event_keys)
        .select_related("tournament__club")
        .annotate(
            entered=make_participant_count(),
            playing=Count("pairings", filter=IS_PLAYING),
            settled=Count("pairings", filter=IS_SETTLED),
            waiting=Count("pairings", filter=IS_WAITING),
            to_come=Count("pairings", filter=IS_TO_COME),
        )
    )
    return tuple(counted_events.order_by(*order))
