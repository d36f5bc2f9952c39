"""Dice: the 36 throws, the 21 rolls, and the numbers a roll gives to play.

Whether a roll counts, such as with a cocked die, is judged by `irregularities.judge_roll`.
"""

from __future__ import annotations

from .errors import Illegal

Dice = tuple[int, int]

THROWS: tuple[Dice, ...] = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
ROLLS: tuple[Dice, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))


def is_roll(dice: Dice) -> bool:
    """Whether both dice show a number from 1 to 6."""
    return len(dice) == 2 and 1 <= dice[0] <= 6 and 1 <= dice[1] <= 6


def check_dice(dice: Dice) -> None:
    """Refuse (`dice_invalid`) dice that do not show two numbers from 1 to 6.

    Raises TypeError for anything but a tuple of whole numbers.
    """
    if not isinstance(dice, tuple) or not all(type(die) is int for die in dice):
        raise TypeError(f"a roll is a tuple of two numbers such as (3, 1), not {dice!r}")
    if not is_roll(dice):
        raise Illegal("dice_invalid", "dice.valid", dice=format_dice(dice))


def numbers(dice: Dice) -> tuple[int, ...]:
    """The numbers to be played: two of them, or four after a double."""
    return dice * 2 if dice[0] == dice[1] else dice


def weight(dice: Dice) -> int:
    """The number of the 36 throws that give this roll: 1 for a double, otherwise 2."""
    return 1 if dice[0] == dice[1] else 2


def format_dice(dice: Dice) -> str:
    """The roll as records write it, larger number first: `"63"`."""
    return f"{max(dice)}{min(dice)}"
