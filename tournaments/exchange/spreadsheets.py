"""Tables that come into the house as CSV or XLSX: read within limits, cell by cell, as plain texts."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from rules.errors import Refusal
from tournaments.exchange import workbooks
from tournaments.exchange.sheets import RISKY

MOST_BYTES, MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 2_000_000, 10_000, 40, 200
# As text, in bytes: between two looks a table waits in its page.
MOST_TEXT = 1_200_000
# Blank lines among them.
MAX_LINES = 100_000
SEPARATORS = (",", ";", "\t", "|")
ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a table, all of one width; blank rows and columns at the end are gone."""

    rows: tuple[tuple[str, ...], ...]

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.rows[0]) if self.rows else 0

    @property
    def text(self) -> str:
        """The same as CSV, which reads back as this grid."""
        csv_text = StringIO()
        csv.writer(csv_text, lineterminator="\n").writerows(self.rows)
        return csv_text.getvalue()


def read(data: bytes) -> Grid:
    """A file as a grid: a workbook's first sheet with anything on it, else text with separators.

    Refuses "sheet_too_large", "sheet_unreadable", "sheet_empty", "sheet_rows_many", "sheet_columns_many", and
    what `workbooks.read_rows` does.
    """
    if len(data) > MOST_BYTES:
        raise Refusal("sheet_too_large", most=MOST_BYTES // 1_000_000)
    grid = of_rows(_from_workbook(data) if data.startswith(ZIP) else _from_text(_decoded(data)))
    if len(grid.text.encode()) > MOST_TEXT:
        raise Refusal("sheet_too_large", most=MOST_TEXT // 1_000_000)
    return grid


def of_text(text: str) -> Grid:
    """A grid from its own text; refuses as `read`."""
    return of_rows(_separated(text.replace("\0", ""), ","))


def of_rows(rows: Iterable[Sequence[str]]) -> Grid:
    """A grid of these rows, tidied."""
    filled_rows: list[tuple[str, ...]] = []
    signs = 0
    for line, row in enumerate(rows, start=1):
        if line > MAX_LINES:
            raise Refusal("sheet_rows_many", most=MOST_ROWS)
        cells = [_tidy(cell) for cell in row[: MOST_COLUMNS + 1]]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            raise Refusal("sheet_columns_many", most=MOST_COLUMNS)
        if cells:
            filled_rows.append(tuple(cells))
            signs += sum(map(len, cells))
        if len(filled_rows) > MOST_ROWS + 1:
            raise Refusal("sheet_rows_many", most=MOST_ROWS)
        if signs > MOST_TEXT:
            raise Refusal("sheet_too_large", most=MOST_TEXT // 1_000_000)
    if not filled_rows:
        raise Refusal("sheet_empty")
    width = max(map(len, filled_rows))
    return Grid(tuple((*row, *("",) * (width - len(row))) for row in filled_rows))


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _from_text(text: str) -> Iterator[list[str]]:
    clean = text.replace("\0", "")
    lines = clean.splitlines()[:20]
    counts = Counter({each: sum(line.count(each) for line in lines) for each in SEPARATORS})
    separator = counts.most_common(1)[0][0] if counts.total() else ","
    yield from _separated(clean, separator)


def _separated(text: str, separator: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(StringIO(text, newline=""), delimiter=separator)
    except csv.Error as error:
        raise Refusal("sheet_unreadable") from error


def _from_workbook(data: bytes) -> list[list[str]]:
    return workbooks.read_rows(data, max_rows=MOST_ROWS + 1, max_columns=MOST_COLUMNS)


def _tidy(cell: str) -> str:
    """A cell on one line; a mark that keeps spreadsheets from running it is taken off again."""
    if not cell.isprintable():
        cell = "".join(letter if letter.isprintable() else " " for letter in cell)
    text = " ".join(cell.split())
    if text.startswith("'") and text[1:].startswith(RISKY):
        text = text[1:]
    return text[:LONGEST_CELL]
