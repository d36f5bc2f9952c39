"""The cells of an uploaded file, with the numbers of their rows. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from tournaments.exchange.spreadsheets import unescape_formula

# Letters that are not seen and yet part of a flag, or a line break.
INVISIBLE_LETTERS = "\n\u200d\ufe0f\u20e3"


class ClockCell(NamedTuple):
    """A time of day in a cell, which may be a score that a spreadsheet turned into a time."""

    hours: int
    minutes: int


CellValue = str | int | float | bool | date | ClockCell


@dataclass(frozen=True, slots=True)
class CellRow:
    """A row: its number as the user sees it (physical lines in text files), its cells, if it is hidden."""

    line: int
    cells: tuple[CellValue, ...]
    is_hidden: bool = False

    def get(self, column: int) -> CellValue:
        """Return the cell of a column, "" beyond the last one."""
        return self.cells[column] if column < len(self.cells) else ""

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the cells as texts."""
        return tuple(map(show_cell, self.cells))

    @property
    def filled(self) -> list[int]:
        """Return the columns that have something in them."""
        return [column for column, text in enumerate(self.texts) if text]

    @property
    def text(self) -> str:
        """Return the row in one line, as a page names it."""
        return " · ".join(filter(None, self.texts))


@dataclass(frozen=True, slots=True)
class SheetCells:
    """A sheet of a workbook, or a whole text file, without blank rows.

    Of some workbooks it is not known which rows they hide.
    """

    name: str
    rows: tuple[CellRow, ...]
    hidden_columns: frozenset[int] = frozenset()
    is_hidden: bool = False
    is_hiding_known: bool = True

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return max((len(row.cells) for row in self.rows), default=0)


@dataclass(frozen=True, slots=True)
class FileCells:
    """The sheets of a file. A text file has its text, its character set and its separator too."""

    sheets: tuple[SheetCells, ...]
    text: str = ""
    encoding: str = ""
    separator: str = ""
    is_encoding_certain: bool = True


def list_sheet_names(file: FileCells) -> tuple[str, ...]:
    """Return the names of the sheets that can be chosen."""
    return tuple(sheet.name for sheet in file.sheets if sheet.rows and not sheet.is_hidden)


def show_cell(cell: CellValue) -> str:
    """Return a cell as a text on one line."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, ClockCell):
        return f"{cell.hours:02}:{cell.minutes:02}"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return " ".join(str(cell).split())


def clean_text(text: str) -> str:
    """Return the text of a cell without the apostrophes of our own files and letters that are not seen."""
    plain = unescape_formula(text) if "'" in text else text
    if plain.isprintable():
        return plain
    return "".join(letter if letter.isprintable() or letter in INVISIBLE_LETTERS else " " for letter in plain)


def make_rows(rows: Sequence[tuple[int, Sequence[CellValue]]]) -> tuple[CellRow, ...]:
    """Return the rows that are not blank."""
    cell_rows = (CellRow(line, tuple(cells)) for line, cells in rows)
    return tuple(row for row in cell_rows if row.filled)
