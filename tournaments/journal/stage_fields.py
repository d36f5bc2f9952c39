"""The fields of stages with a draw of their own: which entries the results send there.

Such a stage is drawn once earlier results are known: a last chance, a knockout after a Swiss, the next mini
knockout. Its lines are entries, so they do not follow a later change of a result by themselves, as the lines
of a linked bracket do. `field_follow_ups` has the rows by which they do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.errors import Refusal
from tournaments.formats.plan import ENTRIES, LIVES, ROLLING, Stage
from tournaments.journal.draws import Drawn
from tournaments.journal.eligibility import can_be_drawn, get_qualified_entries
from tournaments.journal.facts import StoredRow
from tournaments.journal.seat_resolution import source_stages
from tournaments.journal.state import DrawnStage, EventState
from tournaments.payloads import read_payload


@dataclass(frozen=True, slots=True)
class FieldChange:
    """How the results change the field of a drawn stage.

    `leaving` are on its lines although the results no longer send them there, in order of the lines;
    `entering` are sent there now and are not in it. `is_open`: a result it was drawn from is missing, so that
    its field is not known.
    """

    stage: str
    leaving: tuple[int, ...] = ()
    entering: tuple[int, ...] = ()
    is_open: bool = False


def has_own_draws(state: EventState) -> bool:
    """Whether a stage is drawn from earlier results."""
    return any(True for _ in _list_own_draws(state))


def find_field_changes(before: EventState, after: EventState) -> tuple[FieldChange, ...]:
    """Return the drawn stages to which the results of two states send different entries."""
    changes = [_find_change(before, after, drawing) for drawing in _list_own_draws(after)]
    return tuple(change for change in changes if change is not None)


def require_same_fields(
    before: EventState,
    after: EventState,
    rows_before: Sequence[StoredRow],
    rows_after: Sequence[StoredRow],
) -> None:
    """Refuse ("stage_field_open") an undo that takes away a result on which a drawn stage stands.

    The states are those before and after the undo, the rows those in effect in them. The refusal has the
    `seq` of the row of that draw, which must be undone first. Entries that the results had not sent there
    before either are no reason to refuse, nor is a match that is open again because it was replayed after
    the draw.
    """
    changed_seqs = {row.seq for row in rows_before} ^ {row.seq for row in rows_after}
    for change in find_field_changes(before, after):
        draw_seq = _draw_seq(rows_after, after, change.stage)
        sent_before = get_qualified_entries(before, after.plan[change.stage]) or ()
        is_before_draw = any(seq < draw_seq for seq in changed_seqs)
        if (change.is_open and is_before_draw) or not set(change.leaving).isdisjoint(sent_before):
            raise Refusal("stage_field_open", stage=change.stage, seq=draw_seq, kind="drawn")


def _draw_seq(rows: Sequence[StoredRow], state: EventState, stage: str) -> int:
    first_stage = state.plan.stages[0].key
    draws = {row.seq: read_payload(Drawn, row.payload) for row in rows if row.kind == "drawn"}
    return max((seq for seq, drawn in draws.items() if (drawn.flight or first_stage) == stage), default=0)


def _list_own_draws(state: EventState) -> Iterator[DrawnStage]:
    """Yield the drawn stages that have a draw of their own, made from earlier results."""
    for stage in state.plan.stages:
        drawing = state.stages.get(stage.key)
        is_from_results = stage.feed.origin != ENTRIES or ROLLING in stage.options
        if drawing is not None and is_from_results and not source_stages(stage, state.plan):
            yield drawing


def _find_change(before: EventState, after: EventState, drawing: DrawnStage) -> FieldChange | None:
    stage = drawing.stage
    other = before.stages.get(stage.key)
    # A draw made again between the two states follows its own results.
    if other is None or other.seed != drawing.seed or _have_same_sources(before, after, stage):
        return None
    earlier, current = get_qualified_entries(before, stage), get_qualified_entries(after, stage)
    if current is None:
        return None if earlier is None else FieldChange(stage.key, is_open=True)
    # A re-entered entry is on two lines.
    leaving = tuple(
        entry
        for entry in dict.fromkeys(drawing.lines)
        if entry in drawing.qualifiers and entry not in current and not _has_left(after, entry, stage)
    )
    entering_entries = tuple(
        entry for entry in current if _may_come(after, entry, drawing) and entry not in (earlier or ())
    )
    if ROLLING in stage.options or earlier is None:
        # Who is free again waits for the next mini knockout; and as long as the field was not known, nobody
        # knows who was left out on purpose.
        entering_entries = entering_entries[: len(leaving)]
    return FieldChange(stage.key, leaving, entering_entries) if leaving or entering_entries else None


def _may_come(state: EventState, entry: int, drawing: DrawnStage) -> bool:
    """Whether an entry can be put into a drawn stage that it is not in, nor in a later mini knockout."""
    stage, keys = drawing.stage, [each.key for each in state.plan.stages]
    later_keys = keys[keys.index(stage.key) :] if ROLLING in stage.options else [stage.key]
    drawings = [state.stages[key] for key in later_keys if key in state.stages]
    is_in = any(entry in each.members for each in drawings)
    return not is_in and can_be_drawn(state.entries[entry], stage)


def _has_left(state: EventState, entry: int, stage: Stage) -> bool:
    """Whether an entry has left a stage since its draw, or the rounds for lives that it comes from.

    Who leaves finished rounds for lives keeps the place in the stage that was drawn from them.
    """
    left_stages = (stage.key, *(stage.feed.sources if stage.feed.origin == LIVES else ()))
    return any(state.entries[entry].withdrawal_number(key, key) for key in left_stages)


def _have_same_sources(before: EventState, after: EventState, stage: Stage) -> bool:
    """Whether nothing has changed in the flights that a stage is drawn from."""
    planned_keys = [each.key for each in after.plan.stages]
    if ROLLING in stage.options:
        keys = set(planned_keys[: planned_keys.index(stage.key)])
    else:
        keys = {after.index.stage_of.get(flight, flight) for flight in stage.feed.sources}
    if any(before.stages.get(key) != after.stages.get(key) for key in keys):
        return False
    names = [
        name
        for flight, key in after.index.stage_of.items()
        if key in keys
        for name in after.index.by_flight.get(flight, ())
    ]
    return all(before.board.get(name) == after.board[name] for name in names)
