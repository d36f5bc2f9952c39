"""The Smile encoding of JSON, read: https://github.com/FasterXML/smile-format-specification, version 1."""

from __future__ import annotations

import struct
from typing import NoReturn

from rules.errors import Unreadable

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]

MAGIC = b":)\n"
DEEPEST = 64
MOST_TOKENS = 4_000_000

_SHARED_NAMES, _SHARED_VALUES = 1, 2
_MOST_SHARED, _LONGEST_SHARED = 1024, 64
_END_OF_STRING = b"\xfc"
_SMALL_INTEGERS = [(token & 31) >> 1 ^ -(token & 1) for token in range(32)]
_LITERALS: dict[int, Value] = {0x20: "", 0x21: None, 0x22: False, 0x23: True}


def read_smile(data: bytes) -> Value:
    """Decode one value. Raises `Unreadable` (`file_damaged_at`) with the offset of what cannot be."""
    if data[:3] != MAGIC or len(data) < 5:
        _refuse(0, "the header of Smile")
    if data[3] >> 4:
        _refuse(3, "version 0 of Smile")
    return _Decoder(data).decode()


class _Decoder:
    """The place in the bytes, and the names and strings that were read and may be referred to."""

    __slots__ = ("data", "names", "offset", "shares_names", "shares_values", "values")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.offset = 4
        self.shares_names = bool(data[3] & _SHARED_NAMES)
        self.shares_values = bool(data[3] & _SHARED_VALUES)
        self.names: list[str] = []
        self.values: list[str] = []

    def decode(self) -> Value:
        """Decode the value; containers that are open wait on a stack, so depth costs no recursion."""
        try:
            return self._decode()
        except (IndexError, struct.error):
            _refuse(len(self.data), "more bytes")

    def _decode(self) -> Value:
        data = self.data
        stack: list[tuple[list[Value] | dict[str, Value], str]] = []
        container: list[Value] | dict[str, Value] | None = None
        name = ""
        for _ in range(MOST_TOKENS):
            token = data[self.offset]
            value: Value
            if type(container) is dict:
                if token == 0xFB:
                    self.offset += 1
                    value, (container, name) = container, stack.pop()
                    if not stack:
                        return value
                    if type(container) is dict:
                        container[name] = value
                    else:
                        container.append(value)  # type: ignore[union-attr]
                    continue
                name = self._name(token)
                token = data[self.offset]
            if token == 0xF8 or token == 0xFA:
                self.offset += 1
                if len(stack) == DEEPEST:
                    _refuse(self.offset, f"at most {DEEPEST} levels")
                stack.append((container if container is not None else [], name))
                container = [] if token == 0xF8 else {}
                continue
            if token == 0xF9 and type(container) is list:
                self.offset += 1
                value, (container, name) = container, stack.pop()
                if not stack:
                    return value
            elif 0xC0 <= token <= 0xDF:
                self.offset += 1
                value = _SMALL_INTEGERS[token - 0xC0]
            else:
                value = self._scalar(token)
            if type(container) is dict:
                container[name] = value
            elif container is None:
                return value
            else:
                container.append(value)  # type: ignore[union-attr]
        _refuse(self.offset, f"at most {MOST_TOKENS} values")

    def _name(self, token: int) -> str:
        self.offset += 1
        if 0x40 <= token <= 0x7F:
            return self._shared(self.names, token - 0x40)
        if 0x80 <= token <= 0xF7:
            name = self._text(token - 0x7F if token < 0xC0 else token - 0xBE)
        elif token == 0x34:
            return self._long_text()
        elif 0x30 <= token <= 0x33:
            return self._shared(self.names, (token & 3) << 8 | self._byte())
        elif token == 0x20:
            return ""
        else:
            _refuse(self.offset - 1, "a name")
        if self.shares_names:
            _share(self.names, name)
        return name

    def _scalar(self, token: int) -> Value:
        self.offset += 1
        if 0x40 <= token <= 0xBF:
            text = self._text((token & 63) + 1 if token < 0x80 else (token & 63) + 2)
            if self.shares_values and len(text.encode()) <= _LONGEST_SHARED:
                _share(self.values, text)
            return text
        if token in (0x24, 0x25):
            number = self._variable_integer(10)
            return number >> 1 ^ -(number & 1)
        if token == 0x29:
            return self._float(">d", 10, 8)
        if token == 0x28:
            return self._float(">f", 5, 4)
        if token in _LITERALS:
            return _LITERALS[token]
        if token in (0xE0, 0xE4):
            return self._long_text()
        if 0x01 <= token <= 0x1F:
            return self._shared(self.values, token - 1)
        if 0xEC <= token <= 0xEF:
            return self._shared(self.values, (token & 3) << 8 | self._byte())
        return self._binary(token)

    def _binary(self, token: int) -> Value:
        """A big number or bytes: skipped, since nothing that is read here has one."""
        if token == 0x2A:
            self._variable_integer(10)
        if token in (0x26, 0x2A, 0xE8):
            length = self._variable_integer(10)
            self._bytes((length * 8 + 6) // 7)
        elif token == 0xFD:
            self._bytes(self._variable_integer(10))
        else:
            _refuse(self.offset - 1, "a value")
        return None

    def _byte(self) -> int:
        self.offset += 1
        return self.data[self.offset - 1]

    def _bytes(self, length: int) -> bytes:
        start, self.offset = self.offset, self.offset + length
        if self.offset > len(self.data):
            _refuse(start, f"{length} bytes")
        return self.data[start : self.offset]

    def _text(self, length: int) -> str:
        return self._bytes(length).decode("utf-8", errors="replace")

    def _long_text(self) -> str:
        end = self.data.find(_END_OF_STRING, self.offset)
        if end < 0:
            _refuse(self.offset, "the end of a string")
        text = self._text(end - self.offset)
        self.offset += 1
        return text

    def _variable_integer(self, longest: int) -> int:
        """Seven bits a byte, six in the last, which is marked by its highest bit."""
        number = 0
        for _ in range(longest):
            byte = self._byte()
            if byte & 0x80:
                return number << 6 | byte & 0x3F
            number = number << 7 | byte
        _refuse(self.offset, "the end of a number")

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
    raise Unreadable("unreadable", line=0, column=offset, expected=expected)
