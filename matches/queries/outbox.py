"""What the outbox still owes, for the health page and the director's banner."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min

from matches.models.outbox import Outbox


@dataclass(frozen=True, slots=True)
class Owed:
    """How many rows are not done, and since when the oldest of them waits."""

    count: int
    since: datetime | None

    def is_late(self, now: datetime, *, patience: timedelta = timedelta(minutes=2)) -> bool:
        """Whether the oldest row has waited longer than a healthy worker ever lets it wait."""
        return self.since is not None and now - self.since > patience


def owed() -> Owed:
    """Counts what is not done yet, in one query."""
    found = Outbox.objects.filter(sent_at=None).aggregate(count=Count("id"), since=Min("created_at"))
    return Owed(count=found["count"], since=found["since"])
