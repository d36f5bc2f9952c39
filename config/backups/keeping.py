"""Which snapshots are kept: many of the last hour, fewer of the days before, then one a week."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

# Each span keeps the last snapshot of every interval in it.
RULES = (
    (timedelta(hours=1), timedelta(minutes=5)),
    (timedelta(days=1), timedelta(hours=1)),
    (timedelta(days=14), timedelta(days=1)),
    (timedelta(weeks=12), timedelta(weeks=1)),
)
BEGINNING = datetime(2024, 1, 1, tzinfo=UTC)


def kept(moments: Iterable[datetime], now: datetime) -> set[datetime]:
    """Those of the moments whose snapshots stay; the newest always does."""
    known = sorted(moments)
    stays = set(known[-1:])
    for span, interval in RULES:
        last = {(moment - BEGINNING) // interval: moment for moment in known if now - moment <= span}
        stays |= set(last.values())
    return stays
