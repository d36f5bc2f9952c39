"""Accelerated Swiss rounds (Baku): in the first rounds the upper half is paired with virtual points."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.formats.pairing import HALF, WIN, PairingCard
from tournaments.formats.swiss.options import round_count

NO_ACCELERATION, BAKU = "none", "baku"
ACCELERATIONS = (NO_ACCELERATION, BAKU)


def virtual_points(options: Mapping[str, Any], number: int, entrants: int) -> int:
    """Return the virtual points of the accelerated group in round `number`, two for a win; 0 without one.

    Half of the rounds (rounded up) are accelerated: the first half of these (rounded up) by a win, the others
    by half a win.
    """
    if options.get("acceleration", NO_ACCELERATION) != BAKU:
        return 0
    accelerated = -(-round_count(options, entrants) // 2)
    if number > accelerated:
        return 0
    return WIN if number <= -(-accelerated // 2) else HALF


def accelerated_count(entrants: int) -> int:
    """Return the number of entries of the accelerated group: half of all, rounded up to an even number."""
    return 2 * -(-entrants // 4)


def accelerated_entries(cards: Sequence[PairingCard]) -> tuple[int, ...]:
    """Return the entries of the accelerated group: those with the highest ranks."""
    ordered = sorted(cards, key=lambda card: card.rank)
    return tuple(card.entry for card in ordered[: accelerated_count(len(ordered))])
