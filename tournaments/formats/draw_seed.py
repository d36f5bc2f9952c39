"""A repeatable random order for draws: a committed seed, a counter stream of SHA-256 and Fisher-Yates.

How a draw is checked by hand (method "lots-1"):

1. Before the draw the event shows a commitment; after it, the seed. The seed is 32 hexadecimal digits,
   lower case, and the commitment is the SHA-256 of those 32 characters, written in hexadecimal.
2. Block number i (0, 1, 2, ...) is the SHA-256 of the text "<seed>:<i>". Each block gives four numbers:
   its 32 bytes cut in four groups of eight, each read as one number with the highest byte first.
3. To choose one of m things, take the next number x of the stream. If x is not below the largest multiple
   of m that 2**64 holds, throw it away and take the next; the choice is the remainder of x by m.
4. The list starts in order of entry numbers. For i from the last place down to the second, choose one of
   the first i + 1 places (counting from 0) and exchange it with place i.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

METHOD = "lots-1"
SEED_DIGITS = 32
NUMBER_RANGE = 1 << 64

Item = TypeVar("Item")


def commitment(seed: str) -> str:
    """What is published before the draw: it binds the seed without telling it."""
    return hashlib.sha256(seed.encode("ascii")).hexdigest()


def is_seed(text: str) -> bool:
    """Whether a text is a seed: 32 lower-case hexadecimal digits."""
    return len(text) == SEED_DIGITS and all(letter in "0123456789abcdef" for letter in text)


def shuffled(items: Sequence[Item], seed: str) -> tuple[Item, ...]:
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
