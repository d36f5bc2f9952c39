"""Draw audit: commitment, seed, order and reasons of each draw of an event."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet

from tournaments.formats import format_of
from tournaments.formats.draw_seed import commitment
from tournaments.formats.field import MAIN
from tournaments.formats.plan import Stage
from tournaments.formats.reasons import Reason, because
from tournaments.journal.eligibility import draw_candidates
from tournaments.journal.facts import Row
from tournaments.journal.replay import fold, live_rows
from tournaments.journal.state import Drawing, EventState
from tournaments.models import Entry, Event, JournalEntry
from tournaments.phrases.reasons import reason
from tournaments.queries import event_state, flights

CACHE_SECONDS = 3600
# Goes up when `Trace` gets another shape: what an older release kept is not read.
CACHE_VERSION = 1
KINDS = ("club", "country", "family", "partner", "met")

DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class DrawTrace:
    """The draw of a stage as its lots gave it: lines and seed, reasons by line from 1, shortfalls; whether
    seeds were drawn in blocks, and the kinds of people who were to be kept apart."""

    seed: str
    lines: tuple[int, ...]
    reasons: Mapping[int, tuple[Reason, ...]]
    shortfalls: tuple[Reason, ...]
    in_blocks: bool
    apart: tuple[str, ...]


def get_traces(event: Event) -> dict[str, DrawTrace]:
    """The draws that stand, by stage; one query, and another and a few folds where something else than a
    result was written since somebody last looked."""
    key = f"traces:{CACHE_VERSION}:{event.pk}:{event.lots_commitment}:{_last_seq(event)}"
    cached_traces: dict[str, DrawTrace] | None = cache.get(key)
    if cached_traces is None:
        rows = event_state.get_journal_rows(event)
        cached_traces = _compute_traces(rows, fold(rows))
        cache.set(key, cached_traces, CACHE_SECONDS)
    return cached_traces


def _last_seq(event: Event) -> int:
    """The last line of the journal that is not a plain result; those make and change no draw."""
    lines = JournalEntry.objects.filter(event=event).exclude(kind="settled")
    return lines.order_by("-seq").values_list("seq", flat=True).first() or 0


def _compute_traces(rows: Sequence[Row], state: EventState) -> dict[str, DrawTrace]:
    live_journal = live_rows(rows)
    traces_by_stage: dict[str, DrawTrace] = {}
    for index, row in enumerate(live_journal):
        if row.kind != DRAWN:
            continue
        key = str(row.payload.get("flight", "")) or state.plan.stages[0].key
        drawing = state.stages.get(key)
        # An earlier draw of the same stage has another seed.
        if drawing is not None and drawing.seed == row.payload["seed"]:
            traces_by_stage[key] = _compute_trace(fold(live_journal[:index]), row, drawing)
    return traces_by_stage


def _compute_trace(state_before: EventState, row: Row, drawing: Drawing) -> DrawTrace:
    stage = drawing.stage
    lines = tuple(row.payload["lines"])
    apart = tuple(kind for kind in KINDS if kind in stage.options.get("apart", ()))
    in_blocks = stage.options.get("seeding") == "blocks"
    if not format_of(stage).is_static:
        return DrawTrace(drawing.seed, lines, _order_reasons(stage, lines, drawing), (), in_blocks, apart)
    entries = sorted(entry for entry in lines if entry)
    redraw = format_of(stage).draw(
        stage, draw_candidates(state_before, stage, entries), drawing.seeds, drawing.seed
    )
    # The method of an older release may have given other lines: then nothing is said that is not so.
    if redraw.lines != lines:
        return DrawTrace(drawing.seed, lines, {}, (), in_blocks, apart)
    shortfalls = tuple(because("separation_short", **asdict(shortfall)) for shortfall in redraw.shortfalls)
    reasons = {line: _cacheable(line_reasons) for line, line_reasons in redraw.reasons.items()}
    return DrawTrace(drawing.seed, lines, reasons, _cacheable(shortfalls), in_blocks, apart)


def _cacheable(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """The same reasons with facts a cache can keep."""
    return tuple(Reason(reason.code, dict(reason.facts)) for reason in reasons)


def _order_reasons(stage: Stage, lines: Sequence[int], drawing: Drawing) -> dict[int, tuple[Reason, ...]]:
    """The reasons of the numbers in a stage of rounds: seeds first and the rest by lot."""
    by_lot = stage.options.get("numbers") == "lot"
    return {
        number: _cacheable(
            [
                because("line_seeded", number=number)
                if entry in drawing.seeds and not by_lot
                else because("line_by_lot", number=number, seed=drawing.seed)
            ]
        )
        for number, entry in enumerate(lines, start=1)
    }


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
    overview, traces = flights.get_overview(event), get_traces(event)
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
