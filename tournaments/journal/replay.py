"""Replay of a journal: `fold(rows)` returns the `EventState`, or refuses the first invalid row."""

from collections.abc import Sequence

from rules.errors import Refusal
from tournaments.journal import draws, results
from tournaments.journal.correction import Chooser
from tournaments.journal.facts import StoredRow
from tournaments.journal.mutable_state import MutableState
from tournaments.journal.registry import KINDS, read_row
from tournaments.journal.state import EventState
from tournaments.journal.undone_rows import live_rows


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
    """Return the state after one more row that is no undo; `choose` replaces the choices of the row."""
    mutable_state = MutableState.of(state)
    _apply(mutable_state, row, choose)
    return mutable_state.to_state(row.seq)


def fold_with_choices(rows: Sequence[StoredRow], choose: Chooser) -> EventState:
    """Return the state as `fold` does; `choose` replaces the choices of the last row, a correction."""
    return apply_row(fold(rows[:-1]), rows[-1], choose)


def _apply(mutable_state: MutableState, row: StoredRow, choose: Chooser | None) -> None:
    try:
        fact = read_row(row)
        if isinstance(fact, results.Corrected):
            results.correct(mutable_state, fact, choose)
        elif isinstance(fact, draws.FieldRelined):
            draws.rule_on_field(mutable_state, fact, choose)
        else:
            KINDS[row.kind].apply(mutable_state, fact)
    except Refusal as refusal:
        refusal.facts.setdefault("seq", row.seq)
        refusal.facts.setdefault("kind", row.kind)
        raise
