"""How play goes on at a desk: whom to call next, when tables come free, when each event will be over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

from matches.models import Match, Table
from matches.states import Ending, Status
from tournaments.models import Event, EventStatus, Tournament
from tournaments.queries import flights
from tournaments.queries.schedule_rows import AT_TABLES, GOING_ON, Known, Row, jobs_of, rows
from tournaments.scheduling.forecast import forecast, queue
from tournaments.scheduling.pace import Pace, TimedMatch, measure_pace

MEASURED, KEPT_SECONDS, ROUND_TO = 300, 20, 5


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a desk may expect.

    `begins` are minutes from now by primary key of a match, `free` by number of a table: when the match there
    should be over. `order` are matches that wait for a table, the one to be called first ahead. `over` says
    for each event by its key when each of its flights should be over, to the next five minutes.
    """

    pace: Pace
    begins: Mapping[int, int]
    free: Mapping[int, int]
    order: tuple[int, ...]
    over: Mapping[int, Mapping[str, datetime]]

    @property
    def last(self) -> datetime | None:
        """When everything should be over."""
        return max((clock for flights in self.over.values() for clock in flights.values()), default=None)


def outlook(tournament: Tournament, now: datetime, tables: int | None = None) -> Outlook:
    """How play should go on at a tournament's desk of so many tables (counted, where nobody says); kept for
    seconds, whatever is asked meanwhile. Leagues go by days, not by this clock.

    Five queries whatever the field, one more for an event nobody has looked at since it changed.
    """
    events = list(tournament.events.filter(status__in=GOING_ON, is_league=False))
    key = f"outlook:{tournament.pk}:{'.'.join(f'{event.pk}-{event.version}' for event in events)}"
    cached_outlook: Outlook | None = cache.get(key)
    if cached_outlook is None:
        cached_outlook = _outlook(tournament, events, now, tables)
        cache.set(key, cached_outlook, KEPT_SECONDS)
    return cached_outlook


def calling_order(tournament: Tournament) -> list[int]:
    """The primary keys of waiting matches in the order they are to be called, the longest way to go first.

    Two queries: rounds that are not paired are those that were known when somebody last looked.
    """
    events = list(tournament.events.filter(status=EventStatus.PUBLISHED))
    pairing_rows = rows(tournament, events)
    waiting = {
        row.id: row.match for row in pairing_rows if row.status == Status.SCHEDULED.value and row.match
    }
    if not waiting:
        return []
    return [
        waiting[name]
        for name in queue(list(jobs_of(events, pairing_rows, Pace(), _remembered)))
        if name in waiting
    ]


def _outlook(tournament: Tournament, events: Sequence[Event], now: datetime, tables: int | None) -> Outlook:
    pairing_rows, speed = rows(tournament, events), measure_pace(_measured(tournament))
    table_count = Table.objects.filter(desk=tournament.desk_id).count() if tables is None else tables
    schedule_forecast = forecast(list(jobs_of(events, pairing_rows, speed, _asked, now)), table_count)
    matches = {row.id: row.match for row in pairing_rows if row.match is not None}
    return Outlook(
        pace=speed,
        begins={
            match: round(schedule_forecast.begins[name])
            for name, match in matches.items()
            if name in schedule_forecast.begins
        },
        free={
            row.table: round(schedule_forecast.ends[row.id])
            for row in pairing_rows
            if row.table is not None and row.status in AT_TABLES and row.id in schedule_forecast.ends
        },
        order=tuple(matches[name] for name in schedule_forecast.order if name in matches),
        over=_over(pairing_rows, schedule_forecast.ends, now),
    )


def _over(
    pairing_rows: Sequence[Row], ends: Mapping[str, float], now: datetime
) -> dict[int, dict[str, datetime]]:
    flight_of = {row.id: row.flight for row in pairing_rows}
    last: dict[int, dict[str, float]] = {}
    for name, minutes in ends.items():
        event, _, place = name.partition(":")
        flight = flight_of.get(name) or place.partition("/")[0]
        minutes_by_flight = last.setdefault(int(event), {})
        minutes_by_flight[flight] = max(minutes_by_flight.get(flight, 0.0), minutes)
    return {
        event: {flight: _clock(now, minutes) for flight, minutes in minutes_by_flight.items()}
        for event, minutes_by_flight in last.items()
    }


def _clock(now: datetime, minutes: float) -> datetime:
    exact = now + timedelta(minutes=minutes)
    beyond = timedelta(minutes=exact.minute % ROUND_TO, seconds=exact.second, microseconds=exact.microsecond)
    return exact if not beyond else exact - beyond + timedelta(minutes=ROUND_TO)


def _measured(tournament: Tournament) -> Iterator[TimedMatch]:
    played = Match.objects.filter(
        desk__tournament__club=tournament.club_id,
        status=Status.SETTLED.value,
        ending=Ending.PLAYED.value,
        started_at__isnull=False,
    )
    rows = played.order_by("-settled_at").values_list("length", "started_at", "settled_at")
    for length, started, settled in rows[:MEASURED]:
        if started is not None and settled is not None:
            yield TimedMatch(length, (settled - started).total_seconds() / 60)


def _asked(event: Event) -> Known:
    """What the fold of an event tells, folded now unless it was at this version."""
    fold = flights.get_overview(event)
    upcoming = Known(
        {flight: flight_shape.lengths for flight, flight_shape in fold.flight_infos.items()}, fold.ahead
    )
    cache.set(_latest(event), upcoming, flights.CACHE_SECONDS)
    return upcoming


def _remembered(event: Event) -> Known:
    """What was told of an event last, a few lines of its journal ago; nothing where nobody has asked."""
    cached_rounds: Known | None = cache.get(_latest(event))
    return cached_rounds or Known({}, ())


def _latest(event: Event) -> str:
    return f"ahead:{event.lots_commitment}"
