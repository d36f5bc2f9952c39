"""Bytes to lines: their encoding, every kind of line end, and a size limit."""

from __future__ import annotations

from ..errors import Unreadable
from .text_encodings import REPLACEMENT, decode_text

LARGEST = 1_000_000
# Larger, because of the engine's analysis of every candidate play.
LARGEST_TREE = 4_000_000
LONGEST_LINE = 4_000

# The first bytes of files that people take for a match file.
_SIGNATURES = (
    (b"PK\x03\x04", "file_is_zip"),
    (b"PK\x05\x06", "file_is_zip"),
    (b"\xff\xd8\xff", "file_is_picture"),
    (b"\x89PNG\r\n\x1a\n", "file_is_picture"),
    (b"GIF8", "file_is_picture"),
    (b"RIFF", "file_is_picture"),
    (b"BM", "file_is_picture"),
    (b"%PDF-", "file_is_pdf"),
)
# Phone photos have their brand after a length.
_HEIF_BRANDS = (b"ftypheic", b"ftypheix", b"ftyphevc", b"ftypmif1", b"ftypavif")
_SIGNATURE_BYTES = 200


def kind_of_other_file(data: bytes) -> str:
    """Return the refusal code of a known file type that is no text, or ""."""
    start = data[:_SIGNATURE_BYTES]
    if start[4:12] in _HEIF_BRANDS:
        return "file_is_picture"
    code = next((code for signature, code in _SIGNATURES if start.startswith(signature)), "")
    return code if b"\0" in start or code == "file_is_pdf" else ""


def decode(data: bytes, charset: str = "", *, largest: int = LARGEST) -> str:
    """Return the text of a file with plain line feeds; `charset` is the encoding it declares, if any.

    Raises `Unreadable`: `file_empty`, `file_too_large` (above `largest` bytes), `file_not_text`, or the code
    of another kind of file (`kind_of_other_file`).
    """
    if other_kind := kind_of_other_file(data):
        raise Unreadable(other_kind, expected="text")
    if len(data) > largest:
        raise Unreadable("file_too_large", expected=str(largest))
    text = decode_text(data, charset).text.replace(REPLACEMENT, "?")
    if "\0" in text:
        raise Unreadable("file_not_text", expected="text")
    if not text.strip():
        raise Unreadable("file_empty", expected="text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_lines(lines: list[str]) -> None:
    """Refuse (`unreadable`) a line longer than the maximum."""
    if max(map(len, lines), default=0) <= LONGEST_LINE:
        return
    number = next(number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE)
    raise Unreadable("unreadable", line=number, column=LONGEST_LINE, expected="fewer characters per line")
