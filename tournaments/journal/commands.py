"""Commands of the director: pure functions that return the next journal row of a state.

An impossible command is refused here, or when its row is replayed. `preview` replays a row without storing
it. For rounds see `pairing_commands`, for changes to draws `draw_changes`, to the plan `stage_changes`, for
teams `team_commands`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import ENTRIES, Plan, Stage
from tournaments.formats.seeding import LARGEST_DRAW, SMALLEST_DRAW
from tournaments.journal.correction import Chooser, SeatChange, lenient_chooser, seat_changes
from tournaments.journal.draws import Drawn, Planned, Published
from tournaments.journal.eligibility import draw_candidates, eligible_entries, seeds_by_results
from tournaments.journal.entries import (
    Described,
    DescribedEntry,
    Entered,
    NewEntry,
    PresenceMarked,
    Reinstated,
    Substituted,
    Withdrawn,
)
from tournaments.journal.facts import UNDONE, StoredRow
from tournaments.journal.registry import KIND_OF
from tournaments.journal.replay import apply_row, fold
from tournaments.journal.rounds import Ended, Lengthened
from tournaments.journal.seat_resolution import source_stages
from tournaments.journal.state import EventState
from tournaments.journal.undo import fold_undone
from tournaments.name_lists.details import EntryDetails
from tournaments.payloads import make_payload


class JournalCommand(NamedTuple):
    """The next journal row: its kind and its payload."""

    kind: str
    payload: dict[str, Any]


def make_command(fact: object) -> JournalCommand:
    """Return the row that says a fact, such as `Withdrawn`."""
    return JournalCommand(KIND_OF[type(fact)].name, make_payload(fact))


def set_plan(new_plan: Plan) -> JournalCommand:
    """Set the stages of the event."""
    return make_command(Planned(new_plan))


def enter(
    state: EventState, players: Sequence[str], details: Mapping[str, EntryDetails] = MappingProxyType({})
) -> JournalCommand:
    """Add players, given by their public ids, as entries under the next free numbers."""
    numbered_players = enumerate(players, start=max(state.entries, default=0) + 1)
    return make_command(
        Entered(
            tuple(
                NewEntry(number, player, details.get(player, EntryDetails()))
                for number, player in numbered_players
            )
        )
    )


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
    return make_command(
        Drawn(flight=stage.key, format=stage.format, seed=seed, seeds=seeded_entries, lines=lines)
    )


def publish(flight: str = "") -> JournalCommand:
    """Publish the draw of a stage, or all draws."""
    return make_command(Published(flight))


def withdraw(entry: int, flight: str = "", results: str = "") -> JournalCommand:
    """Withdraw an entry from a flight, or from the event.

    `results` says what becomes of its matches in round robins, "annulled" or "forfeited"; "" by the rule.
    """
    return make_command(Withdrawn(entry, flight, results))


def reinstate(entry: int, flight: str = "") -> JournalCommand:
    """Reinstate an entry in a flight, or wherever it was withdrawn."""
    return make_command(Reinstated(entry, flight))


def substitute(entry: int, player: str) -> JournalCommand:
    """Replace the player of an entry that has not played yet."""
    return make_command(Substituted(entry, player))


def describe(entries: Iterable[DescribedEntry]) -> JournalCommand:
    """Replace the details of entries."""
    return make_command(Described(tuple(entries)))


def mark_presence(entries: Sequence[int], presence: str) -> JournalCommand:
    """Set the presence of entries: here, away, on the waiting list, or unknown."""
    return make_command(PresenceMarked(tuple(entries), presence))


def lengthen(flight: str, number: int, length: int) -> JournalCommand:
    """Change the match length of a round not yet played."""
    return make_command(Lengthened(flight, number, length))


def end(flight: str) -> JournalCommand:
    """End a stage of rounds: no further round is paired."""
    return make_command(Ended(flight))


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
