"""Tables as CSV and XLSX, written without formulas and read within limits."""

import csv
import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path
from threading import BoundedSemaphore

import xlsxwriter

from matches import limited_process
from rules.errors import Refusal
from tournaments.exchange import workbook_reader

Cell = str | int | Fraction | None
RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "\0")
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# A fixed date in every file, so that equal events give equal files.
MADE = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
TITLE = 31
FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))
GUESS_NOTHING = {
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
    writer.writerow([harmless(head) for head in sheet.heads])
    for row in sheet.rows:
        writer.writerow([_plain(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig", "replace")


def as_xlsx(sheets: Sequence[Sheet]) -> bytes:
    """Return a workbook with a sheet per table; equal tables give equal bytes."""
    data = BytesIO()
    book = xlsxwriter.Workbook(data, GUESS_NOTHING)
    book.set_properties({"created": MADE})
    bold = book.add_format({"bold": True})
    for number, sheet in enumerate(sheets, start=1):
        page = book.add_worksheet(_title(sheet.name, number))
        for column, head in enumerate(sheet.heads):
            page.write_string(0, column, _text(head), bold)
        for line, row in enumerate(sheet.rows, start=1):
            for column, cell in enumerate(row):
                _put(page, line, column, cell)
        page.freeze_panes(1, 0)
    book.close()
    return data.getvalue()


def harmless(text: str) -> str:
    """Escape a text that a spreadsheet would run as a formula."""
    clean = text.replace("\0", "")
    return f"'{clean}" if text.startswith(RISKY) else clean


def decimal(number: int | Fraction) -> str:
    """Format a number with a decimal point and up to four decimals."""
    if isinstance(number, int) or number.denominator == 1:
        return str(int(number))
    ten_thousandths = round(number * 10_000)
    sign, digits = ("-", -ten_thousandths) if ten_thousandths < 0 else ("", ten_thousandths)
    return f"{sign}{digits // 10_000}.{digits % 10_000:04d}".rstrip("0")


def _plain(cell: Cell) -> str:
    if cell is None:
        return ""
    return harmless(cell) if isinstance(cell, str) else decimal(cell)


def _put(page: xlsxwriter.worksheet.Worksheet, line: int, column: int, cell: Cell) -> None:
    if isinstance(cell, str):
        page.write_string(line, column, _text(cell))
    elif cell is not None:
        page.write_number(line, column, float(cell))


def _text(text: str) -> str:
    return harmless(text).encode("utf-8", "replace").decode("utf-8")


def _title(name: str, number: int) -> str:
    """Return a valid Excel sheet name: at most 31 allowed characters, and unique."""
    clean = name.translate(FORBIDDEN).strip()
    mark = f"{number} "
    return f"{mark}{clean}"[:TITLE].strip()


CPU_SECONDS, WALL_SECONDS, MEMORY_BYTES = 10, 30, 512 * 1024 * 1024
# Per process: a web process has eight threads (WEB_THREADS), so half of them stay free.
MAX_READING, MAX_WAITING = 2, 2

_admitted = BoundedSemaphore(MAX_READING + MAX_WAITING)
_reading = BoundedSemaphore(MAX_READING)


def read_rows(
    data: bytes, *, max_rows: int, max_columns: int, cpu_seconds: int = CPU_SECONDS
) -> list[list[str]]:
    """Return the rows of the first non-empty sheet, as `workbook_reader.read_rows` does.

    Raises `sheet_unpacks_too_large`, `sheet_elements_many`, `sheet_slow`, `sheet_unreadable`, and
    `sheets_busy` while too many others are being read.
    """
    reader = [sys.executable, "-I", workbook_reader.__file__, str(max_rows), str(max_columns)]
    limits = [sys.executable, "-I", str(Path(limited_process.__file__)), str(cpu_seconds), str(MEMORY_BYTES)]
    with admitted(), _reading:
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
    if process.returncode:
        raise Refusal("sheet_unreadable")
    return _rows(json.loads(process.stdout))


@contextmanager
def admitted() -> Iterator[None]:
    """Limit the number of concurrent readers. Raises `sheets_busy` at once above it."""
    if not _admitted.acquire(blocking=False):
        raise Refusal("sheets_busy")
    try:
        yield
    finally:
        _admitted.release()


def _rows(answer: dict[str, object]) -> list[list[str]]:
    code = answer.get("refusal")
    if code == workbook_reader.TOO_LARGE:
        raise Refusal(code, most=workbook_reader.MAX_UNPACKED_BYTES // 1_000_000)
    if code == workbook_reader.TOO_MANY_ELEMENTS:
        raise Refusal(code, most=workbook_reader.MAX_ELEMENTS)
    if code:
        raise Refusal("sheet_unreadable")
    rows = answer["rows"]
    return rows if isinstance(rows, list) else []


MOST_BYTES, MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 2_000_000, 10_000, 40, 200
# Size of the text in bytes: the page holds the table between two requests.
MOST_TEXT = 1_200_000
# Blank lines included.
MAX_LINES = 100_000
SEPARATORS = (",", ";", "\t", "|")
ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of a table of equal width, without trailing blank rows and columns."""

    rows: tuple[tuple[str, ...], ...]

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return len(self.rows[0]) if self.rows else 0

    @property
    def text(self) -> str:
        """Return the grid as CSV, which parses to the same grid."""
        csv_text = StringIO()
        csv.writer(csv_text, lineterminator="\n").writerows(self.rows)
        return csv_text.getvalue()


def read(data: bytes) -> Grid:
    """Parse a file: a workbook's first non-empty sheet, else text with separators.

    Raises `sheet_too_large`, `sheet_unreadable`, `sheet_empty`, `sheet_rows_many`, `sheet_columns_many`, and
    what `workbook_reader.read_rows` does.
    """
    if len(data) > MOST_BYTES:
        raise Refusal("sheet_too_large", most=MOST_BYTES // 1_000_000)
    grid = of_rows(_from_workbook(data) if data.startswith(ZIP) else _from_text(_decoded(data)))
    if len(grid.text.encode()) > MOST_TEXT:
        raise Refusal("sheet_too_large", most=MOST_TEXT // 1_000_000)
    return grid


def of_text(text: str) -> Grid:
    """Parse a grid from its own text; raises as `read`."""
    return of_rows(_separated(text.replace("\0", ""), ","))


def of_rows(rows: Iterable[Sequence[str]]) -> Grid:
    """Build a grid from rows, cleaned and checked."""
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
    return read_rows(data, max_rows=MOST_ROWS + 1, max_columns=MOST_COLUMNS)


def _tidy(cell: str) -> str:
    """Return a cell on one line, without the mark that prevents formulas."""
    if not cell.isprintable():
        cell = "".join(letter if letter.isprintable() else " " for letter in cell)
    text = " ".join(cell.split())
    if text.startswith("'") and text[1:].startswith(RISKY):
        text = text[1:]
    return text[:LONGEST_CELL]
