"""Classify a turn by the rules of moving that apply to it."""

from collections.abc import Iterator

from tests.proofs.playouts import Turn
from tests.rules.slow_plays import moves

KINDS = (
    "one on the bar",
    "two or more on the bar",
    "dance",
    "blocked without a bar",
    "double, 1 move",
    "double, 2 moves",
    "double, 3 moves",
    "double, 4 moves",
    "only the larger can be played",
    "only the smaller can be played",
    "either but not both",
    "one order only, both must be played",
    "same board by one number alone",
    "comes home and bears off",
    "borne off by a larger number",
    "wins",
)


def kinds(turn: Turn) -> Iterator[str]:
    """The kinds (of `KINDS`) to which this turn belongs."""
    (mover, _), dice, lines = turn
    finals = {final for _, final in lines}
    if mover[25]:
        yield "one on the bar" if mover[25] == 1 else "two or more on the bar"
    if not turn.used:
        yield "dance" if mover[25] else "blocked without a bar"
    elif dice[0] == dice[1]:
        yield f"double, {turn.used} move{'s' * (turn.used > 1)}"
    else:
        yield from _kinds_of_two(turn)
    if sum(mover[7:]) and any(final[0] > mover[0] for final, _ in finals):
        yield "comes home and bears off"
    if any(
        not mover[die] and after[0] > mover[0] for die in set(dice) for after, _ in moves(turn.board, die)
    ):
        yield "borne off by a larger number"
    if any(final[0] == 15 for final, _ in finals):
        yield "wins"


def _kinds_of_two(turn: Turn) -> Iterator[str]:
    larger, smaller = max(turn.dice), min(turn.dice)
    by_larger, by_smaller = moves(turn.board, larger), moves(turn.board, smaller)
    if turn.used == 1:
        if by_larger and by_smaller:
            yield "either but not both"
        else:
            yield f"only the {'larger' if by_larger else 'smaller'} can be played"
    elif not all(
        moves(after, then) for first, then in ((by_larger, smaller), (by_smaller, larger)) for after in first
    ):
        yield "one order only, both must be played"
    if turn.used == 2 and {final for _, final in turn.lines} & {*by_larger, *by_smaller}:
        yield "same board by one number alone"
