"""Separation of players of one club, country or family: as far as possible, reproducible, and reported."""

from collections.abc import Sequence
from itertools import permutations
from math import ceil, log2
from random import Random

import pytest

from tests.tournaments.formats.drawn_plans import SEED
from tournaments.formats import format_of
from tournaments.formats.plan import DrawEntry, Stage
from tournaments.formats.separation import (
    Exchange,
    Shortfall,
    Tags,
    bracket_layout,
    bracket_shortfalls,
    group_layout,
    group_shortfalls,
    lines_of_tags,
    separate,
)


def clubs(*sizes: int) -> dict[int, frozenset[str]]:
    """Entries 1, 2, ... in clubs of these sizes, one club after the other."""
    tags, entry = {}, 0
    for number, size in enumerate(sizes):
        for _ in range(size):
            entry += 1
            tags[entry] = frozenset({f"club:{number}"})
    return tags


def first_meeting(lines: Sequence[int], members: set[int]) -> int:
    places = [line for line, entry in enumerate(lines) if entry in members]
    return min((a ^ b).bit_length() for at, a in enumerate(places) for b in places[:at])


def free(size: int) -> list[list[int]]:
    return [list(range(size))]


def drawn(tags: Tags, separations: dict[str, int], size: int, seed: str = SEED) -> tuple[int, ...]:
    lines = [*range(1, len(tags) + 1), *[0] * (size - len(tags))]
    Random(seed).shuffle(lines)
    pots = [[line for line, entry in enumerate(lines) if entry]]
    return separate(lines, bracket_layout(size, pots), tags, separations, seed).lines


def test_one_club_is_separated_as_long_as_its_number_allows(subtests: pytest.Subtests) -> None:
    for members in range(2, 17):
        with subtests.test(members=members):
            tags = clubs(members, *[1] * (32 - members))
            lines = drawn(tags, {"club": 5}, 32)
            assert sorted(lines) == list(range(1, 33))
            assert first_meeting(lines, set(range(1, members + 1))) == 5 - ceil(log2(members)) + 1


def cost(lines: Sequence[int], tags: Tags, wished: int) -> int:
    """The cost of lines by definition: 2^(wished - r) for two of one tag who can meet in round r."""
    return sum(
        2 ** (wished - (a ^ b).bit_length())
        for places in lines_of_tags(lines, tags).values()
        for at, a in enumerate(places)
        for b in places[:at]
        if (a ^ b).bit_length() <= wished
    )


@pytest.mark.parametrize("seed", range(12))
def test_on_small_brackets_no_other_order_costs_less(seed: int) -> None:
    rng = Random(seed)
    tags = {entry: frozenset({f"club:{rng.randint(1, 3)}"}) for entry in range(1, 9)}
    fixed = [line for line in range(8) if line % 4 in {0, 3}]
    moving = [line for line in range(8) if line not in fixed[:2]]
    start = rng.sample(range(1, 9), 8)
    separated = separate(start, bracket_layout(8, [moving]), tags, {"club": 2}, f"{seed:032x}").lines
    orders = permutations([start[line] for line in moving])
    placed = ([order[moving.index(at)] if at in moving else start[at] for at in range(8)] for order in orders)
    assert cost(separated, tags, 2) == min(cost(lines, tags, 2) for lines in placed)
    assert (separated[0], separated[3]) == (start[0], start[3])


@pytest.mark.parametrize("seed", range(8))
def test_several_clubs_do_not_meet_in_the_wished_rounds(seed: int) -> None:
    rng = Random(seed)
    sizes = [rng.randint(2, 8) for _ in range(10)]
    tags = clubs(*sizes)
    size = 64 if len(tags) > 32 else 32
    lines = drawn(tags, {"club": 2}, size, f"{seed:032x}")
    assert bracket_shortfalls(lines, tags, {"club": 2}, ()) == ()


def test_every_kind_has_its_own_number_of_rounds() -> None:
    tags = {
        entry: frozenset({f"country:{entry % 4}", f"family:{(entry + 1) // 2}"}) for entry in range(1, 17)
    }
    lines = drawn(tags, {"family": 9, "country": 2}, 16)
    assert bracket_shortfalls(lines, tags, {"family": 9, "country": 2}, ()) == ()
    assert {first_meeting(lines, {entry, entry + 1}) for entry in range(1, 17, 2)} == {4}
    assert {first_meeting(lines, set(range(entry, 17, 4))) for entry in range(1, 5)} == {3}


def test_without_separations_the_random_order_stays() -> None:
    lines = list(range(1, 9))
    assert separate(lines, bracket_layout(8, free(8)), clubs(4, 4), {}, SEED).lines == tuple(lines)


