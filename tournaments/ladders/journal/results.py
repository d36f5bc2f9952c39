"""The initial order of a ladder from past results."""

from collections.abc import Iterable


def order_from_results(results: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return players from the top down after results (winner, loser) in the order settled.

    New players start at the bottom, the winner before the loser; a winner from below takes the loser's
    place, and everybody between moves down one.
    """
    order: list[int] = []
    for winner, loser in results:
        order += [one for one in (winner, loser) if one not in order]
        above, below = order.index(loser), order.index(winner)
        if above < below:
            order.insert(above, order.pop(below))
    return tuple(order)
