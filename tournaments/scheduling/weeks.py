"""The days of a weekly night: which come next, and the moment each begins on the club's clock. Pure."""

from collections.abc import Collection, Iterator
from datetime import date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

WEEK = timedelta(weeks=1)


def days_from(weekday: int, first: date) -> Iterator[date]:
    """Every day of the week `weekday` (Monday 0) from `first` on, that day included."""
    day = first + timedelta(days=(weekday - first.weekday()) % 7)
    while True:
        yield day
        day += WEEK


def next_days(weekday: int, first: date, *, weeks: int, without: Collection[date] = ()) -> list[date]:
    """The days of the next `weeks` weeks from `first` on, without those that are skipped or held already."""
    return [day for day in islice(days_from(weekday, first), weeks) if day not in without]


def start_of_night(day: date, begins: time, zone: ZoneInfo) -> datetime:
    """When a night begins; an hour that a change of clocks leaves out is read by the clock before it."""
    return datetime.combine(day, begins, tzinfo=zone)
