"""The number of two ranks that decides between pairings that are equal by all rules.

Follows *Equal pairings* of docs/draw-methods.md.
"""

FIRST_FACTOR, SECOND_FACTOR, LAST_FACTOR = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xFF51AFD7ED558CCD
RANGE, SHIFT, DISCARDED = 2**64, 2**29, 2**32


def get_rank_number(one: int, other: int) -> int:
    """Return the number of two ranks, below 2^32; of one rank and 0 for a player who is not paired."""
    low, high = sorted((one, other)) if one and other else (one or other, 0)
    mixed = (low * FIRST_FACTOR + high * SECOND_FACTOR) % RANGE
    mixed = (mixed ^ mixed // SHIFT) * LAST_FACTOR % RANGE
    return mixed // DISCARDED
