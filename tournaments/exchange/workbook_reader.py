"""Script that prints the rows of an XLSX workbook as JSON, run in a process with limits.

It may use only Python and openpyxl, nothing of the project; `spreadsheets.read_rows` starts it.
"""

import json
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from io import BytesIO
from typing import NamedTuple
from xml.parsers import expat

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

# A workbook at the limits of `spreadsheets` (rows, columns, letters) stays far below these.
MAX_PARTS, MAX_UNPACKED_BYTES = 300, 60_000_000
MAX_ELEMENTS, MAX_DEPTH, MAX_SCANNED_ROWS = 2_500_000, 100, 100_000
MAX_CELL_LETTERS, MAX_LETTERS = 1_000, 3_000_000
CENTRAL_ENTRY = b"PK\x01\x02"
CHUNK = 1 << 16
TOO_LARGE, TOO_MANY_ELEMENTS = "sheet_unpacks_too_large", "sheet_elements_many"
UNREADABLE = "sheet_unreadable"
# Raised by openpyxl and zipfile for damaged or other files, besides `InvalidFileException`.
READ_ERRORS = (
    zipfile.BadZipFile,
    KeyError,
    ValueError,
    TypeError,
    IndexError,
    AttributeError,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    SyntaxError,
    zlib.error,
    OverflowError,
)


class BookRows(NamedTuple):
    """The filled rows of a sheet with their numbers, and the numbers of the filled rows that it hides."""

    rows: list[list[str]]
    lines: list[int]
    hidden_rows: list[int]


class RefusedWorkbook(Exception):  # noqa: N818 - named like Refusal
    """The workbook exceeds a limit; `code` is the refusal."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ElementCounter:
    """Counter of XML elements and attributes during unpacking, with a limit.

    `hidden_rows` are the numbers of the rows that each part hides, by its name.
    """

    def __init__(self) -> None:
        self.elements = 0
        self.hidden_rows: dict[str, set[int]] = {}
        self._depth = 0
        self._part = ""

    def count_part(self, name: str, chunks: Iterable[bytes]) -> None:
        """Count one part; invalid XML counts up to its first error, where any parser stops.

        Raises `RefusedWorkbook` at the limits, and for a document type or entities, which workbooks do not
        have.
        """
        self._depth, self._part = 0, name
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

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if (
            name == "row"
            and attributes.get("hidden") in ("1", "true")
            and attributes.get("r", "").isdecimal()
        ):
            self.hidden_rows.setdefault(self._part, set()).add(int(attributes["r"]))
        self.elements += 1 + len(attributes)
        self._depth += 1
        if self.elements > MAX_ELEMENTS or self._depth > MAX_DEPTH:
            raise RefusedWorkbook(TOO_MANY_ELEMENTS)

    def _end(self, _name: str) -> None:
        self._depth -= 1

    def _refuse_declaration(self, *_declaration: object) -> None:
        raise RefusedWorkbook(UNREADABLE)


def read_rows(data: bytes, *, max_rows: int, max_columns: int) -> BookRows:
    """Return the rows of the first non-empty sheet as texts, and the numbers of filled rows that it hides.

    Hidden rows are left out. At most one row beyond the limits is returned. Raises `RefusedWorkbook`.
    """
    try:
        hidden_rows = check_size(data).hidden_rows
        book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        scanned = iter(range(MAX_SCANNED_ROWS))
        for sheet in book.worksheets:
            hidden = hidden_rows.get(getattr(sheet, "_worksheet_path", ""), set())
            rows = sheet.iter_rows(max_col=max_columns + 1, values_only=True)
            book_rows = _filled_rows(rows, scanned, max_rows, hidden)
            if book_rows.rows or book_rows.hidden_rows:
                return book_rows
    except (*READ_ERRORS, InvalidFileException) as error:
        raise RefusedWorkbook(UNREADABLE) from error
    except MemoryError as error:
        raise RefusedWorkbook(TOO_MANY_ELEMENTS) from error
    return BookRows([], [], [])


def check_size(data: bytes) -> ElementCounter:
    """Unpack every part once and count bytes and elements, as sizes in the archive are untrusted.

    Raises `RefusedWorkbook`.
    """
    if data.count(CENTRAL_ENTRY) > MAX_PARTS:
        raise RefusedWorkbook(TOO_LARGE)
    counter = ElementCounter()
    remaining = iter(range(MAX_UNPACKED_BYTES // CHUNK))
    with zipfile.ZipFile(BytesIO(data)) as archive:
        for part in archive.infolist():
            if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise RefusedWorkbook(UNREADABLE)
            with archive.open(part) as stream:
                counter.count_part(part.filename, _chunks(stream.read, remaining))
    return counter


def _chunks(read: Callable[[int], bytes], remaining: Iterator[int]) -> Iterator[bytes]:
    """Yield the bytes of a part while the whole workbook is within its unpacked size."""
    while chunk := read(CHUNK):
        if next(remaining, None) is None:
            raise RefusedWorkbook(TOO_LARGE)
        yield chunk


def _filled_rows(
    rows: Iterable[Sequence[object]], scanned: Iterator[int], max_rows: int, hidden: set[int]
) -> BookRows:
    """Return the visible rows that are not blank, and the numbers of the hidden ones.

    `scanned` counts blank rows of all sheets too.
    """
    filled: list[list[str]] = []
    lines: list[int] = []
    hidden_and_filled: list[int] = []
    letters = 0
    for number, (_, row) in enumerate(zip(scanned, rows, strict=False), start=1):
        cells = [_text(cell) for cell in row]
        if any(cells) and number in hidden:
            hidden_and_filled.append(number)
        elif any(cells):
            filled.append(cells)
            lines.append(number)
            letters += sum(map(len, cells))
        if letters > MAX_LETTERS:
            raise RefusedWorkbook(TOO_LARGE)
        if len(filled) > max_rows:
            break
    return BookRows(filled, lines, hidden_and_filled)


def _text(cell: object) -> str:
    """Format a cell as text."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    return str(cell)[:MAX_CELL_LETTERS]


def main(max_rows: str, max_columns: str) -> None:
    """Read a workbook from standard input and print its rows, or a refusal code."""
    try:
        book_rows = read_rows(sys.stdin.buffer.read(), max_rows=int(max_rows), max_columns=int(max_columns))
        answer: dict[str, object] = book_rows._asdict()
    except RefusedWorkbook as refusal:
        answer = {"refusal": refusal.code}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
