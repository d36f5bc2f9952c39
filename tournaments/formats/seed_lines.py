"""The line of each seed in a bracket, on standard and on printed sheets: by draw number, seeds first.

Seeds have the first draw numbers, see `seeding`. A number without an entry is a bye on its line.
"""

from collections.abc import Callable, Mapping, Sequence

from tournaments.formats.seeding import assign_draw_numbers


def bracket_size(entrants: int) -> int:
    """Return the number of lines: the smallest power of two that holds the entrants."""
    return 1 << (entrants - 1).bit_length()


def standard_order(size: int) -> tuple[int, ...]:
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
SHEETS: Mapping[str, Callable[[int], tuple[int, ...]]] = {
    "standard": standard_order,
    "printed": printed_order,
}


def draw_lines(entries: Sequence[int], seeds: Sequence[int], seed: str) -> tuple[int, ...]:
    """Return entry numbers by line, 0 for a bye.

    Seeded entries get the numbers from 1 in their order, the others the next ones at random. The numbers are
    placed in standard order and missing numbers are byes: so the top seeds get the byes, spread evenly.
    Refuses `field_size` and `seeds_unknown`.
    """
    return place_on_lines(assign_draw_numbers(entries, seeds, seed))


def place_on_lines(by_number: Sequence[int], sheet: str = "standard") -> tuple[int, ...]:
    """Return entries by number on the lines of a sheet, 0 for a missing number."""
    order = SHEETS[sheet](bracket_size(len(by_number)))
    return tuple(by_number[number - 1] if number <= len(by_number) else 0 for number in order)
