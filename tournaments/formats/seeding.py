"""Seeding: the random order by a draw seed, and the lines of a bracket for seeds and other entries.

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from rules.errors import Refusal

METHOD = "lots-1"
SEED_DIGITS = 32
NUMBER_RANGE = 1 << 64

Item = TypeVar("Item")


def commitment(seed: str) -> str:
    """Return the commitment to a seed, which is published before the draw."""
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


# Number of entries of a draw.
SMALLEST, LARGEST = 2, 512


def bracket_size(entrants: int) -> int:
    """Return the number of lines: the smallest power of two that holds the entrants."""
    return 1 << (entrants - 1).bit_length()


def slot_order(size: int) -> tuple[int, ...]:
    """Return the draw number on each line of a bracket: 8 lines give 1 8 4 5 2 7 3 6.

    The numbers 1 to 2^j are in 2^j different parts of the bracket.
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(number for seed_number in order for number in (seed_number, total - seed_number))
    return order


def printed_order(size: int) -> tuple[int, ...]:
    """Return the draw numbers as on printed sheets, with number 2 on the bottom line: 1 8 5 4 3 6 7 2."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        pairs = [(number, 2 * len(order) + 1 - number) for number in order]
        order = tuple(number for at, pair in enumerate(pairs) for number in (pair[::-1] if at % 2 else pair))
    return order


# The option "sheet" of a stage.
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
    """Return the first and last number of each seed block: 1, 2, 3-4, 5-8, 9-16 and so on."""
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

    Seeded entries get the numbers from 1 in their order, the others the next ones at random. The numbers are
    placed in slot order and missing numbers are byes: so the top seeds get the byes, which are spread evenly.
    Refuses `field_size` and `seeds_unknown`.
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
    """Refuse too few or too many entries (`field_size`), and seeds not among them (`seeds_unknown`)."""
    if not SMALLEST <= len(entries) <= LARGEST:
        raise Refusal("field_size", entrants=len(entries), smallest=SMALLEST, largest=LARGEST)
    if len(set(entries)) != len(entries) or len(set(seeds)) != len(seeds) or set(seeds) - set(entries):
        raise Refusal("seeds_unknown", seeds=list(seeds))
