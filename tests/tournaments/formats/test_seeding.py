"""Lines of a bracket: the standard seed order, byes where the rule puts them, fields of every size."""

import random

import pytest

from rules.errors import Refusal
from tournaments.formats.seeding import (
    bracket_size,
    by_rating,
    drawn_in_blocks,
    lines,
    on_sheet,
    printed_order,
    seed_blocks,
    seed_count,
    slot_order,
)

SEED = "0" * 32
SIZES = [*range(2, 131), 255, 256, 257, 384, 511, 512]


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
def test_slot_order_is_the_standard_one(size: int, order: str) -> None:
    assert " ".join(str(number) for number in slot_order(size)) == order


@pytest.mark.parametrize("size", [4, 64, 512])
def test_favourites_meet_as_late_as_they_can(size: int) -> None:
    remaining = list(slot_order(size))
    while len(remaining) > 1:
        pairs = list(zip(remaining[::2], remaining[1::2], strict=True))
        assert {white + black for white, black in pairs} == {len(remaining) + 1}
        remaining = [min(pair) for pair in pairs]


def test_every_entry_stands_on_one_line_and_no_two_byes_meet(subtests: pytest.Subtests) -> None:
    for entrants in SIZES:
        with subtests.test(entrants=entrants):
            drawn = lines(range(1, entrants + 1), (), SEED)
            assert sorted(number for number in drawn if number) == list(range(1, entrants + 1))
            assert len(drawn) == bracket_size(entrants)
            assert (0, 0) not in set(zip(drawn[::2], drawn[1::2], strict=True))


def test_byes_are_spread_over_halves_quarters_and_eighths(subtests: pytest.Subtests) -> None:
    for entrants in SIZES:
        with subtests.test(entrants=entrants):
            drawn = lines(range(1, entrants + 1), (), SEED)
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
        drawn = lines(range(1, entrants + 1), seeds, SEED)
        lucky = {a or b for a, b in zip(drawn[::2], drawn[1::2], strict=True) if not a or not b}
        assert lucky & set(seeds) == set(seeds[:byes])


def test_seeds_take_their_standard_lines_and_the_rest_is_drawn() -> None:
    first = lines(range(1, 9), (3, 5), "1" * 32)
    second = lines(range(1, 9), (3, 5), "2" * 32)
    assert (first[0], first[4]) == (second[0], second[4]) == (3, 5)
    assert first != second


def test_the_order_of_entering_does_not_matter_for_the_random_order() -> None:
    assert lines([5, 3, 1, 2, 4], (), SEED) == lines([1, 2, 3, 4, 5], (), SEED)


@pytest.mark.parametrize("entrants", [0, 1, 513])
def test_impossible_fields_are_refused(entrants: int) -> None:
    with pytest.raises(Refusal) as refusal:
        lines(range(1, entrants + 1), (), SEED)
    assert refusal.value.code == "field_size"


@pytest.mark.parametrize("seeds", [(9,), (1, 1)])
def test_seeds_must_be_entered_and_named_once(seeds: tuple[int, ...]) -> None:
    with pytest.raises(Refusal) as refusal:
        lines(range(1, 9), seeds, SEED)
    assert refusal.value.code == "seeds_unknown"


@pytest.mark.parametrize(
    ("size", "order"),
    [(2, "1 2"), (4, "1 4 3 2"), (8, "1 8 5 4 3 6 7 2"), (16, "1 16 9 8 5 12 13 4 3 14 11 6 7 10 15 2")],
)
def test_printed_sheets_have_number_two_on_the_bottom_line(size: int, order: str) -> None:
    assert " ".join(str(number) for number in printed_order(size)) == order


@pytest.mark.parametrize("size", [4, 32, 512])
def test_a_printed_sheet_has_the_same_pairings_round_by_round(size: int) -> None:
    orders = [list(slot_order(size)), list(printed_order(size))]
    while len(orders[0]) > 1:
        pairs = [[frozenset(pair) for pair in zip(o[::2], o[1::2], strict=True)] for o in orders]
        assert set(pairs[0]) == set(pairs[1])
        orders = [[min(pair) for pair in round_pairs] for round_pairs in pairs]


def test_how_many_are_seeded() -> None:
    seeds_by_field = {
        n: seed_count(n) for n in (2, 3, 4, 11, 12, 23, 24, 47, 48, 95, 96, 191, 192, 383, 384, 512)
    }
    counts = (0, 2, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 128, 128)
    assert tuple(seeds_by_field.values()) == counts


def test_seeds_by_rating_are_the_highest_rated_players() -> None:
    ratings = {4: 1500, 1: 1700, 9: 1500, 2: 1650}
    assert by_rating(ratings, 12) == (1, 2, 4, 9)
    assert by_rating(ratings, 5) == (1, 2)
    assert by_rating(ratings, 64, seeds=3) == (1, 2, 4)


def test_blocks_of_seeds() -> None:
    assert seed_blocks(8) == ((1, 1), (2, 2), (3, 4), (5, 8))
    assert seed_blocks(12) == ((1, 1), (2, 2), (3, 4), (5, 8), (9, 12))
    assert seed_blocks(1) == ((1, 1),)
    assert seed_blocks(0) == ()


def test_inside_a_block_seeds_are_drawn_and_never_leave_it() -> None:
    orders = {drawn_in_blocks(range(1, 9), f"{number:032x}") for number in range(400)}
    assert {order[:2] for order in orders} == {(1, 2)}
    assert {frozenset(order[2:4]) for order in orders} == {frozenset({3, 4})}
    assert {frozenset(order[4:]) for order in orders} == {frozenset({5, 6, 7, 8})}
    assert len({order[4:] for order in orders}) == 24


def test_on_a_printed_sheet_too_no_two_byes_meet() -> None:
    for entrants in SIZES:
        sheet = on_sheet(range(1, entrants + 1), "printed")
        assert (0, 0) not in set(zip(sheet[::2], sheet[1::2], strict=True))
