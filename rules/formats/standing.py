"""A moment of a match: the position with cube, dice and score, as the short identifiers hold it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dice import Dice
from rules.match import MatchScore
from rules.position import Position
from rules.sides import Side


@dataclass(frozen=True, slots=True)
class Standing:
    """What an XGID or a pair of GNU IDs describes; `length` 0 is play for points.

    `position` is None when only a match ID was read; otherwise its side to play is `turn`. `dice` is None
    before the roll; `is_doubled` tells that `turn` has offered a double not yet answered.
    """

    position: Position | None
    turn: Side = Side.WHITE
    dice: Dice | None = None
    cube: int = 1
    cube_owner: Side | None = None
    is_doubled: bool = False
    is_crawford: bool = False
    length: int = 0
    white: int = 0
    black: int = 0
    jacoby: bool = False
    beavers: bool = False

    @property
    def score(self) -> MatchScore:
        """The match score at this moment; past the Crawford game unless this is it."""
        if not self.length:
            return MatchScore(0, self.white, self.black)
        if self.is_crawford:
            return MatchScore(self.length, self.white, self.black, "active")
        reached = self.length - 1 in (self.white, self.black)
        return MatchScore(self.length, self.white, self.black, "expired" if reached else "pending")
