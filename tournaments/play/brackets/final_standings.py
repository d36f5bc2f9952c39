"""Standings of an event as shown on pages: its places, and the table or the places of every flight."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tournaments.formats.graph import GROUP
from tournaments.models import Entry, Event, EventStatus
from tournaments.play.brackets import event_standings
from tournaments.play.brackets.event_standings import EventStandings, FlightTable, StandingsLine
from tournaments.play.events import events


@dataclass(frozen=True, slots=True)
class StandingsSection:
    """The standings of a flight, or of the event (`flight` is ""): a table with tie-breaks, or places.

    `notes` say why places are shared after a double no-show.
    """

    flight: str
    name: str
    is_final: bool
    table: FlightTable | None = None
    lines: tuple[StandingsLine, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_group(self) -> bool:
        """Return whether it is one of several groups."""
        return self.flight.startswith(f"{GROUP}_")


@dataclass(frozen=True, slots=True)
class FinalStandings:
    """The standings of an event in sections, those of the event first; `places` are final places so far."""

    is_final: bool
    sections: tuple[StandingsSection, ...]
    places: tuple[StandingsLine, ...]

    @property
    def winners(self) -> tuple[StandingsLine, ...]:
        """Return the lines of the first place; empty while the event runs."""
        return tuple(line for line in self.places if line.place_from == 1) if self.is_final else ()


def get_final_standings(event: Event) -> FinalStandings:
    """Return the standings of an event. Four queries at most."""
    standings = event_standings.get_event_standings(event)
    overview = events.get_overview(event)
    entries = {entry.number: entry for entry in events.entries_of(event)}
    tables = event_standings.build_tables(overview.rows, entries, overview.table_notes)
    return FinalStandings(standings.is_final, _build_sections(standings, tables), standings.places)


def _build_sections(
    standings: EventStandings, tables: Mapping[str, FlightTable]
) -> tuple[StandingsSection, ...]:
    has_only_one_table = len(standings.flights) == 1 and standings.flights[0].flight in tables
    sections: list[StandingsSection] = []
    notes_of_event: list[str] = []
    left_out = _find_repeating_brackets(standings, tables)
    for flight in standings.flights:
        if flight.flight in tables:
            table = tables[flight.flight]
            sections.append(StandingsSection(flight.flight, flight.name, flight.is_final, table))
        elif flight.flight not in left_out:
            lines, notes = flight.rows, flight.notes
            section = StandingsSection(flight.flight, flight.name, flight.is_final, lines=lines, notes=notes)
            sections.append(section)
        else:
            notes_of_event += flight.notes
    if standings.places and not has_only_one_table and not standings.has_several_fields:
        lines, notes = standings.places, tuple(notes_of_event)
        sections.insert(0, StandingsSection("", "", standings.is_final, lines=lines, notes=notes))
    return tuple(sections)


def _find_repeating_brackets(standings: EventStandings, tables: Collection[str]) -> set[str]:
    """Return the brackets whose list says nothing beside the places of the event, or has no line yet.

    Such are the knockout after groups, and the final of a double elimination. Its main bracket and backdraw
    are on one level: both are listed, as players of the backdraw have another place in the main bracket.
    """
    if standings.has_several_fields:
        return set()
    places = {(line.entry.number, line.place_from, line.place_to) for line in standings.places}
    brackets = [flight for flight in standings.flights if flight.flight not in tables]
    repeating = [flight for flight in brackets if _are_lines_among(flight.rows, places)]
    levels_listed = {flight.level for flight in brackets if flight not in repeating} - {None}
    return {flight.flight for flight in repeating if not flight.rows or flight.level not in levels_listed}


def _are_lines_among(lines: Iterable[StandingsLine], places: Collection[tuple[int, int, int]]) -> bool:
    """Return whether all these lines are also among the places of the event."""
    return all((line.entry.number, line.place_from, line.place_to) in places for line in lines)


def get_winners(event: Event) -> list[Entry]:
    """Return the entries in first place of a finished event, in the order of their numbers. One query."""
    if event.status != EventStatus.FINISHED:
        return []
    rows = Entry.objects.filter(event=event, place_from=1)
    return list(rows.select_related("event", "player__first", "player__second").order_by("number"))
