"""What can happen in a session for points, as data; doubles and answers are those of `rules.actions`."""

from __future__ import annotations

from dataclasses import dataclass

from rules.actions import Beavered, Doubled, Dropped, Took
from rules.match import GameOutcome
from rules.sides import Side


@dataclass(frozen=True, slots=True)
class DoubledAutomatically:
    """Equal numbers at the opening throw."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The board decided: `level` 1, 2 or 3 for a single game, gammon or backgammon."""

    winner: Side
    level: int = 1


@dataclass(frozen=True, slots=True)
class Resigned:
    """`side` gave the game up as a single game, gammon or backgammon."""

    side: Side
    level: int = 1


@dataclass(frozen=True, slots=True)
class Settled:
    """Both agreed on a price for the game: `points` to `winner`, or nothing to None."""

    winner: Side | None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Scored:
    """A whole game told at once: how it ended and after how many automatic doubles."""

    outcome: GameOutcome
    automatic: int = 0


CubeEvent = DoubledAutomatically | Doubled | Beavered | Took | Dropped
EndEvent = Finished | Resigned | Settled
Event = CubeEvent | EndEvent | Scored
