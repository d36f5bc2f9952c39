"""The container of eXtreme Gammon's .xg files: a header with an image, then packed files and their index.

The layout is the one its author publishes, https://www.extremegammon.com/xgformat.aspx. Files that were
packed again by other programs may lack the index; then the records of the match are all there is.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from .binary import MOST_UNPACKED, inflate, refuse_damaged, refuse_version

PROGRAM = "eXtreme Gammon"
MAGIC = b"RGMH"
RECORDS, COMMENTS, ROLLOUTS = "temp.xg", "temp.xgc", "temp.xgr"

# Magic, version, size, place and size of the image.
_HEADER = struct.Struct("<4sIIqI")
# Checksum, files, version, bytes of the index, bytes of the files, whether the index is packed.
_TRAILER = struct.Struct("<IIIIII12x")
# Bytes unpacked and packed, place, checksum, whether it is stored as it is.
_ENTRY = struct.Struct("<IIIIB")
_ENTRY_BYTES, _NUMBERS_AT = 532, 512
_MOST_FILES = 16
_HEADER_BYTES = 8232


def unpack(data: bytes) -> Mapping[str, bytes]:
    """The files inside by name: the records, and where there are any, rollouts and comments.

    Raises `Unreadable` when the header or the records cannot be read; other damaged files are left out.
    """
    if len(data) < _HEADER_BYTES:
        refuse_damaged(PROGRAM, len(data), "RichGameHeader", "more bytes")
    _, version, size, place, image = _HEADER.unpack_from(data)
    if version != 1:
        refuse_version(PROGRAM, 4, "dwHeaderVersion", version=str(version), readable="1")
    start = size + image
    if size != _HEADER_BYTES or place < 0 or start >= len(data):
        refuse_damaged(PROGRAM, 8, "dwHeaderSize", "a header of 8232 bytes and an image inside the file")
    entries = _entries(data, start)
    if not entries:
        return {RECORDS: _inflate(data, start, RECORDS)}
    files = {RECORDS: _file(data, RECORDS, entries[RECORDS])}
    for name in (COMMENTS, ROLLOUTS):
        if name in entries:
            files[name] = _file(data, name, entries[name])
    return files


def _entries(data: bytes, start: int) -> dict[str, tuple[int, int, bool]]:
    """By name where each file begins, its bytes and whether it is packed; empty without an index."""
    end = len(data) - _TRAILER.size
    if end < start:
        return {}
    _, count, version, index_bytes, file_bytes, is_packed = _TRAILER.unpack_from(data, end)
    if version != 1 or not 0 < count <= _MOST_FILES or start + file_bytes + index_bytes != end:
        return {}
    index = data[start + file_bytes : end]
    if is_packed:
        index = inflate(PROGRAM, index, 0, "index", wbits=15, limit=_MOST_FILES * _ENTRY_BYTES)
    if len(index) < count * _ENTRY_BYTES:
        refuse_damaged(PROGRAM, len(index), "index", "more bytes")
    entries: dict[str, tuple[int, int, bool]] = {}
    for at in range(0, count * _ENTRY_BYTES, _ENTRY_BYTES):
        name = index[at + 1 : at + 1 + index[at]].decode("ascii", errors="replace")
        _, packed, place, _, is_stored = _ENTRY.unpack_from(index, at + _NUMBERS_AT)
        entries[name] = (start + place, packed, not is_stored)
    return entries if RECORDS in entries else {}


def _file(data: bytes, name: str, entry: tuple[int, int, bool]) -> bytes:
    start, size, is_packed = entry
    if start + size > len(data):
        refuse_damaged(PROGRAM, start, name, "more bytes")
    return _inflate(data, start, name) if is_packed else data[start : start + size]


def _inflate(data: bytes, start: int, name: str) -> bytes:
    return inflate(PROGRAM, data, start, name, wbits=15, limit=MOST_UNPACKED)
