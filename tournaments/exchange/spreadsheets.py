"""Tables as CSV and XLSX: writing without formulas, and reading of uploaded files within limits."""

import csv
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import xlsxwriter

from matches import limited_process
from rules.errors import Refusal
from tournaments.exchange import workbook_reader


@dataclass(frozen=True, slots=True)
class MoneyCell:
    """A cell with money, which has always the decimals of its currency: 5.00, not 5."""

    value: Fraction
    decimals: int = 2


Cell = str | int | Fraction | MoneyCell | None
# The characters by which a spreadsheet knows a formula, also in full width, at the start of a cell and after
# a separator inside it: programs set to another separator split a cell of the file there.
FORMULA_START = r"(?=[-=+@\t\r\n\0\uff1d\uff0b\uff0d\uff20])"
FORMULA = re.compile(rf"(\A|[;\t|]){FORMULA_START}")
ESCAPED_FORMULA = re.compile(rf"(\A|[;\t|])'{FORMULA_START}")
# A number as `decimal` writes it.
DECIMAL = re.compile(r"-?\d+\.\d{1,4}")
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


def write_decimal_commas(data: bytes) -> bytes:
    """Return the bytes of `as_csv` as programs read them where decimals have a comma.

    Cells are separated by semicolons. A file in this form with commas between its cells opens in one column
    there, and a number with a point is a text or a date.
    """
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    for row in csv.reader(StringIO(data.decode("utf-8-sig"), newline="")):
        writer.writerow([cell.replace(".", ",") if DECIMAL.fullmatch(cell) else cell for cell in row])
    return text.getvalue().encode("utf-8-sig")


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


def unescape_formula(text: str) -> str:
    """Return the text of a cell without the apostrophes of `escape_formula`."""
    return ESCAPED_FORMULA.sub(r"\1", text)


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
    if isinstance(cell, MoneyCell):
        return format_amount(cell)
    return escape_formula(cell) if isinstance(cell, str) else decimal(cell)


def format_amount(amount: MoneyCell) -> str:
    """Format money with a decimal point and the decimals of its currency."""
    coins = round(amount.value * 10**amount.decimals)
    sign, digits = ("-", -coins) if coins < 0 else ("", coins)
    whole, rest = divmod(digits, 10**amount.decimals)
    return f"{sign}{whole}.{rest:0{amount.decimals}d}" if amount.decimals else f"{sign}{whole}"


def _write_cell(page: xlsxwriter.worksheet.Worksheet, line: int, column: int, cell: Cell) -> None:
    if isinstance(cell, str):
        page.write_string(line, column, _xlsx_text(cell))
    elif isinstance(cell, MoneyCell):
        page.write_number(line, column, float(cell.value))
    elif cell is not None:
        page.write_number(line, column, float(cell))


def _xlsx_text(text: str) -> str:
    return escape_formula(text).encode("utf-8", "replace").decode("utf-8")


def _title(name: str, number: int) -> str:
    """Return a valid Excel sheet name: at most 31 allowed characters, and unique."""
    clean = name.translate(TITLE_REPLACEMENTS).strip()
    prefix = f"{number} "
    return f"{prefix}{clean}"[:MAX_TITLE].strip()


# Of an uploaded table.
MAX_BYTES, MAX_ROWS, MAX_COLUMNS = 2_000_000, 10_000, 40
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

    Raises `sheet_unpacks_too_large`, `sheet_elements_many`, `sheet_slow`, `sheet_unreadable`,
    `sheets_busy` while too many others are being read, and `sheet_only_text` where no process can be limited.
    """
    if not limited_process.is_available():
        raise Refusal("sheet_only_text")
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
