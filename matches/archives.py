"""A zip of records, opened in memory within limits: what it holds by name, and what stayed inside."""

import io
import zipfile
import zlib
from dataclasses import dataclass

from rules.errors import Refusal, Unreadable

MOST_BYTES = 10_000_000
MOST_FILES = 500
MOST_UNPACKED = 50_000_000
LONGEST_NAME = 200
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive: its name without folders, its bytes, why it stayed inside if it did."""

    name: str
    data: bytes
    problem: Refusal | None = None


def members_of(archive: bytes, *, largest: int) -> tuple[Member, ...]:
    """The files of a zip in its own order; `largest` is how many bytes one of them may have.

    Names are labels and never paths: nothing is written anywhere. What the archive says about sizes is not
    believed; bytes are counted while they come out. Raises `archive_unreadable`, `archive_too_large`,
    `archive_too_many`, `archive_empty` and `archive_unpacks_too_large`.
    """
    if len(archive) > MOST_BYTES:
        raise Refusal("archive_too_large", most=MOST_BYTES // 1_000_000)
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            return _taken_out(opened, largest)
    except BROKEN as error:
        raise Unreadable("archive_unreadable") from error


def _taken_out(opened: zipfile.ZipFile, largest: int) -> tuple[Member, ...]:
    wanted = [info for info in opened.infolist() if not _is_clutter(info)]
    if not wanted:
        raise Refusal("archive_empty")
    if len(wanted) > MOST_FILES:
        raise Refusal("archive_too_many", files=len(wanted), most=MOST_FILES)
    found, total = [], 0
    for info in wanted:
        data, is_whole = _read(opened, info, largest + 1)
        total += len(data)
        if total > MOST_UNPACKED:
            raise Refusal("archive_unpacks_too_large", most=MOST_UNPACKED // 1_000_000)
        found.append(_member(_name(info), data, largest) if is_whole else _damaged(_name(info)))
    return tuple(found)


def _read(opened: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> tuple[bytes, bool]:
    """At most so many bytes of a file, and whether they could be read."""
    try:
        with opened.open(info) as stream:
            return stream.read(most), True
    except BROKEN:
        return b"", False


def _member(name: str, data: bytes, largest: int) -> Member:
    if len(data) > largest:
        return Member(name, b"", Refusal("file_too_large", "record.readable"))
    return Member(name, data)


def _damaged(name: str) -> Member:
    return Member(name, b"", Refusal("file_damaged"))


def _is_clutter(info: zipfile.ZipInfo) -> bool:
    """Folders, and what systems add for themselves."""
    parts = info.filename.replace("\\", "/").split("/")
    return info.is_dir() or "__MACOSX" in parts or parts[-1].startswith(".") or parts[-1] == "Thumbs.db"


def _name(info: zipfile.ZipInfo) -> str:
    last = info.filename.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(letter for letter in last if letter.isprintable())[:LONGEST_NAME] or "record"
