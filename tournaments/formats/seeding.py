"""Seeds: how many there are, which entries they are by rating, and the draw numbers they get.

Every entry of a draw gets a draw number: seeds the first ones in their order, the others the next ones at
random. `seed_lines` says on which line of a bracket a number is, `groups` in which group. A director may
have seeds drawn in blocks: seeds 3-4, 5-8, 9-16 and so on then exchange their numbers at random.
"""

from collections.abc import Mapping, Sequence

from rules.errors import Refusal
from tournaments.formats.random_order import shuffle

# Fewest and most entries of a draw.
SMALLEST_DRAW, LARGEST_DRAW = 2, 1024


def default_seed_count(entrants: int) -> int:
    """Return the default number of seeds: 2 of 3, 4 of 12, 8 of 24, 16 of 48, ... 128 of 384."""
    if entrants < 12:
        return 2 if entrants > 2 else 0
    return 1 << ((entrants // 12).bit_length() + 1)


def seed_by_rating(ratings: Mapping[int, int], entrants: int, seeds: int | None = None) -> tuple[int, ...]:
    """Return the seeds by rating, highest first, of equal ones the earlier entry; none without rating.

    `ratings` are those of the rated entries; `seeds` is the number, the default by `default_seed_count`.
    """
    count = default_seed_count(entrants) if seeds is None else seeds
    return tuple(sorted(ratings, key=lambda entry: (-ratings[entry], entry))[:count])


def seed_blocks(seeds: int) -> tuple[tuple[int, int], ...]:
    """Return the first and last number of each seed block: 1, 2, 3-4, 5-8, 9-16 and so on."""
    blocks, first = [(1, 1), (2, 2)], 3
    while first <= seeds:
        blocks.append((first, 2 * first - 2))
        first = 2 * first - 1
    return tuple((first, min(last, seeds)) for first, last in blocks if first <= seeds)


def shuffle_seed_blocks(seeds: Sequence[int], seed: str) -> tuple[int, ...]:
    """Return the seeds, each block in its own random order (`shuffle(block, "<seed>/seeds/<first>")`)."""
    return tuple(
        entry
        for first, last in seed_blocks(len(seeds))
        for entry in shuffle(seeds[first - 1 : last], f"{seed}/seeds/{first}")
    )


def assign_draw_numbers(entries: Sequence[int], seeds: Sequence[int], seed: str) -> tuple[int, ...]:
    """Return the entries by draw number: the seeds in their order, then the others at random."""
    check_entries_and_seeds(entries, seeds)
    return (*seeds, *shuffle(sorted(set(entries) - set(seeds)), seed))


def check_entries_and_seeds(entries: Sequence[int], seeds: Sequence[int]) -> None:
    """Refuse too few or too many entries (`field_size`), and seeds not among them (`seeds_unknown`)."""
    if not SMALLEST_DRAW <= len(entries) <= LARGEST_DRAW:
        raise Refusal("field_size", entrants=len(entries), smallest=SMALLEST_DRAW, largest=LARGEST_DRAW)
    if len(set(entries)) != len(entries) or len(set(seeds)) != len(seeds) or set(seeds) - set(entries):
        raise Refusal("seeds_unknown", seeds=list(seeds))
