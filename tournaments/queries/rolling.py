"""The room where people wait for the next small knockout: who, in which order, and to how many points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time

from django.utils import timezone

from tournaments.formats.mini import MiniTerms, Pool
from tournaments.formats.plan import ROLLING, Stage
from tournaments.journal import rolling
from tournaments.journal.state import EventState
from tournaments.models import Entry, Event
from tournaments.phrases import flight_name
from tournaments.queries import event_state, events

SECONDS, MINUTES = 60, 60


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who may be put into the next knockout, how often he has played, whether it is his turn."""

    entry: Entry
    times: int
    is_next: bool


@dataclass(frozen=True, slots=True)
class Going:
    """A knockout that goes on, and who is left there."""

    name: str
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """`size` make a knockout, the next is `name`, to `points`; 0 when by the agreement none starts any more.

    `name` is empty when no further knockout is open. `is_full` tells that enough wait.
    """

    name: str
    size: int
    points: int
    hours: tuple[tuple[str, int], ...]
    guests: tuple[Guest, ...]
    going: tuple[Going, ...]
    is_full: bool
    fees: Mapping[int, int]


def is_rolling(event: Event) -> bool:
    """Whether small knockouts start one after the other in an event. One query."""
    return rolling.is_rolling(event_state.get_event_state(event).plan)


def room(event: Event, now: datetime) -> Room:
    """The room of an event of small knockouts. Two queries."""
    state = event_state.get_event_state(event)
    stages = [stage for stage in state.plan.stages if ROLLING in stage.options]
    agreement, pool, open_stage = (
        rolling.mini_terms(stages[-1]),
        rolling.pool(state),
        rolling.open_stage(state),
    )
    entries = {entry.number: entry for entry in events.entries_of(event)}
    return Room(
        name=flight_name(open_stage.key) if open_stage else "",
        size=agreement.size,
        points=_points(event, agreement, stages[-1], now),
        hours=tuple((_clock(until), points) for until, points in agreement.lengths),
        guests=tuple(_guests(state, agreement, pool, entries)),
        going=tuple(_going(state, pool, entries)),
        is_full=len(pool.waiting) >= agreement.size,
        fees=pool.fees(),
    )


def _points(event: Event, agreement: MiniTerms, stage: Stage, now: datetime) -> int:
    if not agreement.lengths:
        return stage.length(1) or event.main_length
    return agreement.points(minute_of(event, now))


def minute_of(event: Event, now: datetime) -> int:
    """The minute of the day on which the evening began; beyond 24 hours after midnight."""
    day = timezone.localdate(event.tournament.starts_at)
    begun = timezone.make_aware(datetime.combine(day, time.min))
    return max(0, int((now - begun).total_seconds()) // SECONDS)


def _clock(minute: int) -> str:
    return f"{minute // MINUTES % 24:02d}:{minute % MINUTES:02d}"


def _guests(
    state: EventState, agreement: MiniTerms, pool: Pool, entries: Mapping[int, Entry]
) -> Sequence[Guest]:
    next_numbers = set(pool.waiting[: agreement.size])
    others = [
        entry for entry in rolling.free_entries(state, set(dict(pool.playing))) if entry not in pool.waiting
    ]
    times = rolling.knockouts_by_entry(state)
    return [
        Guest(entries[number], times[number], number in next_numbers) for number in (*pool.waiting, *others)
    ]


def _going(state: EventState, pool: Pool, entries: Mapping[int, Entry]) -> Sequence[Going]:
    keys = [key for key, drawing in state.stages.items() if rolling.is_begun(drawing)]
    names_by_knockout: dict[int, list[str]] = {}
    for entry, number in pool.playing:
        names_by_knockout.setdefault(number, []).append(entries[entry].player.name)
    return [Going(flight_name(keys[number - 1]), tuple(names)) for number, names in names_by_knockout.items()]
