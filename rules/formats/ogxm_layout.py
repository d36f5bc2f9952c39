"""The container of OGXM files: a header, sections, and records of numbers and texts inside them.

By the specification of OGXM 2.2 by HedgeHog (docs/OGXM_FORMAT_SPEC.md of its public repository, CC BY 4.0).
A file is a header of 16 bytes, sections with a head of 9 bytes each, and `END!`. Records begin with their
length and a mask of the fields that are there; numbers have seven bits to a byte, the lowest first.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from .binary import refuse_damaged, refuse_version

PROGRAM = "OGXM"
MAGIC = b"OGXM"
END = b"END!"
MATCH, GAME, ANALYSIS, DECISIONS, SIGNATURE = "MTCH", "GAME", "ANAL", "DECS", "SIGN"
CLOCK, VIDEO, NOTES, MATCH_SIGNATURE, CHECKSUM = "CLCK", "VIDO", "ANNO", "MSIG", "CSUM"
KNOWN = frozenset(
    (MATCH, GAME, ANALYSIS, DECISIONS, SIGNATURE, CLOCK, VIDEO, NOTES, MATCH_SIGNATURE, CHECKSUM)
)
MAJOR, MINOR = 2, 2
MOST_GAMES, MOST_ACTIONS, MOST_ACTIONS_IN_ALL = 1_000, 1_500, 100_000
MOST_SIGNATURES, MOST_NOTES, MOST_NOTE_BYTES, LONGEST_TEXT = 16, 4_096, 256 * 1024, 4_096
DICE = tuple((low, high) for low in range(1, 7) for high in range(low, 7))

HEADER = struct.Struct("<4sHHHHI")
_SECTION = struct.Struct("<4sIB")
_CRITICAL = 1
_MOST_SECTIONS = 4_096
_BOARD = struct.Struct("26b")
_CRC32 = 0

# The optional fields of a record in the order of their bits: name and reader.
Layout = Sequence[tuple[str, Callable[["OgxmFields"], object]]]


class OgxmSection(NamedTuple):
    """A section: its tag, its bytes, where they are in the file, and whether a reader must understand it."""

    tag: str
    payload: bytes
    offset: int = 0
    is_critical: bool = False


def is_ogxm(data: bytes) -> bool:
    """Tell whether the bytes begin like a file of OGXM."""
    return data.startswith(MAGIC)


def find_end(data: bytes, start: int) -> int:
    """Return where the file that begins at an offset of a stream ends. Raises `Unreadable`."""
    if len(data) - start < HEADER.size + len(END) or not data.startswith(MAGIC, start):
        refuse_damaged(PROGRAM, start, "header", "16 bytes that begin with OGXM")
    _, major, minor, needed, needed_minor, size = HEADER.unpack_from(data, start)
    if major != MAJOR or (needed, needed_minor) > (MAJOR, MINOR):
        version = f"{major}.{minor}" if major != MAJOR else f"{needed}.{needed_minor}"
        refuse_version(PROGRAM, start + 4, "version", version=version, readable=f"2.0-{MAJOR}.{MINOR}")
    end = start + int(size)
    if size < HEADER.size + len(END) or end > len(data):
        refuse_damaged(PROGRAM, start + 12, "file size", "the number of bytes of the file")
    if not data.startswith(END, end - len(END)):
        refuse_damaged(PROGRAM, end - len(END), "end", "END!")
    return end


def split_stream(data: bytes) -> list[bytes]:
    """Return the files that stand one after the other in a stream. Raises `Unreadable`."""
    files: list[bytes] = []
    start = 0
    while start < len(data) or not files:
        end = find_end(data, start)
        files.append(data[start:end])
        start = end
    return files


def list_sections(data: bytes) -> list[OgxmSection]:
    """Return the sections of one file in their order, its checksum verified. Raises `Unreadable`."""
    end, at = find_end(data, 0) - len(END), HEADER.size
    sections: list[OgxmSection] = []
    while at < end:
        if at + _SECTION.size > end or len(sections) >= _MOST_SECTIONS:
            refuse_damaged(PROGRAM, at, "section", "the head of a section")
        name, size, flags = _SECTION.unpack_from(data, at)
        tag, start = name.decode("latin-1"), at + _SECTION.size
        if start + size > end:
            refuse_damaged(PROGRAM, at + 4, f"{_clean(tag)} size", "a section inside the file")
        section = OgxmSection(tag, data[start : start + size], start, bool(flags & _CRITICAL))
        if tag == CHECKSUM:
            _verify_checksum(data[:at], section)
        elif tag not in KNOWN and section.is_critical:
            refuse_damaged(PROGRAM, at, _clean(tag), "a known section")
        sections.append(section)
        at = start + size
    return sections


def join_sections(sections: Sequence[OgxmSection], *, minor: int = 0, needed_minor: int = 0) -> bytes:
    """Return a file of these sections, with a checksum of its own behind them.

    `minor` is that of the version which its fields are of, `needed_minor` that which a reader must know.
    """
    body = b"".join(
        _SECTION.pack(section.tag.encode("latin-1"), len(section.payload), section.is_critical)
        + section.payload
        for section in sections
        if section.tag != CHECKSUM
    )
    size = HEADER.size + len(body) + _SECTION.size + len(_write_checksum(b"")) + len(END)
    head = HEADER.pack(MAGIC, MAJOR, minor, MAJOR, needed_minor, size)
    checksum = _write_checksum(head + body)
    return head + body + _SECTION.pack(CHECKSUM.encode(), len(checksum), _CRITICAL) + checksum + END


def _clean(tag: str) -> str:
    return "".join(letter if letter.isalnum() and letter.isascii() else "?" for letter in tag)


def _write_checksum(data: bytes) -> bytes:
    return write_record(write_number(_CRC32) + write_bytes(struct.pack("<I", zlib.crc32(data))), {})


def _verify_checksum(data: bytes, section: OgxmSection) -> None:
    """Compare the CRC-32 of what is before it; another algorithm cannot be checked."""
    fields = OgxmFields.of_section(section)
    algorithm, digest = fields.number(), fields.bytes()
    if algorithm == _CRC32 and digest != struct.pack("<I", zlib.crc32(data)):
        refuse_damaged(PROGRAM, section.offset, "CSUM", "the checksum of the bytes before it")


class OgxmFields:
    """The fields of a record, or records one after the other, read in order; each knows its offset."""

    __slots__ = ("at", "data", "end", "mask", "name", "offset")

    def __init__(self, data: bytes, name: str, offset: int, at: int = 0, end: int | None = None) -> None:
        self.data, self.name, self.offset = data, name, offset
        self.at = at
        self.end = len(data) if end is None else end
        self.mask = 0

    @classmethod
    def of_section(cls, section: OgxmSection) -> OgxmFields:
        """The one record of a section."""
        return cls(section.payload, section.tag, section.offset).record()

    def has(self, bit: int) -> bool:
        """Whether the optional field of this number is there."""
        return bool(self.mask >> bit & 1)

    def record(self) -> OgxmFields:
        """The record that begins here, its mask read."""
        size = self.number()
        if size > self.end - self.at:
            self.refuse("a record inside its section")
        fields = OgxmFields(self.data, self.name, self.offset, self.at, self.at + size)
        self.at += size
        fields.mask = fields.number(64)
        return fields

    def byte(self) -> int:
        """One byte."""
        if self.at >= self.end:
            self.refuse("more bytes")
        self.at += 1
        return self.data[self.at - 1]

    def number(self, bits: int = 32) -> int:
        """A number of up to so many bits, seven to a byte, the lowest first."""
        value = shift = 0
        while shift < bits:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                if (not byte and shift > 7) or value >> bits:
                    self.refuse("a number")
                return value
        return self.refuse("a number")

    def bytes(self, size: int | None = None) -> bytes:
        """So many bytes, or as many as the number before them says."""
        count = self.number() if size is None else size
        if count > self.end - self.at:
            self.refuse("more bytes")
        self.at += count
        return self.data[self.at - count : self.at]

    def text(self) -> str:
        """A text in UTF-8."""
        try:
            return self.bytes().decode()
        except UnicodeDecodeError:
            self.refuse("a text in UTF-8")

    def board(self) -> list[int]:
        """A board of 26 places: White's checkers count above 0, Black's below; 0 is White's bar."""
        return list(_BOARD.unpack(self.bytes(_BOARD.size)))

    def refuse(self, expected: str) -> NoReturn:
        """Refuse what stands here."""
        refuse_damaged(PROGRAM, self.offset + self.at, self.name, expected)


def read_optional(fields: OgxmFields, layout: Layout) -> dict[str, Any]:
    """Read the optional fields of a record that are there, by their names."""
    return {name: read(fields) for bit, (name, read) in enumerate(layout) if fields.has(bit)}


def write_number(value: int) -> bytes:
    """A number, seven bits to a byte, the lowest first."""
    result = bytearray()
    while value > 0x7F:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*result, value))


def write_bytes(data: bytes) -> bytes:
    """Bytes with their number before them."""
    return write_number(len(data)) + data


def write_text(text: str) -> bytes:
    """A text in UTF-8 with its length before it."""
    return write_bytes(text.encode("utf-8", errors="replace"))


def write_record(mandatory: bytes, optional: Mapping[int, bytes]) -> bytes:
    """A record: its length, the mask of the optional fields, the fields."""
    mask = sum(1 << bit for bit in optional)
    content = write_number(mask) + mandatory + b"".join(optional[bit] for bit in sorted(optional))
    return write_bytes(content)


def write_board(board: Sequence[int]) -> bytes:
    """A board of 26 places."""
    return _BOARD.pack(*board)
