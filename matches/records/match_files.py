"""Match files: the fingerprint of their games, and unpacking of zip archives within limits."""

import hashlib
import io
import json
import zipfile
import zlib
from dataclasses import dataclass

from rules.errors import Refusal, Unreadable
from rules.formats.ogxm_layout import is_ogxm, split_stream
from rules.verdict import Frame, GameVerdict, Verdict

# Kinds of frames that some formats leave out, because the result implies them.
OPTIONAL_ACTIONS = {"concede", "start"}


def compute_fingerprint(verdict: Verdict) -> str:
    """Return 64 hexadecimal digits, equal for two records with the same boards, cubes, scores and faults.

    Names, notation, header and format do not matter. "" for a record without a play.
    """
    if not verdict.plays:
        return ""
    # After a fault the replay continues from a legal position, so the boards do not show the fault.
    faults = sorted([each.game, each.code] for each in verdict.findings if each.severity == "error")
    content = [verdict.length, verdict.score, verdict.declared, faults, *map(_describe_game, verdict.games)]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _describe_game(game: GameVerdict) -> list[object]:
    winner = game.winner.value if game.winner else ""
    frames = [_describe_frame(frame) for frame in game.frames if frame.kind not in OPTIONAL_ACTIONS]
    return [game.score_before, winner, game.points, frames]


def _describe_frame(frame: Frame) -> list[object]:
    side, owner = (each.value if each else "" for each in (frame.side, frame.cube_owner))
    return [frame.position.code(), side, frame.kind, sorted(frame.dice or ()), frame.cube, owner]


# Limits of a zip archive; that of one match file is `settings.RECORD_MAX_BYTES`.
MAX_ARCHIVE_BYTES = 10_000_000
MAX_FILES = 500
MAX_UNPACKED = 50_000_000
LONGEST_NAME = 200
# Checked before the entries are listed, so it includes folders and files of operating systems.
MAX_ENTRIES = 5_000
CENTRAL_ENTRY_MARK = b"PK\x01\x02"
CHUNK_BYTES = 1 << 16
ZIP_MARK = b"PK"
SUPPORTED_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
UNPACK_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class ZipMember:
    """A file of an archive: its name without folders, its bytes, and the problem if it is unreadable."""

    name: str
    data: bytes
    problem: Refusal | None = None


def read_bulk_upload(name: str, data: bytes, *, largest: int) -> tuple[ZipMember, ...]:
    """Return the files of a zip, or the only match file of an upload that is none, of a stream each match.

    Raises as `unpack_archive`.
    """
    is_zip = data.startswith(ZIP_MARK) or name.lower().endswith(".zip")
    if is_zip:
        return unpack_archive(data, largest=largest)
    return _limit_count(_split_stream(name.replace("\\", "/").rsplit("/", 1)[-1], data, largest))


def unpack_archive(archive: bytes, *, largest: int) -> tuple[ZipMember, ...]:
    """Return the files of a zip in its order; `largest` is the maximum size of a file in bytes.

    Names are labels and never paths: nothing is written to disk. Sizes in the archive are not trusted; bytes
    are counted while unpacking. Raises `archive_unreadable`, `archive_too_large`, `archive_too_many`,
    `archive_empty` and `archive_unpacks_too_large`.
    """
    if len(archive) > MAX_ARCHIVE_BYTES:
        raise Refusal("archive_too_large", most=MAX_ARCHIVE_BYTES // 1_000_000)
    entries = archive.count(CENTRAL_ENTRY_MARK)
    if entries > MAX_ENTRIES:
        raise Refusal("archive_too_many", files=entries, most=MAX_FILES)
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as zip_file:
            return _extract(zip_file, largest)
    except UNPACK_ERRORS as error:
        raise Unreadable("archive_unreadable") from error


def _extract(zip_file: zipfile.ZipFile, largest: int) -> tuple[ZipMember, ...]:
    infos = [info for info in zip_file.infolist() if not _is_clutter(info)]
    if not infos:
        raise Refusal("archive_empty")
    if len(infos) > MAX_FILES:
        raise Refusal("archive_too_many", files=len(infos), most=MAX_FILES)
    members: list[ZipMember] = []
    budget = _Budget()
    for info in infos:
        data, is_whole = _read_bytes(zip_file, info, largest + 1, budget)
        members += (
            _split_stream(_get_name(info), data, largest)
            if is_whole
            else [_make_damaged_member(_get_name(info))]
        )
    return _limit_count(tuple(members))


class _Budget:
    """The number of bytes that may still be unpacked; damaged files count too."""

    def __init__(self) -> None:
        self._remaining = MAX_UNPACKED

    def spend(self, count: int) -> None:
        """Subtract `count` bytes. Raises `archive_unpacks_too_large` if too few are left."""
        self._remaining -= count
        if self._remaining < 0:
            raise Refusal("archive_unpacks_too_large", most=MAX_UNPACKED // 1_000_000)


def _read_bytes(
    zip_file: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int, budget: _Budget
) -> tuple[bytes, bool]:
    """Return up to `limit` bytes of a file, and whether it could be read."""
    if info.compress_type not in SUPPORTED_METHODS:
        return b"", False
    data = bytearray()
    try:
        with zip_file.open(info) as stream:
            while chunk := stream.read(min(CHUNK_BYTES, limit - len(data))):
                budget.spend(len(chunk))
                data += chunk
    except UNPACK_ERRORS:
        # The damaged chunk may have been unpacked too.
        budget.spend(CHUNK_BYTES)
        return b"", False
    return bytes(data), True


def _split_stream(name: str, data: bytes, largest: int) -> tuple[ZipMember, ...]:
    """Return the matches of a stream of OGXM files as files of their own, any other file as it is."""
    try:
        parts = split_stream(data) if is_ogxm(data) else [data]
    except Unreadable:
        parts = [data]
    if len(parts) == 1:
        return (_make_member(name, data, largest),)
    stem, dot, ending = name.rpartition(".")
    return tuple(
        _make_member(f"{stem or ending}-{number}{dot}{ending if stem else ''}"[-LONGEST_NAME:], part, largest)
        for number, part in enumerate(parts, 1)
    )


def _limit_count(members: tuple[ZipMember, ...]) -> tuple[ZipMember, ...]:
    if len(members) > MAX_FILES:
        raise Refusal("archive_too_many", files=len(members), most=MAX_FILES)
    return members


def _make_member(name: str, data: bytes, largest: int) -> ZipMember:
    if len(data) > largest:
        return ZipMember(name, b"", Refusal("file_too_large", "record.readable"))
    return ZipMember(name, data)


def _make_damaged_member(name: str) -> ZipMember:
    return ZipMember(name, b"", Refusal("file_damaged"))


def _is_clutter(info: zipfile.ZipInfo) -> bool:
    """Whether an entry is a folder or a file of an operating system."""
    parts = info.filename.replace("\\", "/").split("/")
    return info.is_dir() or "__MACOSX" in parts or parts[-1].startswith(".") or parts[-1] == "Thumbs.db"


def _get_name(info: zipfile.ZipInfo) -> str:
    last = info.filename.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(letter for letter in last if letter.isprintable())[:LONGEST_NAME] or "record"
