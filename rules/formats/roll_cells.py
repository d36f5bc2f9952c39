"""The rolls in the cells of a score sheet; each different cell is read once and remembered, within bounds."""

from __future__ import annotations

from ..dice import Dice
from ..notation import WrittenPlay, read_play

MOST_REMEMBERED = 16_384
LONGEST_REMEMBERED = 64

Roll = tuple[Dice, WrittenPlay]

_DICE = {f"{first}{second}": (first, second) for first in range(10) for second in range(10)}


class Rolls(dict[str, Roll | None]):
    """Cache of parsed cells: dice and play by text, or None where the text is no roll.

    Cleared when it is full; long texts are not cached.
    """

    def __missing__(self, text: str) -> Roll | None:
        roll = _read_roll(text)
        if len(text) <= LONGEST_REMEMBERED:
            if len(self) >= MOST_REMEMBERED:
                self.clear()
            self[text] = roll
        return roll


def _read_roll(text: str) -> Roll | None:
    head, colon, rest = text.partition(":")
    dice = _DICE.get(head.rstrip())
    if dice is None or not colon:
        return None
    notation = read_play(" ".join(rest.split()), dice)
    return None if notation is None else (dice, notation)
