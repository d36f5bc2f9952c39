"""Baku acceleration (FIDE C.04.7): in the first rounds the upper half is paired with points on top."""

from collections.abc import Sequence

from tournaments.formats.pairing import HALF, WIN, Card

NONE, BAKU = "none", "baku"
KINDS = (NONE, BAKU)


def upper_half(cards: Sequence[Card]) -> tuple[int, ...]:
    """The entries of the accelerated group: the first 2 * ceil(n / 4) by rank."""
    ordered = sorted(cards, key=lambda card: card.rank)
    return tuple(card.entry for card in ordered[: 2 * -(-len(ordered) // 4)])


def virtual_points(number: int, rounds: int) -> int:
    """What the accelerated group has on top in round `number` of `rounds`, two for a win.

    Half of the rounds (rounded up) are accelerated; the first half of these (rounded up) by a win, the rest
    by half of one.
    """
    accelerated = -(-rounds // 2)
    if number > accelerated:
        return 0
    return WIN if number <= -(-accelerated // 2) else HALF
