"""Names of people in an uploaded table: roles of its columns, names, and lines of the entry box. Pure."""

from collections.abc import Sequence

from matches.names import is_bye, put_first_name_first
from tournaments import entries_text
from tournaments.entries_text import DETAILS, FIRST, NAME, SURNAME
from tournaments.exchange.spreadsheets import Grid

IGNORED = ""
NAMES = (IGNORED, NAME, FIRST, SURNAME)
ENTRIES = (*NAMES, *DETAILS)
LONGEST_NAME = 120


def guess_roles(grid: Grid, roles: Sequence[str] = NAMES) -> tuple[str, ...]:
    """Guess the role of every column from its heading; without headings the first one is the name."""
    column_roles: list[str] = []
    for cell in grid.rows[0]:
        role = entries_text.get_column_kind(cell)
        column_roles.append(IGNORED if role in column_roles or role not in roles else role)
    return (
        tuple(entries_text.beside_surnames(column_roles))
        if has_names(column_roles)
        else (NAME, *column_roles[1:])
    )


def has_names(roles: Sequence[str]) -> bool:
    """Return whether one of these roles is a name."""
    return NAME in roles or SURNAME in roles or FIRST in roles


def has_headings(grid: Grid) -> bool:
    """Return whether the first row has headings."""
    return any(map(entries_text.get_column_kind, grid.rows[0]))


def get_names(grid: Grid, roles: Sequence[str]) -> tuple[str, ...]:
    """Return the distinct names in order."""
    row_names = (_name(row, roles) for row in _rows(grid))
    return tuple(dict.fromkeys(name for name in row_names if name))


def get_entry_lines(grid: Grid, roles: Sequence[str]) -> tuple[str, ...]:
    """Return the rows as lines of the entry box: names with their details."""
    entry_lines = []
    for row in _rows(grid):
        details = {role: cell for role, cell in zip(roles, row, strict=True) if cell and role in DETAILS}
        name = _name(row, roles)
        if name:
            entry_lines.append(entries_text.write_line(name, details))
    return tuple(entry_lines)


def _rows(grid: Grid) -> Sequence[Sequence[str]]:
    return grid.rows[1:] if has_headings(grid) else grid.rows


def _name(row: Sequence[str], roles: Sequence[str]) -> str:
    cells_by_kind = {kind: cell for kind, cell in zip(roles, row, strict=True) if kind}
    name = entries_text.compose_name(*(cells_by_kind.get(kind, "") for kind in (NAME, FIRST, SURNAME)))
    tidy_name = put_first_name_first(" ".join(name.split()))
    return "" if is_bye(tidy_name) else tidy_name[:LONGEST_NAME]
