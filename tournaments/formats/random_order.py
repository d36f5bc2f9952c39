"""The random order of a draw: how the published draw seed shuffles the entries.

How anybody can repeat a draw (method "lots-1"):

1. Before the draw the event publishes a commitment, after it the draw seed. The seed has 32 lower-case
   hexadecimal digits; the commitment is the SHA-256 of these 32 characters in hexadecimal.
2. Block i (0, 1, 2, ...) is the SHA-256 of the text "<seed>:<i>". Its 32 bytes are four big-endian numbers
   of 8 bytes.
3. To choose one of m things, take the next number x. If x is not below the largest multiple of m up to
   2**64, skip it. The choice is the remainder of x divided by m.
4. The list starts in order of entry numbers. For i from the last place down to the second, choose one of
   the first i + 1 places (from 0) and exchange it with place i (Fisher-Yates).
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

METHOD = "lots-1"
SEED_DIGITS = 32
NUMBER_RANGE = 1 << 64

Item = TypeVar("Item")


def compute_commitment(seed: str) -> str:
    """Return the commitment to a seed, which is published before the draw."""
    return hashlib.sha256(seed.encode("ascii")).hexdigest()


def is_seed(text: str) -> bool:
    """Whether a text is a seed: 32 lower-case hexadecimal digits."""
    return len(text) == SEED_DIGITS and all(letter in "0123456789abcdef" for letter in text)


def shuffle(items: Sequence[Item], seed: str) -> tuple[Item, ...]:
    """Return the items in the random order of a draw seed; the same seed always gives the same order."""
    order = list(items)
    numbers = _stream(seed)
    for last in range(len(order) - 1, 0, -1):
        choice = _below(last + 1, numbers)
        order[last], order[choice] = order[choice], order[last]
    return tuple(order)


def _stream(seed: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(f"{seed}:{counter}".encode("ascii")).digest()
        for start in range(0, len(block), 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    fair = NUMBER_RANGE - NUMBER_RANGE % limit
    return next(number for number in numbers if number < fair) % limit
