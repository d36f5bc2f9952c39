"""Script that prints the cells of a workbook (XLSX, XLS, ODS, XLSB) as JSON, run in a process with limits.

It may use only Python and python-calamine, nothing of the project; `spreadsheets.read_workbook` starts it.
"""

import json
import posixpath
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any
from xml.parsers import expat

from python_calamine import CalamineSheet, CalamineWorkbook, SheetVisibleEnum

# A workbook at the limits of `spreadsheets` (rows, columns, letters) stays far below these.
MAX_PARTS, MAX_UNPACKED_BYTES = 300, 60_000_000
MAX_ELEMENTS, MAX_DEPTH, MAX_SCANNED_ROWS = 2_500_000, 100, 100_000
# A cell that is cut has one letter more than any text that is stored, so that no part of it is stored.
MAX_CELL_LETTERS, MAX_LETTERS, MAX_SHEETS = 1_001, 3_000_000, 60
# Cells of the rectangle from the first to the last filled cell, which calamine keeps in memory.
MAX_RECTANGLE = 5_000_000
# Dates of this year are times of day.
FIRST_YEAR, MAX_WHOLE = 1900, 1e15
CENTRAL_ENTRY, ZIP_SIGNATURE = b"PK\x01\x02", b"PK\x03\x04"
CHUNK = 1 << 16
TOO_LARGE, TOO_MANY_ELEMENTS = "sheet_unpacks_too_large", "sheet_elements_many"
UNREADABLE = "sheet_unreadable"
ARCHIVE_ERRORS = (
    zipfile.BadZipFile,
    KeyError,
    ValueError,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
    OverflowError,
)
# What a cell is in the answer: text, number, truth, {"d": day}, or {"t": [hours, minutes]}.
JsonCell = str | float | bool | dict[str, Any]


