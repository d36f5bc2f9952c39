"""The order of a ladder that results make by themselves."""

from collections.abc import Iterable


def order_of(results: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Players from the top down after results (winner, loser) in the order settled.

    Whoever is new comes on at the bottom, the winner before the loser; who was below and won takes the place,
    and everybody between moves down one.
    """
    order: list[int] = []
    for winner, loser in results:
        order += [one for one in (winner, loser) if one not in order]
        above, below = order.index(loser), order.index(winner)
        if above < below:
            order.insert(above, order.pop(below))
    return tuple(order)
