"""Draw audit: commitment, seed, order and reasons of each draw of an event."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournaments.formats.field import MAIN
from tournaments.formats.lots import commitment
from tournaments.formats.reasons import Reason
from tournaments.models import Entry, Event, JournalEntry
from tournaments.phrases.reasons import reason
from tournaments.queries import draw_reasons, flights
from tournaments.queries.draw_reasons import DrawTrace


@dataclass(frozen=True, slots=True)
class DrawLine:
    """A line of the draw: its number in the bracket, who stands there (None for a bye), and why, in words."""

    number: int
    entry: Entry | None
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """One draw: its stage, the seed it revealed, what had been promised before, seeded entries, its lines.

    `stands` tells it from those that were made again; of one that stands `short` tells who could not be kept
    apart, and `in_blocks` and `apart` what the draw was asked for beside seeds and lots.
    """

    at: datetime
    name: str
    seed: str
    commitment: str
    seeded: tuple[Entry, ...]
    lines: tuple[DrawLine, ...]
    stands: bool
    short: tuple[str, ...] = ()
    in_blocks: bool = False
    apart: tuple[str, ...] = ()


def get_draws(event: Event) -> list[DrawRecord]:
    """The draws of the stages that are published, the latest first. Two queries beside the folds."""
    overview, traces = flights.get_overview(event), draw_reasons.get_traces(event)
    entries = {entry.number: entry for entry in event.entries.select_related("player")}
    draw_list: list[DrawRecord] = []
    drawn_flights: set[str] = set()
    for at, payload in _draw_entries(event).values_list("at", "payload"):
        flight = payload.get("flight") or next(iter(overview.flight_infos), MAIN)
        if flight in overview.published:
            draw = _draw(at, payload, _name(overview, flight), entries, stands=flight not in drawn_flights)
            draw_list.append(_with_reasons(draw, traces.get(flight), entries))
            drawn_flights.add(flight)
    return draw_list


def get_commitment(event: Event) -> str:
    """What binds the draw that is not public yet, made or still to come; "" where none comes. One query at
    most beside the fold."""
    overview = flights.get_overview(event)
    if not overview.is_more_to_come:
        return ""
    latest_payload = (
        _draw_entries(event).values_list("payload", flat=True).first() if overview.drafts else None
    )
    return commitment(latest_payload["seed"]) if latest_payload else event.lots_commitment


def has_draft(event: Event) -> bool:
    """Whether a draw is made that nobody but the desk sees; costs nothing beside the fold."""
    return bool(flights.get_overview(event).drafts)


def describe_reasons(reasons: Iterable[Reason], entries: Mapping[int, Entry]) -> tuple[str, ...]:
    """Reasons as sentences with the names of these entries."""
    return _describe(reasons, _names(entries))


def describe_lines(trace: DrawTrace, entries: Mapping[int, Entry]) -> tuple[DrawLine, ...]:
    """The lines of a draw, each with its reasons in words."""
    names = _names(entries)
    return tuple(
        DrawLine(place, entries.get(number), _describe(trace.reasons.get(place, ()), names))
        for place, number in enumerate(trace.lines, start=1)
    )


def _names(entries: Mapping[int, Entry]) -> dict[int, str]:
    return {number: entry.player.name for number, entry in entries.items()}


def _describe(reasons: Iterable[Reason], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(reason(line_reason.code, line_reason.facts, names) for line_reason in reasons)


def _with_reasons(draw: DrawRecord, trace: DrawTrace | None, entries: Mapping[int, Entry]) -> DrawRecord:
    """A draw with what its trace tells; one that does not stand has none."""
    if trace is None or trace.seed != draw.seed:
        return draw
    return replace(
        draw,
        lines=describe_lines(trace, entries),
        short=describe_reasons(trace.shortfalls, entries),
        in_blocks=trace.in_blocks,
        apart=trace.apart,
    )


def _draw_entries(event: Event) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(event=event, kind="drawn").order_by("-seq")


def _name(overview: flights.EventOverview, flight: str) -> str:
    return (
        overview.flight_infos[flight].name
        if len(overview.published) > 1 and flight in overview.flight_infos
        else ""
    )


def _draw(
    at: datetime, payload: Mapping[str, Any], name: str, entries: Mapping[int, Entry], *, stands: bool
) -> DrawRecord:
    numbers: Sequence[int] = payload["lines"]
    return DrawRecord(
        at=at,
        name=name,
        seed=payload["seed"],
        commitment=commitment(payload["seed"]),
        seeded=tuple(entries[number] for number in payload["seeds"] if number in entries),
        lines=tuple(DrawLine(place, entries.get(number)) for place, number in enumerate(numbers, start=1)),
        stands=stands,
    )
