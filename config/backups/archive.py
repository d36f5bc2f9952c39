"""The file of a backup: a zip archive with a manifest that lists its members by size and SHA-256."""

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
DRAFT_NAME = ".{}.part"
LARGEST_MANIFEST = 4 << 20
# A draft not written to for this long was left by a process that died.
DRAFT_MAX_AGE_SECONDS = 900.0
# Errors of reading a file that is damaged or no backup, and of a manifest with other fields.
READ_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError)
FORMAT_ERRORS = (AttributeError, KeyError, TypeError)


class BackupError(Exception):
    """A file that cannot be used as a backup, or cannot be restored here; the text says why."""


class NewerBackupError(BackupError):
    """A file of a newer release; `migrations` names those that this release does not have, if known."""

    def __init__(self, migrations: str = "") -> None:
        reason = f" (it has {migrations})" if migrations else ""
        super().__init__(f"The file was written by a newer version of this program{reason}.")
        self.migrations = migrations


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """The size in bytes and the hash of one member of the archive."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of a backup.

    `database` is the vendor, `migrations` the last one of each app, `columns` those of each table in
    the order they are written, `mark` the newest ids of the journal and queues (see `snapshots`).
    """

    made_at: str
    version: str
    database: str
    migrations: Mapping[str, list[str]]
    mark: Mapping[str, int]
    columns: Mapping[str, list[str]] = field(default_factory=dict)
    members: Mapping[str, ArchiveMember] = field(default_factory=dict)
    format: int = FORMAT


@contextmanager
def create_backup(file: Path) -> Iterator["BackupWriter"]:
    """Write a backup as a draft with mode 0600, which is renamed to `file` when it is complete and verified.

    Raises FileExistsError if the file exists, or another process is writing it.
    """
    if file.exists():
        raise FileExistsError(file)
    draft = file.with_name(DRAFT_NAME.format(file.name))
    if is_abandoned(draft):
        draft.unlink(missing_ok=True)
    draft.touch(mode=0o600, exist_ok=False)
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            yield BackupWriter(archive)
        with draft.open("rb+") as backup_file:
            os.fsync(backup_file.fileno())
        with open_backup(draft):
            pass
        _publish(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def is_abandoned(draft: Path) -> bool:
    """Whether a file, or a folder with its files, was left by a process that died."""
    try:
        last_write = max(path.stat().st_mtime for path in (draft, *draft.glob("*")))
    except FileNotFoundError:
        return False
    return time.time() - last_write > DRAFT_MAX_AGE_SECONDS


def _publish(draft: Path, file: Path) -> None:
    """Give a finished draft its name; unlike a rename, a hard link never replaces an existing file."""
    try:
        file.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError as error:
        # FAT file systems, as on USB sticks, have no hard links.
        if file.exists():
            raise FileExistsError(file) from error
        draft.rename(file)


class BackupWriter:
    """Writes the members of a backup one after the other, and its manifest last."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._members: dict[str, ArchiveMember] = {}

    @contextmanager
    def member(self, name: str) -> Iterator[Callable[[bytes], None]]:
        """Add a member; call the yielded function with its bytes, chunk by chunk."""
        digest, size = hashlib.sha256(), 0
        with self._archive.open(name, "w", force_zip64=True) as part:

            def write_chunk(chunk: bytes) -> None:
                nonlocal size
                size += len(chunk)
                digest.update(chunk)
                part.write(chunk)

            yield write_chunk
        self._members[name] = ArchiveMember(size, digest.hexdigest())

    def close(self, **fields: Any) -> Manifest:
        """Write the manifest and its checksum."""
        manifest = Manifest(**fields, members=self._members)
        text = json.dumps(asdict(manifest), indent=1, sort_keys=True).encode()
        self._archive.writestr(MANIFEST, text)
        self._archive.comment = _checksum_line(text)
        return manifest


class BackupReader:
    """An open backup whose members were all verified against the manifest."""

    def __init__(self, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self._archive, self.manifest = archive, manifest

    def open(self, name: str) -> IO[bytes]:
        """Read a member."""
        return self._archive.open(name)


@contextmanager
def open_backup(file: Path) -> Iterator[BackupReader]:
    """Verify a whole file, then read it.

    Raises BackupError for a file that is damaged, no backup, or newer than this release.
    """
    with ExitStack() as stack:
        with _as_backup_error(file):
            archive = stack.enter_context(zipfile.ZipFile(file))
            manifest = _verify(archive)
        yield BackupReader(archive, manifest)


def read_manifest(file: Path) -> Manifest:
    """Read the manifest of a file without verifying its members. Raises BackupError."""
    with _as_backup_error(file), zipfile.ZipFile(file) as archive:
        return _parse_manifest(archive)


@contextmanager
def _as_backup_error(file: Path) -> Iterator[None]:
    """Turn every error of reading a file into a BackupError that names it."""
    try:
        yield
    except FileNotFoundError as error:
        raise BackupError(f"{file} does not exist.") from error
    except (*READ_ERRORS, *FORMAT_ERRORS) as error:
        raise BackupError(f"{file} is damaged, or not a backup.") from error


def _verify(archive: zipfile.ZipFile) -> Manifest:
    manifest = _parse_manifest(archive)
    if set(archive.namelist()) != {*manifest.members, MANIFEST}:
        raise BackupError("The file is damaged: members are missing or unexpected.")
    for name, member in manifest.members.items():
        # The size is compared first, so that a member of another size is not read.
        if archive.getinfo(name).file_size != member.bytes or _digest(archive, name) != member:
            raise BackupError(f"The file is damaged: {name} is not what was written.")
    return manifest


def _parse_manifest(archive: zipfile.ZipFile) -> Manifest:
    if MANIFEST not in archive.namelist() or archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise BackupError("This is not a backup.")
    text = archive.read(MANIFEST)
    if archive.comment != _checksum_line(text):
        raise BackupError("The file is damaged: the manifest does not match its checksum.")
    fields = json.loads(text)
    if fields.get("format", 0) > FORMAT:
        raise NewerBackupError
    members = {name: ArchiveMember(**member) for name, member in fields["members"].items()}
    return Manifest(**{**fields, "members": members})


def _digest(archive: zipfile.ZipFile, name: str) -> ArchiveMember:
    digest, size = hashlib.sha256(), 0
    with archive.open(name) as part:
        for chunk in read_chunks(part):
            digest.update(chunk)
            size += len(chunk)
    return ArchiveMember(size, digest.hexdigest())


def read_chunks(part: IO[bytes]) -> Iterator[bytes]:
    """Read a stream in chunks of a megabyte."""
    while chunk := part.read(CHUNK):
        yield chunk


def _checksum_line(text: bytes) -> bytes:
    return b"crawford " + hashlib.sha256(text).hexdigest().encode()
