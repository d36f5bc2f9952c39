"""Random draws at a table of a money session, which can be verified from the stored seed.

Each draw uses the SHA-256 of a text "SEED:PURPOSE:NUMBER". To choose one of m things, take the first of its
32 bytes that is below the largest multiple of m up to 256; the index is its remainder modulo m.
"""

import hashlib
from collections.abc import Sequence


def roll_die(seed: str, player: str, throw: int) -> int:
    """Return the die, 1 to 6, of a player in throw number `throw` (from 1) for the order."""
    return 1 + _draw_below(6, f"{seed}:order of {player}:{throw}")


def draw_name(seed: str, names: Sequence[str], game: int) -> str:
    """Return the name drawn as partner in a game. Raises ValueError without names or with more than 256."""
    return names[_draw_below(len(names), f"{seed}:partner:{game}")]


def _draw_below(limit: int, text: str) -> int:
    if not 0 < limit <= 256:
        raise ValueError(f"No choice among {limit}.")
    block = hashlib.sha256(text.encode()).digest()
    largest_multiple = 256 - 256 % limit
    # For a die all 32 bytes are rejected with a probability of 10**-58; then 0 is drawn.
    return next((byte for byte in block if byte < largest_multiple), 0) % limit
