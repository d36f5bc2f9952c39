"""Backups the house makes by itself, in a folder beside its records, and which of them are kept."""

import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from config.backups.keeping import kept
from config.backups.seal import DRAFT, BackupError, is_abandoned, read_manifest
from config.backups.writing import COPIES, mark_now, write
from tournaments.models import JournalEntry

MOMENT = "%Y%m%dT%H%MZ"
NAMED = re.compile(r"crawford-(\d{8}T\d{4}Z)\.backup")
# A house where nothing happens is copied once a day all the same: settings leave no mark.
AT_LEAST = timedelta(days=1)
# A line of a journal that no snapshot holds after so long is a reason to look.
UNSAVED = timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot: its file, the moment in its name (UTC), its size."""

    file: Path
    at: datetime
    bytes: int


def folder() -> Path:
    """Where snapshots lie."""
    return Path(settings.SNAPSHOT_DIR)


def interval() -> timedelta:
    """How far apart snapshots are; none are made where that is nothing."""
    return timedelta(minutes=settings.SNAPSHOT_MINUTES)


def found() -> Sequence[Snapshot]:
    """All snapshots, the newest first."""
    told = []
    for file in folder().glob("*.backup"):
        named = NAMED.fullmatch(file.name)
        # A worker may let one go while we look.
        with suppress(FileNotFoundError):
            told += [_snapshot(file, named[1])] if named else []
    return sorted(told, key=lambda each: each.at, reverse=True)


def take() -> Snapshot | None:
    """Make the snapshot that is due, and let old ones go; None when none is due or needed, or somebody else
    is making it.

    Twice in one interval is once: its file has the name of the interval.
    """
    if not interval():
        return None
    now = timezone.now().astimezone(UTC)
    slot = datetime.fromtimestamp(
        now.timestamp() // interval().total_seconds() * interval().total_seconds(), UTC
    )
    before = found()
    if before and (before[0].at >= slot or not _is_needed(before[0], now)):
        return None
    made = _made(f"{slot:{MOMENT}}")
    if made is not None:
        thin(now=now)
    return made


def thin(*, now: datetime) -> int:
    """Let go of snapshots the rules no longer keep, and of what dead workers left; how many went."""
    all_found = found()
    stays = kept((each.at for each in all_found), now)
    gone = [each.file for each in all_found if each.at not in stays]
    gone += [draft for draft in folder().glob(DRAFT.format("*")) if is_abandoned(draft)]
    for file in gone:
        file.unlink(missing_ok=True)
    copies = [copy for copy in folder().glob(f"{COPIES}*") if is_abandoned(copy)]
    for copy in copies:
        shutil.rmtree(copy, ignore_errors=True)
    return len(gone) + len(copies)


def is_late() -> bool:
    """Whether something happened long ago that no snapshot holds."""
    if not interval():
        return False
    return JournalEntry.objects.filter(
        pk__gt=_saved(), at__lt=timezone.now() - max(UNSAVED, 2 * interval())
    ).exists()


def _saved() -> int:
    """The last line of a journal in the newest snapshot that can be read."""
    for each in found():
        with suppress(BackupError):
            return read_manifest(each.file).mark.get("journal", 0)
    return 0


def _is_needed(last: Snapshot, now: datetime) -> bool:
    if now - last.at >= AT_LEAST:
        return True
    try:
        return read_manifest(last.file).mark != mark_now()
    except BackupError:
        return True


def _made(moment: str) -> Snapshot | None:
    folder().mkdir(parents=True, exist_ok=True)
    file = folder() / f"crawford-{moment}.backup"
    try:
        write(file)
    except FileExistsError:
        return None
    return _snapshot(file, moment)


def _snapshot(file: Path, moment: str) -> Snapshot:
    at = datetime.strptime(moment, MOMENT).replace(tzinfo=UTC)
    return Snapshot(file, at, file.stat().st_size)
