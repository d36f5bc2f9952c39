"""Messages of the outbox that are pending or have failed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Min, Q

from matches.models.operations import Outbox

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
