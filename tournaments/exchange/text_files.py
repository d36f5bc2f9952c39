"""Uploaded text: its kind by the first bytes, and its letters."""

import re

from rules.errors import Refusal
from rules.formats.text_decoding import kind_of_other_file
from rules.formats.text_encodings import BYTE_ORDER_MARKS, decode_text

OLD_WORKBOOK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ARCHIVE = b"PK\x03\x04"
# Web pages, XML and rich text, which other programs save with the name of a spreadsheet.
MARKUP = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<(?:html|!doctype|\?xml|table|meta|style)|\{\\rtf)", re.IGNORECASE
)
CONTROL_BYTES = re.compile(rb"[\x01-\x08\x0e-\x19\x1b-\x1f]")


def is_workbook(data: bytes) -> bool:
    """Return whether a file is a workbook by its first bytes: XLSX, XLSB and ODS are archives, XLS is not."""
    return data.startswith((OLD_WORKBOOK, ARCHIVE))


def check_kind(data: bytes) -> None:
    """Refuse a file that is no text and no workbook. Raises `sheet_unreadable`."""
    if is_workbook(data):
        return
    is_unicode = data.startswith(tuple(mark for mark, _ in BYTE_ORDER_MARKS))
    is_binary = not is_unicode and CONTROL_BYTES.search(data) is not None
    if is_binary or kind_of_other_file(data) or MARKUP.match(data):
        raise Refusal("sheet_unreadable")


def decode(data: bytes) -> str:
    """Return the text of a file. Raises `text_letters_unknown` where a letter of it would be a guess."""
    decoded = decode_text(data)
    if not decoded.is_certain:
        raise Refusal("text_letters_unknown")
    return decoded.text
