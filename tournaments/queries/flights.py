"""The flights of an event: what each is called, what kind it is, and the points its rounds go to."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.cache import cache

from rules.errors import Refusal
from tournaments.draws import FORMATS
from tournaments.draws.field import CONSOLATION, LETTERS, MAIN
from tournaments.draws.lots import SEED_DIGITS
from tournaments.journal import acting
from tournaments.journal.building import feeding_of
from tournaments.journal.facts import Board, Bye, Paired
from tournaments.journal.state import EventState
from tournaments.journal.tables import is_table, table_of
from tournaments.models import Event
from tournaments.models.event import PLANNED
from tournaments.phrases import flight_name
from tournaments.queries import facts
from tournaments.standings.tables import Row

KEPT_SECONDS = 3600
# Lots for asking whether a draw could be made; no draw is made with them.
NO_LOTS = "0" * SEED_DIGITS


@dataclass(frozen=True, slots=True)
class Shape:
    """One flight. `lengths` are the points of its rounds from the first on; the last one repeats."""

    flight: str
    called: str
    is_table: bool
    lengths: tuple[int, ...]

    @property
    def name(self) -> str:
        """The director's own name for it, or that of its kind."""
        return self.called or flight_name(self.flight)

    def length(self, number: int) -> int:
        """The points of a match of round `number`."""
        return self.lengths[min(number, len(self.lengths)) - 1]


@dataclass(frozen=True, slots=True)
class Due:
    """What a stage waits for from the desk: "draw", "publish", or "pair" with the number of the round."""

    deed: str
    flight: str
    round: int = 0


@dataclass(frozen=True, slots=True)
class Folded:
    """What pages need of a fold: shapes, rows of tables, rounds as the journal has
    them, what the desk is to do."""

    shapes: Mapping[str, Shape]
    rows: Mapping[str, tuple[Row, ...]]
    paired: Mapping[tuple[str, int], Mapping[str, Any]]
    due: tuple[Due, ...]


def order_of(flight: str) -> tuple[int, int]:
    """Where a flight stands among those of its event: the main one first, groups in their order."""
    kind, _, number = (flight, "", "") if flight in LETTERS else flight.rpartition("_")
    return list(LETTERS).index(kind), int(number or 0)


def shapes_of(event: Event) -> Mapping[str, Shape]:
    """The flights of an event by key. Knockouts of old have theirs from the event; plans are folded."""
    if event.format == PLANNED:
        return folded(event).shapes
    lengths = {MAIN: event.main_length, CONSOLATION: event.consolation_length}
    return {
        flight: Shape(flight, "", is_table=False, lengths=(length,)) for flight, length in lengths.items()
    }


def folded(event: Event) -> Folded:
    """The fold of an event as pages need it: one query for a version nobody has looked at, else none."""
    key = f"flights:{event.lots_commitment}:{event.version}"
    kept: Folded | None = cache.get(key)
    if kept is None:
        kept = _fold(facts.state(event), event)
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _fold(state: EventState, event: Event) -> Folded:
    shapes, rows = {}, {}
    for flight, key in state.wiring.stage_of.items():
        stage = state.stages[key].stage
        shapes[flight] = Shape(
            flight, stage.name if flight == key else "", is_table(stage), _lengths(state, flight, event)
        )
        if is_table(stage) and state.stages[key].is_published:
            rows[flight] = table_of(state, flight, state.board)
    paired = {
        (key, told.round): _plain(told) for key, drawing in state.stages.items() for told in drawing.rounds
    }
    return Folded(shapes, rows, paired, tuple(_due(state)))


def _plain(told: Paired) -> dict[str, Any]:
    """A round as plain values, which a cache can keep."""
    return {
        "boards": [{"reasons": _reasons(board)} for board in told.boards],
        "byes": [{"entry": bye.entry, "kind": bye.kind, "reasons": _reasons(bye)} for bye in told.byes],
    }


def _reasons(seat: Board | Bye) -> list[dict[str, object]]:
    return [reason.payload() for reason in seat.reasons]


def _due(state: EventState) -> Iterator[Due]:
    for stage in state.plan.stages:
        drawing = state.stages.get(stage.key)
        if feeding_of(stage, state.plan):
            continue
        if drawing is None:
            if _stands(partial(acting.draw, state, NO_LOTS, flight=stage.key)):
                yield Due("draw", stage.key)
        elif not drawing.is_published:
            yield Due("publish", stage.key)
        elif FORMATS[stage.format].pair and _stands(partial(acting.pair, state, stage.key)):
            yield Due("pair", stage.key, len(drawing.rounds) + 1)


def _stands(deed: Callable[[], object]) -> bool:
    try:
        deed()
    except Refusal:
        return False
    return True


def _lengths(state: EventState, flight: str, event: Event) -> tuple[int, ...]:
    firsts: dict[int, str] = {}
    for name in state.wiring.of_flight.get(flight, ()):
        firsts.setdefault(state.graph.by_id[name].round, name)
    told = tuple(state.length(firsts[number]) for number in sorted(firsts))
    return tuple(length or event.main_length for length in told) or (event.main_length,)
