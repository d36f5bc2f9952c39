"""The checkers of one side as one number, and readings of a written play as tests on two such numbers.

A packed board has eight bits for each of the 26 places, the checkers borne off in the highest. The top bit of
each place is a guard: it is set before and must be set after a play, so a place that lost more checkers than
it had shows. A reading of a play (`make_reading`) is four numbers; `play_first` checks it by a few operations
on whole boards, which is why records are replayed quickly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .dice import THROWS, Dice
from .position import BAR, CHECKERS, OFF

PackedBoard = int
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
MANY = _ALL - sum(_ONE)
_ABOVE = [sum(_ONE[low + 1 :]) * COUNT for low in range(_PLACES)]
_ENTRIES = {(one, two): (MANY & COUNT * _ONE[one], MANY & COUNT * _ONE[two]) for one, two in THROWS}


def pack(counts: Iterable[int]) -> PackedBoard:
    """The packed board of 26 counts."""
    return GUARDS | int.from_bytes(counts, "big")


def unpack(board: PackedBoard) -> list[int]:
    """The 26 counts of a packed board."""
    return list((board & _ALL).to_bytes(_PLACES, "big"))


def make_stride(start: int, end: int, *, silent: bool = False, over: bool = False) -> Stride:
    """Return one number played as four numbers to be joined.

    What it adds to the mover's board, the places that must be empty afterwards, the opponent's place it lands
    on, and that place again if `silent`: where a hit must be written. `over`: the number exceeds the point
    from which a checker leaves.
    """
    empty = 0 if start == BAR else COUNT
    if end == OFF:
        empty |= _ABOVE[min(start, _LAST_HOME) if over else _LAST_HOME]
    landing = COUNT * _ONE[BAR - end] if end else 0
    return (_ONE[end] - _ONE[start], empty, landing, landing if silent else 0)


def make_reading(strides: Iterable[Stride]) -> Reading:
    """One way to play numbers of a roll, as a test on packed boards: four numbers.

    The first is added to the mover's board; the second holds the guards and the places that must be empty
    afterwards; the third the opponent's places on which a checker lands, the last the bits that forbid it
    where they are set there. The order of the strides does not matter: the rearmost first, and bearing off
    last, is never worse than another. Readings are joined as strides are: the first numbers added, the
    others united.
    """
    change = empty = landing = silences = 0
    for part, vacated, place, silence in strides:
        change += part
        empty |= vacated
        landing |= place
        silences |= silence
    return (change, GUARDS | empty, landing, MANY | silences)


def play_first(
    mover_board: PackedBoard, opponent_board: PackedBoard, readings: Sequence[Reading]
) -> tuple[PackedBoard, PackedBoard] | None:
    """Both boards after the first legal reading, the mover's first; None if none is."""
    for change, check, landing, blocks in readings:
        after = mover_board + change
        if after & check == GUARDS:
            hit = opponent_board & landing
            if not hit & blocks:
                return after, opponent_board - hit + hit.bit_count() if hit else opponent_board
    return None


def is_shut_out(mover_board: PackedBoard, opponent_board: PackedBoard, dice: Dice) -> bool:
    """Whether a checker is on the bar and neither number lets it enter; never with impossible dice."""
    first, second = _ENTRIES.get(dice, (0, 0))
    return bool(mover_board & COUNT and opponent_board & first and opponent_board & second)
