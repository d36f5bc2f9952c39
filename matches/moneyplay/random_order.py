"""Random choices at a table, verifiable from a stored seed.

All follow from the SHA-256 of a text "SEED:PURPOSE:ROUND", its 32 bytes taken one after the other. To
choose one of m things, take the next byte that is below the largest multiple of m up to 256; the choice is
its remainder by m.
"""

import hashlib
from collections.abc import Sequence


def roll_die(seed: str, player: str, throw: int) -> int:
    """Return the die of a player in throw number `throw` for the order, from 1: a number from 1 to 6."""
    return 1 + _below(6, f"{seed}:order of {player}:{throw}")


def draw_name(seed: str, names: Sequence[str], game: int) -> str:
    """The name drawn as partner in a game; ValueError when there are none or more than 256."""
    return names[_below(len(names), f"{seed}:partner:{game}")]


def _below(limit: int, text: str) -> int:
    if not 0 < limit <= 256:
        raise ValueError(f"No choice among {limit}.")
    block = hashlib.sha256(text.encode()).digest()
    fair = 256 - 256 % limit
    # For a die all 32 bytes are rejected once in 10**45 times; the result stays reproducible.
    return next((byte for byte in block if byte < fair), 0) % limit
