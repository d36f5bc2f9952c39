"""The standings of an event as programs read them: its places, and those of each published flight."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.journal.board import final_places, is_finished
from tournaments.journal.ranking import Span, is_complete, spans_of
from tournaments.journal.state import EventState
from tournaments.journal.tables import is_table, table_rows
from tournaments.models import Entry, Event
from tournaments.phrases import flight_name, tables
from tournaments.queries import event_state, events
from tournaments.queries.flights import order_of


@dataclass(frozen=True, slots=True)
class Figure:
    """What one criterion of a table counts for an entry: its code, and the figure exactly as "7/2"."""

    criterion: str
    value: str


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """An entry with the places it holds, best and worst of those it shares."""

    entry: Entry
    place_from: int
    place_to: int
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class FlightStandings:
    """A flight: in a bracket who is out or has won, in a table everybody as it stands."""

    flight: str
    name: str
    format: str
    is_final: bool
    rows: tuple[StandingsLine, ...]


@dataclass(frozen=True, slots=True)
class EventStandings:
    """The places of the event, by those who have one, and the standings of its published flights."""

    event: Event
    is_final: bool
    places: tuple[StandingsLine, ...]
    flights: tuple[FlightStandings, ...]


def get_event_standings(event: Event) -> EventStandings:
    """Who stands where, in every format. A draw that is not published is not looked at. Two queries."""
    state = event_state.get_event_state(event)
    entries = {entry.number: entry for entry in events.entries_of(event)}
    published_flights = [
        flight for flight, key in state.wiring.stage_of.items() if state.stages[key].is_published
    ]
    return EventStandings(
        event=event,
        is_final=is_finished(state, state.board),
        places=_by_places(final_places(state), entries),
        flights=tuple(_flight(state, flight, entries) for flight in sorted(published_flights, key=order_of)),
    )


def _flight(state: EventState, flight: str, entries: Mapping[int, Entry]) -> FlightStandings:
    key = state.stage_of(flight)
    stage = state.stages[key].stage
    rows = tuple(_table(state, flight, entries)) if is_table(stage) else ()
    return FlightStandings(
        flight=flight,
        name=stage.name if stage.name and flight == key else flight_name(flight),
        format=stage.format,
        is_final=is_complete(state, flight, state.board),
        rows=rows or _by_places(spans_of(state, flight, state.board), entries),
    )


def _table(state: EventState, flight: str, entries: Mapping[int, Entry]) -> Iterator[StandingsLine]:
    for row in table_rows(state, flight, state.board):
        figures = (Figure(value.name, str(tables.shown(value.name, value.amount))) for value in row.values)
        yield StandingsLine(entries[row.entry], row.place, row.last, tuple(figures))


def _by_places(places: Mapping[int, Span], entries: Mapping[int, Entry]) -> tuple[StandingsLine, ...]:
    order: Sequence[int] = sorted(places, key=lambda entry: (places[entry], entry))
    return tuple(StandingsLine(entries[entry], *places[entry]) for entry in order)
