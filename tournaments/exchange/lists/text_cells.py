"""Text files to cells: character set, the line that names the separator, separator, rows. Pure."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO

from rules.errors import Refusal
from rules.formats.text_encodings import BYTE_ORDER_MARKS, REPLACEMENT, decode_text
from tournaments.exchange.lists.file_cells import FileCells, SheetCells, clean_text, make_rows

SEPARATORS = (",", ";", "\t", "|")
SEPARATOR_LINE = re.compile(r'^"?sep=(.)"?[ \t]*(?:\r\n|\r|\n|$)', re.IGNORECASE)
# What a page offers if the letters are not clear.
CHARACTER_SETS = (
    "utf-8",
    "cp1252",
    "cp1250",
    "cp1254",
    "cp1251",
    "cp1253",
    "cp1257",
    "mac_roman",
    "cp850",
    "utf-16",
)
# A cell that is cut has one letter more than any text that is stored, so that no part of it is stored.
PROBED_LINES, MAX_TEXT_ROWS, MAX_TEXT_COLUMNS, MAX_CELL_LETTERS = 60, 10_001, 80, 1_001
MAX_LINES = 100_000
BLANK = " ,;|\t"
QUOTED = re.compile(r'"(?:[^"]|"")*"')


def read_text_file(data: bytes, encoding: str = "", separator: str = "") -> FileCells:
    """Return the cells of a text file; `encoding` and `separator` are answers, "" to find them.

    Raises `sheet_unreadable`, `sheet_rows_many` and `sheet_columns_many`.
    """
    text, found_encoding, is_certain = _decode(data, encoding)
    return read_text(text, separator, found_encoding, is_encoding_certain=is_certain)


def read_text(
    text: str, separator: str = "", encoding: str = "", *, is_encoding_certain: bool = True
) -> FileCells:
    """Return the cells of a text, such as one that was pasted."""
    clean = text.replace("\0", "").removeprefix("\ufeff")
    body, first_line = clean, 1
    if declaration := SEPARATOR_LINE.match(clean):
        separator, body, first_line = separator or declaration[1], clean[declaration.end() :], 2
    separator = separator or find_separator(body)
    sheet = SheetCells("", make_rows(list(_split_rows(body, separator, first_line))))
    if len(sheet.rows) > MAX_TEXT_ROWS:
        raise Refusal("sheet_rows_many", most=MAX_TEXT_ROWS - 1)
    return FileCells((sheet,), clean, encoding, separator, is_encoding_certain)


def find_separator(text: str) -> str:
    """Return the sign that splits most lines into the same number of cells; "" if none does."""
    lines = [line for line in QUOTED.sub("", text).splitlines() if line.strip()][:PROBED_LINES]
    quoted = [line for line in text.splitlines()[:PROBED_LINES] if QUOTED.fullmatch(line.strip())]
    # A file of one column may have all its cells in quotation marks.
    best, best_rating = "," if quoted and not any(line.strip() for line in lines) else "", (0.0, 0)
    for sign in SEPARATORS:
        counts = [line.count(sign) for line in lines]
        used = [count for count in counts if count]
        if not used:
            continue
        common = max(set(used), key=lambda count: (used.count(count), count))
        share = used.count(common) / len(lines)
        if len(used) * 2 < len(lines):
            continue
        # Tabs and semicolons are no part of names and sentences; commas are.
        weight = {"\t": 1.3, ";": 1.2, "|": 1.2}.get(sign, 1.0)
        rating = (share * weight, common)
        if rating > best_rating:
            best, best_rating = sign, rating
    return best


def _decode(data: bytes, encoding: str) -> tuple[str, str, bool]:
    if encoding in CHARACTER_SETS:
        text = data.decode(encoding, errors="replace")
        return text, encoding, REPLACEMENT not in text
    has_mark = data.startswith(tuple(mark for mark, _ in BYTE_ORDER_MARKS))
    if not has_mark and len(data) >= 4 and (wide := _find_wide_encoding(data)):
        return data.decode(wide, errors="replace"), wide, True
    decoded = decode_text(data)
    return decoded.text, decoded.encoding, decoded.is_certain


def _find_wide_encoding(data: bytes) -> str:
    """Return UTF-16 if every other byte of the beginning is zero, as in English text without a mark."""
    probe = data[:400]
    if probe[1::2].count(0) > len(probe) * 0.4:
        return "utf-16-le"
    return "utf-16-be" if probe[::2].count(0) > len(probe) * 0.4 else ""


def _split_rows(text: str, separator: str, first_line: int) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the rows with the number of the physical line in which each begins."""
    lines = StringIO(text, newline="")
    if not separator:
        for line, row_text in enumerate(text.splitlines(), start=first_line):
            if line > MAX_LINES:
                raise Refusal("sheet_rows_many", most=MAX_TEXT_ROWS - 1)
            yield line, [row_text[:MAX_CELL_LETTERS] if row_text.strip(BLANK) else ""]
        return
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=separator == ",")
    start = first_line
    try:
        for number, cells in enumerate(reader):
            if number > MAX_LINES:
                raise Refusal("sheet_rows_many", most=MAX_TEXT_ROWS - 1)
            if len(cells) > MAX_TEXT_COLUMNS:
                raise Refusal("sheet_columns_many", most=MAX_TEXT_COLUMNS)
            yield start, [clean_text(cell[:MAX_CELL_LETTERS]).strip() for cell in cells]
            start = first_line + reader.line_num
    except csv.Error as error:
        raise Refusal("sheet_unreadable") from error
