"""The breaks of a tournament: those of matches, those of a moment, and those that pages show."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from matches.breaks import Interval, MatchAtDesk
from matches.messages.stored_reasons import UNTIL_START, describe_stored_reason
from matches.registry import BreakNotice
from tournaments.models import Break, Event, Pairing, Tournament
from tournaments.models.event import EventStatus

# Pages show a break so long before it begins.
SHOWN_BEFORE = timedelta(hours=12)
# A task calls the waiting matches of breaks that ended so long ago at most.
CALLED_AFTER = timedelta(hours=1)


def get_breaks(tournament: Tournament) -> QuerySet[Break]:
    """Return the breaks of a tournament and its events, those that were removed left out."""
    return Break.objects.filter(tournament=tournament, removed_at=None).select_related("event", "by")


def get_break(tournament: Tournament, number: int) -> Break | None:
    """Return a break of this tournament that was not removed."""
    return (
        get_breaks(tournament)
        .select_related("tournament__club", "tournament__desk")
        .filter(pk=number)
        .first()
    )


def get_shown_breaks(desk_id: int, now: datetime) -> list[BreakNotice]:
    """Return the breaks of a desk that are on, or begin within hours; one query."""
    rows = Break.objects.filter(tournament__desk=desk_id, removed_at=None, ends_at__gt=now)
    shown_breaks = rows.filter(begins_at__lte=now + SHOWN_BEFORE).order_by("begins_at")
    return [
        BreakNotice(
            number,
            begins_at,
            ends_at,
            describe_stored_reason(reason),
            event or "",
            waits_for_start=reason == UNTIL_START,
        )
        for number, begins_at, ends_at, reason, event in shown_breaks.values_list(
            "pk", "begins_at", "ends_at", "reason", "event__name"
        )
    ]


def get_wait_for_start(event: Event, now: datetime) -> Break | None:
    """Return the break in which an event published ahead waits for its start, None without; one query."""
    waits = get_waits_for_start(event.tournament, now)
    return waits.filter(event=event, begins_at__lte=now).order_by("begins_at").last()


def get_waits_for_start(tournament: Tournament, now: datetime) -> QuerySet[Break]:
    """Return the breaks in which events of a tournament wait for their start."""
    return get_breaks(tournament).filter(reason=UNTIL_START, event__isnull=False, ends_at__gt=now)


def get_start(event: Event) -> datetime:
    """Return when an event starts: at a time of its own, or with its tournament."""
    return event.starts_at or event.tournament.starts_at


def get_intervals_by_match(matches: Collection[MatchAtDesk]) -> dict[int, list[Interval]]:
    """Return the breaks of each match: those of its tournament and of its event. At most two queries."""
    rows = list(
        Break.objects.filter(tournament__desk__in={match.desk_id for match in matches}, removed_at=None)
        .order_by("pk")
        .values_list("tournament__desk", "event", "begins_at", "ends_at")
    )
    if not rows:
        return {}
    pairings = Pairing.objects.filter(match__in=[match.pk for match in matches])
    events = dict(pairings.values_list("match", "event"))
    return {
        match.pk: [
            Interval(begins, ends)
            for desk, event, begins, ends in rows
            if desk == match.desk_id and event in {None, events.get(match.pk)}
        ]
        for match in matches
    }


@dataclass(frozen=True, slots=True)
class ClubBreaks:
    """The breaks of the tournaments of a club, as rows of desk, event (None for all), begin and end."""

    rows: Sequence[tuple[int, int | None, datetime, datetime]]

    def of_event(self, event: Event, desk_id: int) -> list[Interval]:
        """Return the breaks of an event, those of its whole tournament included."""
        return [
            Interval(begins, ends)
            for desk, key, begins, ends in self.rows
            if desk == desk_id and key in {None, event.pk}
        ]

    def of_desk(self, desk_id: int) -> list[Interval]:
        """Return the breaks of a whole tournament."""
        return [
            Interval(begins, ends) for desk, key, begins, ends in self.rows if desk == desk_id and key is None
        ]


def get_club_breaks(club_id: int) -> ClubBreaks:
    """Return the breaks of the tournaments of a club. One query."""
    rows = Break.objects.filter(tournament__club=club_id, removed_at=None).order_by("pk")
    return ClubBreaks(list(rows.values_list("tournament__desk", "event", "begins_at", "ends_at")))


def get_events_on_break(tournament: Tournament, now: datetime) -> set[int]:
    """Return the keys of the events that have a break now; one query, and one for a break of all."""
    on_break = get_breaks(tournament).filter(begins_at__lte=now, ends_at__gt=now)
    keys = set(on_break.values_list("event", flat=True))
    if None in keys:
        return set(tournament.events.values_list("pk", flat=True))
    return {key for key in keys if key is not None}


def get_tournaments_after_break(now: datetime) -> QuerySet[Tournament]:
    """Return the tournaments in play with a break that ended a short time ago."""
    ended = Q(breaks__removed_at=None, breaks__ends_at__lte=now, breaks__ends_at__gt=now - CALLED_AFTER)
    rows = Tournament.objects.filter(ended, events__status=EventStatus.PUBLISHED)
    return rows.filter(cancelled_at=None, archived_at=None).select_related("desk").distinct()
