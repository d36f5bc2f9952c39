"""Reading a zip in memory within limits that do not rely on the sizes it declares."""

import io
import zipfile

import pytest

from matches.records import match_files
from matches.records.match_files import ZipMember, unpack_archive
from rules.errors import Refusal, Unreadable
from tests.matches.records.files import a_zip
from tests.matches.refusals import refusal

LARGEST = 1000


def contents(members: tuple[ZipMember, ...]) -> list[tuple[str, bytes, str]]:
    """Members with the codes of their problems."""
    return [(member.name, member.data, member.problem.code if member.problem else "") for member in members]


def test_names_lose_their_folders_and_system_files_are_skipped() -> None:
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
    assert contents(unpack_archive(archive, largest=LARGEST)) == [
        ("one.mat", b"1", ""),
        ("two.mat", b"2", ""),
        ("passwd", b"3", ""),
        ("four.mat", b"4", ""),
    ]


def test_two_files_of_one_name_are_two_files() -> None:
    archive = a_zip(("a/match.mat", b"1"), ("b/match.mat", b"2"))
    assert contents(unpack_archive(archive, largest=LARGEST)) == [
        ("match.mat", b"1", ""),
        ("match.mat", b"2", ""),
    ]


def test_a_file_that_is_too_large_is_skipped_and_the_others_are_read() -> None:
    archive = a_zip(("full.mat", b"x" * LARGEST), ("bomb.mat", b"0" * (LARGEST + 1)))
    assert contents(unpack_archive(archive, largest=LARGEST)) == [
        ("full.mat", b"x" * LARGEST, ""),
        ("bomb.mat", b"", "file_too_large"),
    ]


def test_sizes_declared_by_the_zip_are_not_trusted() -> None:
    archive = bytearray(a_zip(("bomb.mat", b"0" * (LARGEST * 50))))
    size = (LARGEST * 50).to_bytes(4, "little")
    assert archive.count(size) == 2
    lying = bytes(archive).replace(size, (10).to_bytes(4, "little"))
    [member] = unpack_archive(lying, largest=LARGEST)
    assert len(member.data) <= LARGEST


def test_a_damaged_or_encrypted_file_is_reported_and_the_others_are_read() -> None:
    archive = bytearray(a_zip(("a.mat", b"a" * 50), ("b.mat", b"b"), method=zipfile.ZIP_STORED))
    start = archive.index(b"a" * 50)
    archive[start] = ord("z")
    assert contents(unpack_archive(bytes(archive), largest=LARGEST)) == [
        ("a.mat", b"", "file_damaged"),
        ("b.mat", b"b", ""),
    ]
    locked = bytearray(a_zip(("a.mat", b"a")))
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        at = locked.index(mark) + (6 if mark == b"PK\x03\x04" else 8)
        locked[at] |= 1
    assert contents(unpack_archive(bytes(locked), largest=LARGEST)) == [("a.mat", b"", "file_damaged")]


@pytest.mark.parametrize(
    "data",
    [b"", b"PK", b'; [Site "x"]\n 3 point match', a_zip(("a", b"a"))[:40]],
    ids=["empty", "two-letters", "text", "cut-short"],
)
def test_an_invalid_zip_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable) as excinfo:
        unpack_archive(data, largest=LARGEST)
    assert (excinfo.value.code, excinfo.value.law) == ("archive_unreadable", "record.readable")


def test_a_zip_beyond_the_limits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    archive = a_zip(("a", b"0" * 600), ("b", b"0" * 600))
    empty = refusal(unpack_archive, archive=a_zip(("folder/", b"")), largest=LARGEST)
    monkeypatch.setattr(match_files, "MAX_UNPACKED", 1000)
    bomb = refusal(unpack_archive, archive=archive, largest=LARGEST)
    monkeypatch.setattr(match_files, "MAX_FILES", 1)
    many = refusal(unpack_archive, archive=archive, largest=LARGEST)
    monkeypatch.setattr(match_files, "MAX_ARCHIVE_BYTES", 10)
    large = refusal(unpack_archive, archive=archive, largest=LARGEST)
    refusals: list[Refusal] = [empty, bomb, many, large]
    assert [(error.code, error.facts) for error in refusals] == [
        ("archive_empty", {}),
        ("archive_unpacks_too_large", {"most": 0}),
        ("archive_too_many", {"files": 2, "most": 1}),
        ("archive_too_large", {"most": 0}),
    ]


def test_a_long_list_of_entries_is_refused_before_it_is_read() -> None:
    """Empty folders take 100 bytes each, and as much time as files."""
    archive = a_zip(*((f"{number}/", b"") for number in range(match_files.MAX_ENTRIES + 1)))
    error = refusal(unpack_archive, archive=archive, largest=LARGEST)
    assert (error.code, error.facts) == (
        "archive_too_many",
        {"files": match_files.MAX_ENTRIES + 1, "most": match_files.MAX_FILES},
    )


def test_damaged_files_count_as_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a thousand damaged files would unpack a thousand times the limit."""
    monkeypatch.setattr(match_files, "MAX_UNPACKED", 3 * match_files.CHUNK_BYTES)
    whole = a_zip(*((f"{number}.mat", b"0" * LARGEST) for number in range(4)))
    with zipfile.ZipFile(io.BytesIO(whole)) as opened:
        checksum = opened.infolist()[0].CRC.to_bytes(4, "little")
    damaged = whole.replace(checksum, bytes(4))
    assert refusal(unpack_archive, archive=damaged, largest=LARGEST).code == "archive_unpacks_too_large"


def test_a_file_with_a_slow_compression_is_not_unpacked() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as opened:
        opened.writestr("slow.mat", b"0" * 100, compress_type=zipfile.ZIP_BZIP2)
        opened.writestr("plain.mat", b"1")
    assert contents(unpack_archive(buffer.getvalue(), largest=LARGEST)) == [
        ("slow.mat", b"", "file_damaged"),
        ("plain.mat", b"1", ""),
    ]
