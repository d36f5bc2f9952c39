"""Heartbeats of background processes: recorded, and deleted when a process ends."""

from datetime import timedelta

from django.utils import timezone

from matches.models import Heartbeat
from matches.models.operations import ProcessKind

# How often a process reports; see `queries.processes.MISSED_AFTER` for when it is missed.
HEARTBEAT_INTERVAL = timedelta(seconds=20)
BEAT = "beat"


def record_heartbeat(*, name: str, kind: str) -> None:
    """Record the heartbeat of a process, unless its last one is younger than half an interval."""
    now = timezone.now()
    row, is_new = Heartbeat.objects.get_or_create(name=name[:120], defaults={"kind": kind})
    if not is_new:
        Heartbeat.objects.filter(pk=row.pk, seen_at__lt=now - HEARTBEAT_INTERVAL / 2).update(seen_at=now)


def delete_heartbeat(*, name: str) -> None:
    """Delete the record of a process that ends normally."""
    Heartbeat.objects.filter(name=name[:120]).delete()


def prune_heartbeats(*, older_than: timedelta) -> int:
    """Delete workers not seen for `older_than`; return their number."""
    deleted, _ = Heartbeat.objects.filter(
        kind=ProcessKind.WORKER, seen_at__lt=timezone.now() - older_than
    ).delete()
    return deleted
