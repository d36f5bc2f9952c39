"""Why nobody is ever stuck for good: two closed boards with a checker of each side on the bar cannot arise.

The argument of the rule texts, step by step: who closes his board has nobody on the bar; who waits against
a closed board plays nothing, so he neither hits nor closes; so the second board closes only while its owner
is free, and whoever is hit after that can answer with nothing.
"""

from collections.abc import Iterable

from tests.proofs.playouts import Turn
from tests.rules.slow_plays import Counts

SEEN = ("board closed by a play", "roll against a closed board", "both boards closed")


def breaks(turn: Turn) -> Iterable[str]:
    """The steps of the argument that this turn would refute; none, if the argument holds."""
    mine, theirs = turn.board
    if mine[25] and is_closed(theirs) and turn.used:
        yield "plays against a closed board"
    if mine[25] and theirs[25] and is_closed(mine) and is_closed(theirs):
        yield "stalemate"
    if any(is_closed(after) and not is_closed(mine) and after[25] for _, (after, _) in turn.lines):
        yield "closes a board while on the bar"


def sights(turn: Turn) -> Iterable[str]:
    """What of the argument this turn shows at work."""
    mine, theirs = turn.board
    if not is_closed(mine) and any(is_closed(after) for _, (after, _) in turn.lines):
        yield SEEN[0]
    if mine[25] and is_closed(theirs):
        yield SEEN[1]
    if is_closed(mine) and is_closed(theirs):
        yield SEEN[2]


def is_closed(checkers: Counts) -> bool:
    """Whether all six points of a home board are held."""
    return min(checkers[1:7]) > 1
