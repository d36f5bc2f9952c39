"""A typed line of a recording: "31 8/5 6/5", "double", "resign gammon", in English or Italian."""

from __future__ import annotations

import re
from typing import NamedTuple

from .dice import Dice
from .errors import Unreadable
from .sides import Side

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
_MEANINGS = {text: meaning for meaning, texts in _ACTION_TEXTS.items() for text in texts}
_LEVELS = {"": 1, "1": 1, "single": 1, "2": 2, "gammon": 2, "3": 3, "backgammon": 3}
_NO_PLAY = {"", "-", "–", "no play", "cannot move", "can't move", "non muove"}


class TypedLine(NamedTuple):
    """A parsed line: "roll", "double", "take", "drop" or "resign"; `side` is None where it is not given.

    A roll has `dice`, its `play` as typed ("" for none) and `is_accepted_illegal` for an accepted illegal
    play; a resignation has its `level`, 1 to 3.
    """

    action: str
    side: Side | None = None
    dice: Dice = (0, 0)
    play: str = ""
    is_accepted_illegal: bool = False
    level: int = 1


def read_line(text: str) -> TypedLine:
    """Parse a line. Raises `Unreadable` (`line_unreadable`)."""
    normalised = " ".join(text.lower().split())
    match = _SIDE.match(normalised)
    side = None if match is None else Side.WHITE if match[0].startswith(_WHITE) else Side.BLACK
    rest = normalised[match.end() :] if match else normalised
    line = None if len(text) > LONGEST else _read_roll(rest) or _read_action(rest)
    if line is None:
        raise Unreadable("line_unreadable", expected=EXPECTED)
    return line._replace(side=side)


def _read_roll(text: str) -> TypedLine | None:
    match = _ROLL.match(text)
    if match is None:
        return None
    first, second, early, late, play = match.groups()
    play = "" if play in _NO_PLAY else play
    return TypedLine("roll", None, (int(first), int(second)), play, bool(early or late))


def _read_action(text: str) -> TypedLine | None:
    keyword, _, detail = text.partition(" ")
    meaning = _MEANINGS.get(keyword)
    if meaning == "resign":
        return TypedLine("resign", level=_LEVELS[detail]) if detail in _LEVELS else None
    return TypedLine(meaning) if meaning and not detail else None
