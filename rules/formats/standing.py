"""A moment of a match: the position with cube, dice and score, as the short identifiers hold it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.dice import Dice
from rules.match import MatchScore
from rules.position import Position
from rules.sides import Side


@dataclass(frozen=True, slots=True)
class Standing:
    """What an XGID or a pair of GNU IDs describes; `length` 0 is play for points.

    `position` is None when only a match ID was read; otherwise its side to play is `turn`. `dice` is None
    before the roll; `is_doubled` tells that `turn` has offered a double not yet answered. `players` are the
    names of White and Black where the text holds them.
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
    players: tuple[str, str] = ("", "")

    def mirror(self) -> Standing:
        """The same moment with the two sides exchanged."""
        return replace(
            self,
            position=self.position and self.position.mirror(),
            turn=self.turn.other,
            cube_owner=self.cube_owner and self.cube_owner.other,
            white=self.black,
            black=self.white,
            players=(self.players[1], self.players[0]),
        )

    @property
    def score(self) -> MatchScore:
        """The match score at this moment; past the Crawford game unless this is it."""
        if not self.length:
            return MatchScore(0, self.white, self.black)
        if self.is_crawford:
            return MatchScore(self.length, self.white, self.black, "active")
        reached = self.length - 1 in (self.white, self.black)
        return MatchScore(self.length, self.white, self.black, "expired" if reached else "pending")
