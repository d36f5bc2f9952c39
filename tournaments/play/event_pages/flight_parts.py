"""The part of the flights of an event that a page shows: a page of a table, one round, a page of its boards.

The address names the part: `round`, `page` (of tables), `boards` (page of a round), `groups`
(page of groups), `find` (letters of a name), `explain` (the entry whose figures are explained), `all`
(everything on one page).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from matches.names import fold_name
from tournaments.play.brackets.brackets import Bracket, BracketRound, Cell
from tournaments.play.brackets.crosstables import MAX_CROSSTABLE_LINES, Crosstable, build_crosstable
from tournaments.play.brackets.event_standings import FlightTable, StandingsLine, TableLine
from tournaments.play.brackets.final_standings import FinalStandings, StandingsSection
from tournaments.play.events.desk_line_parser import LONGEST
from tournaments.play.events.stages import StageBye

LINES_PER_PAGE = 32
BOARDS_PER_PAGE = 32
GROUPS_PER_PAGE = 8
# Columns of rounds in the crosstable of a large table.
ROUND_COLUMNS = 8

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class PartRequest:
    """Which part of long lists the address requests.

    `round` is 0 for the current one, `find` are the letters of a name, `explained` is the number of the entry
    whose figures are explained (0: none), `is_whole` requests everything on one page. `numbers` are all
    parameters, among them the numbers of the pages of each list.
    """

    round: int
    find: str
    explained: int
    is_whole: bool
    numbers: Mapping[str, str]

    def page_of(self, rows: Sequence[Row], parameter: str, per_page: int) -> "Page[Row]":
        """Return the page of a list that the parameter names; the whole list as one page if requested."""
        size = max(len(rows), 1) if self.is_whole else per_page
        return Paginator(rows, size).get_page(self.numbers.get(parameter))

    def filter_named(self, rows: Sequence[Row], names_of: Callable[[Row], Sequence[str]]) -> Sequence[Row]:
        """Return the rows that have a name with the searched letters; all rows without a search."""
        if not self.find:
            return rows
        letters = fold_name(self.find)
        return [row for row in rows if any(letters in fold_name(name) for name in names_of(row))]


def read_part_request(request: HttpRequest) -> PartRequest:
    """Read which part of long lists an address requests; what cannot be read is the default."""
    return PartRequest(
        round=_read_number(request.GET.get("round", "")),
        find=request.GET.get("find", "").strip()[:LONGEST],
        explained=_read_number(request.GET.get("explain", "")),
        is_whole=bool(request.GET.get("all")),
        numbers=request.GET.dict(),
    )


MAX_DIGITS = 6


def _read_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else 0


@dataclass(frozen=True, slots=True)
class TablePart:
    """A page of the lines of a table; `is_long`: it has more lines than a page."""

    table: FlightTable
    page: "Page[TableLine]"
    is_long: bool


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A page of the boards of a round, and those who sit out."""

    round: BracketRound
    page: "Page[Cell]"
    byes: Sequence[StageBye]
    is_long: bool

    @property
    def is_explained(self) -> bool:
        """Return whether the round has reasons for its pairings."""
        return any(cell.reasons for cell in self.page) or any(bye.reasons for bye in self.byes)


@dataclass(frozen=True, slots=True)
class FlightPart:
    """What a page shows of a flight; a bracket is drawn by sections and has neither table nor rounds.

    `rounds` is the chosen round; all rounds on a page of everything.
    """

    bracket: Bracket
    table: TablePart | None = None
    rounds: tuple[RoundPart, ...] = ()
    is_whole: bool = False

    @property
    def is_group(self) -> bool:
        """Return whether it is one of several groups."""
        return self.bracket.is_group

    @property
    def round_numbers(self) -> list[int]:
        """Return the numbers of all rounds."""
        return [part.number for part in self.bracket.rounds]

    @property
    def shown_round(self) -> int:
        """Return the number of the only round shown; 0 if there is none, or all are."""
        return 0 if self.is_whole or not self.rounds else self.rounds[0].round.number

    @property
    def is_long(self) -> bool:
        """Return whether one of its lists has more than a page."""
        return any(part.is_long for part in (self.table, *self.rounds) if part is not None)

    @property
    def crosstable(self) -> Crosstable | None:
        """Return the crosstable of the shown lines; of a large table, the rounds up to the shown one."""
        if self.table is None:
            return None
        if self.is_whole or len(self.table.table.lines) <= MAX_CROSSTABLE_LINES:
            return build_crosstable(self.bracket, list(self.table.page))
        last = max(self.shown_round, min(ROUND_COLUMNS, len(self.bracket.rounds)))
        columns = range(last - ROUND_COLUMNS + 1, last + 1)
        return build_crosstable(self.bracket, list(self.table.page), columns)


@dataclass(frozen=True, slots=True)
class EventParts:
    """What a page shows of the flights of an event; `groups` is None unless there are pages of groups."""

    flights: Sequence[FlightPart]
    groups: "Page[Bracket] | None"
    request: PartRequest

    @property
    def is_long(self) -> bool:
        """Return whether one of the lists has more than a page, so that a name is searched for."""
        return self.groups is not None or any(part.is_long for part in self.flights)

    @property
    def is_found(self) -> bool:
        """Return whether a searched name is in one of the shown lists."""
        return any(
            part.table.page or any(each.page for each in part.rounds) for part in self.flights if part.table
        )


