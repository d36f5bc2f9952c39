"""The two sides of a board: White is the first named player, the left column of a score sheet."""

from __future__ import annotations

from enum import Enum


class Side(Enum):
    """One of the two players, as a seat and not as a colour of the checkers."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        """The opponent's side."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def index(self) -> int:
        """0 for White, 1 for Black: the index of a side in every pair of this library."""
        return 0 if self is Side.WHITE else 1


SIDES: tuple[Side, Side] = (Side.WHITE, Side.BLACK)
