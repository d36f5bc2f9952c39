"""A journal that was folded is followed: its new lines alone are told, to what stands and to what would stand
without each of its newest lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.errors import Refusal
from tournaments.journal.facts import Row
from tournaments.journal.fold import UNDONE, fold, struck, told
from tournaments.journal.state import EventState
from tournaments.journal.undo import states_without, undoing_all

# Whether a line can be undone is worked out for so many of the newest ones.
PROBED = 12


@dataclass(frozen=True, slots=True)
class Followed:
    """A journal and the state it folds to.

    `without` is the state without each of the newest commands, by number, None where the others cannot stand;
    it is empty until somebody has asked what may be undone.
    """

    rows: tuple[Row, ...]
    state: EventState
    without: Mapping[int, EventState | None]

    @property
    def undoable(self) -> frozenset[int]:
        """Those of the newest commands without which the journal stands."""
        return frozenset(
            number
            for number, state in self.without.items()
            if state is not None and _may_be_struck(self.rows, number)
        )


def begun(rows: Sequence[Row]) -> Followed:
    """A journal folded from its first line."""
    return Followed(tuple(rows), fold(rows), {})


def probed(followed: Followed) -> Followed:
    """The same with its newest lines probed."""
    if followed.without or not followed.rows:
        return followed
    void = struck(followed.rows)
    newest: dict[int, list[int]] = {}
    for row in followed.rows:
        if row.seq not in void and row.command_number >= followed.rows[-PROBED:][0].seq:
            newest.setdefault(row.command_number, []).append(row.seq)
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
        oldest, command = rows[-PROBED:][0].seq, row.command_number
        kept = {number: state for number, state in followed.without.items() if number >= oldest}
        without = {number: _told(state, row) for number, state in kept.items() if number != command}
        if command == row.seq:
            without[command] = followed.state
        elif command in kept:
            without[command] = kept[command]
    return Followed(rows, told(followed.state, row), without)


def _told(state: EventState | None, row: Row) -> EventState | None:
    try:
        return told(state, row) if state is not None else None
    except Refusal:
        return None


def _may_be_struck(rows: Sequence[Row], command: int) -> bool:
    void = struck(rows)
    lines = [row.seq for row in rows if row.command_number == command and row.seq not in void]
    try:
        struck([*rows, *undoing_all(rows, lines)])
    except Refusal:
        return False
    return True
