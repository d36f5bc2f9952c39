"""The pairings of events as work to be done: rows, and the jobs they make."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from matches.states import AT_A_TABLE
from tournaments.formats.field import Origin
from tournaments.journal.placement import UNDECIDED
from tournaments.journal.upcoming import Layer
from tournaments.models import Event, EventStatus, Pairing, Tournament
from tournaments.scheduling.jobs import Job
from tournaments.scheduling.pace import Pace

GOING_ON = (EventStatus.DRAWN.value, EventStatus.PUBLISHED.value)
AT_TABLES = frozenset(status.value for status in AT_A_TABLE)
COLUMNS = (
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


class Row(NamedTuple):
    """The columns of a pairing and its match that time is reckoned from."""

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
        """Its name among the jobs of all events."""
        return f"{self.event}:{self.label}"

    @property
    def people(self) -> frozenset[int]:
        """Everybody who sits here: of a pair, its two; before a match is seated the entries, below zero."""
        if self.match is None:
            return frozenset(-entry for entry in (self.white_entry, self.black_entry) if entry)
        white = (self.white_first, self.white_second) if self.white_first else (self.white,)
        black = (self.black_first, self.black_second) if self.black_first else (self.black,)
        return frozenset(person for person in (*white, *black) if person)


@dataclass(frozen=True, slots=True)
class Known:
    """The points of the rounds of each flight, and the rounds nobody has paired."""

    lengths: Mapping[str, tuple[int, ...]]
    layers: tuple[Layer, ...]

    def length(self, flight: str, number: int) -> int:
        """The points a round goes to, 0 where that is not known."""
        flight_lengths = self.lengths.get(flight, ())
        return flight_lengths[min(number, len(flight_lengths)) - 1] if flight_lengths else 0


def rows(tournament: Tournament, events: Iterable[Event]) -> list[Row]:
    """The undecided pairings of events of a tournament that go on, in the order of their flights and rounds;
    one query."""
    undecided = Pairing.objects.filter(
        event__in=[event.pk for event in events],
        event__tournament=tournament,
        event__status__in=GOING_ON,
        decided=UNDECIDED,
    )
    return [Row._make(row) for row in undecided.order_by("event_id", "pk").values_list(*COLUMNS)]


def jobs_of(
    events: Iterable[Event],
    pairing_rows: Iterable[Row],
    speed: Pace,
    rounds_of_event: Callable[[Event], Known],
    now: datetime | None = None,
) -> Iterator[Job]:
    """What is still to be played in these events, as jobs whose names begin with the key of their event.

    `known` tells lengths and rounds to come. Without `now` nothing counts as being on.
    """
    of_event: dict[int, list[Row]] = {}
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


def _job(row: Row, length: int, speed: Pace, now: datetime | None) -> Job:
    after = _before(row)
    if row.white_is_vacant or row.black_is_vacant:
        return Job(row.id, after=after, is_gate=True)
    if row.status not in AT_TABLES or now is None:
        return Job(row.id, speed.minutes(length), after, row.people)
    begun = row.started_at or row.called_at or now
    elapsed = max(0.0, (now - begun).total_seconds() / 60)
    remaining_minutes = speed.left(length, row.white_score or 0, row.black_score or 0, elapsed)
    return Job(row.id, remaining_minutes, after, row.people, is_on=True)


def _before(row: Row) -> tuple[str, ...]:
    """What must be over before it is known who sits here."""
    return tuple(
        f"{row.event}:{source['pairing']}" if source.get("pairing") else _gate(row.event, source["flight"])
        for source in row.feeds.values()
        if source.get("pairing") or source["origin"] == Origin.PLACE.value
    )


def _meetings(undecided: Iterable[Row]) -> dict[str, list[str]]:
    """The boards of each meeting of teams that are still to be played."""
    boards_by_meeting: dict[str, list[str]] = {}
    for row in undecided:
        if row.board:
            boards_by_meeting.setdefault(row.id.rpartition(".")[0], []).append(row.id)
    return boards_by_meeting


def _gate(event: int, flight: str, number: int = 0) -> str:
    return f"{event}:{flight}/{number or ''}"


def _gates(event: int, undecided: Iterable[Row]) -> dict[str, Job]:
    """What is passed once a flight is over up to each of its rounds, and once it is over as a whole."""
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
    """The matches nobody has paired yet: round after round, each behind a gate."""
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
    """The gate behind the last round that counts and is not over yet."""
    gate_names = (_gate(event, flight, number) for number in range(until, 0, -1))
    return next((name for name in gate_names if name in gates), _gate(event, flight) if not until else "")
