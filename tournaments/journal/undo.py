"""Undo and redo of commands, and `History`: a journal in memory with the state after each row.

A row can be undone if the other rows can still be replayed and no later row depends on it
(`undone_rows.DEPENDENCIES`). The service `play.event_journal.services.journal.undo` also refuses for matches
in progress, for payments and for players who have entered elsewhere.
"""

from bisect import insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from rules.errors import Refusal
from tournaments.journal.facts import RENAME, UNDONE, StoredRow
from tournaments.journal.replay import apply_row, fold, fold_onto
from tournaments.journal.stage_fields import require_same_fields
from tournaments.journal.state import EventState
from tournaments.journal.undone_rows import live_rows, undone_seqs


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands of a journal by number.

    `live`: those in effect, oldest first. `undone`: those that can be redone, the last undone at the end; a
    new command clears them.
    """

    live: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()


# Commands are tested for undo only if they are among this many of the newest rows.
UNDO_LIMIT = 12


def commands_of(rows: Sequence[StoredRow]) -> Commands:
    """Return the commands of a journal without the first, which created the event and cannot be undone."""
    by_seq = {row.seq: row for row in rows}
    live: list[int] = []
    undone: list[int] = []
    for number, lines in groupby(rows, lambda row: row.command_number):
        first = next(lines)
        if first.kind != UNDONE:
            undone.clear()
            if first.seq > 1:
                live.append(number)
            continue
        target, times = _undone_by(first, by_seq)
        if times % 2:
            if target in live:
                live.remove(target)
                undone.append(target)
        elif target in undone:
            undone.remove(target)
            insort(live, target)
        elif target not in live:
            insort(live, target)
    return Commands(tuple(live), tuple(undone))


def _undone_by(row: StoredRow, by_seq: Mapping[int, StoredRow]) -> tuple[int, int]:
    """Return the command that an undo row undoes or redoes, and the depth of nested undos (even: a redo)."""
    times = 0
    while row.undoes is not None and row.undoes in by_seq:
        row, times = by_seq[row.undoes], times + 1
    return row.command_number, times


def lines_of(rows: Sequence[StoredRow], command: int) -> tuple[int, ...]:
    """Return the rows in effect of a command."""
    undone_rows = undone_seqs(rows)
    return tuple(row.seq for row in rows if row.command_number == command and row.seq not in undone_rows)


def undo_rows_of(rows: Sequence[StoredRow], command: int) -> tuple[int, ...]:
    """Return the undo rows of a command: those that must be undone to redo it."""
    undone_rows = undone_seqs(rows)
    by_seq = {row.seq: row for row in rows}
    return tuple(
        row.seq
        for row in rows
        if row.undoes is not None
        and row.seq not in undone_rows
        and (target := by_seq[row.undoes]).command_number == command
        and target.kind != UNDONE
    )


def make_undo_row(rows: Sequence[StoredRow], seq: int) -> StoredRow:
    """Return the row that undoes row `seq`."""
    return undo_rows(rows, (seq,))[0]


def undo_rows(rows: Sequence[StoredRow], lines: Collection[int]) -> tuple[StoredRow, ...]:
    """Return the rows that undo several rows as one command, the last of them first."""
    last = rows[-1].seq if rows else 0
    return tuple(
        StoredRow(last + place, UNDONE, {"seq": seq}, last + 1)
        for place, seq in enumerate(sorted(lines, reverse=True), start=1)
    )


def state_without(rows: Sequence[StoredRow], *lines: int) -> EventState:
    """Return the state without some rows. Refuses when a later row depends on them."""
    return fold_undone(rows, undo_rows(rows, lines))


def fold_undone(
    rows: Sequence[StoredRow], undoings: Sequence[StoredRow], before: EventState | None = None
) -> EventState:
    """Return the state after the undo rows of a command; `before` is the state of the rows before them.

    Refuses when a later row depends on what is undone, also a draw from its results ("stage_field_open").
    """
    after = fold([*rows, *undoings])
    before = fold(rows) if before is None else before
    require_same_fields(before, after, live_rows(rows), live_rows([*rows, *undoings]))
    return after


def can_undo(rows: Sequence[StoredRow], seq: int) -> bool:
    """Whether the journal is valid without row `seq`."""
    return seq in undoable(rows, [seq])


def undoable(rows: Sequence[StoredRow], lines: Collection[int]) -> frozenset[int]:
    """Return those of the rows that can be undone singly, so that the journal stays valid."""
    states = states_without(rows, {seq: (seq,) for seq in lines})
    return frozenset(seq for seq, state in states.items() if state is not None)


def undoable_commands(rows: Sequence[StoredRow]) -> frozenset[int]:
    """Return those of the newest `UNDO_LIMIT` rows' commands that can be undone singly.

    They are tested together, with one replay of the rows before them. For a single command,
    `find_undo_obstacle` of `play.event_journal.queries.journal` also says why it cannot be undone.
    """
    undone_rows = undone_seqs(rows)
    newest: dict[int, list[int]] = {}
    for row in rows:
        if row.seq not in undone_rows and row.command_number >= rows[-UNDO_LIMIT:][0].seq:
            newest.setdefault(row.command_number, []).append(row.seq)
    states = states_without(rows, newest)
    return frozenset(
        number
        for number, state in states.items()
        if state is not None and _can_be_undone(rows, newest[number])
    )


def _can_be_undone(rows: Sequence[StoredRow], lines: Collection[int]) -> bool:
    try:
        undone_seqs([*rows, *undo_rows(rows, lines)])
    except Refusal:
        return False
    return True


def states_without(
    rows: Sequence[StoredRow], commands: Mapping[int, Collection[int]]
) -> dict[int, EventState | None]:
    """Return the state without each of some commands, or None if later rows depend on it.

    `commands`: number -> rows. The rows before all of them are replayed only once.
    """
    live = live_rows(rows)
    first = min((seq for lines in commands.values() for seq in lines), default=0)
    shared = tuple(takewhile(lambda row: row.seq < first, live))
    start = fold(shared)
    before = fold_onto(start, live[len(shared) :])
    return {number: _state_without(rows, lines, shared, start, before) for number, lines in commands.items()}


def _state_without(
    rows: Sequence[StoredRow],
    lines: Collection[int],
    shared: Sequence[StoredRow],
    start: EventState,
    before: EventState,
) -> EventState | None:
    try:
        live = live_rows([*rows, *undo_rows(rows, lines)])
        # Undoing an undo restores a row that may be older than what is already replayed.
        is_shared = tuple(live[: len(shared)]) == tuple(shared)
        after = fold_onto(start if is_shared else EventState(), live[len(shared) if is_shared else 0 :])
        require_same_fields(before, after, live_rows(rows), live)
    except Refusal:
        return None
    return after


def choices_of(rows: Sequence[StoredRow], row: StoredRow) -> Mapping[str, str]:
    """Return the choices of a correction; of its undo only "rename", which is reversed.

    {} for other rows.
    """
    by_seq = {other.seq: other for other in rows}
    is_undoing = False
    while row.undoes is not None:
        row, is_undoing = by_seq[row.undoes], not is_undoing
    choices: Mapping[str, str] = row.payload.get("choices", {})
    return {name: choice for name, choice in choices.items() if choice == RENAME or not is_undoing}


class History:
    """The rows of an event and its states. An invalid row is refused without effect."""

    def __init__(self, rows: Iterable[StoredRow] = ()) -> None:
        self.rows: list[StoredRow] = []
        # The state before the first row, then that after each row; undone rows do not change it.
        self._states: list[EventState] = [EventState()]
        self._undone: frozenset[int] = frozenset()
        for row in rows:
            self.append(row)

    @property
    def state(self) -> EventState:
        """The current state."""
        return self._states[-1]

    def append(self, row: StoredRow) -> EventState:
        """Append a row; refuses as `fold` does."""
        if row.kind != UNDONE:
            self._states.append(apply_row(self.state, row))
        else:
            self._undo(row)
        self.rows.append(row)
        return self.state

    def _undo(self, row: StoredRow) -> None:
        undone, states = self._without(row)
        require_same_fields(self.state, states[-1], live_rows(self.rows), live_rows([*self.rows, row]))
        self._undone = undone
        self._states = states

    def _without(self, row: StoredRow) -> tuple[frozenset[int], list[EventState]]:
        rows = [*self.rows, row]
        undone = undone_seqs(rows)
        changed = (undone ^ self._undone) - {other.seq for other in rows if other.kind == UNDONE}
        first = next((place for place, other in enumerate(rows) if other.seq in changed), len(rows))
        states = self._states[: first + 1]
        for other in rows[first:]:
            states.append(_next_state(states[-1], other, undone))
        return undone, states


def _next_state(state: EventState, row: StoredRow, undone: frozenset[int]) -> EventState:
    if row.kind == UNDONE or row.seq in undone:
        return replace(state, seq=row.seq)
    return apply_row(state, row)
