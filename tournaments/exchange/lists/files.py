"""An uploaded file to its cells: workbooks by a process with limits, text by its letters."""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import date
from typing import Any

from rules.errors import Refusal
from rules.formats.text_encodings import REPLACEMENT
from tournaments.exchange import spreadsheets, text_files
from tournaments.exchange.lists.file_cells import (
    CellRow,
    CellValue,
    ClockCell,
    FileCells,
    SheetCells,
    clean_text,
)
from tournaments.exchange.lists.text_cells import read_text_file
from tournaments.exchange.text_files import is_workbook

TEXT, WORKBOOK = "t", "w"
# Of the form field, in characters, and of what it unpacks to, in bytes.
MAX_PACKED, MAX_UNPACKED = 1_200_000, 16_000_000


def read_file(data: bytes, answers: Mapping[str, str]) -> FileCells:
    """Return the cells of a file; the answers `letters` and `separator` are used for text.

    Raises what `pack_file` and `unpack_file` do.
    """
    return unpack_file(pack_file(data), answers)


def pack_file(data: bytes) -> str:
    """Return a file as a text that a form keeps between two requests; `unpack_file` makes the cells of it.

    A workbook is read here once. Raises `sheet_too_large`, `sheet_unreadable`, and what
    `spreadsheets.read_workbook` does.
    """
    if len(data) > spreadsheets.MAX_BYTES:
        raise Refusal("sheet_too_large", most=spreadsheets.MAX_BYTES // 1_000_000)
    if is_workbook(data):
        kind, content = WORKBOOK, json.dumps(spreadsheets.read_workbook(data)).encode()
    else:
        text_files.check_kind(data)
        kind, content = TEXT, data
    packed = kind + b64encode(zlib.compress(content)).decode("ascii")
    if len(packed) > MAX_PACKED:
        raise Refusal("sheet_too_large", most=spreadsheets.MAX_BYTES // 1_000_000)
    return packed


def unpack_file(packed: str, answers: Mapping[str, str]) -> FileCells:
    """Return the cells of a packed file, which may come from anybody.

    Raises `sheet_unreadable`, `sheet_empty`, `text_letters_unknown`, and what `read_text_file` does.
    """
    try:
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(b64decode(packed[1:], validate=True), MAX_UNPACKED)
        if unpacker.unconsumed_tail or packed[:1] not in (TEXT, WORKBOOK):
            raise Refusal("sheet_unreadable")
        if packed.startswith(TEXT):
            file = read_text_file(content, answers.get("letters", ""), answers.get("separator", ""))
        else:
            file = FileCells(tuple(_make_sheet(sheet) for sheet in json.loads(content)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, zlib.error) as error:
        raise Refusal("sheet_unreadable") from error
    if not any(sheet.rows for sheet in file.sheets):
        raise Refusal("sheet_empty")
    return file


def _make_sheet(sheet: Mapping[str, Any]) -> SheetCells:
    rows = tuple(
        CellRow(int(line), tuple(map(_make_cell, cells)), bool(is_hidden))
        for line, is_hidden, cells in sheet["rows"]
    )
    if len(rows) > spreadsheets.MAX_ROWS + 1:
        raise Refusal("sheet_rows_many", most=spreadsheets.MAX_ROWS)
    return SheetCells(
        str(sheet["name"]),
        tuple(row for row in rows if row.filled),
        frozenset(sheet["hidden_columns"]),
        bool(sheet["is_hidden"]),
        bool(sheet.get("is_hiding_known", True)),
    )


def _make_cell(cell: Any) -> CellValue:
    if isinstance(cell, dict):
        hours, minutes = cell.get("t", (0, 0))
        return date.fromisoformat(cell["d"]) if "d" in cell else ClockCell(int(hours), int(minutes))
    if isinstance(cell, str) and REPLACEMENT in cell:
        raise Refusal("text_letters_unknown")
    if isinstance(cell, str):
        return clean_text(cell)
    return cell if isinstance(cell, int | float | bool) else ""
