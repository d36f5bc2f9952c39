"""Whether a line of a journal can be undone: the rest must still stand without it."""

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile

from rules.errors import Refusal
from tournaments.journal.facts import RENAME, Row
from tournaments.journal.fold import UNDONE, fold, folded_on, live_rows
from tournaments.journal.state import EventState


def undoing(rows: Sequence[Row], seq: int) -> Row:
    """The row that undoes line `seq`."""
    return Row(rows[-1].seq + 1 if rows else 1, UNDONE, {"seq": seq})


def without(rows: Sequence[Row], seq: int) -> EventState:
    """The state without line `seq`; refuses when a later line cannot stand without it."""
    return fold([*rows, undoing(rows, seq)])


def may_undo(rows: Sequence[Row], seq: int) -> bool:
    """Whether the journal stands without line `seq`."""
    return seq in undoable(rows, [seq])


def undoable(rows: Sequence[Row], lines: Collection[int]) -> frozenset[int]:
    """Those of some lines without which the journal stands."""
    return frozenset(seq for seq, state in states_without(rows, lines).items() if state is not None)


def states_without(rows: Sequence[Row], lines: Collection[int]) -> dict[int, EventState | None]:
    """The state without each of some lines, None where the others cannot stand. What stands before all of
    them is folded once.
    """
    live = live_rows(rows)
    shared = tuple(takewhile(lambda row: row.seq < min(lines, default=0), live))
    start = fold(shared)
    return {seq: _state_without(rows, seq, shared, start) for seq in lines}


def _state_without(
    rows: Sequence[Row], seq: int, shared: Sequence[Row], start: EventState
) -> EventState | None:
    try:
        live = live_rows([*rows, undoing(rows, seq)])
        # Undoing an undoing brings back a row that may be older than what is folded already.
        is_shared = tuple(live[: len(shared)]) == tuple(shared)
        return folded_on(start if is_shared else EventState(), live[len(shared) if is_shared else 0 :])
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