class RefusedWorkbook(Exception):  # noqa: N818 - named like Refusal
    """The workbook exceeds a limit; `code` is the refusal."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class HiddenParts:
    """The numbers of the rows and columns (from 1) that a sheet hides."""

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)


class ElementCounter:
    """Counter of XML elements and attributes during unpacking, with a limit; it notes what is hidden.

    Rows that an OpenDocument sheet repeats count as often as they are repeated, if they have cells.
    """

    def __init__(self) -> None:
        self.elements = 0
        self.hidden: dict[str, HiddenParts] = {}
        self.sheet_ids: dict[str, str] = {}
        self.targets: dict[str, str] = {}
        # Of XLS and XLSB nobody has read which rows are hidden.
        self.is_hiding_known = False
        self._depth = 0
        self._part = ""
        self._sheet, self._row, self._repeats = "", 0, 1

    def count_part(self, name: str, chunks: Iterable[bytes]) -> None:
        """Count one part; invalid XML counts up to its first error, where any parser stops.

        Raises `RefusedWorkbook` at the limits, and for a document type or entities, which workbooks do not
        have.
        """
        self._depth, self._part = 0, name
        self.is_hiding_known |= name.endswith((".xml", ".rels")) and name.startswith(
            ("xl/worksheets/", "content")
        )
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = self._refuse_declaration
        is_xml = True
        for chunk in chunks:
            if not is_xml:
                continue
            try:
                parser.Parse(chunk, False)
            except (expat.ExpatError, ValueError):
                is_xml = False

    def find_hidden(self, sheet_name: str) -> HiddenParts:
        """Return what a sheet hides, by its name."""
        target = self.targets.get(self.sheet_ids.get(sheet_name, ""), "")
        part = target.lstrip("/") if target.startswith("/") else posixpath.join("xl", target)
        return self.hidden.get(part) or self.hidden.get(f"content.xml#{sheet_name}") or HiddenParts()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1 + len(attributes)
        self._depth += 1
        if self.elements > MAX_ELEMENTS or self._depth > MAX_DEPTH:
            raise RefusedWorkbook(TOO_MANY_ELEMENTS)
        tag = name.rpartition(":")[2]
        if self._part == "content.xml":
            self._start_of_open_document(tag, attributes)
        elif (
            tag == "row" and attributes.get("hidden") in ("1", "true") and attributes.get("r", "").isdecimal()
        ):
            self._get_hidden(self._part).rows.add(int(attributes["r"]))
        elif tag == "col" and attributes.get("hidden") in ("1", "true"):
            first, last = _read_count(attributes, "min"), min(_read_count(attributes, "max"), 256)
            self._get_hidden(self._part).columns.update(range(first, last + 1))
        elif tag == "sheet" and "name" in attributes:
            ids = [value for key, value in attributes.items() if key.endswith(":id")]
            self.sheet_ids[attributes["name"]] = ids[0] if ids else ""
        elif tag == "Relationship" and self._part.endswith("workbook.xml.rels"):
            self.targets[attributes.get("Id", "")] = attributes.get("Target", "")

    def _start_of_open_document(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "table":
            self._row, self._sheet = 0, attributes.get("table:name", "")
        elif tag == "table-row":
            self._repeats = _read_count(attributes, "table:number-rows-repeated")
            if attributes.get("table:visibility", "visible") != "visible":
                displayed = range(self._row + 1, self._row + 1 + min(self._repeats, MAX_SCANNED_ROWS))
                self._get_hidden(f"content.xml#{self._sheet}").rows.update(displayed)
            self._row += self._repeats
        elif tag == "table-cell" and any(key.endswith("value-type") for key in attributes):
            cells = _read_count(attributes, "table:number-columns-repeated") * self._repeats
            self.elements += cells
            if self.elements > MAX_ELEMENTS:
                raise RefusedWorkbook(TOO_MANY_ELEMENTS)

    def _get_hidden(self, part: str) -> HiddenParts:
        return self.hidden.setdefault(part, HiddenParts())

    def _end(self, _name: str) -> None:
        self._depth -= 1

    def _refuse_declaration(self, *_declaration: object) -> None:
        raise RefusedWorkbook(UNREADABLE)


def _read_count(attributes: dict[str, str], name: str) -> int:
    text = attributes.get(name, "1")
    return int(text[:9]) if text.isascii() and text.isdecimal() else 1


def read_sheets(data: bytes, *, max_rows: int, max_columns: int) -> list[dict[str, Any]]:
    """Return every sheet: name, whether it is hidden, its hidden columns, and its filled rows.

    A row is its number, whether it is hidden, and its cells. At most one row beyond the limit is returned for
    each sheet. Raises `RefusedWorkbook`.
    """
    try:
        counter = check_size(data)
        book = CalamineWorkbook.from_filelike(BytesIO(data))
        scanned = iter(range(MAX_SCANNED_ROWS))
        sheets = []
        for number, metadata in enumerate(book.sheets_metadata[:MAX_SHEETS]):
            hidden = counter.find_hidden(metadata.name)
            try:
                sheet = book.get_sheet_by_index(number)
            except (AttributeError, KeyError, ValueError):
                continue  # A sheet of charts has no cells.
            sheets.append(
                {
                    "name": metadata.name,
                    "is_hidden": metadata.visible != SheetVisibleEnum.Visible,
                    "is_hiding_known": counter.is_hiding_known,
                    "hidden_columns": sorted(column - 1 for column in hidden.columns),
                    "rows": _list_rows(sheet, scanned, max_rows, max_columns, hidden.rows),
                }
            )
    except MemoryError as error:
        raise RefusedWorkbook(TOO_MANY_ELEMENTS) from error
    except RefusedWorkbook:
        raise
    except Exception as error:
        raise RefusedWorkbook(UNREADABLE) from error
    return sheets


def check_size(data: bytes) -> ElementCounter:
    """Unpack every part once and count bytes and elements, as sizes in the archive are untrusted.

    A workbook that is no archive (XLS) is not packed. Raises `RefusedWorkbook`.
    """
    counter = ElementCounter()
    if not data.startswith(ZIP_SIGNATURE):
        return counter
    if data.count(CENTRAL_ENTRY) > MAX_PARTS:
        raise RefusedWorkbook(TOO_LARGE)
    remaining = iter(range(MAX_UNPACKED_BYTES // CHUNK))
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            for part in archive.infolist():
                if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise RefusedWorkbook(UNREADABLE)
                with archive.open(part) as stream:
                    counter.count_part(part.filename, _chunks(stream.read, remaining))
    except ARCHIVE_ERRORS as error:
        raise RefusedWorkbook(UNREADABLE) from error
    return counter


def _chunks(read: Callable[[int], bytes], remaining: Iterator[int]) -> Iterator[bytes]:
    """Yield the bytes of a part while the whole workbook is within its unpacked size."""
    while chunk := read(CHUNK):
        if next(remaining, None) is None:
            raise RefusedWorkbook(TOO_LARGE)
        yield chunk


def _list_rows(
    sheet: CalamineSheet, scanned: Iterator[int], max_rows: int, max_columns: int, hidden: set[int]
) -> list[tuple[int, bool, list[JsonCell]]]:
    """Return the rows that are not blank; `scanned` counts blank rows of all sheets too."""
    if sheet.height * sheet.width > MAX_RECTANGLE:
        raise RefusedWorkbook(TOO_MANY_ELEMENTS)
    rows: list[tuple[int, bool, list[JsonCell]]] = []
    letters = 0
    cell_rows = sheet.to_python(skip_empty_area=False) if sheet.height else []
    for number, (_, row) in enumerate(zip(scanned, cell_rows, strict=False), start=1):
        cells = _list_cells(row[: max_columns + 1])
        if not cells:
            continue
        rows.append((number, number in hidden, cells))
        letters += sum(len(cell) for cell in cells if isinstance(cell, str))
        if letters > MAX_LETTERS:
            raise RefusedWorkbook(TOO_LARGE)
        if len(rows) > max_rows:
            break
    return rows


def _list_cells(row: Sequence[object]) -> list[JsonCell]:
    """Return the cells of a row without the empty ones at its end."""
    cells = [_describe_cell(cell) for cell in row]
    while cells and isinstance(cells[-1], str) and not cells[-1].strip():
        cells.pop()
    return cells


def _describe_cell(cell: object) -> JsonCell:
    """Return a cell for the answer; a time of day is stated apart from a day by its year."""
    if isinstance(cell, datetime) and cell.year <= FIRST_YEAR:
        cell = cell.time()
    if isinstance(cell, date):
        return {"d": cell.isoformat()[:10]}
    if isinstance(cell, time | timedelta):
        minutes = cell.hour * 60 + cell.minute if isinstance(cell, time) else int(cell.total_seconds()) // 60
        return {"t": [minutes // 60, minutes % 60]}
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < MAX_WHOLE:
        return int(cell)
    if isinstance(cell, int | float):
        return cell
    return "" if cell is None else str(cell)[:MAX_CELL_LETTERS]


def main(max_rows: str, max_columns: str) -> None:
    """Read a workbook from standard input and print its sheets, or a refusal code."""
    try:
        sheets = read_sheets(sys.stdin.buffer.read(), max_rows=int(max_rows), max_columns=int(max_columns))
        answer: dict[str, object] = {"sheets": sheets}
    except RefusedWorkbook as refusal:
        answer = {"refusal": refusal.code}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
