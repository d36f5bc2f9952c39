"""Why nobody is ever stuck for good: two closed boards with a checker of each side on the bar cannot arise.

The argument of the rule texts, step by step: who closes his board has nobody on the bar; who waits against
a closed board plays nothing, so he neither hits nor closes; so the second board closes only while its owner
is free, and whoever is hit after that can answer with nothing.
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
    """The next rolls from one board after another on which a single thing is wanting for a stalemate."""
    while True:
        board = brink(random)
        if board:
            yield from play_out(random, board, A_WHILE)


def brink(random: Random) -> Board | None:
    """A closed board against one that is closed or nearly so, the rest anywhere; None when two sides meet."""
    sides = []
    for item in (6, random.choice([5, 5, 6])):
        counts = [0] * 26
        for point in random.sample(range(1, 7), item):
            counts[point] = 2
        for _ in range(15 - sum(counts)):
            counts[random.choice([25, *range(1, 25)])] += 1
        sides.append(tuple(counts))
    value, result = sides if random.random() < 0.5 else sides[::-1]
    if any(value[point] and result[25 - point] for point in range(1, 25)):
        return None
    return None if value[25] and result[25] and is_closed(value) and is_closed(result) else (value, result)


def breaks(turn: Turn) -> Iterable[str]:
    """The steps of the argument that this turn would refute; none, if the argument holds."""
    value, result = turn.board
    if value[25] and is_closed(result) and turn.used:
        yield "plays against a closed board"
    if value[25] and result[25] and is_closed(value) and is_closed(result):
        yield "stalemate"
    if any(is_closed(after) and not is_closed(value) and after[25] for _, (after, _) in turn.lines):
        yield "closes a board while on the bar"


def sights(turn: Turn) -> Iterable[str]:
    """What of the argument this turn shows at work."""
    value, result = turn.board
    if not is_closed(value) and any(is_closed(after) for _, (after, _) in turn.lines):
        yield SEEN[0]
    if value[25] and is_closed(result):
        yield SEEN[1]
    if is_closed(value) and is_closed(result):
        yield SEEN[3] if value[25] or result[25] else SEEN[2]


def is_closed(checkers: Counts) -> bool:
    """Whether all six points of a home board are occupied."""
    return min(checkers[1:7]) > 1
