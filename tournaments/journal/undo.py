"""Whether a line of a journal can be undone: the rest must still stand without it."""

from collections.abc import Mapping, Sequence

from rules.errors import Refusal
from tournaments.journal.facts import RENAME, Row
from tournaments.journal.fold import UNDONE, fold
from tournaments.journal.state import EventState


def undoing(rows: Sequence[Row], seq: int) -> Row:
    """The row that undoes line `seq`."""
    return Row(rows[-1].seq + 1 if rows else 1, UNDONE, {"seq": seq})


def without(rows: Sequence[Row], seq: int) -> EventState:
    """The state without line `seq`; refuses when a later line cannot stand without it."""
    return fold([*rows, undoing(rows, seq)])


def may_undo(rows: Sequence[Row], seq: int) -> bool:
    """Whether the journal stands without line `seq`."""
    try:
        without(rows, seq)
    except Refusal:
        return False
    return True


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
