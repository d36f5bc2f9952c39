"""Parser of the notation of one play: its steps, and the ways to play them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .dice import THROWS, Dice
from .packed_board import MANY, Reading, Stride, make_reading, make_stride
from .position import BAR, OFF

MOST_STEPS = 16

_TOKEN = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?){1,16})(?:\((\d)\))?\Z", re.IGNORECASE)
_ORDERS = {(one, two): ((one, two), (two, one)) if one != two else ((one,) * 4,) for one, two in THROWS}


class Step(NamedTuple):
    """A checker's path between two written stops; `mark` is the claim of a hit at the end."""

    start: int
    end: int
    mark: bool


class Number(NamedTuple):
    """One number played: `silent` where a hit must be written, `over` when it exceeds the point."""

    start: int
    end: int
    silent: bool = False
    over: bool = False


class WrittenPlay(NamedTuple):
    """One recorded play: its text, and `readings`, the ways to play it with every number used.

    Checking a reading needs the board only: if its strides can be made, the play is legal.
    """

    text: str
    readings: tuple[Reading, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the text; none when no play is written."""
        return _steps_of(self.text)


BLANK = WrittenPlay("")
DANCE = WrittenPlay("Cannot Move")
UNKNOWN = WrittenPlay("????")


def read_play(text: str, dice: Dice) -> WrittenPlay | None:
    """Read a play such as `"13/8 6/5*"`, `"bar/14"`, `"6/1*(2)"` or `"24/20/14*"`; None when it is none.

    Places are numbers of the mover, 25 or "bar" for the bar, 0 or "off" for the checkers borne off.
    """
    if text in _WITHOUT_STEPS:
        return _WITHOUT_STEPS[text]
    lengths: tuple[int, ...] = ()
    change = check = landing = 0
    for token in map(_read_token, text.split()):
        if token is None:
            return None
        _, token_lengths, (added, empty, place, _) = token
        lengths += token_lengths
        change += added
        check |= empty
        landing |= place
    if lengths in _ORDERS.get(dice, ()):
        return WrittenPlay(text, ((change, check, landing, MANY),))
    if len(lengths) > MOST_STEPS:
        return None
    ways = ways_of(WrittenPlay(text).steps, dice)
    return WrittenPlay(text, tuple([make_reading(map(_stride, numbers)) for numbers in ways]))


_WITHOUT_STEPS = {
    "": BLANK,
    "Cannot Move": DANCE,
    "cannot move": DANCE,
    "can't move": DANCE,
    "????": UNKNOWN,
    "???": UNKNOWN,
}


@lru_cache(maxsize=4096)
def _read_token(token: str) -> tuple[tuple[Step, ...], tuple[int, ...], Reading] | None:
    """Read one token such as `13/8*(2)`: its steps, their lengths, and the reading of them alone."""
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
    steps = tuple(once * int(count or 1))
    lengths = tuple(start - end for start, end, _ in steps)
    return steps, lengths, make_reading([make_stride(start, end) for start, end, _ in steps])


@lru_cache(maxsize=1024)
def _steps_of(text: str) -> tuple[Step, ...]:
    tokens = map(_read_token, text.split())
    return tuple(step for token in tokens if token for step in token[0])


def _place(text: str) -> int:
    name = text.lower()
    return BAR if name == "bar" else OFF if name == "off" else int(text)


def ways_of(steps: Sequence[Step], dice: Dice) -> list[list[Number]]:
    """The ways to play the steps with every number used; equivalent orders count once."""
    if not 0 < len(steps) <= 4:
        return []
    token_steps = [_assign(steps, order) for order in _ORDERS.get(dice, ())]
    return [numbers for numbers in token_steps if numbers]


def _stride(number: Number) -> Stride:
    return make_stride(number.start, number.end, silent=number.silent, over=number.over)


def _assign(steps: Sequence[Step], sequence: Sequence[int]) -> list[Number] | None:
    """Assign the numbers to the steps, both in order; None unless they fit exactly."""
    numbers: list[Number] = []
    used = 0
    for start, target, _ in steps:
        place = start
        while place != target:
            if used == len(sequence) or place < target:
                return None
            die = sequence[used]
            used += 1
            end = place - die if place > die else OFF
            numbers.append(Number(place, end, end > target, die > place))
            place = end
    return numbers if used == len(sequence) else None