def make_flights_context(request: HttpRequest, flights: Sequence[Bracket]) -> dict[str, object]:
    """Return the context of the published flights of an event, as the address requests them."""
    part_request = read_part_request(request)
    return {"parts": make_event_parts(part_request, flights), "explained": part_request.explained}


def make_event_parts(part_request: PartRequest, flights: Sequence[Bracket]) -> EventParts:
    """Return what a page shows of these flights."""
    groups = [flight for flight in flights if flight.is_group]
    page = None
    if len(groups) > GROUPS_PER_PAGE:
        named = part_request.filter_named(groups, _names_of_table)
        page = part_request.page_of(named, "groups", GROUPS_PER_PAGE)
    shown_groups = groups if page is None else page.object_list
    shown = [flight for flight in flights if not flight.is_group or flight in shown_groups]
    return EventParts([_flight_part(part_request, flight) for flight in shown], page, part_request)


def make_table_part(part_request: PartRequest, table: FlightTable) -> TablePart:
    """Return the requested page of a table."""
    lines = part_request.filter_named(table.lines, lambda line: (line.entry.player.name,))
    return TablePart(
        table, part_request.page_of(lines, "page", LINES_PER_PAGE), len(table.lines) > LINES_PER_PAGE
    )


def _flight_part(part_request: PartRequest, flight: Bracket) -> FlightPart:
    if flight.table is None:
        return FlightPart(flight)
    numbers = [part.number for part in flight.rounds]
    number = part_request.round if part_request.round in numbers else flight.current
    rounds = tuple(
        _round_part(part_request, part)
        for part in flight.rounds_back
        if part_request.is_whole or part.number == number
    )
    return FlightPart(flight, make_table_part(part_request, flight.table), rounds, part_request.is_whole)


def _round_part(part_request: PartRequest, bracket_round: BracketRound) -> RoundPart:
    cells = part_request.filter_named(bracket_round.every, _names_of_cell)
    byes = part_request.filter_named(bracket_round.byes, lambda bye: (bye.entry.player.name,))
    page = part_request.page_of(cells, "boards", BOARDS_PER_PAGE)
    return RoundPart(
        bracket_round, page, () if page.has_previous() else byes, len(bracket_round.every) > BOARDS_PER_PAGE
    )


def _names_of_table(flight: Bracket) -> list[str]:
    return [line.entry.player.name for line in flight.table.lines] if flight.table else []


def _names_of_cell(cell: Cell) -> list[str]:
    return [seat.entry.player.name for seat in cell.seats if seat.entry]


RESULTS_PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class ResultsPart:
    """A page of the results of a flight, the latest round first, and its rounds with their results."""

    bracket: Bracket
    page: "Page[tuple[BracketRound, Cell]]"

    @property
    def rounds(self) -> list[tuple[BracketRound, list[Cell]]]:
        """Return the rounds of the page, each with its results."""
        by_round = groupby(self.page, lambda result: result[0].number)
        return [
            (results[0][0], [cell for _, cell in results]) for _, group in by_round for results in [[*group]]
        ]


def make_results_context(request: HttpRequest, flights: Sequence[Bracket]) -> dict[str, object]:
    """Return the context of the results of these published flights, as the address requests them."""
    part_request = read_part_request(request)
    flights = [flight for flight in flights if flight.has_results]
    parts = [_results_part(part_request, flight) for flight in flights]
    counts = [sum(len(part.settled) for part in flight.rounds) for flight in flights]
    return {
        "parts": [part for part in parts if part.page],
        "part_request": part_request,
        "is_long": any(count > RESULTS_PER_PAGE for count in counts),
    }


def _results_part(part_request: PartRequest, flight: Bracket) -> ResultsPart:
    results = [(part, cell) for part in flight.rounds_back for cell in part.settled]
    named = part_request.filter_named(results, lambda result: _names_of_cell(result[1]))
    return ResultsPart(flight, part_request.page_of(named, "page", RESULTS_PER_PAGE))


@dataclass(frozen=True, slots=True)
class SectionPart:
    """A page of a section of the standings: of its table, or of its places."""

    section: StandingsSection
    table: TablePart | None
    places: "Page[StandingsLine] | None"

    @property
    def is_found(self) -> bool:
        """Return whether it has a line to show."""
        return bool(self.table.page if self.table else self.places)


def make_standings_context(request: HttpRequest, standings: FinalStandings | None) -> dict[str, object]:
    """Return the context of the standings of an event, as the address requests them."""
    part_request = read_part_request(request)
    sections = [_section_part(part_request, section) for section in standings.sections] if standings else []
    lengths = (
        [len(section.table.lines if section.table else section.lines) for section in standings.sections]
        if standings
        else []
    )
    return {
        "standings": standings,
        "sections": sections,
        "part_request": part_request,
        "explained": part_request.explained,
        "is_long": any(length > LINES_PER_PAGE for length in lengths),
        "is_found": any(section.is_found for section in sections),
    }


def _section_part(part_request: PartRequest, section: StandingsSection) -> SectionPart:
    if section.table is not None:
        return SectionPart(section, make_table_part(part_request, section.table), None)
    lines = part_request.filter_named(section.lines, lambda line: (line.entry.player.name,))
    return SectionPart(section, None, part_request.page_of(lines, "page", LINES_PER_PAGE))
