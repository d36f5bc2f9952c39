"""Tables as CSV and XLSX: writing without formulas, and reading of uploaded files within limits."""

import csv
import json
import re
import signal
import subprocess
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import xlsxwriter

from matches import limited_process
from rules.errors import Refusal
from rules.formats.text_encodings import REPLACEMENT
from tournaments.exchange import text_files, workbook_reader

Cell = str | int | Fraction | None
# The characters by which a spreadsheet knows a formula, also in full width, at the start of a cell and after
# a separator inside it: programs set to another separator split a cell of the file there.
FORMULA_START = r"(?=[-=+@\t\r\n\0\uff1d\uff0b\uff0d\uff20])"
FORMULA = re.compile(rf"(\A|[;\t|]){FORMULA_START}")
ESCAPED_FORMULA = re.compile(rf"(\A|[;\t|])'{FORMULA_START}")
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# A fixed date in every file, so that equal events give equal files.
CREATED_AT = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
MAX_TITLE = 31
TITLE_REPLACEMENTS = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))
WORKBOOK_OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a name and column headings."""

    name: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def as_csv(sheet: Sheet) -> bytes:
    """Return the table as CSV: UTF-8 with BOM, line ends by RFC 4180."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([escape_formula(head) for head in sheet.heads])
    for row in sheet.rows:
        writer.writerow([_csv_text(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig", "replace")


def as_xlsx(sheets: Sequence[Sheet]) -> bytes:
    """Return a workbook with a sheet per table; equal tables give equal bytes."""
    data = BytesIO()
    book = xlsxwriter.Workbook(data, WORKBOOK_OPTIONS)
    book.set_properties({"created": CREATED_AT})
    bold = book.add_format({"bold": True})
    for number, sheet in enumerate(sheets, start=1):
        page = book.add_worksheet(_title(sheet.name, number))
        for column, head in enumerate(sheet.heads):
            page.write_string(0, column, _xlsx_text(head), bold)
        for line, row in enumerate(sheet.rows, start=1):
            for column, cell in enumerate(row):
                _write_cell(page, line, column, cell)
        page.freeze_panes(1, 0)
    book.close()
    return data.getvalue()


def escape_formula(text: str) -> str:
    """Escape what a spreadsheet would run as a formula in a text, by an apostrophe before it."""
    return FORMULA.sub(r"\1'", text).replace("\0", "")


def decimal(number: int | Fraction) -> str:
    """Format a number with a decimal point and up to four decimals."""
    if isinstance(number, int) or number.denominator == 1:
        return str(int(number))
    ten_thousandths = round(number * 10_000)
    sign, digits = ("-", -ten_thousandths) if ten_thousandths < 0 else ("", ten_thousandths)
    return f"{sign}{digits // 10_000}.{digits % 10_000:04d}".rstrip("0")


def _csv_text(cell: Cell) -> str:
    if cell is None:
        return ""
    return escape_formula(cell) if isinstance(cell, str) else decimal(cell)


def _write_cell(page: xlsxwriter.worksheet.Worksheet, line: int, column: int, cell: Cell) -> None:
    if isinstance(cell, str):
        page.write_string(line, column, _xlsx_text(cell))
    elif cell is not None:
        page.write_number(line, column, float(cell))


def _xlsx_text(text: str) -> str:
    return escape_formula(text).encode("utf-8", "replace").decode("utf-8")


def _title(name: str, number: int) -> str:
    """Return a valid Excel sheet name: at most 31 allowed characters, and unique."""
    clean = name.translate(TITLE_REPLACEMENTS).strip()
    prefix = f"{number} "
    return f"{prefix}{clean}"[:MAX_TITLE].strip()


# Of reading a workbook. On a busy machine the reader may get a small part of a processor.
CPU_SECONDS, WALL_SECONDS, MEMORY_BYTES = 10, 90, 512 * 1024 * 1024
# Readers per process. A web process has eight threads (WEB_THREADS), so half of them stay free.
MAX_RUNNING, MAX_WAITING = 2, 2

_reader_slots = BoundedSemaphore(MAX_RUNNING + MAX_WAITING)
_running_readers = BoundedSemaphore(MAX_RUNNING)


def read_workbook(
    data: bytes,
    *,
    max_rows: int = 0,
    max_columns: int = 0,
    cpu_seconds: int = CPU_SECONDS,
) -> list[dict[str, Any]]:
    """Return the sheets of a workbook, as `workbook_reader.read_sheets` does.

    Raises `sheet_unpacks_too_large`, `sheet_elements_many`, `sheet_slow`, `sheet_unreadable`, and
    `sheets_busy` while too many others are being read.
    """
    rows, columns = max_rows or MAX_ROWS + 1, max_columns or MAX_COLUMNS
    reader = [sys.executable, "-I", workbook_reader.__file__, str(rows), str(columns)]
    limits = [sys.executable, "-I", str(Path(limited_process.__file__)), str(cpu_seconds), str(MEMORY_BYTES)]
    with limit_readers(), _running_readers:
        try:
            process = subprocess.run(  # noqa: S603 - the command is fixed
                [*limits, *reader],
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=WALL_SECONDS,
                check=False,
                env={"LC_ALL": "C.UTF-8"},
            )
        except subprocess.TimeoutExpired as error:
            raise Refusal("sheet_slow", most=WALL_SECONDS) from error
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise Refusal("sheet_slow", most=cpu_seconds)
    if process.returncode == -signal.SIGABRT:
        # The workbook needs more memory than the process may have.
        raise Refusal("sheet_elements_many", most=workbook_reader.MAX_ELEMENTS)
    if process.returncode:
        raise Refusal("sheet_unreadable")
    return _get_sheets(json.loads(process.stdout))


@contextmanager
def limit_readers() -> Iterator[None]:
    """Limit the number of concurrent readers. Raises `sheets_busy` at once above it."""
    if not _reader_slots.acquire(blocking=False):
        raise Refusal("sheets_busy")
    try:
        yield
    finally:
        _reader_slots.release()


def _get_sheets(answer: dict[str, Any]) -> list[dict[str, Any]]:
    code = answer.get("refusal")
    if code == workbook_reader.TOO_LARGE:
        raise Refusal(code, most=workbook_reader.MAX_UNPACKED_BYTES // 1_000_000)
    if code == workbook_reader.TOO_MANY_ELEMENTS:
        raise Refusal(code, most=workbook_reader.MAX_ELEMENTS)
    if code:
        raise Refusal("sheet_unreadable")
    sheets: list[dict[str, Any]] = answer["sheets"]
    return sheets


MAX_BYTES, MAX_ROWS, MAX_COLUMNS, MAX_CELL = 2_000_000, 10_000, 40, 200
# Size of `Grid.text` in bytes: the page keeps it in a form field between two requests.
MAX_TEXT = 1_200_000
# Rows read at most, blank ones included.
MAX_LINES = 100_000
# The last row in which a table can begin, below a title.
MAX_START = 20
SEPARATORS = (",", ";", "\t", "|")
# The first line by which a file tells Excel its separator.
SEPARATOR_LINE = re.compile(r'^"?sep=(.)"?[ \t]*(?:\r\n|\r|\n|$)', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of an uploaded table: rows of equal width, without blank rows and trailing blank columns.

    `hidden_rows` are the numbers of the rows that the workbook hides; they are left out. `lines` are the
    numbers of the rows in the file, blank and hidden ones counted, so that a page names them as a spreadsheet
    does; by default from 1 on.
    """

    rows: tuple[tuple[str, ...], ...]
    hidden_rows: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.lines:
            object.__setattr__(self, "lines", tuple(range(1, len(self.rows) + 1)))

    @property
    def first_line(self) -> int:
        """Return the number of the first row: `start_at` leaves out a title above the headings."""
        return self.lines[0]

    @property
    def numbered_rows(self) -> list[tuple[int, tuple[str, ...]]]:
        """Return the rows with their numbers."""
        return list(zip(self.lines, self.rows, strict=True))

    def get_row(self, line: int) -> tuple[str, ...]:
        """Return the row of this number."""
        return self.rows[bisect_left(self.lines, line)]

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return len(self.rows[0]) if self.rows else 0

    @property
    def text(self) -> str:
        """Return the grid as CSV, from which `grid_from_text` makes this grid; rows left out are blank."""
        csv_text = StringIO()
        writer = csv.writer(csv_text, lineterminator="\n")
        previous_line = 0
        for line, row in self.numbered_rows:
            writer.writerows([()] * (line - previous_line - 1))
            writer.writerow(row)
            previous_line = line
        return csv_text.getvalue()

    def start_at(self, line: int) -> "Grid":
        """Return the rows from this one on; those of a title above the table are left out."""
        left_out = min(bisect_left(self.lines, line), len(self.rows) - 1)
        return replace(self, rows=self.rows[left_out:], lines=self.lines[left_out:])

    def find_start(self, is_heading: Callable[[Sequence[str]], bool]) -> int:
        """Return the number of the row in which the table begins: that of its headings, else the first.

        A row above the headings has fewer cells than they have, or the table has one column.
        """
        most_cells = 0
        for line, row in self.numbered_rows[:MAX_START]:
            cells = sum(map(bool, row))
            if is_heading(row) and (cells > most_cells or cells == self.width == 1):
                return line
            most_cells = max(most_cells, cells)
        return self.first_line


def read(data: bytes) -> Grid:
    """Parse a file: a workbook's first non-empty sheet, else text with separators.

    Raises `sheet_too_large`, `sheet_unreadable`, `sheet_empty`, `sheet_rows_many`, `sheet_columns_many`, and
    what `read_rows`, `text_files.check_kind` and `text_files.decode` do.
    """
    if len(data) > MAX_BYTES:
        raise Refusal("sheet_too_large", most=MAX_BYTES // 1_000_000)
    text_files.check_kind(data)
    if text_files.is_workbook(data):
        grid = _make_grid(read_workbook(data))
    else:
        grid = grid_from_rows(_parse_text(text_files.decode(data)))
    if len(grid.text.encode()) > MAX_TEXT:
        raise Refusal("sheet_too_large", most=MAX_TEXT // 1_000_000)
    return grid


def _make_grid(sheets: Sequence[dict[str, Any]]) -> Grid:
    """Return the grid of the first sheet that is not empty, without the rows that it hides."""
    rows: list[Any] = next((sheet["rows"] for sheet in sheets if sheet["rows"]), [])
    shown = [(line, [_show_cell(cell) for cell in cells]) for line, is_hidden, cells in rows if not is_hidden]
    hidden = tuple(line for line, is_hidden, _cells in rows if is_hidden)
    grid = grid_from_rows([cells for _line, cells in shown], [line for line, _cells in shown])
    return replace(grid, hidden_rows=hidden)


def _show_cell(cell: Any) -> str:
    """Return a cell of a workbook as a text: a day as 2024-03-05, a time as 07:05:00."""
    if isinstance(cell, dict):
        return str(cell["d"]) if "d" in cell else f"{cell['t'][0]:02}:{cell['t'][1]:02}:00"
    return str(cell)


def grid_from_text(text: str) -> Grid:
    """Build a grid from `Grid.text`. Raises the refusals of `read`."""
    return grid_from_rows(_parse_csv(text.replace("\0", ""), ","))


def grid_from_rows(rows: Iterable[Sequence[str]], lines: Iterable[int] | None = None) -> Grid:
    """Build a grid from rows, with clean cells; `lines` are their numbers, by default from 1 on.

    Raises the refusals of `read` for limits.
    """
    filled_rows: list[tuple[str, ...]] = []
    filled_lines: list[int] = []
    letters = 0
    for line, row in zip(count(1) if lines is None else lines, rows, strict=False):
        if line > MAX_LINES:
            raise Refusal("sheet_rows_many", most=MAX_ROWS)
        cells = [_clean_cell(cell) for cell in row[: MAX_COLUMNS + 1]]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > MAX_COLUMNS:
            raise Refusal("sheet_columns_many", most=MAX_COLUMNS)
        if cells:
            filled_rows.append(tuple(cells))
            filled_lines.append(line)
            letters += sum(map(len, cells))
        if len(filled_rows) > MAX_ROWS + 1:
            raise Refusal("sheet_rows_many", most=MAX_ROWS)
        if letters > MAX_TEXT:
            raise Refusal("sheet_too_large", most=MAX_TEXT // 1_000_000)
    if not filled_rows:
        raise Refusal("sheet_empty")
    width = max(map(len, filled_rows))
    full_rows = tuple((*row, *("",) * (width - len(row))) for row in filled_rows)
    return Grid(full_rows, lines=tuple(filled_lines))


def _parse_text(text: str) -> Iterator[list[str]]:
    clean = text.replace("\0", "")
    if declaration := SEPARATOR_LINE.match(clean):
        yield from _parse_csv(clean[declaration.end() :], declaration[1])
        return
    lines = clean.splitlines()[:20]
    counts = Counter({separator: sum(line.count(separator) for line in lines) for separator in SEPARATORS})
    separator = counts.most_common(1)[0][0] if counts.total() else ","
    yield from _parse_csv(clean, separator)


def _parse_csv(text: str, separator: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(StringIO(text, newline=""), delimiter=separator)
    except csv.Error as error:
        raise Refusal("sheet_unreadable") from error


def _clean_cell(cell: str) -> str:
    """Return a cell on one line, without the apostrophes of `escape_formula`."""
    cell = ESCAPED_FORMULA.sub(r"\1", cell)
    if not cell.isprintable():
        cell = "".join(letter if letter.isprintable() else " " for letter in cell)
    if REPLACEMENT in cell:
        raise Refusal("text_letters_unknown")
    return " ".join(cell.split())[:MAX_CELL]
