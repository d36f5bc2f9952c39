"""Bytes to lines: byte-order marks, UTF-8 or Windows-1252, every kind of line end, and a size limit."""

from __future__ import annotations

import codecs

from rules.errors import Unreadable

LARGEST = 1_000_000
# What an engine says of every candidate play takes room.
LARGEST_TREE = 4_000_000
LONGEST_LINE = 4_000

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes, charset: str = "cp1252", *, largest: int = LARGEST) -> str:
    """The text of a file with plain line feeds; `charset` is what it is in when it is not Unicode.

    Raises `Unreadable`: `file_empty`, `file_too_large` (above `largest` bytes) or `file_not_text`.
    """
    if len(data) > largest:
        raise Unreadable("file_too_large", expected=str(largest))
    text = _decode(data, charset)
    if "\0" in text:
        raise Unreadable("file_not_text", expected="text")
    if not text.strip():
        raise Unreadable("file_empty", expected="text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_lines(lines: list[str]) -> None:
    """Refuse (`unreadable`) a line longer than any record holds."""
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise Unreadable("unreadable", line=number, column=LONGEST_LINE, expected="shorter lines")


def _decode(data: bytes, charset: str) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(charset, errors="replace")
