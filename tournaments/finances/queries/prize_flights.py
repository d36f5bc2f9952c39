"""The flights of an event with the places reached in them, as prizes need them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.finances.prizes.paid_places import (
    FinalPlace,
    with_open_places,
)
from tournaments.finances.prizes.prize_tables import Parts
from tournaments.formats.graph import MAIN
from tournaments.formats.plan import PRESETS
from tournaments.journal.event_end import is_finished
from tournaments.journal.final_places import PlacesField, find_flight_places
from tournaments.journal.flight_places import Span, is_complete
from tournaments.journal.rolling_queue import is_rolling
from tournaments.journal.seat_resolution import source_stages
from tournaments.journal.standings import is_table, record_of, table_rows
from tournaments.journal.state import EventState
from tournaments.models import Event
from tournaments.play.events import event_state


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight: the places reached, whether all are, the places that will be shared, and its entries."""

    standings: tuple[FinalPlace, ...]
    is_complete: bool
    shared: tuple[Span, ...]
    members: frozenset[int]

    def may_still_place(self, entries: Collection[int]) -> bool:
        """Return whether one of these entries may still reach a place; those of an undrawn flight may."""
        if self.is_complete:
            return False
        placed = {one.entry for one in self.standings}
        return any(entry not in placed and entry in (self.members or entries) for entry in entries)

    @property
    def field(self) -> int:
        """The number of entries; 0 if unknown."""
        return len(self.members)


def list_flights(state: EventState, fields: Sequence[PlacesField]) -> dict[str, Flight]:
    """Return the flights by key; `MAIN` has the places of the event itself, unless it has several fields."""
    is_over = is_finished(state, state.board)
    by_key = {key: _build_flight(state, key, is_over) for key in state.index.by_flight}
    for stage in state.plan.stages:
        if is_over and stage.key not in by_key:
            by_key[stage.key] = Flight((), is_complete=True, shared=(), members=frozenset())
    if len(fields) == 1 and not is_rolling(state.plan):
        return {**by_key, MAIN: _build_field(state, fields[0])}
    return by_key | {field.key: _build_field(state, field) for field in fields}


def list_field_keys(state: EventState, fields: Sequence[PlacesField]) -> tuple[str, ...]:
    """Return the keys of the flights that have places of their own: `MAIN` alone, or several."""
    keys = tuple(field.key for field in fields)
    if is_rolling(state.plan):
        return keys or (MAIN,)
    return keys if len(keys) > 1 else (MAIN,)


def list_flight_keys(event: Event) -> tuple[str, ...]:
    """Return the keys of the flights that can have prizes: `MAIN`, then in the order of the plan."""
    if event.format in PRESETS:
        # These have no other flights than their stages, so that the journal is not replayed.
        return tuple(dict.fromkeys((MAIN, *(stage.key for stage in PRESETS[event.format].stages))))
    state = event_state.get_event_state(event)
    stages = (stage.key for stage in state.plan.stages)
    return tuple(dict.fromkeys((MAIN, *stages, *state.index.by_flight)))


def get_paid_places(by_key: Mapping[str, Flight], parts: Parts) -> dict[str, tuple[FinalPlace, ...]]:
    """Return the standings of the paid flights, with a placeholder on each paid place still open."""
    return {
        key: _add_open_places(by_key[key], len(row)) if key in by_key else _add_open_places(UNDRAWN, len(row))
        for key, row in parts.items()
    }


UNDRAWN = Flight((), is_complete=False, shared=(), members=frozenset())


def _add_open_places(flight: Flight, places: int) -> tuple[FinalPlace, ...]:
    if flight.is_complete:
        return flight.standings
    place_count = min(places, flight.field) if flight.field else places
    return with_open_places(flight.standings, flight.shared, place_count)


def _build_field(state: EventState, field: PlacesField) -> Flight:
    """Return the places of a field, from all stages that decide them."""
    flights = [flight for flight, key in state.index.stage_of.items() if key in field.stages]
    tables = [flight for flight in flights if flight in state.index.by_flight]
    levels = _find_levels(state, tables[0]) if len(tables) == 1 and field.spans else {}
    standings = tuple(FinalPlace(entry, *span, levels.get(entry)) for entry, span in field.spans.items())
    return Flight(standings, field.is_over, _find_shared_spans(state, tables), field.members)


def _build_flight(state: EventState, key: str, is_over: bool) -> Flight:
    spans = find_flight_places(state, key)
    drawing = state.stages.get(state.index.stage_of.get(key, key))
    members: frozenset[int] = frozenset()
    # On the lines of a stage that others feed are only those whom a director has put there: the others come
    # by their results, so that who plays in it is not known.
    if drawing is not None and drawing.stage.key == key and not source_stages(drawing.stage, state.plan):
        members = frozenset(drawing.members)
    complete = is_over or is_complete(state, key, state.board)
    return Flight(_build_standings(state, key, spans), complete, _find_shared_spans(state, [key]), members)


def _build_standings(state: EventState, key: str, spans: Mapping[int, Span]) -> tuple[FinalPlace, ...]:
    levels = _find_levels(state, key) if spans else {}
    return tuple(FinalPlace(entry, *span, levels.get(entry)) for entry, span in spans.items())


def _find_levels(state: EventState, key: str) -> dict[int, object]:
    """Return the level of each entry in a table: its record before tie-breaks; empty for a bracket."""
    if not _is_table(state, key):
        return {}
    stage = state.stages[state.index.stage_of[key]].stage
    rows = table_rows(state, key, state.board)
    return {row.entry: record_of(stage, row) for row in rows if row.values}


def _is_table(state: EventState, key: str) -> bool:
    """Return whether the places of a flight come from a table."""
    stage_key = state.index.stage_of.get(key)
    return stage_key is not None and is_table(state.stages[stage_key].stage)


def _find_shared_spans(state: EventState, flights: Iterable[str]) -> tuple[Span, ...]:
    """Return the places of brackets that will be shared; a table decides each of its places."""
    names = [
        name
        for flight in flights
        if not _is_table(state, flight)
        for name in state.index.by_flight.get(flight, ())
    ]
    pairings = [state.graph.by_id[name] for name in names]
    spans = {span for pairing in pairings for span in (pairing.loser_range, pairing.winner_range)}
    return tuple(sorted(span for span in spans if _is_final_span(span, spans)))


def _is_final_span(span: Span, spans: set[Span]) -> bool:
    """Whether no further match divides a span: no other span lies inside it."""
    return not any(other != span and span[0] <= other[0] and other[1] <= span[1] for other in spans)
