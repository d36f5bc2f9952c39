"""The rows of one game in FIBS format: their keywords, the side whose numbers run upwards, their actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..actions import Action, Conceded, Moved
from ..dice import Dice
from ..errors import Unreadable
from ..notation import DANCE, UNKNOWN, WrittenPlay, read_play
from ..position import BAR, OFF
from ..sides import Side
from .offers import Offers

_ROLL = re.compile(r"\((\d) (\d)\) ?:? ?(.*)\Z")
_STEP = re.compile(r"(bar|\d{1,2})[-/](off|bar|\d{1,2})\*?\Z", re.IGNORECASE)
_WINS = re.compile(r"wins(?:\s+(\d{1,7})\s+points?)?\b", re.IGNORECASE)
_ACTIONS = {
    "doubles": "double",
    "redoubles": "double",
    "beavers": "double",
    "raccoons": "double",
    "accepts": "accept",
    "rejects": "reject",
    "wants to resign": "resign",
}
_NOTHING = ("can't move", "cannot move")


class FibsRow(NamedTuple):
    """One row of a game: mark, keyword, and for a roll the dice and the steps, None without a play."""

    mark: str
    keyword: str
    line: int
    dice: Dice = (0, 0)
    steps: tuple[tuple[str, str], ...] | None = None
    points: int | None = None


def read_row(line: str, number: int) -> FibsRow | None:
    """Read a row such as `X: (6 2) 24-18 13-11` or `O: doubles`; None when it is none."""
    mark, colon, rest = line.partition(":")
    if mark not in ("X", "O") or not colon:
        return None
    rest = rest.strip()
    roll, wins = _ROLL.match(rest), _WINS.match(rest)
    if roll:
        return _read_roll(mark, (int(roll[1]), int(roll[2])), roll[3], number)
    if wins:
        return FibsRow(mark, "wins", number, points=int(wins[1]) if wins[1] else None)
    keyword = _ACTIONS.get(rest.rstrip(".").lower())
    return FibsRow(mark, keyword, number) if keyword else None


def _read_roll(mark: str, dice: Dice, play: str, number: int) -> FibsRow | None:
    if play.rstrip(".").lower() in _NOTHING:
        return FibsRow(mark, "roll", number, dice, ())
    steps = [_STEP.match(step) for step in play.split()]
    dice_pairs = tuple((step[1].lower(), step[2].lower()) for step in steps if step)
    return FibsRow(mark, "roll", number, dice, dice_pairs or None) if len(dice_pairs) == len(steps) else None


def actions_of(
    rows: Sequence[FibsRow], side_of_x: Side, winner: Side | None, cube: int
) -> tuple[Action, ...]:
    """The actions of a game that begins with this cube.

    An offer to resign that was not accepted leaves no trace; one not answered before the other side won was
    accepted. Raises `Unreadable`.
    """
    rising = {mark: _is_rising(row for row in rows if row.mark == mark) for mark in "XO"}
    actions: list[Action] = []
    offers = Offers(cube)
    resigning: FibsRow | None = None
    for row in rows:
        side = side_of_x if row.mark == "X" else side_of_x.other
        if row.keyword == "resign":
            resigning = row
        elif resigning and row.mark != resigning.mark and row.keyword in ("accept", "reject"):
            if row.keyword == "accept":
                actions.append(Conceded(side.other, None, resigning.line))
            resigning = None
        else:
            resigning = None
            actions.append(_action(row, side, offers, is_rising=rising[row.mark]))
    if resigning and winner:
        actions.append(Conceded(winner.other, None, resigning.line))
    return tuple(actions)


def _action(row: FibsRow, side: Side, offers: Offers, *, is_rising: bool) -> Action:
    if row.keyword == "roll":
        offers.settle()
        return Moved(side, row.dice, _written(row, is_rising=is_rising), row.line)
    if row.keyword == "double":
        return offers.double(side, row.line)
    return offers.take(side, row.line) if row.keyword == "accept" else offers.drop(side, row.line)


def _written(row: FibsRow, *, is_rising: bool) -> WrittenPlay:
    if not row.steps:
        return UNKNOWN if row.steps is None else DANCE
    places = [(_own(start, is_rising=is_rising), _own(end, is_rising=is_rising)) for start, end in row.steps]
    moves = [f"{start}/{end}" for start, end in places]
    notation = read_play(" ".join(moves), row.dice)
    if notation is None:
        raise Unreadable("unreadable", line=row.line, column=1, expected='moves such as "24-18 13-11"')
    return notation


def _own(place: str, *, is_rising: bool) -> str:
    """A place in the mover's own numbering, where the bar is 25 and the checkers borne off are 0."""
    if not place.isdecimal():
        return place
    return str(BAR - int(place)) if is_rising and int(place) <= BAR else place


def _is_rising(rows: Iterable[FibsRow]) -> bool:
    """Whether a side's numbers run upwards, as those of one of the two do on that server."""
    votes = 0
    for row in rows:
        for start, end in row.steps or ():
            first = int(start) if start.isdecimal() else OFF if end.isdecimal() and int(end) < 7 else BAR
            last = int(end) if end.isdecimal() else BAR if first > 18 else OFF
            votes += (last > first) - (last < first)
    return votes > 0
