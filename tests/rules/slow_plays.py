"""A slow and plain enumerator of lawful plays, written from the words of the rules alone."""

from itertools import permutations

from rules.position import Position

Board = tuple[tuple[int, ...], tuple[int, ...]]


def resulting_boards(position: Position, dice: tuple[int, int]) -> set[Board]:
    """All boards (mover, opponent; each in its own numbering) that a lawful play leads to."""
    board = (position.of(position.turn), position.of(position.turn.other))
    sequences = {dice * 2} if dice[0] == dice[1] else set(permutations(dice))
    lines = [line for sequence in sequences for line in _lines(board, sequence)]
    most = max(len(used) for used, _ in lines)
    best = {(used, final) for used, final in lines if len(used) == most}
    if most == 1 and dice[0] != dice[1]:
        largest = max(used[0] for used, _ in best)
        best = {(used, final) for used, final in best if used[0] == largest}
    return {final for _, final in best} if most else set()


def _lines(board: Board, dice: tuple[int, ...]) -> list[tuple[tuple[int, ...], Board]]:
    """Every way to use these numbers in this order, stopping only where the next cannot be played."""
    if not dice:
        return [((), board)]
    moves = [moved for place in range(1, 26) for moved in [_move(board, place, dice[0])] if moved]
    if not moves:
        return [((), board)]
    return [((dice[0], *used), final) for moved in moves for used, final in _lines(moved, dice[1:])]


def _move(board: Board, place: int, die: int) -> Board | None:
    mine, theirs = list(board[0]), list(board[1])
    if mine[place] == 0 or (mine[25] > 0 and place != 25):
        return None
    target = place - die
    if target <= 0:
        outside = sum(mine[7:])
        farther = sum(mine[place + 1 : 7])
        if outside > 0 or (target < 0 and farther > 0):
            return None
        target = 0
    elif theirs[25 - target] >= 2:
        return None
    elif theirs[25 - target] == 1:
        theirs[25 - target] = 0
        theirs[25] += 1
    mine[place] -= 1
    mine[target] += 1
    return tuple(mine), tuple(theirs)
