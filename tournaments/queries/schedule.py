"""Schedule of a tournament: matches in play, whom to call next, and when tables and events will be free."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.cache import cache

from matches.models import Match, Table
from matches.states import AT_A_TABLE, Ending, Status
from tournaments.formats.graph import Origin
from tournaments.journal.board import Layer
from tournaments.journal.state import UNDECIDED
from tournaments.models import Event, EventStatus, Pairing, Tournament
from tournaments.queries import events
from tournaments.queries.bracket_rows import PlayerName
from tournaments.scheduling import Job, Pace, TimedMatch, forecast, measure_pace, order_ready_jobs

AT_TABLES = frozenset(status.value for status in AT_A_TABLE)
LATEST = 8


class Bout(NamedTuple):
    """A match with names; `table` is the displayed table, or ""."""

    pk: int
    code: str
    status: str
    title: str
    length: int
    white_score: int
    black_score: int
    winner: str
    ending: str
    settled_at: datetime | None
    white: PlayerName
    black: PlayerName
    table: str


@dataclass(frozen=True, slots=True)
class PlayOverview:
    """Matches in play by table, waiting matches and latest results."""

    playing: Sequence[Bout]
    waiting: Sequence[Bout]
    latest: Sequence[Bout]


PLAY_COLUMNS = (
    *("pk", "code", "status", "title", "length", "white_score", "black_score", "winner", "ending"),
    *("settled_at", "white__code", "white__name", "white__kind"),
    *("black__code", "black__name", "black__kind", "table__label", "table__number"),
)


def play_of(tournament: Tournament) -> PlayOverview:
    """Return the play of a tournament, over all its events. Two queries."""
    paired = Match.objects.filter(desk=tournament.desk_id, pairing__isnull=False)
    is_open = paired.filter(status__in=[*sorted(AT_TABLES), Status.SCHEDULED.value])
    open_bouts = list(_bouts(is_open.order_by("table__number", "pk").values_list(*PLAY_COLUMNS)))
    settled = paired.filter(status=Status.SETTLED.value).order_by("-settled_at", "-pk")
    return PlayOverview(
        playing=tuple(bout for bout in open_bouts if bout.status in AT_TABLES),
        waiting=tuple(bout for bout in open_bouts if bout.status not in AT_TABLES),
        latest=tuple(_bouts(settled.values_list(*PLAY_COLUMNS)[:LATEST])),
    )


def _bouts(rows: Iterable[Sequence[Any]]) -> Iterable[Bout]:
    for *match_columns, code, name, kind, other, other_name, other_kind, label, number in rows:
        white, black = PlayerName(code, name, kind), PlayerName(other, other_name, other_kind)
        yield Bout._make((*match_columns, white, black, label or str(number or "")))


GOING_ON = (EventStatus.DRAWN.value, EventStatus.PUBLISHED.value)
AT_TABLES = frozenset(status.value for status in AT_A_TABLE)
SCHEDULE_COLUMNS = (
    "event",
    "label",
    "flight",
    "round",
    "feeds",
    "white_is_vacant",
    "black_is_vacant",
    "board",
    "boards",
    "white_entry",
    "black_entry",
    "match__white",
    "match__white__first",
    "match__white__second",
    "match__black",
    "match__black__first",
    "match__black__second",
    "match",
    "match__status",
    "match__length",
    "match__white_score",
    "match__black_score",
    "match__started_at",
    "match__called_at",
    "match__table__number",
)


class ScheduleRow(NamedTuple):
    """Columns of a pairing and its match used for time estimates."""

    event: int
    label: str
    flight: str
    round: int
    feeds: Mapping[str, Mapping[str, str]]
    white_is_vacant: bool
    black_is_vacant: bool
    board: int
    boards: int
    white_entry: int | None
    black_entry: int | None
    white: int | None
    white_first: int | None
    white_second: int | None
    black: int | None
    black_first: int | None
    black_second: int | None
    match: int | None
    status: str | None
    length: int | None
    white_score: int | None
    black_score: int | None
    started_at: datetime | None
    called_at: datetime | None
    table: int | None

    @property
    def id(self) -> str:
        """Return its id among the jobs of all events."""
        return f"{self.event}:{self.label}"

    @property
    def people(self) -> frozenset[int]:
        """Return all players here, both of a pair; before seating, negative entry keys."""
        if self.match is None:
            return frozenset(-entry for entry in (self.white_entry, self.black_entry) if entry)
        white = (self.white_first, self.white_second) if self.white_first else (self.white,)
        black = (self.black_first, self.black_second) if self.black_first else (self.black,)
        return frozenset(person for person in (*white, *black) if person)


@dataclass(frozen=True, slots=True)
class KnownRounds:
    """Match lengths by flight and round, and rounds not yet paired."""

    lengths: Mapping[str, tuple[int, ...]]
    layers: tuple[Layer, ...]

    def length(self, flight: str, number: int) -> int:
        """Return the length of a round, 0 if unknown."""
        flight_lengths = self.lengths.get(flight, ())
        return flight_lengths[min(number, len(flight_lengths)) - 1] if flight_lengths else 0


def undecided_rows(tournament: Tournament, events: Iterable[Event]) -> list[ScheduleRow]:
    """Return the undecided pairings of running events of a tournament, by flight and round; one query."""
    undecided = Pairing.objects.filter(
        event__in=[event.pk for event in events],
        event__tournament=tournament,
        event__status__in=GOING_ON,
        decided=UNDECIDED,
    )
    return [
        ScheduleRow._make(row) for row in undecided.order_by("event_id", "pk").values_list(*SCHEDULE_COLUMNS)
    ]


def jobs_of(
    events: Iterable[Event],
    pairing_rows: Iterable[ScheduleRow],
    speed: Pace,
    rounds_of_event: Callable[[Event], KnownRounds],
    now: datetime | None = None,
) -> Iterator[Job]:
    """Yield the remaining matches of these events as jobs; each id begins with the event key.

    Lengths and later rounds come from `rounds_of_event`. Without `now` no match counts as in progress.
    """
    of_event: dict[int, list[ScheduleRow]] = {}
    for row in pairing_rows:
        of_event.setdefault(row.event, []).append(row)
    for event in events:
        undecided, event_rounds = of_event.get(event.pk, []), rounds_of_event(event)
        meetings = _meetings(undecided)
        for row in undecided:
            if row.boards:
                yield Job(row.id, after=(*_before(row), *meetings.get(row.id, ())), is_gate=True)
                continue
            length = row.length or event_rounds.length(row.flight, row.round) or event.main_length
            yield _job(row, length, speed, now)
        gates = _gates(event.pk, undecided)
        yield from gates.values()
        yield from _layers(event, event_rounds.layers, gates, speed)


def _job(row: ScheduleRow, length: int, speed: Pace, now: datetime | None) -> Job:
    after = _before(row)
    if row.white_is_vacant or row.black_is_vacant:
        return Job(row.id, after=after, is_gate=True)
    if row.status not in AT_TABLES or now is None:
        return Job(row.id, speed.minutes(length), after, row.people)
    begun = row.started_at or row.called_at or now
    elapsed = max(0.0, (now - begun).total_seconds() / 60)
    remaining_minutes = speed.left(length, row.white_score or 0, row.black_score or 0, elapsed)
    return Job(row.id, remaining_minutes, after, row.people, is_on=True)


def _before(row: ScheduleRow) -> tuple[str, ...]:
    """Return the jobs that must end before the players are known."""
    return tuple(
        f"{row.event}:{source['pairing']}" if source.get("pairing") else _gate(row.event, source["flight"])
        for source in row.feeds.values()
        if source.get("pairing") or source["origin"] == Origin.PLACE.value
    )


def _meetings(undecided: Iterable[ScheduleRow]) -> dict[str, list[str]]:
    """Return the undecided boards of each team meeting."""
    boards_by_meeting: dict[str, list[str]] = {}
    for row in undecided:
        if row.board:
            boards_by_meeting.setdefault(row.id.rpartition(".")[0], []).append(row.id)
    return boards_by_meeting


def _gate(event: int, flight: str, number: int = 0) -> str:
    return f"{event}:{flight}/{number or ''}"


def _gates(event: int, undecided: Iterable[ScheduleRow]) -> dict[str, Job]:
    """Return gate jobs: the end of each round of a flight, and of the whole flight."""
    inside: dict[str, dict[int, list[str]]] = {}
    for row in (row for row in undecided if not row.board):
        inside.setdefault(row.flight, {}).setdefault(row.round, []).append(row.id)
    gates: list[Job] = []
    for flight, rounds in inside.items():
        before: tuple[str, ...] = ()
        for number in sorted(rounds):
            gates.append(Job(_gate(event, flight, number), after=(*before, *rounds[number]), is_gate=True))
            before = (_gate(event, flight, number),)
        gates.append(Job(_gate(event, flight), after=before, is_gate=True))
    return {gate.id: gate for gate in gates}


def _layers(event: Event, layers: Iterable[Layer], gates: Mapping[str, Job], speed: Pace) -> Iterator[Job]:
    """Yield jobs of unpaired matches: round after round, each behind a gate."""
    passed: dict[str, str] = {}
    for layer in layers:
        if layer.flight in passed:
            after = [passed[layer.flight]]
        else:
            after = [
                passed.get(name) or _last_gate(event.pk, name, layer.until, gates) for name in layer.after
            ]
        names = [f"{event.pk}:{layer.flight}/{layer.round}/{place}" for place in range(layer.boards)]
        minutes = speed.minutes(layer.length or event.main_length)
        yield from (Job(name, minutes, tuple(after)) for name in names)
        passed[layer.flight] = f"{event.pk}:{layer.flight}/{layer.round}/"
        yield Job(passed[layer.flight], after=tuple(names), is_gate=True)


def _last_gate(event: int, flight: str, until: int, gates: Mapping[str, Job]) -> str:
    """Return the gate of the last relevant round that is not over."""
    gate_names = (_gate(event, flight, number) for number in range(until, 0, -1))
    return next((name for name in gate_names if name in gates), _gate(event, flight) if not until else "")


MEASURED, CACHE_SECONDS, ROUND_TO = 300, 20, 5


@dataclass(frozen=True, slots=True)
class Outlook:
    """Expected times of a desk.

    `begins` are minutes from now by match key, `free` by table number, until its match should end. `order`
    are the waiting matches in calling order. `over` has, by event key, the expected end of each flight,
    rounded to five minutes.
    """

    pace: Pace
    begins: Mapping[int, int]
    free: Mapping[int, int]
    order: tuple[int, ...]
    over: Mapping[int, Mapping[str, datetime]]

    @property
    def last(self) -> datetime | None:
        """Return when everything should be over."""
        return max((clock for flights in self.over.values() for clock in flights.values()), default=None)


def outlook(tournament: Tournament, now: datetime, tables: int | None = None) -> Outlook:
    """Return the expected timetable of a tournament with so many tables (default: counted).

    Cached for some seconds. Leagues are excluded, as they have deadlines in days.

    Five queries for any number of entries, plus one for each event changed since it was last cached.
    """
    events = list(tournament.events.filter(status__in=GOING_ON, is_league=False, cancelled_at=None))
    key = f"outlook:{tournament.pk}:{'.'.join(f'{event.pk}-{event.version}' for event in events)}"
    cached_outlook: Outlook | None = cache.get(key)
    if cached_outlook is None:
        cached_outlook = _outlook(tournament, events, now, tables)
        cache.set(key, cached_outlook, CACHE_SECONDS)
    return cached_outlook


def calling_order(tournament: Tournament) -> list[int]:
    """Return the keys of waiting matches in calling order, longest remaining path first.

    Two queries: rounds not yet paired are taken from the last cached values.
    """
    events = list(tournament.events.filter(status=EventStatus.PUBLISHED, cancelled_at=None))
    pairing_rows = undecided_rows(tournament, events)
    waiting = {
        row.id: row.match for row in pairing_rows if row.status == Status.SCHEDULED.value and row.match
    }
    if not waiting:
        return []
    return [
        waiting[name]
        for name in order_ready_jobs(list(jobs_of(events, pairing_rows, Pace(), _remembered)))
        if name in waiting
    ]


def _outlook(tournament: Tournament, events: Sequence[Event], now: datetime, tables: int | None) -> Outlook:
    pairing_rows, speed = undecided_rows(tournament, events), measure_pace(_measured(tournament))
    table_count = Table.objects.filter(desk=tournament.desk_id).count() if tables is None else tables
    schedule_forecast = forecast(list(jobs_of(events, pairing_rows, speed, _load_rounds, now)), table_count)
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
    pairing_rows: Sequence[ScheduleRow], ends: Mapping[str, float], now: datetime
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


def _load_rounds(event: Event) -> KnownRounds:
    """Return lengths and unpaired rounds of an event, and cache them."""
    fold = events.get_overview(event)
    upcoming = KnownRounds(
        {flight: flight_info.lengths for flight, flight_info in fold.flight_infos.items()}, fold.ahead
    )
    cache.set(_latest(event), upcoming, events.CACHE_SECONDS)
    return upcoming


def _remembered(event: Event) -> KnownRounds:
    """Return the last cached values of an event, possibly a few journal lines old; empty if none."""
    cached_rounds: KnownRounds | None = cache.get(_latest(event))
    return cached_rounds or KnownRounds({}, ())


def _latest(event: Event) -> str:
    return f"ahead:{event.draw_commitment}"
