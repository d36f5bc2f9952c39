"""Tables as CSV and XLSX: cells that no spreadsheet takes for a formula, numbers no locale can spoil."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO, StringIO

import xlsxwriter

Cell = str | int | Fraction | None
RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "\0")
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# The date inside a file is the same for everybody, so that equal events give equal files.
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
    """A table with its name and the heads of its columns."""

    name: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def as_csv(sheet: Sheet) -> bytes:
    """The table as CSV in UTF-8 with its mark, lines ended as RFC 4180 says."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([harmless(head) for head in sheet.heads])
    for row in sheet.rows:
        writer.writerow([_plain(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig", "replace")


def as_xlsx(sheets: Sequence[Sheet]) -> bytes:
    """The tables as one workbook, a sheet for each; equal tables give equal bytes."""
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
    """A text that a spreadsheet shows and never runs."""
    clean = text.replace("\0", "")
    return f"'{clean}" if text.startswith(RISKY) else clean


def decimal(number: int | Fraction) -> str:
    """A number with a point and up to four places, whatever the locale."""
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
    """The name of a page: Excel forbids some signs, more than 31 of them, and the same name twice."""
    clean = name.translate(FORBIDDEN).strip()
    mark = f"{number} "
    return f"{mark}{clean}"[:TITLE].strip()
