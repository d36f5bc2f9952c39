"""The proof that a stalemate (two closed boards, a checker of each side on the bar) cannot arise.

The argument of the rule texts, step by step: a player who closes their board has no checker on the bar; a
player on the bar against a closed board cannot move, so they neither hit nor close a board; so the
second board is closed only while its owner has no checker on the bar, and a player who is hit after that
cannot move.
"""

from collections.abc import Iterable, Iterator
from random import Random

from tests.proofs.playouts import Turn, play_out
from tests.rules.slow_plays import Board, Counts

SEEN = (
    "board closed by a play",
    "roll against a closed board",
    "both boards closed",
    "both boards closed, one side on the bar",
)
A_WHILE = 12


def turns_at_the_brink(random: Random) -> Iterator[Turn]:
    """The next rolls from random boards that lack a single condition of a stalemate, without end."""
    while True:
        board = brink(random)
        if board:
            yield from play_out(random, board, A_WHILE)


def brink(random: Random) -> Board | None:
    """A random board: one home board closed, the other closed or one point short; None if it is
    impossible."""
    sides = []
    for made_points in (6, random.choice([5, 5, 6])):
        counts = [0] * 26
        for point in random.sample(range(1, 7), made_points):
            counts[point] = 2
        for _ in range(15 - sum(counts)):
            counts[random.choice([25, *range(1, 25)])] += 1
        sides.append(tuple(counts))
    mover, opponent = sides if random.random() < 0.5 else sides[::-1]
    if any(mover[point] and opponent[25 - point] for point in range(1, 25)):
        return None
    return (
        None if mover[25] and opponent[25] and is_closed(mover) and is_closed(opponent) else (mover, opponent)
    )


def breaks(turn: Turn) -> Iterable[str]:
    """The steps of the argument that this turn refutes; none if the argument holds."""
    mover, opponent = turn.board
    if mover[25] and is_closed(opponent) and turn.used:
        yield "plays against a closed board"
    if mover[25] and opponent[25] and is_closed(mover) and is_closed(opponent):
        yield "stalemate"
    if any(is_closed(after) and not is_closed(mover) and after[25] for _, (after, _) in turn.lines):
        yield "closes a board while on the bar"


def sights(turn: Turn) -> Iterable[str]:
    """The situations of the argument (`SEEN`) that occur in this turn."""
    mover, opponent = turn.board
    if not is_closed(mover) and any(is_closed(after) for _, (after, _) in turn.lines):
        yield SEEN[0]
    if mover[25] and is_closed(opponent):
        yield SEEN[1]
    if is_closed(mover) and is_closed(opponent):
        yield SEEN[3] if mover[25] or opponent[25] else SEEN[2]


def is_closed(checkers: Counts) -> bool:
    """Whether all six points of a home board are occupied."""
    return min(checkers[1:7]) > 1
