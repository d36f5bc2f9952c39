"""The file of a backup: a zip whose manifest says what its parts are, each by size and SHA-256."""

import hashlib
import json
import os
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

FORMAT = 1
MANIFEST = "manifest.json"
CHUNK = 1 << 20
DRAFT = ".{}.part"
LARGEST_MANIFEST = 4 << 20
# A draft nobody has written to for so many seconds was left by a process that died.
ABANDONED = 900.0
# Whatever a file that is none, or was written by somebody else, makes of its reader.
UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError)
MISSHAPEN = (AttributeError, KeyError, TypeError)


class BackupError(Exception):
    """A file that cannot be taken for what it should be, or a place it cannot go; the text says why."""


@dataclass(frozen=True, slots=True)
class Member:
    """One part of the file: its size in bytes, what it hashes to."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """`database` is the kind of the records, `migrations` the last one of each app, `columns` the columns of
    each table in the order they are written, `mark` how far the house was (see `snapshots`)."""

    made_at: str
    version: str
    database: str
    migrations: Mapping[str, list[str]]
    mark: Mapping[str, int]
    columns: Mapping[str, list[str]] = field(default_factory=dict)
    members: Mapping[str, Member] = field(default_factory=dict)
    format: int = FORMAT


@contextmanager
def sealing(file: Path) -> Iterator["Sealer"]:
    """Write members beside `file`, which appears whole and read back, or not at all, for its owner alone.

    Raises FileExistsError when it is there already, or is being written by somebody else.
    """
    if file.exists():
        raise FileExistsError(file)
    draft = file.with_name(DRAFT.format(file.name))
    if is_abandoned(draft):
        draft.unlink(missing_ok=True)
    draft.touch(mode=0o600, exist_ok=False)
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            yield Sealer(archive)
        with draft.open("rb+") as whole:
            os.fsync(whole.fileno())
        with opened(draft):
            pass
        _appear(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def is_abandoned(draft: Path) -> bool:
    """Whether a file, or a folder with its files, was begun by somebody who died over it."""
    try:
        written = max(each.stat().st_mtime for each in (draft, *draft.glob("*")))
    except FileNotFoundError:
        return False
    return time.time() - written > ABANDONED


def _appear(draft: Path, file: Path) -> None:
    """Give a finished draft its name; a link never replaces what is there, as a rename would."""
    try:
        file.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError as fault:
        # Memory sticks know no links.
        if file.exists():
            raise FileExistsError(file) from fault
        draft.rename(file)


class Sealer:
    """Takes the members of a file one after the other, and its manifest last."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._members: dict[str, Member] = {}

    @contextmanager
    def member(self, name: str) -> Iterator[Callable[[bytes], None]]:
        """A new member; call what is yielded with its bytes, piece by piece."""
        digest, size = hashlib.sha256(), 0
        with self._archive.open(name, "w", force_zip64=True) as part:

            def take(piece: bytes) -> None:
                nonlocal size
                size += len(piece)
                digest.update(piece)
                part.write(piece)

            yield take
        self._members[name] = Member(size, digest.hexdigest())

    def close(self, **about: Any) -> Manifest:
        """Write what the file is about, and seal it."""
        manifest = Manifest(**about, members=self._members)
        text = json.dumps(asdict(manifest), indent=1, sort_keys=True).encode()
        self._archive.writestr(MANIFEST, text)
        self._archive.comment = _seal(text)
        return manifest


class Sealed:
    """A file of a backup, opened and believed: every member is what the manifest says."""

    def __init__(self, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self._archive, self.manifest = archive, manifest

    def open(self, name: str) -> IO[bytes]:
        """Read a member."""
        return self._archive.open(name)


@contextmanager
def opened(file: Path) -> Iterator[Sealed]:
    """Check a file whole, then read it. Raises BackupError for one that is damaged, of another kind, or newer
    than this program."""
    with ExitStack() as stack:
        with _believed(file):
            archive = stack.enter_context(zipfile.ZipFile(file))
            manifest = _checked(archive)
        yield Sealed(archive, manifest)


def read_manifest(file: Path) -> Manifest:
    """What a file says of itself, without checking its members. Raises BackupError."""
    with _believed(file), zipfile.ZipFile(file) as archive:
        return _manifest(archive)


@contextmanager
def _believed(file: Path) -> Iterator[None]:
    """Whatever goes wrong while a file is read is said of the file."""
    try:
        yield
    except FileNotFoundError as fault:
        raise BackupError(f"{file} is not there.") from fault
    except (*UNREADABLE, *MISSHAPEN) as fault:
        raise BackupError(f"{file} is damaged, or no backup of a house.") from fault


def _checked(archive: zipfile.ZipFile) -> Manifest:
    manifest = _manifest(archive)
    if set(archive.namelist()) != {*manifest.members, MANIFEST}:
        raise BackupError("The file is damaged: parts are missing, or there are others.")
    for name, member in manifest.members.items():
        # Of a part that is too long not one piece is read.
        if archive.getinfo(name).file_size != member.bytes or _digest(archive, name) != member:
            raise BackupError(f"The file is damaged: {name} is not what was written.")
    return manifest


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    if MANIFEST not in archive.namelist() or archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise BackupError("This is no backup of a house.")
    text = archive.read(MANIFEST)
    if archive.comment != _seal(text):
        raise BackupError("The file is damaged: its seal is broken.")
    told = json.loads(text)
    if told.get("format", 0) > FORMAT:
        raise BackupError("The file was written by a newer version of this program.")
    return Manifest(**{**told, "members": {name: Member(**each) for name, each in told["members"].items()}})


def _digest(archive: zipfile.ZipFile, name: str) -> Member:
    digest, size = hashlib.sha256(), 0
    with archive.open(name) as part:
        for piece in pieces(part):
            digest.update(piece)
            size += len(piece)
    return Member(size, digest.hexdigest())


def pieces(part: IO[bytes]) -> Iterator[bytes]:
    """A stream in pieces of a megabyte."""
    while piece := part.read(CHUNK):
        yield piece


def _seal(text: bytes) -> bytes:
    return b"crawford " + hashlib.sha256(text).hexdigest().encode()
