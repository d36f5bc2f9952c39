"""Pending messages of the outbox, for the health page and the director's banner."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Min, Q

from matches.models.outbox import Outbox

PENDING: dict[str, Any] = {"sent_at": None, "given_up_at": None}
MAX_FAILED = 50


@dataclass(frozen=True, slots=True)
class PendingMessages:
    """How many rows are not done, and since when the oldest of them waits."""

    count: int
    since: datetime | None

    def is_late(self, now: datetime, *, patience: timedelta = timedelta(minutes=2)) -> bool:
        """Whether the oldest row has waited longer than a healthy worker ever lets it wait."""
        return self.since is not None and now - self.since > patience


def count_pending() -> PendingMessages:
    """Counts what is not done yet, in one query."""
    totals = Outbox.objects.filter(**PENDING).aggregate(count=Count("id"), since=Min("created_at"))
    return PendingMessages(count=totals["count"], since=totals["since"])


@dataclass(frozen=True, slots=True)
class PendingKind:
    """What is owed of one kind: how many rows, since when the oldest, how many were tried in vain."""

    kind: str
    count: int
    since: datetime
    failing: int


def count_pending_by_kind() -> list[PendingKind]:
    """What is owed, kind by kind, in one query."""
    rows = (
        Outbox.objects.filter(**PENDING)
        .values("kind")
        .annotate(count=Count("id"), since=Min("created_at"), failing=Count("id", filter=~Q(last_error="")))
        .order_by("kind")
    )
    return [PendingKind(**row) for row in rows]


def get_failed_messages() -> list[Outbox]:
    """What failed and is still owed, then what was given up, the oldest first; not more than is shown."""
    rows = Outbox.objects.filter(sent_at=None).exclude(last_error="")
    # Databases differ on where nothing stands in an order.
    return list(rows.order_by(F("given_up_at").asc(nulls_first=True), "created_at")[:MAX_FAILED])
