"""Score sheets with tabs between the columns: their rows with blanks instead, as all other sheets have them.

Editors and spreadsheets put one or more tabs between two cells, so that the place of a cell in the line says
nothing about its column. What counts is how many tabs stand before a cell, compared with the rows that have
both cells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

_NUMBER = re.compile(r"\s*\d+\)")
_CELL = re.compile(r"\d\d ?:|\?{3,}|[A-Z][a-z]+")
_INDENT, _RIGHT = 6, 40


def align_columns(lines: list[str]) -> set[int]:
    """Replace the tabs of the rows by blanks, in place; return the lines, from 1, whose column is unclear.

    A row without a number has its only cell in either column: writers differ in what they put instead of the
    number.
    """
    rows = [index for index, line in enumerate(lines) if "\t" in line.rstrip() and line[0] not in ";#"]
    before_left = _count_tabs_before_left(lines[index] for index in rows)
    unclear = set()
    for index in rows:
        lines[index], is_clear = _align(lines[index].rstrip(), before_left)
        if not is_clear:
            unclear.add(index + 1)
    return unclear


def _count_tabs_before_left(rows: Iterator[str]) -> int:
    """How many tabs stand between number and left cell, by most rows that have both cells."""
    counts = Counter(cells[0][0] for number, cells in map(_split, rows) if number and len(cells) > 1)
    return counts.most_common(1)[0][0] if counts else 0


def _split(row: str) -> tuple[str, list[tuple[int, str]]]:
    """The number of a row, "" for none, and its cells, each with the number of tabs before it."""
    match = _NUMBER.match(row)
    number = match[0].strip() if match else ""
    cells: list[tuple[int, str]] = []
    for tabs, field in enumerate(row[match.end() if match else 0 :].split("\t")):
        text = field.strip()
        if text and cells and not _CELL.match(text):
            cells[-1] = (cells[-1][0], f"{cells[-1][1]} {text}")
        elif text:
            cells.append((tabs, text))
    return number, cells


def _align(row: str, before_left: int) -> tuple[str, bool]:
    """The row with blanks, and whether the columns of its cells are clear."""
    number, cells = _split(row)
    start = f"{number:>4} ".ljust(_INDENT)
    if len(cells) > 1:
        right = "  ".join(text for _, text in cells[1:])
        return f"{start}{cells[0][1]}".ljust(_RIGHT - 1) + f" {right}", True
    if not cells or len(_CELL.findall(cells[0][1])) > 1:
        return row.expandtabs(), True
    ((tabs, text),) = cells
    if number:
        return (f"{start}{text}" if tabs <= before_left else f"{start:<{_RIGHT}}{text}"), True
    # The number is missing, and perhaps the tab behind it.
    return (f"{start}{text}" if tabs <= before_left + 1 else f"{start:<{_RIGHT}}{text}"), False
