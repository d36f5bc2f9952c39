"""Columns of the players of a match: two of surnames with first names, or one with both players. Pure."""

import re

from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, SheetCells, show_cell
from tournaments.exchange.lists.heading_roles import find_roles
from tournaments.exchange.lists.heading_rows import Check
from tournaments.exchange.lists.reading import Interview
from tournaments.exchange.lists.tables import ListTable, override_roles
from tournaments.exchange.lists.written_names import is_name, join_name, read_player, split_bracket

# Between two players in one cell: "Rossi G. - Furlan M.", "Anna Bo vs. Ugo Re".
BETWEEN_PLAYERS = re.compile(
    r"\s+(?:[-–—/:]+|vs?\.?|gegen|contre|contro|contra|mod|karsi|against)\s+", re.IGNORECASE
)
MIN_SHARE, FEWEST_ROWS, MOST_TITLE_ROWS = 0.6, 2, 20


def split_players(text: str) -> tuple[str, str]:
    """Return both players of a cell; two empty names if it has not exactly two."""
    parts = BETWEEN_PLAYERS.split(" ".join(text.split()))
    if len(parts) != 2:
        return "", ""
    one, other = map(read_player, parts)
    return one, other


def join_player(first: str, last: str) -> str:
    """Return the name of a player from a cell of first names, which may be empty, and another one."""
    if not first or not last:
        return read_player(first or last)
    plain, mark = split_bracket(last)
    name = join_name(first, plain).name
    return f"{name} ({mark})" if mark else name


def find_joined_table(sheet: SheetCells, is_wanted: Check, interview: Interview) -> ListTable | None:
    """Return the table of a sheet that has both players in one column; None if it has none."""
    column = _find_column(sheet)
    if column is None:
        return None
    first = next(place for place, row in enumerate(sheet.rows) if _has_players(row, column))
    if not 0 < first <= MOST_TITLE_ROWS:
        return None
    heading, above = sheet.rows[first - 1], tuple(sheet.rows[: first - 1])
    roles = list(find_roles(heading.texts))
    roles += [headings.IGNORED] * (column + 1 - len(roles))
    roles[column] = headings.PLAYERS
    chosen_roles = override_roles(tuple(roles), interview.get_columns(sheet.name, heading.texts))
    if not is_wanted(chosen_roles):
        return None
    return ListTable(sheet, heading, chosen_roles, tuple(sheet.rows[first:]), "", above)


def _find_column(sheet: SheetCells) -> int | None:
    """Return the column that has two players in most of its cells."""
    for column in range(sheet.width):
        filled_rows = [row for row in sheet.rows if show_cell(row.get(column))]
        count = sum(_has_players(row, column) for row in filled_rows)
        if count >= max(FEWEST_ROWS, MIN_SHARE * (len(filled_rows) - 1)):
            return column
    return None


def _has_players(row: CellRow, column: int) -> bool:
    names = split_players(show_cell(row.get(column)))
    return all(is_name(split_bracket(name)[0]) for name in names)
