"""Uploaded text: its kind by the first bytes, and its letters."""

import re

from rules.errors import Refusal
from rules.formats.text_decoding import kind_of_other_file
from rules.formats.text_encodings import BYTE_ORDER_MARKS, decode_text

OLD_WORKBOOK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument"
# Web pages, XML and rich text, which other programs save with the name of a spreadsheet.
MARKUP = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<(?:html|!doctype|\?xml|table|meta|style)|\{\\rtf)", re.IGNORECASE
)
CONTROL_BYTES = re.compile(rb"[\x01-\x08\x0e-\x19\x1b-\x1f]")


def check_kind(data: bytes) -> None:
    """Refuse a file that is no text and no XLSX workbook.

    Raises `sheet_is_old_workbook`, `sheet_is_opendocument`, and `sheet_unreadable` for any other binary file.
    """
    if data.startswith(OLD_WORKBOOK):
        raise Refusal("sheet_is_old_workbook")
    if OPEN_DOCUMENT in data[:200]:
        raise Refusal("sheet_is_opendocument")
    if data.startswith(b"PK"):
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
