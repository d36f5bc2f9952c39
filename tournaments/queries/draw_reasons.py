"""Why every line of a draw holds what it holds, and what could not be kept apart: worked out again."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from django.core.cache import cache

from tournaments.formats import format_of
from tournaments.formats.plan import Stage
from tournaments.formats.reasons import Reason, because
from tournaments.journal.facts import Row
from tournaments.journal.fold import fold, live_rows
from tournaments.journal.gathering import people
from tournaments.journal.state import Drawing, EventState
from tournaments.models import Event, JournalEntry
from tournaments.queries import facts

KEPT_SECONDS = 3600
# Goes up when `Trace` gets another shape: what an older release kept is not read.
SHAPE = 1
KINDS = ("club", "country", "family", "partner", "met")

DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Trace:
    """The draw of a stage as its lots gave it: lines and seed, reasons by line from 1, shortfalls; whether
    seeds were drawn in blocks, and the kinds of people who were to be kept apart."""

    seed: str
    lines: tuple[int, ...]
    reasons: Mapping[int, tuple[Reason, ...]]
    shortfalls: tuple[Reason, ...]
    in_blocks: bool
    apart: tuple[str, ...]


def traces(event: Event) -> dict[str, Trace]:
    """The draws that stand, by stage; one query, and another and a few folds where something else than a
    result was written since somebody last looked."""
    key = f"traces:{SHAPE}:{event.pk}:{event.lots_commitment}:{_last(event)}"
    kept: dict[str, Trace] | None = cache.get(key)
    if kept is None:
        rows = facts.rows(event)
        kept = _traces(rows, fold(rows))
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _last(event: Event) -> int:
    """The last line of the journal that is not a plain result; those make and change no draw."""
    lines = JournalEntry.objects.filter(event=event).exclude(kind="settled")
    return lines.order_by("-seq").values_list("seq", flat=True).first() or 0


def _traces(rows: Sequence[Row], state: EventState) -> dict[str, Trace]:
    counted = live_rows(rows)
    found: dict[str, Trace] = {}
    for place, row in enumerate(counted):
        if row.kind != DRAWN:
            continue
        key = str(row.payload.get("flight", "")) or state.plan.stages[0].key
        standing = state.stages.get(key)
        # An earlier draw of the same stage has another seed.
        if standing is not None and standing.seed == row.payload["seed"]:
            found[key] = _trace(fold(counted[:place]), row, standing)
    return found


def _trace(before: EventState, row: Row, standing: Drawing) -> Trace:
    stage = standing.stage
    told = tuple(row.payload["lines"])
    apart = tuple(kind for kind in KINDS if kind in stage.options.get("apart", ()))
    in_blocks = stage.options.get("seeding") == "blocks"
    if not format_of(stage).is_static:
        return Trace(standing.seed, told, _in_order(stage, told, standing), (), in_blocks, apart)
    entries = sorted(entry for entry in told if entry)
    again = format_of(stage).draw(stage, people(before, stage, entries), standing.seeds, standing.seed)
    # The method of an older release may have given other lines: then nothing is said that is not so.
    if again.lines != told:
        return Trace(standing.seed, told, {}, (), in_blocks, apart)
    short = tuple(because("separation_short", **asdict(each)) for each in again.shortfalls)
    reasons = {line: _kept(why) for line, why in again.reasons.items()}
    return Trace(standing.seed, told, reasons, _kept(short), in_blocks, apart)


def _kept(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """The same reasons with facts a cache can keep."""
    return tuple(Reason(each.code, dict(each.facts)) for each in reasons)


def _in_order(stage: Stage, lines: Sequence[int], standing: Drawing) -> dict[int, tuple[Reason, ...]]:
    """The reasons of the numbers in a stage of rounds: seeds first and the rest by lot."""
    by_lot = stage.options.get("numbers") == "lot"
    return {
        number: _kept(
            [
                because("line_seeded", number=number)
                if entry in standing.seeds and not by_lot
                else because("line_by_lot", number=number, seed=standing.seed)
            ]
        )
        for number, entry in enumerate(lines, start=1)
    }
