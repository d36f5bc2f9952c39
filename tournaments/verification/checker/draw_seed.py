"""The published random order of a draw seed (method "lots-1"), implemented independently."""

from collections.abc import Sequence
from hashlib import sha256
from itertools import count

RANGE = 2**64


def matches_commitment(seed: str, commitment: str) -> bool:
    """Whether a revealed seed is the one that was promised."""
    return sha256(seed.encode()).hexdigest() == commitment


def shuffled(items: Sequence[int], seed: str) -> list[int]:
    """The order the lots give to things that start in this order."""
    random_numbers = (
        int(block[at : at + 16], 16)
        for number in count()
        for block in [sha256(f"{seed}:{number}".encode()).hexdigest()]
        for at in (0, 16, 32, 48)
    )
    order = list(items)
    for end in range(len(order), 1, -1):
        random_number = next(random_numbers)
        while random_number >= RANGE // end * end:
            random_number = next(random_numbers)
        choice = random_number % end
        order[end - 1], order[choice] = order[choice], order[end - 1]
    return order


def number_on(line: int, size: int) -> int:
    """Which number stands on a line (from 0) of a bracket of `size` lines, told by the digits of the line."""
    number, width = 1, 1
    for digit in f"{line:b}".zfill(size.bit_length() - 1) if size > 1 else "":
        width *= 2
        number = width + 1 - number if digit == "1" else number
    return number


def draw_lines(entries: Sequence[int], seeds: Sequence[int], seed: str) -> list[int]:
    """The lines of a draw: seeds take the first numbers, the rest follow by lot, missing numbers are byes."""
    rest = sorted(set(entries) - set(seeds))
    numbered = [*seeds, *shuffled(rest, seed)]
    size = 1
    while size < len(numbered):
        size *= 2
    numbers = (number_on(line, size) for line in range(size))
    return [numbered[number - 1] if number <= len(numbered) else 0 for number in numbers]
