"""Commands of the director: pure functions that return the next journal row of a state.

An impossible command is refused here, or when its row is replayed. `preview` replays a row without storing
it. For rounds see `pairing_commands`, for changes to draws `draw_changes`, to the plan `stage_changes`, for
teams `team_commands`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.errors import Refusal
from tournaments.formats import format_of, plan
from tournaments.formats.plan import ENTRIES, Plan, Stage
from tournaments.formats.seeding import LARGEST_DRAW, SMALLEST_DRAW
from tournaments.journal.correction import Chooser, SeatChange, lenient_chooser, seat_changes
from tournaments.journal.draws import Drawn, drawn_payload
from tournaments.journal.eligibility import draw_candidates, eligible_entries, seeds_by_results
from tournaments.journal.entries import described_payload, entered_payload
from tournaments.journal.facts import Newcomer, StoredRow
from tournaments.journal.replay import apply_row, fold
from tournaments.journal.seat_resolution import source_stages
from tournaments.journal.state import EventState
from tournaments.journal.undo import fold_undone
from tournaments.journal.undone_rows import UNDONE


class JournalCommand(NamedTuple):
    """The next journal row: its kind and its payload."""

    kind: str
    payload: dict[str, Any]


def set_plan(new_plan: Plan) -> JournalCommand:
    """Set the stages of the event."""
    return JournalCommand("planned", plan.make_payload(new_plan))


def enter(state: EventState, newcomers: Sequence[str | Newcomer]) -> JournalCommand:
    """Add new entries under the next free numbers."""
    last = max(state.entries, default=0)
    return JournalCommand("entered", entered_payload(dict(enumerate(newcomers, start=last + 1))))


def draw(
    state: EventState, seed: str, *, flight: str = "", seeds: Sequence[int] = (), only: Collection[int] = ()
) -> JournalCommand:
    """Draw a stage (default: the first) with all eligible entries, or with `only` these.

    Without `seeds`, the results may give them (`seeds_by_results`). Refuses `stage_unknown`, `stage_hangs`,
    `already_published`, `stage_open`, `field_size`, `seeds_unknown`, and what the format refuses.
    """
    stage = _stage(state, flight)
    if source_stages(stage, state.plan):
        raise Refusal("stage_hangs", stage=stage.key)
    if stage.key in state.stages and state.stages[stage.key].is_published:
        raise Refusal("already_published")
    entries = eligible_entries(state, stage, only)
    if len(entries) < SMALLEST_DRAW:
        raise Refusal("field_size", entrants=len(entries), smallest=SMALLEST_DRAW, largest=LARGEST_DRAW)
    seeded_entries = tuple(seeds) or seeds_by_results(state, stage, entries)
    lines = format_of(stage).draw(stage, draw_candidates(state, stage, entries), seeded_entries, seed).lines
    return JournalCommand("drawn", drawn_payload(Drawn(stage.format, seed, seeded_entries, lines, stage.key)))


def publish(flight: str = "") -> JournalCommand:
    """Publish the draw of a stage, or all draws."""
    return JournalCommand("published", {"flight": flight})


def withdraw(entry: int, flight: str = "", results: str = "") -> JournalCommand:
    """Withdraw an entry from a flight, or from the event.

    `results` says what becomes of its matches in round robins, "annulled" or "forfeited"; "" by the rule.
    """
    results_field = {"results": results} if results else {}
    return JournalCommand("withdrawn", {"entry": entry, "flight": flight, **results_field})


def reinstate(entry: int, flight: str = "") -> JournalCommand:
    """Reinstate an entry in a flight, or wherever it was withdrawn."""
    return JournalCommand("reinstated", {"entry": entry, "flight": flight})


def substitute(entry: int, player: str) -> JournalCommand:
    """Replace the player of an entry that has not played yet."""
    return JournalCommand("substituted", {"entry": entry, "player": player})


def describe(particulars: Mapping[int, Newcomer]) -> JournalCommand:
    """Replace the details of entries; their `player` is ignored."""
    return JournalCommand("described", described_payload(particulars))


def mark_presence(entries: Sequence[int], presence: str) -> JournalCommand:
    """Set the presence of entries: here, away, on the waiting list, or unknown."""
    return JournalCommand("presence_marked", {"entries": list(entries), "presence": presence})


def lengthen(flight: str, number: int, length: int) -> JournalCommand:
    """Change the match length of a round not yet played."""
    return JournalCommand("lengthened", {"flight": flight, "round": number, "length": length})


def end(flight: str) -> JournalCommand:
    """End a stage of rounds: no further round is paired."""
    return JournalCommand("ended", {"flight": flight})


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a row: the state before and after it, and every pairing that changes."""

    before: EventState
    after: EventState
    changes: tuple[SeatChange, ...]


def preview(rows: Sequence[StoredRow], row: StoredRow) -> Preview:
    """Return the effect of one more row; open choices of a correction keep as much as possible."""
    if row.kind == UNDONE:
        return preview_undo(rows, [row])
    return preview_row(fold(rows), row, lenient_chooser(row.payload.get("choices", {})))


def preview_undo(rows: Sequence[StoredRow], undoings: Sequence[StoredRow]) -> Preview:
    """Return the effect of the undo rows of a command. Refuses what `undo.fold_undone` does."""
    before = fold(rows)
    after = fold_undone(rows, undoings, before)
    return Preview(before, after, seat_changes(before.board, after.board))


def preview_row(before: EventState, row: StoredRow, choose: Chooser | None = None) -> Preview:
    """Return a preview from a state, for a row that is not an undo."""
    after = apply_row(before, row, choose)
    return Preview(before, after, seat_changes(before.board, after.board))


def _stage(state: EventState, flight: str) -> Stage:
    if flight:
        return state.plan[flight]
    first = next((stage for stage in state.plan.stages if stage.feed.origin == ENTRIES), None)
    if first is None:
        raise Refusal("stage_unknown", stage=flight)
    return first
