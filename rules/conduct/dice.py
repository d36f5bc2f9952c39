"""Throws that do not count: dice that are cocked, lie in the wrong place or were not thrown together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rules.conduct.rulings import Continuation, Ruling, RulingSituation
from rules.dice import Dice, check_dice
from rules.plays import legal_plays

Landing = Literal["flat", "tilted", "on_checker", "off_board", "wrong_half"]


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw as it lies: the dice, how each came to rest, and whether both left the cup together."""

    dice: Dice
    landings: tuple[Landing, Landing] = ("flat", "flat")
    is_together: bool = True

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the throw; empty when it counts."""
        apart = () if self.is_together else ("apart",)
        return (*(landing for landing in self.landings if landing != "flat"), *apart)


def judge_throw(scene: RulingSituation, throw: Throw) -> Ruling:
    """Whether a throw of the side to act counts.

    Both dice have to lie flat on the half to the thrower's right, thrown together. If either does not,
    `dice_rerolled`: both are thrown again. Else `dice_stand`: the roll is played. Raises `Illegal`
    (`dice_invalid`) for dice that do not exist.
    """
    check_dice(throw.dice)
    if throw.faults:
        again = Continuation("roll_again", replace(scene, dice=None))
        return Ruling("dice_rerolled", "conduct.dice", (again,), facts={"faults": throw.faults})
    plays = legal_plays(scene.position, throw.dice)
    return Ruling(
        "dice_stand", "conduct.dice", (Continuation("play", replace(scene, dice=throw.dice), plays),)
    )
