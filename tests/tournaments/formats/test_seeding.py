"""Seeds: how many, by rating, drawn in blocks, and the draw numbers of all entries."""

import pytest

from rules.errors import Refusal
from tournaments.formats.seed_lines import draw_lines
from tournaments.formats.seeding import default_seed_count, seed_blocks, seed_by_rating, shuffle_seed_blocks

SEED = "0" * 32
SIZES = [*range(2, 131), 255, 256, 257, 384, 511, 512, 513, 1023, 1024]


def test_the_order_of_entering_does_not_matter_for_the_random_order() -> None:
    assert draw_lines([5, 3, 1, 2, 4], (), SEED) == draw_lines([1, 2, 3, 4, 5], (), SEED)


@pytest.mark.parametrize("entrants", [0, 1, 1025])
def test_impossible_fields_are_refused(entrants: int) -> None:
    with pytest.raises(Refusal) as refusal:
        draw_lines(range(1, entrants + 1), (), SEED)
    assert refusal.value.code == "field_size"


@pytest.mark.parametrize("seeds", [(9,), (1, 1)])
def test_seeds_must_be_entered_and_named_once(seeds: tuple[int, ...]) -> None:
    with pytest.raises(Refusal) as refusal:
        draw_lines(range(1, 9), seeds, SEED)
    assert refusal.value.code == "seeds_unknown"


def test_how_many_are_seeded() -> None:
    seeds_by_field = {
        n: default_seed_count(n)
        for n in (2, 3, 4, 11, 12, 23, 24, 47, 48, 95, 96, 191, 192, 383, 384, 512, 1024)
    }
    counts = (0, 2, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 128, 128, 256)
    assert tuple(seeds_by_field.values()) == counts


def test_seeds_by_rating_are_the_highest_rated_players() -> None:
    ratings = {4: 1500, 1: 1700, 9: 1500, 2: 1650}
    assert seed_by_rating(ratings, 12) == (1, 2, 4, 9)
    assert seed_by_rating(ratings, 5) == (1, 2)
    assert seed_by_rating(ratings, 64, seeds=3) == (1, 2, 4)


def test_blocks_of_seeds() -> None:
    assert seed_blocks(8) == ((1, 1), (2, 2), (3, 4), (5, 8))
    assert seed_blocks(12) == ((1, 1), (2, 2), (3, 4), (5, 8), (9, 12))
    assert seed_blocks(1) == ((1, 1),)
    assert seed_blocks(0) == ()


def test_inside_a_block_seeds_are_drawn_and_never_leave_it() -> None:
    orders = {shuffle_seed_blocks(range(1, 9), f"{number:032x}") for number in range(400)}
    assert {order[:2] for order in orders} == {(1, 2)}
    assert {frozenset(order[2:4]) for order in orders} == {frozenset({3, 4})}
    assert {frozenset(order[4:]) for order in orders} == {frozenset({5, 6, 7, 8})}
    assert len({order[4:] for order in orders}) == 24
