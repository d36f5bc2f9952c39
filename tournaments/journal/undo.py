"""Undo of whole commands, and a journal in memory with the state after every row."""

from bisect import insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from rules.errors import Refusal
from tournaments.journal.facts import RENAME, Row
from tournaments.journal.replay import UNDONE, apply_row, fold, fold_onto, live_rows, undone_seqs
from tournaments.journal.state import EventState


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands of a journal by number: `live` are those that count, oldest first; `undone` those that can
    be redone, the one undone last at the end, since a new command forgets them."""

    live: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()


# Whether a line can be undone is worked out for so many of the newest ones.
UNDO_LIMIT = 12


def commands_of(rows: Sequence[Row]) -> Commands:
    """The commands of a journal. Its first one, which made the event, is no command that could be undone."""
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


def _undone_by(row: Row, by_seq: Mapping[int, Row]) -> tuple[int, int]:
    """The command an undoing is about in the end, and how many undoings lead there: even ones redo it."""
    times = 0
    while row.kind == UNDONE and row.payload["seq"] in by_seq:
        row, times = by_seq[row.payload["seq"]], times + 1
    return row.command_number, times


def lines_of(rows: Sequence[Row], command: int) -> tuple[int, ...]:
    """The lines of a command that count."""
    undone_rows = undone_seqs(rows)
    return tuple(row.seq for row in rows if row.command_number == command and row.seq not in undone_rows)


def undoings_of(rows: Sequence[Row], command: int) -> tuple[int, ...]:
    """The undoings by which the lines of a command do not count."""
    undone_rows = undone_seqs(rows)
    by_seq = {row.seq: row for row in rows}
    return tuple(
        row.seq
        for row in rows
        if row.kind == UNDONE
        and row.seq not in undone_rows
        and (target := by_seq[row.payload["seq"]]).command_number == command
        and target.kind != UNDONE
    )


def undoing(rows: Sequence[Row], seq: int) -> Row:
    """The row that undoes line `seq`."""
    return undo_rows(rows, (seq,))[0]


def undo_rows(rows: Sequence[Row], lines: Collection[int]) -> tuple[Row, ...]:
    """The rows that undo some lines by one command, the last of them first."""
    last = rows[-1].seq if rows else 0
    return tuple(
        Row(last + place, UNDONE, {"seq": seq}, last + 1)
        for place, seq in enumerate(sorted(lines, reverse=True), start=1)
    )


def state_without(rows: Sequence[Row], *lines: int) -> EventState:
    """The state without some lines; refuses when a later line cannot stand without them."""
    return fold([*rows, *undo_rows(rows, lines)])


def can_undo(rows: Sequence[Row], seq: int) -> bool:
    """Whether the journal stands without line `seq`."""
    return seq in undoable(rows, [seq])


def undoable(rows: Sequence[Row], lines: Collection[int]) -> frozenset[int]:
    """Those of some lines without which the journal stands."""
    states = states_without(rows, {seq: (seq,) for seq in lines})
    return frozenset(seq for seq, state in states.items() if state is not None)


def undoable_commands(rows: Sequence[Row]) -> frozenset[int]:
    """Those of the newest commands without which the journal stands."""
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


def _can_be_undone(rows: Sequence[Row], lines: Collection[int]) -> bool:
    try:
        undone_seqs([*rows, *undo_rows(rows, lines)])
    except Refusal:
        return False
    return True


def states_without(
    rows: Sequence[Row], commands: Mapping[int, Collection[int]]
) -> dict[int, EventState | None]:
    """The state without each of some commands, given with their lines; None where the others cannot stand.
    What stands before all of them is folded once.
    """
    live = live_rows(rows)
    first = min((seq for lines in commands.values() for seq in lines), default=0)
    shared = tuple(takewhile(lambda row: row.seq < first, live))
    start = fold(shared)
    return {number: _state_without(rows, lines, shared, start) for number, lines in commands.items()}


def _state_without(
    rows: Sequence[Row], lines: Collection[int], shared: Sequence[Row], start: EventState
) -> EventState | None:
    try:
        live = live_rows([*rows, *undo_rows(rows, lines)])
        # Undoing an undoing brings back a row that may be older than what is folded already.
        is_shared = tuple(live[: len(shared)]) == tuple(shared)
        return fold_onto(start if is_shared else EventState(), live[len(shared) if is_shared else 0 :])
    except Refusal:
        return None


def choices_of(rows: Sequence[Row], row: Row) -> Mapping[str, str]:
    """What a row decides about begun matches: a correction its choices, its undoing the names back.

    Undoing a correction renames again what it renamed; what it had played again is not decided by that.
    """
    by_seq = {other.seq: other for other in rows}
    is_undoing = False
    while row.kind == UNDONE:
        row, is_undoing = by_seq[row.payload["seq"]], not is_undoing
    choices: Mapping[str, str] = row.payload.get("choices", {})
    return {name: choice for name, choice in choices.items() if choice == RENAME or not is_undoing}


class History:
    """The rows of an event and its states. What cannot stand is refused and changes nothing."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows: list[Row] = []
        # One state before the first row, then one after each; of a struck row, the one before it.
        self._states: list[EventState] = [EventState()]
        self._struck: frozenset[int] = frozenset()
        for row in rows:
            self.append(row)

    @property
    def state(self) -> EventState:
        """Where the event stands."""
        return self._states[-1]

    def append(self, row: Row) -> EventState:
        """One more row; refuses as `fold` does."""
        if row.kind != UNDONE:
            self._states.append(apply_row(self.state, row))
        else:
            self._undo(row)
        self.rows.append(row)
        return self.state

    def would(self, row: Row) -> EventState:
        """The state a row would lead to, without writing it down."""
        if row.kind != UNDONE:
            return apply_row(self.state, row)
        return self._without(row)[1][-1]

    def _undo(self, row: Row) -> None:
        undone, states = self._without(row)
        self._struck = undone
        self._states = states

    def _without(self, row: Row) -> tuple[frozenset[int], list[EventState]]:
        rows = [*self.rows, row]
        undone = undone_seqs(rows)
        changed = (undone ^ self._struck) - {other.seq for other in rows if other.kind == UNDONE}
        first = next((place for place, other in enumerate(rows) if other.seq in changed), len(rows))
        states = self._states[: first + 1]
        for other in rows[first:]:
            states.append(_after(states[-1], other, undone))
        return undone, states


def _after(state: EventState, row: Row, undone: frozenset[int]) -> EventState:
    if row.kind == UNDONE or row.seq in undone:
        return _counted(state, row.seq)
    return apply_row(state, row)


def _counted(state: EventState, seq: int) -> EventState:
    values = {name: getattr(state, name) for name in EventState.__slots__}
    return EventState(**values | {"seq": seq})


def history(rows: Sequence[Row]) -> History:
    """The history of rows that stand."""
    return History(rows)
