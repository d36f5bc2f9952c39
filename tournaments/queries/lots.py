"""The draws of an event as anybody may check them: promise, seed, order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.draws.lots import commitment
from tournaments.models import Entry, Event


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the draw: its number in the bracket and who stands there, None for a bye."""

    number: int
    entry: Entry | None


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw: the seed it revealed, what had been promised before, seeded entries, and its lines."""

    at: datetime
    seed: str
    commitment: str
    seeded: tuple[Entry, ...]
    lines: tuple[Line, ...]


def draws(event: Event) -> list[Draw]:
    """Every draw of an event, the latest first: the one that stands. Two queries."""
    entries = {entry.number: entry for entry in event.entries.select_related("player")}
    found = event.journal.filter(kind="drawn").order_by("-seq").values_list("at", "payload")
    return [_draw(at, payload["seed"], payload["seeds"], payload["lines"], entries) for at, payload in found]


def _draw(
    at: datetime, seed: str, seeds: Sequence[int], lines: Sequence[int], entries: dict[int, Entry]
) -> Draw:
    return Draw(
        at=at,
        seed=seed,
        commitment=commitment(seed),
        seeded=tuple(entries[number] for number in seeds if number in entries),
        lines=tuple(Line(place, entries.get(number)) for place, number in enumerate(lines, start=1)),
    )
