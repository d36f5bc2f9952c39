"""Actions of players as data, of which every record consists."""

from __future__ import annotations

from typing import NamedTuple

from .dice import Dice
from .notation import WrittenPlay
from .position import Position
from .sides import Side


class Moved(NamedTuple):
    """A roll and the play written beside it (`BLANK`, `DANCE` and `UNKNOWN` stand for none)."""

    side: Side
    dice: Dice
    written: WrittenPlay
    line: int = 0


class Doubled(NamedTuple):
    """A double offered; `value` is the cube if it is taken."""

    side: Side
    value: int
    line: int = 0


class Beavered(NamedTuple):
    """An immediate redouble by the doubled side, which retains the cube (or the raccoon in answer)."""

    side: Side
    value: int
    line: int = 0


class Took(NamedTuple):
    """The double on offer is accepted."""

    side: Side
    line: int = 0


class Dropped(NamedTuple):
    """The double on offer is refused and the game is over."""

    side: Side
    line: int = 0


class Conceded(NamedTuple):
    """The side resigns; `points` as written, None when not."""

    side: Side
    points: int | None = None
    line: int = 0


class Placed(NamedTuple):
    """The board is set up anew, as records of edited positions do, with the side of `position.turn` to play.

    `cube` and `owner` set the cube too; with `cube` 0 it stays as it is.
    """

    side: Side
    position: Position
    line: int = 0
    cube: int = 0
    owner: Side | None = None


class AcceptedIllegalPlay(NamedTuple):
    """An accepted illegal play: `position` is the board after it, the opponent to play."""

    side: Side
    dice: Dice
    position: Position
    line: int = 0


Action = Moved | Doubled | Beavered | Took | Dropped | Conceded | Placed | AcceptedIllegalPlay
