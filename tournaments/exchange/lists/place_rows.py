"""Places of a tournament in a table of results: a row with a place and without an opponent. Pure."""

from collections.abc import Mapping, Sequence
from datetime import date

from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, CellValue, show_cell
from tournaments.exchange.lists.reading import PlaceOfList
from tournaments.exchange.lists.written_names import is_name, join_name, read_player, split_bracket
from tournaments.exchange.lists.written_numbers import read_whole_number
from tournaments.exchange.past_results import parse_flight, parse_places


def is_of_places(roles: Sequence[str]) -> bool:
    """Return whether the columns name players and their places."""
    known = set(roles)
    has_names = not known.isdisjoint((*headings.NAME_ROLES, headings.ONE))
    return headings.PLACE in known and has_names and headings.OTHER not in known


def is_place_row(cells: Mapping[str, CellValue]) -> bool:
    """Return whether a row has a place and no opponent."""
    has_place = show_cell(cells.get(headings.PLACE, "")) != ""
    return has_place and not any(
        show_cell(cells.get(role, "")) for role in (headings.OTHER, headings.LOSER, headings.RESULT)
    )


def read_place_name(cells: Mapping[str, CellValue]) -> str:
    """Return the name of a row of places, "" without one."""
    texts = {role: show_cell(cell) for role, cell in cells.items()}
    name = texts.get(headings.ONE) or texts.get(headings.NAME) or texts.get(headings.WINNER, "")
    if name:
        return read_player(name)
    return join_name(texts.get(headings.FIRST, ""), texts.get(headings.LAST, "")).name


def read_place(
    line: int, cells: Mapping[str, CellValue], day: date | None, sheet: str
) -> tuple[PlaceOfList | None, str]:
    """Return the place of a row, or None and the code of a refusal."""
    texts = {role: show_cell(cell) for role, cell in cells.items()}
    name, field = read_place_name(cells), 0
    if not name:
        return None, "name_missing"
    if not is_name(split_bracket(name)[0]):
        return None, "name_unclear"
    span, flight = _read_span(cells[headings.PLACE]), parse_flight(texts.get(headings.FLIGHT, ""))
    if span is None:
        return None, "place_wrong"
    if not flight:
        return None, "flight_unknown"
    if text := texts.get(headings.FIELD, ""):
        number = read_whole_number(text)
        if number is None:
            return None, "field_wrong"
        field = number
    return (
        PlaceOfList(
            line=line,
            name=name,
            first=span[0],
            last=span[1],
            field=field,
            flight=flight,
            day=day,
            event=texts.get(headings.EVENT, ""),
            sheet=sheet,
        ),
        "",
    )


def _read_span(cell: CellValue) -> tuple[int, int] | None:
    """Return the places of a cell; a spreadsheet makes a date of 3-4."""
    if isinstance(cell, date):
        low, high = sorted((cell.day, cell.month))
        return (low, high) if high <= low + low else None
    return parse_places(show_cell(cell))


def copy_row(roles: Sequence[str], row: CellRow) -> dict[str, CellValue]:
    """Return the cells of a row by role."""
    return {role: row.get(column) for column, role in enumerate(roles) if role}
