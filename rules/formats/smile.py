"""The Smile encoding of JSON, read: https://github.com/FasterXML/smile-format-specification, version 1."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import NoReturn, TypeVar

from .binary import refuse_damaged, refuse_version

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]

MAGIC = b":)\n"
DEEPEST = 64
# The games of a file have some 250 values a roll.
MOST_VALUES = 1_500_000
_COST_OF_CONTAINER = 4

Reader = TypeVar("Reader")

_PROGRAM, _FIELD = "BGBlitz", "match"
_SHARED_NAMES, _SHARED_VALUES = 1, 2
_MOST_SHARED, _LONGEST_SHARED = 1024, 64
_LONGEST_INTEGER = 10
_END_OF_LIST, _END_OF_OBJECT, _END_OF_STRING = 0xF9, 0xFB, b"\xfc"
_DECIMAL = 0x2A
_LITERALS: dict[int, Value] = {0x20: "", 0x21: None, 0x22: False, 0x23: True}
_SMALL_INTEGERS = tuple((token & 31) >> 1 ^ -(token & 1) for token in range(32))


def read_smile(data: bytes) -> Value:
    """Decode one value. Raises `Unreadable` (`file_damaged_at`) with the offset of what cannot be."""
    if data[:3] != MAGIC or len(data) < 5:
        _refuse(0, "the Smile header")
    if data[3] >> 4:
        refuse_version(_PROGRAM, 3, "Smile", version=str(data[3] >> 4), readable="0")
    try:
        return _Decoder(data).read_value()
    except IndexError:
        _refuse(len(data), "more bytes")


class _Decoder:
    """The place in the bytes, and the names and strings that were read and may be referred to."""

    __slots__ = ("budget", "data", "depth", "names", "offset", "shares_names", "shares_values", "values")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.offset = 4
        self.depth = 0
        self.budget = MOST_VALUES
        self.shares_names = bool(data[3] & _SHARED_NAMES)
        self.shares_values = bool(data[3] & _SHARED_VALUES)
        self.names: list[str] = []
        self.values: list[str] = []

    def read_value(self) -> Value:
        """Decode the value that begins here."""
        token = self.data[self.offset]
        self.offset += 1
        return _VALUE_READERS[token](self, token)

    def read_object(self, token: int) -> Value:
        """An object: names and values up to its end."""
        self._enter()
        data, values, budget = self.data, dict[str, Value](), self.budget
        while (token := data[self.offset]) != _END_OF_OBJECT:
            self.offset += 1
            name = _NAME_READERS[token](self, token)
            token = data[self.offset]
            self.offset += 1
            values[name] = _VALUE_READERS[token](self, token)
            if len(values) > budget:
                break
        self._leave(len(values))
        return values

    def read_list(self, token: int) -> Value:
        """A list: values up to its end."""
        self._enter()
        values: list[Value] = []
        budget = self.budget
        while self.data[self.offset] != _END_OF_LIST and len(values) <= budget:
            values.append(self.read_value())
        self._leave(len(values))
        return values

    def read_small_integer(self, token: int) -> Value:
        """An integer from -16 to 15."""
        return _SMALL_INTEGERS[token & 31]

    def read_literal(self, token: int) -> Value:
        """The empty string, null, false or true."""
        return _LITERALS[token]

    def read_integer(self, token: int) -> Value:
        """An integer of 32 or 64 bits, its sign in the lowest bit."""
        number = self._variable_integer()
        return number >> 1 ^ -(number & 1)

    def read_single(self, token: int) -> Value:
        """A float of 32 bits."""
        return self._float(">f", 5, 4)

    def read_double(self, token: int) -> Value:
        """A float of 64 bits."""
        return self._float(">d", 10, 8)

    def read_ascii(self, token: int) -> Value:
        """A string of 1 to 64 bytes, which most values of a match are."""
        start = self.offset
        self.offset = end = start + (token & 63) + 1
        text = self.data[start:end].decode("latin-1")
        if end > len(self.data):
            _refuse(start, "more bytes")
        if self.shares_values:
            _share(self.values, text)
        return text

    def read_unicode(self, token: int) -> Value:
        """A string of 2 to 65 bytes."""
        return self._shared_text((token & 63) + 2)

    def read_long_text(self, token: int) -> str:
        """A string or name up to its end mark."""
        end = self.data.find(_END_OF_STRING, self.offset)
        if end < 0:
            _refuse(self.offset, "the end of a string")
        text = self._text(end - self.offset)
        self.offset += 1
        return text

    def read_string_reference(self, token: int) -> Value:
        """One of the first strings again."""
        return self._shared(self.values, token - 1)

    def read_long_string_reference(self, token: int) -> Value:
        """One of the other strings again."""
        return self._shared(self.values, (token & 3) << 8 | self._byte())

    def skip_binary(self, token: int) -> Value:
        """Bytes in sevens of bits, or a big number: nothing that is read here has one."""
        if token == _DECIMAL:
            self._variable_integer()
        self._bytes((self._variable_integer() * 8 + 6) // 7)
        return None

    def skip_raw_binary(self, token: int) -> Value:
        """Bytes as they are: nothing that is read here has them."""
        self._bytes(self._variable_integer())
        return None

    def refuse_value(self, token: int) -> NoReturn:
        """Refuse a byte that begins no value."""
        _refuse(self.offset - 1, "a value")

    def read_name_reference(self, token: int) -> str:
        """One of the first names again."""
        index = token - 0x40
        return self.names[index] if index < len(self.names) else self._shared(self.names, index)

    def read_long_name_reference(self, token: int) -> str:
        """One of the other names again."""
        return self._shared(self.names, (token & 3) << 8 | self._byte())

    def read_ascii_name(self, token: int) -> str:
        """A name of 1 to 64 bytes."""
        return self._shared_name(token - 0x7F)

    def read_unicode_name(self, token: int) -> str:
        """A name of 2 to 57 bytes."""
        return self._shared_name(token - 0xBE)

    def read_empty_name(self, token: int) -> str:
        """The empty name."""
        return ""

    def refuse_name(self, token: int) -> NoReturn:
        """Refuse a byte that begins no name."""
        _refuse(self.offset - 1, "a name")

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            _refuse(self.offset, "fewer levels")

    def _leave(self, count: int) -> None:
        self.offset += 1
        self.depth -= 1
        self.budget -= count + _COST_OF_CONTAINER
        if self.budget < 0:
            _refuse(self.offset, "fewer values")

    def _byte(self) -> int:
        self.offset += 1
        return self.data[self.offset - 1]

    def _bytes(self, length: int) -> bytes:
        start, self.offset = self.offset, self.offset + length
        if self.offset > len(self.data):
            _refuse(start, "more bytes")
        return self.data[start : self.offset]

    def _text(self, length: int) -> str:
        return self._bytes(length).decode("utf-8", errors="ignore")

    def _shared_text(self, length: int) -> str:
        text = self._text(length)
        if self.shares_values and length <= _LONGEST_SHARED:
            _share(self.values, text)
        return text

    def _shared_name(self, length: int) -> str:
        name = self._text(length)
        if self.shares_names:
            _share(self.names, name)
        return name

    def _variable_integer(self) -> int:
        """Seven bits a byte, six in the last, which is marked by its highest bit."""
        number = 0
        for _ in range(_LONGEST_INTEGER):
            byte = self._byte()
            if byte & 0x80:
                return number << 6 | byte & 0x3F
            number = number << 7 | byte
        return _refuse(self.offset, "the end of a number")

    def _float(self, kind: str, spread: int, width: int) -> float:
        number = 0
        for byte in self._bytes(spread):
            number = number << 7 | byte & 0x7F
        mask = (1 << 8 * width) - 1
        return float(struct.unpack(kind, (number & mask).to_bytes(width, "big"))[0])

    def _shared(self, table: list[str], index: int) -> str:
        if index >= len(table):
            _refuse(self.offset, "a name or string that came before")
        return table[index]


def _share(table: list[str], text: str) -> None:
    if len(table) == _MOST_SHARED:
        table.clear()
    table.append(text)


def _refuse(offset: int, expected: str) -> NoReturn:
    refuse_damaged(_PROGRAM, offset, _FIELD, expected)


def _table(ranges: dict[tuple[int, int], Reader], other: Reader) -> tuple[Reader, ...]:
    """The reader of each byte that may begin a value or name, from the first and last byte of each kind."""
    table = [other] * 256
    for (first, last), reader in ranges.items():
        table[first : last + 1] = [reader] * (last - first + 1)
    return tuple(table)


_VALUE_READERS: tuple[Callable[[_Decoder, int], Value], ...] = _table(
    {
        (0x01, 0x1F): _Decoder.read_string_reference,
        (0x20, 0x23): _Decoder.read_literal,
        (0x24, 0x25): _Decoder.read_integer,
        (0x26, 0x26): _Decoder.skip_binary,
        (0x28, 0x28): _Decoder.read_single,
        (0x29, 0x29): _Decoder.read_double,
        (0x2A, 0x2A): _Decoder.skip_binary,
        (0x40, 0x7F): _Decoder.read_ascii,
        (0x80, 0xBF): _Decoder.read_unicode,
        (0xC0, 0xDF): _Decoder.read_small_integer,
        (0xE0, 0xE0): _Decoder.read_long_text,
        (0xE4, 0xE4): _Decoder.read_long_text,
        (0xE8, 0xE8): _Decoder.skip_binary,
        (0xEC, 0xEF): _Decoder.read_long_string_reference,
        (0xF8, 0xF8): _Decoder.read_list,
        (0xFA, 0xFA): _Decoder.read_object,
        (0xFD, 0xFD): _Decoder.skip_raw_binary,
    },
    _Decoder.refuse_value,
)
_NAME_READERS: tuple[Callable[[_Decoder, int], str], ...] = _table(
    {
        (0x20, 0x20): _Decoder.read_empty_name,
        (0x30, 0x33): _Decoder.read_long_name_reference,
        (0x34, 0x34): _Decoder.read_long_text,
        (0x40, 0x7F): _Decoder.read_name_reference,
        (0x80, 0xBF): _Decoder.read_ascii_name,
        (0xC0, 0xF7): _Decoder.read_unicode_name,
    },
    _Decoder.refuse_name,
)
