"""The changed pairings of a draw matched by players: a larger bracket moves a match to another label."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

Names = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PairingChange:
    """A changed pairing: its round and players before and after ("" if none).

    `before` is None for a new one, `after` for a removed one. `loses_result`: its result would no longer
    count. `table`: where the players before are called to a match that they would not play ("" if they are
    not). `last_day`: until when a match that is added is to be played, None where no day is set.
    `is_reopened`: the players had it decided without a match, as by a withdrawal, and are to play it now.
    """

    label: str
    title: str
    before: Names | None
    after: Names | None
    loses_result: bool
    table: str = ""
    last_day: date | None = None
    is_reopened: bool = False

    @property
    def keeps_players(self) -> bool:
        """Return whether the same two meet before and after, at whatever label."""
        return self.before is not None and self.after is not None and set(self.before) == set(self.after)


Players = Callable[[Names | None], frozenset[str]]
Fit = Callable[[PairingChange, PairingChange], bool]


def match_by_players(changes: Collection[PairingChange], get_players: Players) -> list[PairingChange]:
    """Return the changes with each `before` beside the `after` of the same players, or of one of them.

    What was and what will be at one label may be two matches of other people, one of which only moves.
    `get_players` gives the players of two seats. A change of a result stays as it is.
    """

    def shares_player(old: PairingChange, new: PairingChange) -> bool:
        return bool(get_players(old.before) & get_players(new.after))

    def has_same_pair(old: PairingChange, new: PairingChange) -> bool:
        pair = get_players(old.before)
        return len(pair) > 1 and pair == get_players(new.after)

    def is_new_meeting(old: PairingChange, new: PairingChange) -> bool:
        return shares_player(old, new) and len(get_players(new.after)) > 1

    def is_same_label(old: PairingChange, new: PairingChange) -> bool:
        is_empty = not get_players(old.before) and not get_players(new.after)
        return old.label == new.label and (is_empty or shares_player(old, new))

    settled = [change for change in changes if change.loses_result or change.is_reopened]
    others = [change for change in changes if not (change.loses_result or change.is_reopened)]
    olds = [change for change in others if change.before is not None]
    news = [change for change in others if change.after is not None]
    tests: Sequence[Fit] = (has_same_pair, is_same_label, is_new_meeting, shares_player)
    matched = [pair for fits in tests for pair in _take_pairs(olds, news, fits)]
    joined = [replace(new, before=old.before, table=old.table) for old, new in matched]
    left = [replace(new, before=None, table="") for new in news]
    gone = [replace(old, after=None, last_day=None) for old in olds if get_players(old.before)]
    order = {change.label: number for number, change in enumerate(changes)}
    return sorted([*settled, *joined, *left, *gone], key=lambda change: order[change.label])


def _take_pairs(
    olds: list[PairingChange], news: list[PairingChange], fits: Fit
) -> Iterator[tuple[PairingChange, PairingChange]]:
    """Yield the pairs that fit, and take each of them out of both lists."""
    for old in list(olds):
        new = next((one for one in news if fits(old, one)), None)
        if new is not None:
            olds.remove(old)
            news.remove(new)
            yield old, new
