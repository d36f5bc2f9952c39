"""Berger's tables: who meets whom in which round of a single cycle."""

from collections.abc import Mapping

Board = tuple[int, int]


def berger(players: int) -> tuple[tuple[Board, ...], ...]:
    """The rounds of a single cycle as boards of two numbers, white first (FIDE Handbook C.05, Annex 1).

    Among an odd number of players each sits out one round: whoever would meet the missing number.
    """
    even = players + players % 2
    ring = even - 1
    rounds = []
    for number in range(ring):
        top = number * (even // 2) % ring
        first = (top + 1, even) if number % 2 == 0 else (even, top + 1)
        others = [((top + j) % ring + 1, (top - j) % ring + 1) for j in range(1, even // 2)]
        rounds.append(tuple(board for board in (first, *others) if max(board) <= players))
    return tuple(rounds)


def met_in(players: int) -> Mapping[frozenset[int], int]:
    """The round of a single cycle in which two numbers meet."""
    return {
        frozenset(board): number for number, boards in enumerate(berger(players), start=1) for board in boards
    }
