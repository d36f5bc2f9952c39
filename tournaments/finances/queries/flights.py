"""Where everybody stands in each flight of an event, as prizes need it."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.finances.prizes.standing import FinalPlace, with_open_places
from tournaments.finances.prizes.tables import Parts
from tournaments.formats.field import BACKDRAW, MAIN
from tournaments.formats.presets import PRESETS
from tournaments.journal.board import final_places, is_finished
from tournaments.journal.ranking import Span, is_complete, spans_of
from tournaments.journal.state import EventState
from tournaments.journal.tables import is_table, table_of
from tournaments.models import Event
from tournaments.queries import facts


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight: who has reached which place, whether all have, places that will be shared, and who plays."""

    standings: tuple[FinalPlace, ...]
    is_complete: bool
    shared: tuple[Span, ...]
    members: frozenset[int]

    @property
    def field(self) -> int:
        """How many play in it; 0 where that is not known."""
        return len(self.members)


def list_flights(state: EventState) -> dict[str, Flight]:
    """The flights by key; `MAIN` are always the places of the event itself."""
    over = is_finished(state, state.board)
    found = {key: _flight(state, key, over) for key in state.wiring.of_flight if key != MAIN}
    for stage in state.plan.stages:
        if over and stage.key not in found:
            found[stage.key] = Flight((), is_complete=True, shared=(), members=frozenset())
    return {MAIN: _of_the_event(state, over), **{key: one for key, one in found.items() if key != MAIN}}


def list_flight_keys(event: Event) -> tuple[str, ...]:
    """The flights that prizes can be for, in the order of the plan; the places of the event first."""
    state = facts.state(event)
    plan = state.plan if state.plan.stages else PRESETS.get(event.format, state.plan)
    return tuple(dict.fromkeys((MAIN, *(stage.key for stage in plan.stages), *state.wiring.of_flight)))


def get_paid_places(found: Mapping[str, Flight], parts: Parts) -> dict[str, tuple[FinalPlace, ...]]:
    """The standings of the flights a table pays, with a placeholder on each paid place that is still open."""
    return {
        key: _with_open(found[key], len(row)) if key in found else _with_open(UNDRAWN, len(row))
        for key, row in parts.items()
    }


UNDRAWN = Flight((), is_complete=False, shared=(), members=frozenset())


def _with_open(flight: Flight, places: int) -> tuple[FinalPlace, ...]:
    if flight.is_complete:
        return flight.standings
    most = min(places, flight.field) if flight.field else places
    return with_open_places(flight.standings, flight.shared, most)


def _of_the_event(state: EventState, over: bool) -> Flight:
    planned = [stage.key for stage in state.plan.stages]
    key = MAIN if MAIN in planned or not planned else planned[-1]
    members = frozenset(state.first.members if state.first else ())
    if BACKDRAW in state.stages:
        spans = final_places(state)
        return Flight(_standings(state, key, spans), over, _shared(state, key), members)
    flight = _flight(state, key, over)
    return Flight(flight.standings, flight.is_complete, flight.shared, flight.members or members)


def _flight(state: EventState, key: str, over: bool) -> Flight:
    spans = spans_of(state, key, state.board)
    drawing = state.stages.get(state.wiring.stage_of.get(key, key))
    is_own = drawing is not None and drawing.stage.key == key
    members = frozenset(drawing.members) if drawing is not None and is_own else frozenset()
    complete = over or is_complete(state, key, state.board)
    return Flight(_standings(state, key, spans), complete, _shared(state, key), members)


def _standings(state: EventState, key: str, spans: Mapping[int, Span]) -> tuple[FinalPlace, ...]:
    levels = _levels(state, key) if spans else {}
    return tuple(FinalPlace(entry, *span, levels.get(entry)) for entry, span in spans.items())


def _levels(state: EventState, key: str) -> dict[int, object]:
    """In a table the first figure says who is level with whom; in a bracket places alone do."""
    stage = state.wiring.stage_of.get(key)
    if stage is None or not is_table(state.stages[stage].stage):
        return {}
    rows = table_of(state, key, state.board)
    return {row.entry: row.values[0].amount for row in rows if row.values}


def _shared(state: EventState, key: str) -> tuple[Span, ...]:
    drawn = [state.graph.by_id[name] for name in state.wiring.of_flight.get(key, ())]
    spans = {span for pairing in drawn for span in (pairing.loser_range, pairing.winner_range)}
    return tuple(sorted(span for span in spans if _is_exit(span, spans)))


def _is_exit(span: Span, spans: set[Span]) -> bool:
    """Whether a span is one somebody ends on: no other one lies inside it."""
    return not any(other != span and span[0] <= other[0] and other[1] <= span[1] for other in spans)
