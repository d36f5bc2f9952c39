"""The text of one play as records write it, read into steps and into the hops those steps can mean."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rules.dice import Dice, is_roll
from rules.packed import Reading, Stride, make_reading
from rules.position import BAR, OFF

MOST_STEPS = 16

_TOKEN = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\((\d)\))?\Z", re.IGNORECASE)


class Step(NamedTuple):
    """A checker's way between two written stops; `mark` is the writer's claim of a hit at the end."""

    start: int
    end: int
    mark: bool


class Written(NamedTuple):
    """One recorded play: its text, its steps, and `readings`, the ways to play them with every number used.

    A reading needs no more than a look at the board: if its strides can be made, the play is lawful.
    """

    text: str
    steps: tuple[Step, ...] = ()
    readings: tuple[Reading, ...] = ()


BLANK = Written("")
DANCE = Written("Cannot Move")
UNKNOWN = Written("????")


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


@lru_cache(maxsize=4096)
def _read_token(token: str) -> tuple[Step, ...] | None:
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
    return tuple(once * int(count or 1))


def _place(word: str) -> int:
    named = word.lower()
    return BAR if named == "bar" else OFF if named == "off" else int(word)


def _readings(steps: list[Step], dice: Dice) -> tuple[Reading, ...]:
    """The ways to play the steps; orders of playing that differ in nothing else are one reading."""
    first, second = dice
    sequences: list[tuple[int, ...]]
    lengths = [start - end for start, end, _ in steps]
    if not steps or len(steps) > 4 or not is_roll(dice):
        return ()
    if lengths == [first] * 4 if first == second else lengths in ([first, second], [second, first]):
        return (make_reading([Stride(start, end) for start, end, _ in steps]),)
    if first == second:
        sequences = [(first,) * 4]
    elif len(steps) == 2 and lengths[0] == second:
        sequences = [(second, first)]
    else:
        sequences = [(first, second), (second, first)]
    found = [_assign(steps, sequence) for sequence in sequences]
    return tuple([make_reading(strides) for strides in found if strides])


def _assign(steps: list[Step], sequence: tuple[int, ...]) -> list[Stride] | None:
    """Give the numbers, in this order, to the steps, in this order; None unless they fit exactly."""
    strides: list[Stride] = []
    used = 0
    for start, target, _ in steps:
        place = start
        while place != target:
            if used == len(sequence) or place < target:
                return None
            die = sequence[used]
            used += 1
            end = place - die if place > die else OFF
            strides.append(Stride(place, end, end > target, die > place))
            place = end
    return strides if used == len(sequence) else None
