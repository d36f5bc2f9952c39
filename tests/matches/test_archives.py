"""A zip is opened in memory within limits; what it claims about itself is not believed."""

import zipfile

import pytest

from matches import archives
from matches.archives import Member, members_of
from rules.errors import Refusal, Unreadable
from tests.matches.records import a_zip
from tests.matches.refusals import refusal

LARGEST = 1000


def told(members: tuple[Member, ...]) -> list[tuple[str, bytes, str]]:
    """Members with the codes of their problems."""
    return [(each.name, each.data, each.problem.code if each.problem else "") for each in members]


def test_names_are_labels_without_folders_and_clutter_is_left_out() -> None:
    archive = a_zip(
        ("one.mat", b"1"),
        ("folder/", b""),
        ("folder/deep/two.mat", b"2"),
        ("../../etc/passwd", b"3"),
        ("C:\\records\\fo\x07ur.mat", b"4"),
        ("__MACOSX/folder/two.mat", b"x"),
        ("folder/.DS_Store", b"x"),
        ("Thumbs.db", b"x"),
    )
    assert told(members_of(archive, largest=LARGEST)) == [
        ("one.mat", b"1", ""),
        ("two.mat", b"2", ""),
        ("passwd", b"3", ""),
        ("four.mat", b"4", ""),
    ]


def test_two_files_of_one_name_are_two_files() -> None:
    archive = a_zip(("a/match.mat", b"1"), ("b/match.mat", b"2"))
    assert told(members_of(archive, largest=LARGEST)) == [("match.mat", b"1", ""), ("match.mat", b"2", "")]


def test_a_file_that_is_too_large_stays_inside_and_the_others_come_out() -> None:
    archive = a_zip(("full.mat", b"x" * LARGEST), ("bomb.mat", b"0" * (LARGEST + 1)))
    assert told(members_of(archive, largest=LARGEST)) == [
        ("full.mat", b"x" * LARGEST, ""),
        ("bomb.mat", b"", "file_too_large"),
    ]


def test_sizes_the_zip_claims_are_not_believed() -> None:
    archive = bytearray(a_zip(("bomb.mat", b"0" * (LARGEST * 50))))
    size = (LARGEST * 50).to_bytes(4, "little")
    assert archive.count(size) == 2
    lying = bytes(archive).replace(size, (10).to_bytes(4, "little"))
    [member] = members_of(lying, largest=LARGEST)
    assert len(member.data) <= LARGEST


def test_a_damaged_or_locked_file_is_named_and_the_others_come_out() -> None:
    archive = bytearray(a_zip(("a.mat", b"a" * 50), ("b.mat", b"b"), method=zipfile.ZIP_STORED))
    start = archive.index(b"a" * 50)
    archive[start] = ord("z")
    assert told(members_of(bytes(archive), largest=LARGEST)) == [
        ("a.mat", b"", "file_damaged"),
        ("b.mat", b"b", ""),
    ]
    locked = bytearray(a_zip(("a.mat", b"a")))
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        at = locked.index(mark) + (6 if mark == b"PK\x03\x04" else 8)
        locked[at] |= 1
    assert told(members_of(bytes(locked), largest=LARGEST)) == [("a.mat", b"", "file_damaged")]


@pytest.mark.parametrize(
    "data",
    [b"", b"PK", b'; [Site "x"]\n 3 point match', a_zip(("a", b"a"))[:40]],
    ids=["empty", "two-letters", "text", "cut-short"],
)
def test_what_is_no_zip_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable) as said:
        members_of(data, largest=LARGEST)
    assert (said.value.code, said.value.law) == ("archive_unreadable", "record.readable")


def test_limits_on_bytes_files_and_unpacked_bytes_refuse_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    archive = a_zip(("a", b"0" * 600), ("b", b"0" * 600))
    empty = refusal(members_of, archive=a_zip(("folder/", b"")), largest=LARGEST)
    monkeypatch.setattr(archives, "MOST_UNPACKED", 1000)
    bomb = refusal(members_of, archive=archive, largest=LARGEST)
    monkeypatch.setattr(archives, "MOST_FILES", 1)
    many = refusal(members_of, archive=archive, largest=LARGEST)
    monkeypatch.setattr(archives, "MOST_BYTES", 10)
    large = refusal(members_of, archive=archive, largest=LARGEST)
    found: list[Refusal] = [empty, bomb, many, large]
    assert [(each.code, each.facts) for each in found] == [
        ("archive_empty", {}),
        ("archive_unpacks_too_large", {"most": 0}),
        ("archive_too_many", {"files": 2, "most": 1}),
        ("archive_too_large", {"most": 0}),
    ]
