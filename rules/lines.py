"""One line typed by somebody who writes a match down: whose it is, a roll and its play, or a word."""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.dice import Dice
from rules.errors import Unreadable
from rules.sides import Side

LONGEST = 80
EXPECTED = "31 8/5 6/5, double, take, drop or resign"

_SIDE = re.compile(r"(?:(white|black|bianco|nero|w|b)\b|([wb])(?=\d))\s*")
_WHITE = ("w", "bianco")
_ROLL = re.compile(r"([1-6])[-,. ]?([1-6])\s*(!?)\s*(?::|\s|\Z)\s*(!?)\s*(.*)\Z")
_ACTION_TEXTS = {
    "double": ("double", "doubles", "redouble", "d", "raddoppio", "raddoppia"),
    "take": ("take", "takes", "t", "accetto", "accetta"),
    "drop": ("drop", "drops", "pass", "p", "rifiuto", "rifiuta"),
    "resign": ("resign", "resigns", "r", "abbandono", "abbandona"),
}
_MEANT = {word: meaning for meaning, words in _ACTION_TEXTS.items() for word in words}
_LEVELS = {"": 1, "1": 1, "single": 1, "2": 2, "gammon": 2, "3": 3, "backgammon": 3}
_NO_PLAY = {"", "-", "–", "no play", "cannot move", "can't move", "non muove"}


class Line(NamedTuple):
    """`word` is "roll", "double", "take", "drop" or "resign"; `side` is None where the line does not say.

    A roll has `dice`, its `play` as typed ("" for none) and `is_condoned` when it is to stand against the
    laws; a resignation has its `level`, 1 to 3.
    """

    word: str
    side: Side | None = None
    dice: Dice = (0, 0)
    play: str = ""
    is_condoned: bool = False
    level: int = 1


def read_line(text: str) -> Line:
    """Take a line apart. Raises `Unreadable` (`line_unreadable`)."""
    normalised = " ".join(text.lower().split())
    match = _SIDE.match(normalised)
    side = None if match is None else Side.WHITE if match[0].startswith(_WHITE) else Side.BLACK
    rest = normalised[match.end() :] if match else normalised
    line = None if len(text) > LONGEST else _roll(rest) or _read_action(rest)
    if line is None:
        raise Unreadable("line_unreadable", expected=EXPECTED)
    return line._replace(side=side)


def _roll(text: str) -> Line | None:
    match = _ROLL.match(text)
    if match is None:
        return None
    first, second, early, late, play = match.groups()
    play = "" if play in _NO_PLAY else play
    return Line("roll", None, (int(first), int(second)), play, bool(early or late))


def _read_action(text: str) -> Line | None:
    keyword, _, detail = text.partition(" ")
    meaning = _MEANT.get(keyword)
    if meaning == "resign":
        return Line("resign", level=_LEVELS[detail]) if detail in _LEVELS else None
    return Line(meaning) if meaning and not detail else None
