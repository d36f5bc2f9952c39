"""Lines of a bracket: the standard seed order, byes where the rule puts them, fields of every size."""

import random

import pytest

from tournaments.formats.seed_lines import (
    bracket_size,
    draw_lines,
    place_on_lines,
    printed_order,
    standard_order,
)

SEED = "0" * 32
SIZES = [*range(2, 131), 255, 256, 257, 384, 511, 512, 513, 1023, 1024]


@pytest.mark.parametrize(
    ("size", "order"),
    [
        (2, "1 2"),
        (4, "1 4 2 3"),
        (8, "1 8 4 5 2 7 3 6"),
        (16, "1 16 8 9 4 13 5 12 2 15 7 10 3 14 6 11"),
        (32, "1 32 16 17 8 25 9 24 4 29 13 20 5 28 12 21 2 31 15 18 7 26 10 23 3 30 14 19 6 27 11 22"),
    ],
)
def test_the_standard_order(size: int, order: str) -> None:
    assert " ".join(str(number) for number in standard_order(size)) == order


@pytest.mark.parametrize("size", [4, 64, 1024])
def test_favourites_meet_as_late_as_they_can(size: int) -> None:
    remaining = list(standard_order(size))
    while len(remaining) > 1:
        pairs = list(zip(remaining[::2], remaining[1::2], strict=True))
        assert {white + black for white, black in pairs} == {len(remaining) + 1}
        remaining = [min(pair) for pair in pairs]


def test_every_entry_stands_on_one_line_and_no_two_byes_meet(subtests: pytest.Subtests) -> None:
    for entrants in SIZES:
        with subtests.test(entrants=entrants):
            drawn = draw_lines(range(1, entrants + 1), (), SEED)
            assert sorted(number for number in drawn if number) == list(range(1, entrants + 1))
            assert len(drawn) == bracket_size(entrants)
            assert (0, 0) not in set(zip(drawn[::2], drawn[1::2], strict=True))


def test_byes_are_spread_over_halves_quarters_and_eighths(subtests: pytest.Subtests) -> None:
    for entrants in SIZES:
        with subtests.test(entrants=entrants):
            drawn = draw_lines(range(1, entrants + 1), (), SEED)
            for parts in (2, 4, 8):
                if parts * 2 <= len(drawn):
                    step = len(drawn) // parts
                    byes = [drawn[start : start + step].count(0) for start in range(0, len(drawn), step)]
                    assert max(byes) - min(byes) <= 1


def test_byes_go_to_the_seeds_first() -> None:
    rng = random.Random(4)
    for entrants in range(5, 120):
        byes = bracket_size(entrants) - entrants
        seeds = rng.sample(range(1, entrants + 1), min(8, entrants))
        drawn = draw_lines(range(1, entrants + 1), seeds, SEED)
        lucky = {a or b for a, b in zip(drawn[::2], drawn[1::2], strict=True) if not a or not b}
        assert lucky & set(seeds) == set(seeds[:byes])


def test_seeds_take_their_standard_lines_and_the_rest_is_drawn() -> None:
    first = draw_lines(range(1, 9), (3, 5), "1" * 32)
    second = draw_lines(range(1, 9), (3, 5), "2" * 32)
    assert (first[0], first[4]) == (second[0], second[4]) == (3, 5)
    assert first != second


@pytest.mark.parametrize(
    ("size", "order"),
    [(2, "1 2"), (4, "1 4 3 2"), (8, "1 8 5 4 3 6 7 2"), (16, "1 16 9 8 5 12 13 4 3 14 11 6 7 10 15 2")],
)
def test_printed_sheets_have_number_two_on_the_bottom_line(size: int, order: str) -> None:
    assert " ".join(str(number) for number in printed_order(size)) == order


@pytest.mark.parametrize("size", [4, 32, 1024])
def test_a_printed_sheet_has_the_same_pairings_round_by_round(size: int) -> None:
    orders = [list(standard_order(size)), list(printed_order(size))]
    while len(orders[0]) > 1:
        pairs = [[frozenset(pair) for pair in zip(o[::2], o[1::2], strict=True)] for o in orders]
        assert set(pairs[0]) == set(pairs[1])
        orders = [[min(pair) for pair in round_pairs] for round_pairs in pairs]


def test_on_a_printed_sheet_too_no_two_byes_meet() -> None:
    for entrants in SIZES:
        sheet = place_on_lines(range(1, entrants + 1), "printed")
        assert (0, 0) not in set(zip(sheet[::2], sheet[1::2], strict=True))
