"""Reasons of each line of a draw, recomputed from the journal."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from django.core.cache import cache

from tournaments.formats import format_of
from tournaments.formats.plan import Stage
from tournaments.formats.reasons import Reason, because
from tournaments.journal.facts import Row
from tournaments.journal.fold import fold, live_rows
from tournaments.journal.gathering import draw_candidates
from tournaments.journal.state import Drawing, EventState
from tournaments.models import Event, JournalEntry
from tournaments.queries import facts

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
        rows = facts.get_journal_rows(event)
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
