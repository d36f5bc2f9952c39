"""Boards packed into one number a side, so that a whole play is checked by a sum and two comparisons.

A packed board holds a side's checkers by its own numbering, eight bits a place: seven for the count, the
highest one a guard that is always set. Taking a checker from an empty place borrows the guard, so a sum that
leaves every guard standing has found all its checkers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.position import BAR, OFF

Packed = int

_WIDTH = 8
_PLACES = BAR + 1
_MOST = (1 << _WIDTH - 1) - 1
_BAR_SHIFT = _WIDTH * BAR

COUNT = _MOST
GUARDS = sum(1 << _WIDTH * place + _WIDTH - 1 for place in range(_PLACES))
_ALL = GUARDS | sum(_MOST << _WIDTH * place for place in range(_PLACES))
_MANY = ~sum(1 << _WIDTH * place for place in range(_PLACES))
_ONE = [1 << _WIDTH * place for place in range(_PLACES)]
_CHANGE = [[_ONE[end] - _ONE[start] for end in range(_PLACES)] for start in range(_PLACES)]
_OPPOSITE = [0] + [_MOST << _WIDTH * (25 - end) for end in range(1, _PLACES)]
_ABOVE = [sum(_MOST << _WIDTH * place for place in range(low + 1, _PLACES)) for low in range(_PLACES)]
_LAST_HOME = 6


class Stride(NamedTuple):
    """One number played: `silent` where a hit may not go unwritten, `over` when it exceeds the point."""

    start: int
    end: int
    silent: bool = False
    over: bool = False


Strides = Sequence[Stride]


class Reading(NamedTuple):
    """One way to play a roll with every number used, as a test on packed boards.

    `change` is added to the mover's board; `check` holds the guards and the places that must be empty
    afterwards; `landing` are the opponent's places on which a checker lands, `blocks` the bits there that
    forbid it. The order of the strides does not matter: the rearmost first, and bearing off last, is never
    worse than another.
    """

    change: int
    check: int
    landing: int
    blocks: int
    strides: tuple[Stride, ...]


def pack(counts: Iterable[int]) -> Packed:
    """The packed board of 26 counts."""
    return GUARDS | int.from_bytes(counts, "little")


def unpack(board: Packed) -> list[int]:
    """The 26 counts of a packed board."""
    return list((board & _ALL ^ GUARDS).to_bytes(_PLACES, "little"))


def make_reading(strides: Iterable[Stride]) -> Reading:
    """Turn strides into the test of whether they can be made."""
    strides = tuple(strides)
    change = landing = silences = empty = 0
    for start, end, silent, over in strides:
        change += _CHANGE[start][end]
        landing |= _OPPOSITE[end]
        if silent:
            silences |= _OPPOSITE[end]
        if start != BAR:
            empty |= _ABOVE[BAR - 1]
        if end == OFF:
            empty |= _ABOVE[min(start, _LAST_HOME) if over else _LAST_HOME]
    return Reading(change, GUARDS | empty, landing, landing & _MANY | silences, strides)


def play_first(mine: Packed, theirs: Packed, readings: Sequence[Reading]) -> tuple[Packed, Packed] | None:
    """Both boards after the first reading that the laws of moving allow, the mover's first; None if none."""
    for change, check, landing, blocks, _ in readings:
        after = mine + change
        if after & check == GUARDS and not theirs & blocks:
            hit = theirs & landing
            return after, theirs - hit + (hit.bit_count() << _BAR_SHIFT) if hit else theirs
    return None
