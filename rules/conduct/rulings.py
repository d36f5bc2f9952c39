"""What a ruling starts from and what it gives: the scene, the lawful continuations, the law behind them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from rules.cube import Cube
from rules.dice import Dice
from rules.match import GameOutcome, MatchScore
from rules.plays import Play
from rules.position import Position
from rules.sides import Side
from rules.wager import CENTRED

Moment = Literal["in_game", "after_game", "next_game", "recorded"]


@dataclass(frozen=True, slots=True)
class RulingSituation:
    """What lies on the table. The side to act is `position.turn`; `dice` is its roll, None before rolling.

    `next_dice` is a roll the other side has already made and keeps for its turn. `offer` is the side whose
    double waits for an answer.
    """

    position: Position
    dice: Dice | None = None
    cube: Cube = CENTRED
    offer: Side | None = None
    next_dice: Dice | None = None

    @property
    def turn(self) -> Side:
        """The side to act."""
        return self.position.turn

    def to_roll(self, side: Side) -> RulingSituation:
        """The same table with `side` to roll or double."""
        return replace(self, position=self.position.with_turn(side), dice=None, offer=None)


@dataclass(frozen=True, slots=True)
class Continuation:
    """One lawful way on. `code` names it; `scene` is what to play on from, None when the game is over.

    `plays` are the lawful plays when a roll is to be played (again); `score` and `outcome` are set when they
    are put right.
    """

    code: str
    scene: RulingSituation | None = None
    plays: tuple[Play, ...] = ()
    score: MatchScore | None = None
    outcome: GameOutcome | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the law says of a claim: its `code`, the `law` cited, and the lawful continuations.

    When there are several, `chosen_by` is the side that chooses; otherwise it is None.
    """

    code: str
    law: str
    continuations: tuple[Continuation, ...]
    chosen_by: Side | None = None
    facts: dict[str, object] = field(default_factory=dict)
