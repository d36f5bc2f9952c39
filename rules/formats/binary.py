"""Match files that are no text: unpacked within limits, stored as text where only text can be stored."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import NoReturn

from ..errors import Unreadable

# The unpacked games of a file, in bytes: some hundred games.
MOST_UNPACKED = 32_000_000
# The largest binary file, in bytes.
LARGEST_BINARY = 4_000_000

_HEAD, _TAIL = "data:application/octet-stream;name=", ";base64,"
_HEAD_BYTES = _HEAD.encode()
_LONGEST_HEAD = 80


def inflate(program: str, data: bytes, offset: int, field: str, *, wbits: int, limit: int) -> bytes:
    """Unpack one zlib or gzip stream that begins at `offset`.

    Raises `Unreadable`: `file_damaged_at`, or `file_unpacks_too_large` above `limit` bytes.
    """
    stream = zlib.decompressobj(wbits)
    try:
        content = stream.decompress(memoryview(data)[offset:], limit + 1)
    except zlib.error:
        refuse_damaged(program, offset, field, "compressed data")
    if len(content) > limit:
        raise Unreadable("file_unpacks_too_large", expected=str(limit), program=program, field=field)
    if not stream.eof:
        refuse_damaged(program, len(data), field, "more bytes")
    return content


def refuse_damaged(program: str, offset: int, field: str, expected: str) -> NoReturn:
    """Raise `file_damaged_at`: what stands at an offset of a field is not what it should be."""
    raise Unreadable("file_damaged_at", column=offset, expected=expected, program=program, field=field)


def refuse_version(program: str, offset: int, field: str, *, version: str, readable: str) -> NoReturn:
    """Raise `file_version_unknown`: a later program wrote the file."""
    raise Unreadable(
        "file_version_unknown",
        column=offset,
        expected=readable,
        program=program,
        field=field,
        version=version,
    )


def check_size(data: bytes) -> None:
    """Refuse (`file_too_large`) a file larger than any match file."""
    if len(data) > LARGEST_BINARY:
        raise Unreadable("file_too_large", expected=str(LARGEST_BINARY))


def to_data_url(data: bytes, ending: str) -> str:
    """The bytes of a file as a data URL, which `from_data_url` turns into the same bytes again."""
    return f"{_HEAD}match.{ending}{_TAIL}{base64.b64encode(data).decode('ascii')}"


def from_data_url(data: bytes) -> bytes | None:
    """The bytes that a data URL holds; None if `data` is no data URL of a file.

    Raises `Unreadable`: `file_damaged_at` if its base64 is invalid, `file_too_large`.
    """
    if not data.startswith(_HEAD_BYTES):
        return None
    if len(data) > _LONGEST_HEAD + LARGEST_BINARY * 4 // 3:
        raise Unreadable("file_too_large", expected=str(LARGEST_BINARY))
    start = data.find(_TAIL.encode(), 0, _LONGEST_HEAD) + len(_TAIL)
    try:
        return base64.b64decode(data[start:].strip(), validate=True)
    except binascii.Error:
        refuse_damaged("data URL", start, "base64", "compressed data")
