"""Which cells of a line are the name: of a list without headings, and with several columns for it. Pure."""

from collections import Counter
from collections.abc import Callable, Sequence

from matches.names import fold_name
from tournaments import countries

Cells = Sequence[str]
# Whether a text could be a name, or is one of the club.
Check = Callable[[str], bool]


def find_name_places(lines: Sequence[tuple[Cells, int]], *, is_name: Check, is_known: Check) -> list[int]:
    """Return the column of the name in each line, given its cells and the first one that can be a name.

    It is the names column, unless its cell follows the names of other lines, as a club does.
    """
    column = _find_name_column([cells for cells, _first in lines], is_name, is_known)
    places = [
        column if column < len(cells) and is_name(cells[column]) else first_place
        for cells, first_place in lines
    ]
    other_cells = [
        Counter(cell.casefold() for place, cell in enumerate(cells) if place != at and is_name(cell))
        for (cells, _first), at in zip(lines, places, strict=True)
    ]
    totals: Counter[str] = Counter()
    for line_counts in other_cells:
        totals.update(line_counts)
    return [
        _correct_place(cells, at, totals, line_counts, is_name)
        for (cells, _first), at, line_counts in zip(lines, places, other_cells, strict=True)
    ]


def _find_name_column(lines: Sequence[Cells], is_name: Check, is_known: Check) -> int:
    """Return the column with most known names, else the first that can have names.

    A later one is it where the cells of the first repeat, as clubs do, and those of the later one do not.
    """
    columns: dict[int, list[str]] = {}
    for cells in lines:
        for place, cell in enumerate(cells):
            columns.setdefault(place, []).append(cell)
    names = {place: _list_names(cells, is_name) for place, cells in sorted(columns.items())}
    known_counts = {place: sum(map(is_known, cells)) for place, cells in names.items() if cells}
    most_known = max(known_counts.values(), default=0)
    candidates = [place for place, count in known_counts.items() if count == most_known]
    if not candidates:
        return 0
    first, *later_ones = candidates
    return next((place for place in later_ones if _repeats_as_clubs(names[first], names[place])), first)


def _list_names(column: Cells, is_name: Check) -> list[str]:
    name_cells = [cell for cell in column if is_name(cell)]
    # A country may also be a first name, but not in a column of countries only.
    return name_cells if any(not countries.by_name(cell) for cell in name_cells) else []


def _repeats_as_clubs(first: Cells, later: Cells) -> bool:
    """Return whether the cells of the first column are rather clubs, those of the later one names.

    Namesakes repeat too: "John Smith; London" and "John Smith; Leeds" are names before clubs.
    """
    first_distinct, later_distinct = (len({cell.casefold() for cell in column}) for column in (first, later))
    first_full_names, later_full_names = (sum(" " in cell for cell in column) for column in (first, later))
    is_sure = first_full_names < later_full_names or 2 * first_distinct < later_distinct
    return first_distinct < later_distinct and is_sure


def _correct_place(
    cells: Cells, at: int, totals: Counter[str], line_counts: Counter[str], is_name: Check
) -> int:
    """Return `at`, or the first column whose cell does not follow the names of other lines."""

    def is_beside_others(cell: str) -> bool:
        return totals[cell.casefold()] > line_counts[cell.casefold()]

    if at >= len(cells) or not is_beside_others(cells[at]):
        return at
    able = (place for place, cell in enumerate(cells) if is_name(cell) and not countries.by_name(cell))
    return next((place for place in able if not is_beside_others(cells[place])), at)


def compose_name(name: str, first: str, surname: str) -> str:
    """Return a name from up to three cells, of which `name` or `first` may have the whole name."""
    if not name:
        is_whole = set(fold_name(surname).split()) < set(fold_name(first).split())
        return first if is_whole else " ".join(filter(None, (first, surname)))
    parts = set(fold_name(name).split())
    missing_first, missing_surname = (
        "" if set(fold_name(part).split()) <= parts else part for part in (first, surname)
    )
    return " ".join(filter(None, (missing_first, name, missing_surname)))
