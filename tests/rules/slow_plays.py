"""A slow and simple enumerator of legal plays, written from the text of the rules alone.

It shares nothing with `rules`, not even its types: a board is the mover's counts and the opponent's, each
in that side's own numbering (0 borne off, 1 to 24 the points, 25 the bar).
"""

from collections.abc import Iterator
from itertools import permutations

Counts = tuple[int, ...]
Board = tuple[Counts, Counts]
Line = tuple[tuple[int, ...], Board]


def resulting_boards(board: Board, dice: tuple[int, int]) -> set[Board]:
    """All boards that a lawful play leads to; empty when no number can be played."""
    return {final for used, final in lawful_lines(board, dice) if used}


def lawful_lines(board: Board, dice: tuple[int, int]) -> set[Line]:
    """The numbers used, in order, and the board reached, for every lawful way to play a roll."""
    orders = {dice * 2} if dice[0] == dice[1] else set(permutations(dice))
    lines = {line for order in orders for line in _lines(board, order)}
    value = max(len(used) for used, _ in lines)
    best = {(used, final) for used, final in lines if len(used) == value}
    if value == 1 and dice[0] != dice[1]:
        largest = max(used[0] for used, _ in best)
        best = {(used, final) for used, final in best if used[0] == largest}
    return best


def moves(board: Board, die: int) -> list[Board]:
    """The boards after one checker has moved by one number, that number taken alone."""
    return [item for place in range(1, 26) for item in [_move(board, place, die)] if item]


def _lines(board: Board, dice: tuple[int, ...]) -> Iterator[Line]:
    """Every way to use these numbers in this order, stopping only where the next cannot be played."""
    result = moves(board, dice[0]) if dice else []
    if not result:
        yield (), board
    for after in result:
        for used, final in _lines(after, dice[1:]):
            yield (dice[0], *used), final


def _move(board: Board, place: int, die: int) -> Board | None:
    value, result = list(board[0]), list(board[1])
    if value[place] == 0 or (value[25] > 0 and place != 25):
        return None
    target = place - die
    if target <= 0:
        outside = sum(value[7:])
        farther = sum(value[place + 1 : 7])
        if outside > 0 or (target < 0 and farther > 0):
            return None
        target = 0
    elif result[25 - target] >= 2:
        return None
    elif result[25 - target] == 1:
        result[25 - target] = 0
        result[25] += 1
    value[place] -= 1
    value[target] += 1
    return tuple(value), tuple(result)
