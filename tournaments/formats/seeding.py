"""The lines of a bracket: seeds first and the rest in the random order of a committed draw seed.

How a draw is checked manually (method "lots-1"):

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from rules.errors import Refusal

METHOD = "lots-1"
SEED_DIGITS = 32
NUMBER_RANGE = 1 << 64

Item = TypeVar("Item")


def commitment(seed: str) -> str:
    """Return the commitment, published before the draw: it binds the seed without revealing it."""
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


SMALLEST, LARGEST = 2, 512


def bracket_size(entrants: int) -> int:
    """Return the number of lines: the smallest power of two that holds the entrants."""
    return 1 << (entrants - 1).bit_length()


def slot_order(size: int) -> tuple[int, ...]:
    """Return the number on each line: 8 lines give 1 8 4 5 2 7 3 6.

    If every favourite wins, the two numbers of a pairing add up to the players left plus one, and numbers
    1..2^j are in 2^j different parts of the bracket.
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(number for seed_number in order for number in (seed_number, total - seed_number))
    return order


def printed_order(size: int) -> tuple[int, ...]:
    """Return the same draw as on printed sheets, number 2 on the bottom line: 1 8 5 4 3 6 7 2."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        pairs = [(number, 2 * len(order) + 1 - number) for number in order]
        order = tuple(number for at, pair in enumerate(pairs) for number in (pair[::-1] if at % 2 else pair))
    return order


SHEETS: Mapping[str, Callable[[int], tuple[int, ...]]] = {"standard": slot_order, "printed": printed_order}


def seed_count(entrants: int) -> int:
    """Return the default number of seeds: 2 of 3, 4 of 12, 8 of 24, 16 of 48, ... 128 of 384."""
    if entrants < 12:
        return 2 if entrants > 2 else 0
    return 1 << ((entrants // 12).bit_length() + 1)


def by_rating(ratings: Mapping[int, int], entrants: int, seeds: int | None = None) -> tuple[int, ...]:
    """Return the seeds by rating, highest first, of equal ones the earlier entry; none without rating.

    `ratings` are those of the rated entries; `seeds` is the number, the default by `seed_count`.
    """
    count = seed_count(entrants) if seeds is None else seeds
    return tuple(sorted(ratings, key=lambda entry: (-ratings[entry], entry))[:count])


def seed_blocks(seeds: int) -> tuple[tuple[int, int], ...]:
    """Return the numbers drawn among each other, first and last: 1, 2, 3-4, 5-8, 9-16 and so on."""
    blocks, first = [(1, 1), (2, 2)], 3
    while first <= seeds:
        blocks.append((first, 2 * first - 2))
        first = 2 * first - 1
    return tuple((first, min(last, seeds)) for first, last in blocks if first <= seeds)


def drawn_in_blocks(seeds: Sequence[int], seed: str) -> tuple[int, ...]:
    """Return the seeds, each block in its own random order (`shuffled(block, "<seed>/seeds/<first>")`)."""
    return tuple(
        entry
        for first, last in seed_blocks(len(seeds))
        for entry in shuffled(seeds[first - 1 : last], f"{seed}/seeds/{first}")
    )


def lines(entries: Sequence[int], seeds: Sequence[int], seed: str) -> tuple[int, ...]:
    """Return entry numbers by line, 0 for a bye.

    Seeded entries take numbers 1.. in their order, the others follow at random. Numbers 1..n are in slot
    order, so the missing ones are the byes: they meet the seeds first, never each other, and no half, quarter
    or eighth of the bracket has more than one bye more than another. Refuses fields outside 2..512 and seeds
    that are not entered.
    """
    return on_sheet(numbered(entries, seeds, seed))


def numbered(entries: Sequence[int], seeds: Sequence[int], seed: str) -> tuple[int, ...]:
    """Return the entries by number: the seeds in their order, then the others at random."""
    check_field(entries, seeds)
    return (*seeds, *shuffled(sorted(set(entries) - set(seeds)), seed))


def on_sheet(by_number: Sequence[int], sheet: str = "standard") -> tuple[int, ...]:
    """Return entries by number on the lines of a sheet, 0 for a missing number."""
    order = SHEETS[sheet](bracket_size(len(by_number)))
    return tuple(by_number[number - 1] if number <= len(by_number) else 0 for number in order)


def check_field(entries: Sequence[int], seeds: Sequence[int]) -> None:
    if not SMALLEST <= len(entries) <= LARGEST:
        raise Refusal("field_size", entrants=len(entries), smallest=SMALLEST, largest=LARGEST)
    if len(set(entries)) != len(entries) or len(set(seeds)) != len(seeds) or set(seeds) - set(entries):
        raise Refusal("seeds_unknown", seeds=list(seeds))
