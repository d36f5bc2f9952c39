"""The Smile encoding, token by token."""

import pytest

from rules.errors import Unreadable
from rules.formats import smile
from rules.formats.smile import DEEPEST, read_smile
from tests.rules.binary_files import smile as encoded

HEAD = b":)\n\x01"
STRINGS = b":)\n\x03"


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"\x20", ""),
        (b"\x21", None),
        (b"\x22", False),
        (b"\x23", True),
        (b"\xc3", -2),
        (b"\xde", 15),
        (b"\x24\x80", 0),
        (b"\x24\x01\x83", -34),
        (b"\x25\x0a\x7d\x5c\x21\x80", 737_002_528),
        (b"\x28\x03\x7c\x00\x00\x00", 1.0),
        (b"\x29\x00\x3f\x78\x00\x00\x00\x00\x00\x00\x00", 1.0),
        (b"\x42abc", "abc"),
        (b"\x80\xc3\xa9", "é"),
        (b"\xe0a long one\xfc", "a long one"),
        (b"\xe4\xc3\xa9\xfc", "é"),
        (b"\xf8\xc2\xf8\xf9\xf9", [1, []]),
        (b"\xfa\x80a\xc2\xfb", {"a": 1}),
        (b"\xfa\xc0\xc3\xa9\xc2\xfb", {"é": 1}),
        (b"\xfa\x20\xc2\xfb", {"": 1}),
        (b"\xfa\x34long\xfc\xc2\xfb", {"long": 1}),
        (b"\xf8\xfa\x80a\xc2\xfb\xfa\x40\xc4\xfb\xfa\x30\x00\xc6\xfb\xf9", [{"a": 1}, {"a": 2}, {"a": 3}]),
        (b"\xf8\x26\x81ab\xe8\x80\x2a\x80\x81ab\xfd\x81x\xc2\xf9", [None, None, None, None, 1]),
    ],
)
def test_every_kind_of_value_and_name_is_read(data: bytes, value: object) -> None:
    assert read_smile(HEAD + data) == value


def test_strings_are_referred_to_where_the_header_says_so() -> None:
    assert read_smile(STRINGS + b"\xf8\x40a\x80\xc3\xa9\x01\x02\xec\x01\xf9") == ["a", "é", "a", "é", "é"]


def test_after_1024_shared_names_the_table_begins_anew() -> None:
    names = b"".join(b"\x83%04d\xc0" % number for number in range(1025))
    decoded = read_smile(HEAD + b"\xf8\xfa" + names + b"\xfb\xfa\x40\xc2\xfb\xf9")
    assert isinstance(decoded, list)
    assert decoded[1] == {"1024": 1}


@pytest.mark.parametrize(
    ("data", "code", "offset"),
    [
        (b":)\n\x01", "file_damaged_at", 0),
        (b"[1, 2, 3]", "file_damaged_at", 0),
        (b":)\n\x11\xc0", "file_version_unknown", 3),
        (HEAD + b"\xf8", "file_damaged_at", 5),
        (HEAD + b"\x43ab", "file_damaged_at", 5),
        (HEAD + b"\xe0ab", "file_damaged_at", 5),
        (HEAD + b"\x01", "file_damaged_at", 5),
        (HEAD + b"\xff", "file_damaged_at", 4),
        (HEAD + b"\xfa\xff", "file_damaged_at", 5),
        (HEAD + b"\xfa\x40\xc0", "file_damaged_at", 6),
        (HEAD + b"\x24" + b"\x01" * 12, "file_damaged_at", 15),
        (HEAD + b"\xf8" * (DEEPEST + 1), "file_damaged_at", 5 + DEEPEST),
        (HEAD + b"\xf8" * 1_000_000, "file_damaged_at", 5 + DEEPEST),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_offset(data: bytes, code: str, offset: int) -> None:
    with pytest.raises(Unreadable) as excinfo:
        read_smile(data)
    assert (excinfo.value.code, excinfo.value.facts["column"]) == (code, offset)


def test_there_is_a_limit_to_the_number_of_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smile, "MOST_VALUES", 20)
    assert read_smile(encoded([1] * 16)) == [1] * 16
    for value in ([1] * 17, [1] * 100, {str(number): 1 for number in range(100)}, [[]] * 4):
        with pytest.raises(Unreadable) as excinfo:
            read_smile(encoded(value))
        assert excinfo.value.facts["expected"] == "fewer values"
