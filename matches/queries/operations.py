"""Queries of the site's background work: outbox, change notices, heartbeats of processes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Min, Q

from matches.models import Pulse
from matches.models.operations import Notice, Outbox, ProcessKind

PENDING: dict[str, Any] = {"sent_at": None, "given_up_at": None}
MAX_FAILED = 50


@dataclass(frozen=True, slots=True)
class PendingMessages:
    """The number of pending messages, and the time of the oldest."""

    count: int
    since: datetime | None

    def is_late(self, now: datetime, *, patience: timedelta = timedelta(minutes=2)) -> bool:
        """Whether the oldest message has waited longer than `patience`, so that no worker seems to run."""
        return self.since is not None and now - self.since > patience


def count_pending() -> PendingMessages:
    """Count the pending messages, in one query."""
    totals = Outbox.objects.filter(**PENDING).aggregate(count=Count("id"), since=Min("created_at"))
    return PendingMessages(count=totals["count"], since=totals["since"])


@dataclass(frozen=True, slots=True)
class PendingKind:
    """The pending messages of one kind: how many, since when, and how many have failed attempts."""

    kind: str
    count: int
    since: datetime
    failing: int


def count_pending_by_kind() -> list[PendingKind]:
    """Count the pending messages by kind, in one query."""
    rows = (
        Outbox.objects.filter(**PENDING)
        .values("kind")
        .annotate(count=Count("id"), since=Min("created_at"), failing=Count("id", filter=~Q(last_error="")))
        .order_by("kind")
    )
    return [PendingKind(**row) for row in rows]


def get_failed_messages() -> list[Outbox]:
    """Return failed pending messages, then abandoned ones, the oldest first; at most `MAX_FAILED`."""
    rows = Outbox.objects.filter(sent_at=None).exclude(last_error="")
    # Databases differ on the order of NULL.
    return list(rows.order_by(F("given_up_at").asc(nulls_first=True), "created_at")[:MAX_FAILED])


# How many of the newest notices are checked for missing ids.
RECENT_COUNT = 50


def get_stream_position() -> int:
    """Return the id from which a page should stream: all notices up to it are committed. 0 if there are none.

    Ids are assigned at insertion but visible after the commit, so an open transaction may hold an id below
    the newest. The position therefore stays below the lowest id that is missing among the recent ones.
    """
    newest = list(Notice.objects.order_by("-id").values_list("id", flat=True)[:RECENT_COUNT])
    missing = set(range(min(newest, default=0), max(newest, default=0))) - set(newest)
    return min(missing) - 1 if missing else max(newest, default=0)


def get_oldest_id() -> int:
    """Return the id of the oldest stored notice, 0 when there is none."""
    return Notice.objects.aggregate(oldest=Min("id"))["oldest"] or 0


def get_notices_after(position: int, *, gaps: Collection[int], limit: int) -> list[Notice]:
    """Return up to `limit` notices by id: those after `position`, and any with an id in `gaps`."""
    fresh = Q(id__gt=position) | Q(id__in=gaps) if gaps else Q(id__gt=position)
    return list(Notice.objects.filter(fresh).order_by("id")[:limit])


def get_missed_notices(topics: Collection[str], *, after: int, until: int, limit: int) -> list[Notice]:
    """The notices under `topics` with after < id <= until, in order of id; at most `limit`."""
    return list(Notice.objects.filter(topic__in=topics, id__gt=after, id__lte=until).order_by("id")[:limit])


# Three pulse intervals (`services.operations.PULSE_INTERVAL`).
MISSED_AFTER = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ProcessStatus:
    """The last heartbeats of the workers and of the beat; one not seen for `MISSED_AFTER` is missed."""

    workers: Sequence[Pulse]
    beat: Pulse | None
    now: datetime

    def is_missed(self, pulse: Pulse | None) -> bool:
        """Whether the heartbeat of a process is overdue."""
        return pulse is None or self.now - pulse.seen_at > MISSED_AFTER

    @property
    def worker_states(self) -> list[tuple[Pulse, bool]]:
        """Every worker, each with whether it is missed."""
        return [(worker, self.is_missed(worker)) for worker in self.workers]

    @property
    def is_healthy(self) -> bool:
        """Whether the beat and at least one worker are alive."""
        return not self.is_missed(self.beat) and any(not missed for _, missed in self.worker_states)


def get_process_status(now: datetime) -> ProcessStatus:
    """The status of all processes, in one query."""
    rows = list(Pulse.objects.order_by("-seen_at"))
    beats = [row for row in rows if row.kind == ProcessKind.BEAT]
    return ProcessStatus(
        [row for row in rows if row.kind == ProcessKind.WORKER], beats[0] if beats else None, now
    )
