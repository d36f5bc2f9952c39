"""Replay of a journal: `fold(rows)` returns the `EventState`, or refuses the first invalid row."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.errors import Refusal
from tournaments.journal import draws, entries, facts, results, team_facts, teams
from tournaments.journal.correction import Chooser
from tournaments.journal.facts import StoredRow
from tournaments.journal.mutable_state import MutableState
from tournaments.journal.payloads import read
from tournaments.journal.state import EventState
from tournaments.journal.undo_dependencies import check_dependencies

UNDONE = "undone"


def fold(rows: Sequence[StoredRow]) -> EventState:
    """Return the state of an event after all rows. The refusal of an invalid row has its `seq` and `kind`."""
    live = live_rows(rows)
    return fold_onto(EventState(), live, rows[-1].seq if rows else 0)


def fold_onto(state: EventState, live: Sequence[StoredRow], seq: int | None = None) -> EventState:
    """Return the state after further rows that are in effect; `seq` is the number of the new state."""
    mutable_state = MutableState.of(state)
    for row in live:
        _apply(mutable_state, row, None)
    return mutable_state.to_state(seq if seq is not None else live[-1].seq if live else state.seq)


def apply_row(state: EventState, row: StoredRow, choose: Chooser | None = None) -> EventState:
    """Return the state after one more row that is no undo; `choose` replaces the choices of a correction."""
    mutable_state = MutableState.of(state)
    _apply(mutable_state, row, choose)
    return mutable_state.to_state(row.seq)


def fold_with_choices(rows: Sequence[StoredRow], choose: Chooser) -> EventState:
    """Return the state as `fold` does; `choose` replaces the choices of the last row, a correction."""
    return apply_row(fold(rows[:-1]), rows[-1], choose)


def live_rows(rows: Sequence[StoredRow]) -> tuple[StoredRow, ...]:
    """Return the rows in effect, without undone rows and undos. Refuses an undo of an unknown row."""
    undone = undone_seqs(rows)
    return tuple(row for row in rows if row.seq not in undone and row.kind != UNDONE)


def undone_seqs(rows: Sequence[StoredRow]) -> frozenset[int]:
    """Return the numbers of the undone rows; an undo that was itself undone has no effect."""
    undone: set[int] = set()
    known_seqs = {row.seq for row in rows}
    for row in reversed(rows):
        fact = read(row) if row.kind == UNDONE and row.seq not in undone else None
        if not isinstance(fact, facts.Undone):
            continue
        if fact.seq not in known_seqs or fact.seq >= row.seq or fact.seq in undone:
            raise Refusal("undo_nothing", seq=fact.seq)
        undone.add(fact.seq)
    check_dependencies(rows, undone)
    return frozenset(undone)


def _apply(mutable_state: MutableState, row: StoredRow, choose: Chooser | None) -> None:
    try:
        fact = read(row)
        if isinstance(fact, facts.Corrected):
            results.correct(mutable_state, fact, choose)
        else:
            HANDLERS[type(fact)](mutable_state, fact)
    except Refusal as refusal:
        refusal.facts.setdefault("seq", row.seq)
        refusal.facts.setdefault("kind", row.kind)
        raise


# By class of the fact; `facts.Corrected` has an argument more and is not listed.
HANDLERS: dict[type, Callable[[MutableState, Any], None]] = {
    facts.Planned: draws.plan,
    facts.Entered: entries.enter,
    facts.Withdrawn: entries.withdraw,
    facts.Reinstated: entries.reinstate,
    facts.Substituted: entries.substitute,
    facts.Described: entries.describe,
    facts.Noted: entries.note,
    facts.Committed: draws.commit,
    facts.Drawn: draws.draw,
    facts.Published: draws.publish,
    facts.Relined: draws.reline,
    facts.Joined: draws.join,
    facts.Paired: draws.pair,
    facts.Lengthened: draws.lengthen,
    facts.Ended: draws.end,
    facts.Dated: draws.set_deadline,
    team_facts.EntryType: teams.set_entry_type,
    team_facts.TeamRoster: teams.set_roster,
    team_facts.MeetingLineUp: teams.line_up,
    facts.Settled: results.settle,
    facts.Reopened: results.reopen,
    facts.Measured: results.measure,
}
