"""Whether a line of a journal can be undone: the rest must still stand without it."""

from collections.abc import Sequence

from rules.errors import Refusal
from tournaments.journal.facts import Row
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
