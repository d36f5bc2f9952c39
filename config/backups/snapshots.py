"""Snapshots: the automatic backups of the installation, and their retention."""

import re
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from config.backups.archive import DRAFT_NAME, BackupError, is_abandoned, read_manifest
from config.backups.writer import COPY_PREFIX, get_watermark, write_backup
from tournaments.models import JournalEntry

TIMESTAMP = "%Y%m%dT%H%MZ"
FILE_NAME = re.compile(r"crawford-(\d{8}T\d{4}Z)\.backup")
# Changes of settings do not change the watermark, so a snapshot is taken at least once a day.
MAX_AGE = timedelta(days=1)
# A warning is shown if a journal entry is in no snapshot after this time.
MAX_UNSAVED = timedelta(hours=2)


# Each (span, interval) keeps the last snapshot of every interval in the span.
RETENTION = (
    (timedelta(hours=1), timedelta(minutes=5)),
    (timedelta(days=1), timedelta(hours=1)),
    (timedelta(days=14), timedelta(days=1)),
    (timedelta(weeks=12), timedelta(weeks=1)),
)
EPOCH = datetime(2024, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot: its file, the time in its name (UTC), its size."""

    file: Path
    taken_at: datetime
    bytes: int


def get_folder() -> Path:
    """Return the folder of the snapshots."""
    return Path(settings.SNAPSHOT_DIR)


def get_interval() -> timedelta:
    """Return the time between snapshots; zero for none."""
    return timedelta(minutes=settings.SNAPSHOT_MINUTES)


def list_snapshots() -> Sequence[Snapshot]:
    """Return all snapshots, the newest first."""
    snapshots = []
    for file in get_folder().glob("*.backup"):
        match = FILE_NAME.fullmatch(file.name)
        # A worker may delete one meanwhile.
        with suppress(FileNotFoundError):
            snapshots += [_make_snapshot(file, match[1])] if match else []
    return sorted(snapshots, key=lambda snapshot: snapshot.taken_at, reverse=True)


def take_due_snapshot() -> Snapshot | None:
    """Make the snapshot that is due and delete old ones.

    Returns None if none is due or needed, or if another worker is making it: the file is named after the
    start of its interval, so there is only one for each.
    """
    if not get_interval():
        return None
    now = timezone.now().astimezone(UTC)
    slot = datetime.fromtimestamp(
        now.timestamp() // get_interval().total_seconds() * get_interval().total_seconds(), UTC
    )
    earlier = list_snapshots()
    if earlier and (earlier[0].taken_at >= slot or not _has_changes(earlier[0], now)):
        return None
    snapshot = _write_snapshot(f"{slot:{TIMESTAMP}}")
    if snapshot is not None:
        delete_expired(now=now)
    return snapshot


def delete_expired(*, now: datetime) -> int:
    """Delete snapshots outside the retention, and drafts of crashed workers; return how many."""
    snapshots = list_snapshots()
    retained_times = select_retained((snapshot.taken_at for snapshot in snapshots), now)
    expired = [snapshot.file for snapshot in snapshots if snapshot.taken_at not in retained_times]
    expired += [draft for draft in get_folder().glob(DRAFT_NAME.format("*")) if is_abandoned(draft)]
    for file in expired:
        file.unlink(missing_ok=True)
    copies = [copy for copy in get_folder().glob(f"{COPY_PREFIX}*") if is_abandoned(copy)]
    for copy in copies:
        shutil.rmtree(copy, ignore_errors=True)
    return len(expired) + len(copies)


def select_retained(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """Select the times whose snapshots are retained; the newest always is."""
    sorted_times = sorted(times)
    selected = set(sorted_times[-1:])
    for span, interval in RETENTION:
        last = {(time - EPOCH) // interval: time for time in sorted_times if now - time <= span}
        selected |= set(last.values())
    return selected


def is_late() -> bool:
    """Whether a journal entry is older than `MAX_UNSAVED` (or two intervals) and in no snapshot."""
    if not get_interval():
        return False
    return JournalEntry.objects.filter(
        pk__gt=_get_last_saved_line(), at__lt=timezone.now() - max(MAX_UNSAVED, 2 * get_interval())
    ).exists()


def _get_last_saved_line() -> int:
    """Return the id of the last journal entry in the newest readable snapshot."""
    for snapshot in list_snapshots():
        with suppress(BackupError):
            return read_manifest(snapshot.file).mark.get("journal", 0)
    return 0


def _has_changes(last: Snapshot, now: datetime) -> bool:
    if now - last.taken_at >= MAX_AGE:
        return True
    try:
        return read_manifest(last.file).mark != get_watermark()
    except BackupError:
        return True


def _write_snapshot(timestamp: str) -> Snapshot | None:
    get_folder().mkdir(parents=True, exist_ok=True)
    file = get_folder() / f"crawford-{timestamp}.backup"
    try:
        write_backup(file)
    except FileExistsError:
        return None
    return _make_snapshot(file, timestamp)


def _make_snapshot(file: Path, timestamp: str) -> Snapshot:
    taken_at = datetime.strptime(timestamp, TIMESTAMP).replace(tzinfo=UTC)
    return Snapshot(file, taken_at, file.stat().st_size)
