"""The text of one play as records write it, read into steps and into the hops those steps can mean."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from rules.dice import Dice
from rules.position import BAR, OFF

MOST_STEPS = 16

_TOKEN = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\((\d)\))?\Z", re.IGNORECASE)


class Step(NamedTuple):
    """A checker's way between two written stops; `mark` is the writer's claim of a hit at the end."""

    start: int
    end: int
    mark: bool


class Stride(NamedTuple):
    """One number played: `silent` where a hit may not go unwritten, `over` when it exceeds the point."""

    start: int
    end: int
    silent: bool
    over: bool


Strides = tuple[Stride, ...]


class Written(NamedTuple):
    """One recorded play: its text, its steps, and `readings`, the ways to play them with every number used.

    A reading needs no more than a look at the board: if its strides can be made, the play is lawful.
    """

    text: str
    steps: tuple[Step, ...] = ()
    readings: tuple[Strides, ...] = ()


BLANK = Written("")
DANCE = Written("Cannot Move")
UNKNOWN = Written("????")


@lru_cache(maxsize=32_768)
def read_play(text: str, dice: Dice) -> Written | None:
    """Read a play such as `"13/8 6/5*"`, `"bar/14"`, `"6/1*(2)"` or `"24/20/14*"`; None when it is none.

    Places are numbers of the mover, 25 or "bar" for the bar, 0 or "off" for the checkers borne off.
    """
    if text in _WORDS:
        return _WORDS[text]
    steps: list[Step] = []
    for token in text.split():
        found = _read_token(token)
        if found is None or len(steps) + len(found) > MOST_STEPS:
            return None
        steps += found
    return Written(text, tuple(steps), _readings(steps, dice))


_WORDS = {
    "": BLANK,
    "Cannot Move": DANCE,
    "cannot move": DANCE,
    "can't move": DANCE,
    "????": UNKNOWN,
    "???": UNKNOWN,
}


def _read_token(token: str) -> list[Step] | None:
    match = _TOKEN.match(token)
    if match is None:
        return None
    first, rest, count = match.groups()
    places, marks = [_place(first)], [False]
    for stop in rest[1:].split("/"):
        marks.append(stop.endswith("*"))
        places.append(_place(stop.rstrip("*")))
    if max(places) > BAR or places[0] == OFF or not 0 < int(count or 1) <= 4:
        return None
    once = [Step(places[i], places[i + 1], marks[i + 1]) for i in range(len(places) - 1)]
    return once * int(count or 1)


def _place(word: str) -> int:
    named = word.lower()
    return BAR if named == "bar" else OFF if named == "off" else int(word)


def _readings(steps: list[Step], dice: Dice) -> tuple[Strides, ...]:
    if not steps or len(steps) > 4:
        return ()
    orders = [steps] if len(steps) == 1 else [steps, sorted(steps, key=lambda step: -step.start)]
    if len(steps) == 2:
        orders.append([steps[1], steps[0]])
    numbers = {(dice[0],) * 4} if dice[0] == dice[1] else set(permutations(dice))
    found: dict[Strides, None] = {}
    for order in orders:
        for sequence in sorted(numbers, reverse=True):
            strides = _assign(order, sequence)
            if strides:
                found[strides] = None
    return tuple(found)


def _assign(steps: list[Step], sequence: tuple[int, ...]) -> Strides | None:
    """Give the numbers, in this order, to the steps, in this order; None unless they fit exactly."""
    strides: list[Stride] = []
    left = list(sequence)
    for step in steps:
        place = step.start
        while place != step.end:
            if not left or place < step.end:
                return None
            die = left.pop(0)
            end = max(place - die, OFF)
            strides.append(Stride(place, end, end > step.end, die > place))
            place = end
    return None if left else tuple(strides)
