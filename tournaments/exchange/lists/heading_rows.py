"""Which rows of a sheet are headings, and not rows of the list that have the same words in them. Pure."""

from collections.abc import Callable, Sequence

from tournaments.exchange.lists.file_cells import CellRow, SheetCells, show_cell
from tournaments.exchange.lists.heading_roles import find_roles
from tournaments.exchange.lists.headings import (
    FIRST,
    LAST,
    LOSER,
    NAME,
    ONE,
    OTHER,
    TAG,
    WINNER,
    fold_heading,
)
from tournaments.exchange.lists.written_names import is_name

# Whether columns of these roles make a table of the wanted kind.
Check = Callable[[Sequence[str]], bool]
PEOPLE_ROLES = frozenset((NAME, FIRST, LAST, TAG, ONE, OTHER, WINNER, LOSER))
LONGEST_EVENING, PROBED_ROWS, FEWEST_NAMES, MIN_SHARE = 12, 200, 2, 0.5
MOST_NAME_TERMS = 5


def find_sheet_roles(sheet: SheetCells, heading: CellRow) -> tuple[str, ...]:
    """Return the role of every column of a sheet by a row of headings; hidden columns have none."""
    texts = [*heading.texts, *("",) * (sheet.width - len(heading.cells))]
    displayed = ["" if column in sheet.hidden_columns else text for column, text in enumerate(texts)]
    return find_roles(displayed)


def find_heading_places(sheet: SheetCells, is_wanted: Check) -> list[int]:
    """Return the places of the rows that head a table with the wanted columns.

    A row in which the column of names has somebody is one of the list, although it has words such as
    "member" or "no" that are headings elsewhere.
    """
    places: list[int] = []
    name_columns = find_name_columns(sheet)
    people_columns: frozenset[int] = frozenset()
    for place, row in enumerate(sheet.rows):
        roles = find_sheet_roles(sheet, row)
        is_alone = not places and _heads_names(row, roles, name_columns)
        if not _is_heading_row(row, roles, sheet, is_wanted, is_alone=is_alone):
            continue
        unknown = [
            text
            for column, text in enumerate(row.texts)
            if text and not roles[column] and column in name_columns
        ]
        if any(map(is_whole_name, unknown)) or _is_of_list(row, roles, people_columns):
            continue
        if not places or row.texts != sheet.rows[places[-1]].texts:
            people_columns = frozenset(column for column, role in enumerate(roles) if role in PEOPLE_ROLES)
        places.append(place)
    return places


def find_name_columns(sheet: SheetCells) -> frozenset[int]:
    """Return the columns in which most cells are names of several terms, and hardly any occurs twice."""
    return frozenset(count_names(sheet))


def count_names(sheet: SheetCells) -> dict[int, int]:
    """Return how many different names the columns have in which most cells are such."""
    rows = sheet.rows[:PROBED_ROWS]
    name_counts: dict[int, int] = {}
    for column in range(sheet.width):
        texts = [text for row in rows if (text := show_cell(row.get(column)))]
        names = {fold_heading(text) for text in texts if is_whole_name(text)}
        if len(names) >= FEWEST_NAMES and len(names) >= MIN_SHARE * len(texts):
            name_counts[column] = len(names)
    return name_counts


def is_whole_name(text: str) -> bool:
    """Return whether a text can be first name and surname, in either order."""
    return 1 < len(text.split()) <= MOST_NAME_TERMS and is_name(text) and not any(map(str.isdigit, text))


def _is_of_list(row: CellRow, roles: Sequence[str], columns: frozenset[int]) -> bool:
    """Return whether a column of names of the table above has somebody, where headings have a known word."""
    return any(not roles[column] and show_cell(row.get(column)) for column in columns)


def _heads_names(row: CellRow, roles: Sequence[str], name_columns: frozenset[int]) -> bool:
    """Return whether the only heading that is known is that of a column of names."""
    known_columns = {column for column, role in enumerate(roles) if role}
    return len(row.filled) > 1 and bool(known_columns) and known_columns <= name_columns


def _is_heading_row(
    row: CellRow, roles: Sequence[str], sheet: SheetCells, is_wanted: Check, *, is_alone: bool
) -> bool:
    texts = row.texts
    filled = row.filled
    if not is_wanted(roles) or any("@" in texts[column] for column in filled):
        return False
    if len(filled) == 1:
        return sheet.width == 1 or all(len(one.filled) == 1 for one in sheet.rows if one.line >= row.line)
    if is_alone:
        return True
    # Evenings of a season are headed by dates or numbers, which have no role.
    known_count = sum(map(bool, roles)) + sum(
        _is_evening(texts[column]) for column in filled if not roles[column]
    )
    return known_count >= 2 and known_count * 3 >= len(filled)


def _is_evening(heading: str) -> bool:
    return len(heading) <= LONGEST_EVENING and any(map(str.isdigit, heading))
