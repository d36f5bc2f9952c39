"""Breaks in play, and the playing time between two moments. Pure functions.

Whoever asks how long something has waited, or when it is due, asks here with the breaks that apply
(`matches.queries.breaks`): late starts (`lateness`), unanswered results (`services.unanswered_reports`), the
time to object (`queries.objection_deadlines`), calls and estimates (`schedule` of `tournaments.play`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """A break from one moment up to, and without, another."""

    begins: datetime
    ends: datetime

    def includes(self, moment: datetime) -> bool:
        """Whether there is no play at a moment."""
        return self.begins <= moment < self.ends


class MatchAtDesk(Protocol):
    """What decides which breaks apply to a match: its key and its desk."""

    @property
    def pk(self) -> int:
        """Return its key."""

    @property
    def desk_id(self) -> int:
        """Return the key of its desk."""


def find_end_of_break(moment: datetime, breaks: Iterable[Interval]) -> datetime | None:
    """Return when play goes on if a moment lies in a break, else None."""
    return next((each.ends for each in _merge(breaks) if each.includes(moment)), None)


def measure_playing_time(since: datetime, until: datetime, breaks: Iterable[Interval]) -> timedelta:
    """Return the time between two moments without the breaks; negative if `until` is earlier."""
    if not breaks:
        return until - since
    rest = timedelta()
    for each in _merge(breaks):
        rest += max(timedelta(), min(each.ends, until) - max(each.begins, since))
    return until - since - rest


def add_playing_time(start: datetime, duration: timedelta, breaks: Iterable[Interval]) -> datetime:
    """Return when so much playing time has passed since `start`."""
    moment = start + duration
    if not breaks:
        return moment
    for each in _merge(breaks):
        if each.ends > start and each.begins < moment:
            moment += each.ends - max(each.begins, start)
    return moment


def _merge(breaks: Iterable[Interval]) -> Iterator[Interval]:
    """Yield the breaks in order, without empty ones; those that overlap or touch are one."""
    current: Interval | None = None
    for each in sorted(breaks):
        if each.ends <= each.begins:
            continue
        if current is not None and each.begins <= current.ends:
            current = Interval(current.begins, max(current.ends, each.ends))
        else:
            if current is not None:
                yield current
            current = each
    if current is not None:
        yield current
