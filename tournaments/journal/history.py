"""A journal in memory with the state after every row: a row more costs one step, undoing what comes after."""

from collections.abc import Iterable, Sequence

from tournaments.journal.facts import Row
from tournaments.journal.replay import UNDONE, apply_row, undone_seqs
from tournaments.journal.state import EventState


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