def test_an_exchange_names_both_and_whom_it_was_to_avoid() -> None:
    tags = {1: frozenset({"club:a"}), 2: frozenset({"club:a"})}
    separated_lines = separate([1, 2, 3, 4], bracket_layout(4, free(4)), tags, {"club": 1}, SEED)
    assert len(separated_lines.exchanges) == 1
    (exchange,) = separated_lines.exchanges
    assert exchange == Exchange(exchange.entry, exchange.other, "club:a", {1: 2, 2: 1}[exchange.entry])
    assert {exchange.other} <= {3, 4}


def test_only_lines_of_one_pot_change_places() -> None:
    tags = clubs(4, 4)
    lines = separate(range(1, 9), bracket_layout(8, [[1, 2, 4, 7], [3, 5]]), tags, {"club": 2}, SEED).lines
    assert (lines[0], lines[6]) == (1, 7)
    assert {lines[at] for at in (1, 2, 4, 7)} == {2, 3, 5, 8}


def test_the_same_seed_gives_the_same_lines() -> None:
    tags = clubs(5, 5, 6, 3, 4)
    assert drawn(tags, {"club": 3}, 32) == drawn(tags, {"club": 3}, 32)


def test_in_groups_clubs_are_spread() -> None:
    tags = clubs(3, 3, 3, 3)
    layout = group_layout((4, 4, 4), [list(range(12))])
    lines = separate(range(1, 13), layout, tags, {"club": 1}, SEED).lines
    assert group_shortfalls(lines, layout, tags, {"club": 1}) == ()


def test_a_club_larger_than_the_number_of_groups_falls_short_by_its_size() -> None:
    tags = clubs(5, *[1] * 7)
    layout = group_layout((4, 4, 4), [list(range(12))])
    lines = separate(range(1, 13), layout, tags, {"club": 1}, SEED).lines
    assert group_shortfalls(lines, layout, tags, {"club": 1}) == (Shortfall("club:0", 5, 1, 2, 2, "size"),)


def test_a_large_club_is_reported_with_the_best_that_is_possible() -> None:
    tags = clubs(5, 1, 1, 1)
    lines = drawn(tags, {"club": 3}, 8)
    assert bracket_shortfalls(lines, tags, {"club": 3}, ()) == (Shortfall("club:0", 5, 2, 0, 0, "size"),)


def test_early_meetings_of_seeds_are_given_as_reason() -> None:
    tags = {1: frozenset({"club:a"}), 4: frozenset({"club:a"})}
    stage = Stage("main", "knockout", options={"apart": {"club": 3}})
    people = [DrawEntry(entry, tags.get(entry, frozenset())) for entry in range(1, 9)]
    assert format_of(stage).draw(stage, people, (1, 2, 3, 4), SEED).shortfalls == (
        Shortfall("club:a", 2, 2, 1, 2, "seeds"),
    )


def test_other_constraints_are_given_as_reason() -> None:
    tags = {1: frozenset({"club:a"}), 2: frozenset({"club:a"})}
    assert bracket_shortfalls([1, 2, 3, 4], tags, {"club": 2}, ()) == (
        Shortfall("club:a", 2, 1, 0, 1, "others"),
    )


def test_seeds_drawn_in_blocks_change_places_inside_their_block() -> None:
    tags = {1: frozenset({"club:a"}), 3: frozenset({"club:a"})}
    stage = Stage("main", "knockout", options={"apart": {"club": 3}, "seeding": "blocks"})
    people = [DrawEntry(entry, tags.get(entry, frozenset())) for entry in range(1, 17)]
    for number in range(12):
        new_draw = format_of(stage).draw(stage, people, (1, 2, 3, 4), f"{number:032x}")
        assert new_draw.shortfalls == ()
        assert {new_draw.lines[0], new_draw.lines[8]} == {1, 2}


def test_previous_opponents_are_separated_in_a_new_draw() -> None:
    tags = {entry: frozenset({f"met:{(entry + 1) // 2}"}) for entry in range(1, 17)}
    stage = Stage("last_chance", "knockout", options={"apart": {"met": 9}})
    new_draw = format_of(stage).draw(stage, [DrawEntry(entry, tags[entry]) for entry in tags], (), SEED)
    assert {first_meeting(new_draw.lines, {entry, entry + 1}) for entry in range(1, 17, 2)} == {4}


def test_a_full_field_is_separated_in_time_and_completely() -> None:
    rng = Random(512)
    tags = {
        entry: frozenset({f"club:{rng.randint(1, 40)}", f"country:{rng.randint(1, 8)}"})
        for entry in range(1, 513)
    }
    lines = drawn(tags, {"club": 3, "country": 1}, 512)
    assert bracket_shortfalls(lines, tags, {"club": 3, "country": 1}, ()) == ()


def test_unshared_tags_have_no_effect() -> None:
    assert lines_of_tags([1, 0, 2], {1: frozenset({"club:a"}), 2: frozenset({"club:b"})}) == {}
