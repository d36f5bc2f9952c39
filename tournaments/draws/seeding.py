"""The lines of a bracket: standard slot order, byes by rule, seeds first and the rest by lot."""

from collections.abc import Sequence

from rules.errors import Refusal
from tournaments.draws.lots import shuffled

SMALLEST, LARGEST = 2, 512


def bracket_size(entrants: int) -> int:
    """The number of lines: the smallest power of two that holds the entrants."""
    return 1 << (entrants - 1).bit_length()


def slot_order(size: int) -> tuple[int, ...]:
    """Which number stands on each line: 8 lines give 1 8 4 5 2 7 3 6.

    If every favourite wins, the two numbers of a pairing add up to the players left plus one, and numbers
    1..2^j stand in 2^j different parts of the bracket.
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(number for held in order for number in (held, total - held))
    return order


def lines(entries: Sequence[int], seeds: Sequence[int], seed: str) -> tuple[int, ...]:
    """Entry numbers line by line, 0 for a bye.

    Seeded entries take numbers 1.. in their order, the others follow by lot. Numbers 1..n stand in the slot
    order, so the missing ones are the byes: they meet the seeds first, never each other, and no half,
    quarter or eighth of the bracket has more than one bye more than another.
    Refuses fields outside 2..512 and seeds that are not entered.
    """
    _check_field(entries, seeds)
    unseeded = sorted(set(entries) - set(seeds))
    numbered = (*seeds, *shuffled(unseeded, seed))
    order = slot_order(bracket_size(len(numbered)))
    return tuple(numbered[number - 1] if number <= len(numbered) else 0 for number in order)


def _check_field(entries: Sequence[int], seeds: Sequence[int]) -> None:
    if not SMALLEST <= len(entries) <= LARGEST:
        raise Refusal("field_size", entrants=len(entries), smallest=SMALLEST, largest=LARGEST)
    if len(set(entries)) != len(entries) or len(set(seeds)) != len(seeds) or set(seeds) - set(entries):
        raise Refusal("seeds_unknown", seeds=list(seeds))
