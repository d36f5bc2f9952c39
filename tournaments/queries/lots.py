"""The draws of an event as anybody may check them: promise, seed, order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournaments.draws.field import MAIN
from tournaments.draws.lots import commitment
from tournaments.models import Entry, Event, JournalEntry
from tournaments.queries import flights


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the draw: its number in the bracket and who stands there, None for a bye."""

    number: int
    entry: Entry | None


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw: its stage, the seed it revealed, what had been promised before, seeded entries, its lines.

    `stands` tells it from those that were made again.
    """

    at: datetime
    name: str
    seed: str
    commitment: str
    seeded: tuple[Entry, ...]
    lines: tuple[Line, ...]
    stands: bool


def draws(event: Event) -> list[Draw]:
    """The draws of the stages that are published, the latest first. Two queries beside the fold."""
    known = flights.folded(event)
    entries = {entry.number: entry for entry in event.entries.select_related("player")}
    found: list[Draw] = []
    shown: set[str] = set()
    for at, payload in _drawn(event).values_list("at", "payload"):
        flight = payload.get("flight") or next(iter(known.shapes), MAIN)
        if flight in known.published:
            found.append(_draw(at, payload, _name(known, flight), entries, stands=flight not in shown))
            shown.add(flight)
    return found


def promise(event: Event) -> str:
    """What binds the draw that is not public yet, made or still to come; "" where none comes. One query at
    most beside the fold."""
    known = flights.folded(event)
    if not known.is_more_to_come:
        return ""
    latest = _drawn(event).values_list("payload", flat=True).first() if known.drafts else None
    return commitment(latest["seed"]) if latest else event.lots_commitment


def is_drafted(event: Event) -> bool:
    """Whether a draw is made that nobody but the desk sees; costs nothing beside the fold."""
    return bool(flights.folded(event).drafts)


def _drawn(event: Event) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(event=event, kind="drawn").order_by("-seq")


def _name(known: flights.Folded, flight: str) -> str:
    return known.shapes[flight].name if len(known.published) > 1 and flight in known.shapes else ""


def _draw(
    at: datetime, payload: Mapping[str, Any], name: str, entries: Mapping[int, Entry], *, stands: bool
) -> Draw:
    numbers: Sequence[int] = payload["lines"]
    return Draw(
        at=at,
        name=name,
        seed=payload["seed"],
        commitment=commitment(payload["seed"]),
        seeded=tuple(entries[number] for number in payload["seeds"] if number in entries),
        lines=tuple(Line(place, entries.get(number)) for place, number in enumerate(numbers, start=1)),
        stands=stands,
    )
