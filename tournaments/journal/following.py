"""A journal that was folded is followed: its new lines alone are told, to what stands and to what would stand
without each of its newest lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.errors import Refusal
from tournaments.journal.facts import Row
from tournaments.journal.fold import UNDONE, fold, struck, told
from tournaments.journal.state import EventState
from tournaments.journal.undo import states_without, undoing

# Whether a line can be undone is worked out for so many of the newest ones.
PROBED = 12


@dataclass(frozen=True, slots=True)
class Followed:
    """A journal and the state it folds to.

    `without` is the state without each of the newest lines, None where the others cannot stand; it is empty
    until somebody has asked what may be undone.
    """

    rows: tuple[Row, ...]
    state: EventState
    without: Mapping[int, EventState | None]

    @property
    def undoable(self) -> frozenset[int]:
        """Those of the newest lines without which the journal stands."""
        return frozenset(
            seq for seq, state in self.without.items() if state is not None and _may_be_struck(self.rows, seq)
        )


def begun(rows: Sequence[Row]) -> Followed:
    """A journal folded from its first line."""
    return Followed(tuple(rows), fold(rows), {})


def probed(followed: Followed) -> Followed:
    """The same with its newest lines probed."""
    if followed.without or not followed.rows:
        return followed
    void = struck(followed.rows)
    newest = [row.seq for row in followed.rows[-PROBED:] if row.seq not in void]
    return replace(followed, without=states_without(followed.rows, newest))


def followed_on(followed: Followed, more: Sequence[Row]) -> Followed:
    """The journal after more lines; an undoing among them is folded from the first line."""
    if any(row.kind == UNDONE for row in more):
        anew = begun([*followed.rows, *more])
        return probed(anew) if followed.without else anew
    for row in more:
        followed = _after(followed, row)
    return followed


def _after(followed: Followed, row: Row) -> Followed:
    rows = (*followed.rows, row)
    without: dict[int, EventState | None] = {}
    if followed.without:
        oldest = rows[-PROBED:][0].seq
        kept = {seq: state for seq, state in followed.without.items() if seq >= oldest}
        without = {seq: _told(state, row) for seq, state in kept.items()} | {row.seq: followed.state}
    return Followed(rows, told(followed.state, row), without)


def _told(state: EventState | None, row: Row) -> EventState | None:
    try:
        return told(state, row) if state is not None else None
    except Refusal:
        return None


def _may_be_struck(rows: Sequence[Row], seq: int) -> bool:
    try:
        struck([*rows, undoing(rows, seq)])
    except Refusal:
        return False
    return True
