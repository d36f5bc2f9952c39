"""Random orders of a draw seed, and the seeds of rounds, as docs/draw-methods.md describes them."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count

NUMBERS_IN_A_BLOCK, BYTES_OF_A_NUMBER = 4, 8
SEED_DIGITS = 32


def matches_commitment(seed: str, commitment: str) -> bool:
    """Whether a commitment is the SHA-256 of the 32 characters of a draw seed, in hexadecimal."""
    return sha256(seed.encode()).hexdigest() == commitment


def get_round_seed(draw_seed: str, flight: str, number: int) -> str:
    """Return the seed of a round: the first 32 digits of the SHA-256 of `<draw seed>:<flight>:<round>`."""
    return sha256(f"{draw_seed}:{flight}:{number}".encode()).hexdigest()[:SEED_DIGITS]


def list_numbers(seed: str) -> Iterator[int]:
    """Yield the numbers of a seed: four from the SHA-256 of each text `<seed>:<block>`."""
    for block in count():
        digest = sha256(f"{seed}:{block}".encode()).digest()
        for number in range(NUMBERS_IN_A_BLOCK):
            start = number * BYTES_OF_A_NUMBER
            yield int.from_bytes(digest[start : start + BYTES_OF_A_NUMBER], "big")


def choose(numbers: Iterator[int], things: int) -> int:
    """Choose one of some things, from 0: numbers at or above their largest multiple are discarded."""
    limit = 2 ** (8 * BYTES_OF_A_NUMBER) // things * things
    return next(number for number in numbers if number < limit) % things


def shuffle(items: Sequence[int], seed: str) -> list[int]:
    """Return the items in random order: each place from the last exchanges with one up to itself."""
    order, numbers = list(items), list_numbers(seed)
    for place in range(len(order) - 1, 0, -1):
        other = choose(numbers, place + 1)
        order[place], order[other] = order[other], order[place]
    return order
