"""Boards packed into one number a side, so that a whole play is checked by a sum and two comparisons.

A packed board holds a side's checkers by its own numbering, eight bits a place, those borne off highest and
those on the bar lowest: seven bits for the count, the eighth a guard that is always set. Taking a checker
from an empty place borrows the guard, so a sum that leaves every guard standing found all its checkers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.dice import THROWS, Dice
from rules.position import BAR, CHECKERS, OFF

Packed = int
Stride = tuple[int, int, int, int]
Reading = tuple[int, int, int, int]

_WIDTH = 8
_PLACES = BAR + 1
_LAST_HOME = 6

COUNT = (1 << _WIDTH - 1) - 1
_ONE = [1 << _WIDTH * (BAR - place) for place in range(_PLACES)]

GUARDS = sum(_ONE) * (COUNT + 1)
ALL_OFF = GUARDS + CHECKERS * _ONE[OFF]

_ALL = sum(_ONE) * COUNT
_MANY = _ALL - sum(_ONE)
_ABOVE = [sum(_ONE[low + 1 :]) * COUNT for low in range(_PLACES)]
_ENTRIES = {(one, two): (_MANY & COUNT * _ONE[one], _MANY & COUNT * _ONE[two]) for one, two in THROWS}


def pack(counts: Iterable[int]) -> Packed:
    """The packed board of 26 counts."""
    return GUARDS | int.from_bytes(counts, "big")


def unpack(board: Packed) -> list[int]:
    """The 26 counts of a packed board."""
    return list((board & _ALL).to_bytes(_PLACES, "big"))


def stride(start: int, end: int, *, silent: bool = False, over: bool = False) -> Stride:
    """One number played, as four numbers to be joined: what it adds to the mover's board, the places that
    must be empty afterwards, the opponent's place it lands on, and that place again if `silent`: where a hit
    may not go unwritten. `over` tells that the number exceeds the point from which a checker leaves.
    """
    empty = 0 if start == BAR else COUNT
    if end == OFF:
        empty |= _ABOVE[min(start, _LAST_HOME) if over else _LAST_HOME]
    landing = COUNT * _ONE[BAR - end] if end else 0
    return (_ONE[end] - _ONE[start], empty, landing, landing if silent else 0)


def make_reading(strides: Iterable[Stride]) -> Reading:
    """One way to play a roll with every number used, as a test on packed boards: four numbers.

    The first is added to the mover's board; the second holds the guards and the places that must be empty
    afterwards; the third the opponent's places on which a checker lands, the last the bits there that
    forbid it. The order of the strides does not matter: the rearmost first, and bearing off last, is never
    worse than another.
    """
    change = empty = landing = silences = 0
    for part, vacated, place, silence in strides:
        change += part
        empty |= vacated
        landing |= place
        silences |= silence
    return (change, GUARDS | empty, landing, landing & _MANY | silences)


def play_first(
    mover_board: Packed, opponent_board: Packed, readings: Sequence[Reading]
) -> tuple[Packed, Packed] | None:
    """Both boards after the first reading that the laws of moving allow, the mover's first; None if none."""
    for change, check, landing, blocks in readings:
        after = mover_board + change
        if after & check == GUARDS and not opponent_board & blocks:
            hit = opponent_board & landing
            return after, opponent_board - hit + hit.bit_count() if hit else opponent_board
    return None


def is_shut_out(mover_board: Packed, opponent_board: Packed, dice: Dice) -> bool:
    """Whether a checker is on the bar and neither number lets it enter; never with impossible dice."""
    first, second = _ENTRIES.get(dice, (0, 0))
    return bool(mover_board & COUNT and opponent_board & first and opponent_board & second)
