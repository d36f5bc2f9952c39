"""Numbers of a round robin: players of one club meet early; others keep their place in the random order."""

from itertools import combinations, permutations
from random import Random

import pytest

from tests.tournaments.formats.drawn_plans import SEED
from tournaments.formats.berger_tables import map_meeting_rounds
from tournaments.formats.plan import DrawEntry, Stage
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.round_robin_numbers import number_mates_first


def total(order: tuple[int, ...], tags: dict[int, frozenset[str]]) -> int:
    """The sum of the rounds in which club-mates meet."""
    rounds = map_meeting_rounds(len(order))
    return sum(
        rounds[frozenset((one + 1, other + 1))]
        for one, other in combinations(range(len(order)), 2)
        if tags[order[one]] & tags[order[other]]
    )


def test_two_of_one_club_meet_in_the_first_round() -> None:
    for seed in range(10):
        order = Random(seed).sample(range(1, 9), 8)
        tags = {entry: frozenset({f"club:{(entry + 1) // 2}"}) for entry in order}
        assert total(number_mates_first(order, tags, SEED), tags) == 4


@pytest.mark.parametrize("seed", range(4))
def test_no_other_order_lets_mates_meet_earlier(seed: int) -> None:
    rng = Random(seed)
    tags = {entry: frozenset({f"club:{rng.randint(1, 3)}"}) for entry in range(1, 7)}
    drawn = number_mates_first(tuple(tags), tags, SEED)
    best = min(total(order, tags) for order in permutations(tags))
    assert sorted(drawn) == sorted(tags)
    assert total(drawn, tags) == best


def test_without_club_mates_the_random_order_stays() -> None:
    assert number_mates_first((3, 1, 2), dict.fromkeys((1, 2, 3), frozenset({"country:x"})), SEED) == (
        3,
        1,
        2,
    )


def test_the_numbers_are_drawn_by_the_option() -> None:
    people = [DrawEntry(entry, frozenset({f"club:{entry % 3}"})) for entry in range(1, 10)]
    stages = {
        option: Stage("main", "round_robin", options={"numbers": option})
        for option in ("order", "lot", "mates_first")
    }
    numbers = {option: RoundRobin().draw(stage, people, (), SEED).lines for option, stage in stages.items()}
    tags = {person.entry: person.tags for person in people}
    assert {tuple(sorted(lines)) for lines in numbers.values()} == {tuple(range(1, 10))}
    assert numbers["mates_first"] == number_mates_first(numbers["lot"], tags, SEED)
    assert total(numbers["mates_first"], tags) < min(
        total(numbers["lot"], tags), total(numbers["order"], tags)
    )
