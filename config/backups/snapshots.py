"""Backups the house makes by itself, in a folder beside its records, and which of them are kept."""

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from config.backups.keeping import kept
from config.backups.seal import BackupError, opened, read_manifest
from config.backups.writing import mark_now, write
from tournaments.models import JournalEntry

log = logging.getLogger(__name__)

NAME = "crawford-{:%Y%m%dT%H%MZ}.backup"
NAMED = re.compile(r"crawford-(\d{8}T\d{4})Z\.backup")
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
    files = [(NAMED.fullmatch(file.name), file) for file in folder().glob("*.backup")]
    named = [
        Snapshot(file, datetime.strptime(name[1], "%Y%m%dT%H%M").replace(tzinfo=UTC), file.stat().st_size)
        for name, file in files
        if name
    ]
    return sorted(named, key=lambda each: each.at, reverse=True)


def take() -> Snapshot | None:
    """Make the snapshot that is due, check it, and let old ones go; None when none is due or needed.

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
    made = _made(folder() / NAME.format(slot))
    if made is not None:
        thin(now=now)
    return made


def thin(*, now: datetime) -> int:
    """Let go of snapshots the rules no longer keep; how many went."""
    all_found = found()
    stays = kept((each.at for each in all_found), now)
    gone = [each for each in all_found if each.at not in stays]
    for each in gone:
        each.file.unlink(missing_ok=True)
    return len(gone)


def is_late() -> bool:
    """Whether something happened long ago that no snapshot holds."""
    if not interval():
        return False
    newest = next(iter(found()), None)
    saved = read_manifest(newest.file).mark.get("journal", 0) if newest else 0
    return JournalEntry.objects.filter(
        pk__gt=saved, at__lt=timezone.now() - max(UNSAVED, 2 * interval())
    ).exists()


def _is_needed(last: Snapshot, now: datetime) -> bool:
    if now - last.at >= AT_LEAST:
        return True
    try:
        return read_manifest(last.file).mark != mark_now()
    except BackupError:
        return True


def _made(file: Path) -> Snapshot | None:
    folder().mkdir(parents=True, exist_ok=True)
    try:
        write(file)
        with opened(file):
            pass
    except FileExistsError:
        return None
    found_at = datetime.strptime(file.name, "crawford-%Y%m%dT%H%MZ.backup").replace(tzinfo=UTC)
    return Snapshot(file, found_at, file.stat().st_size)
