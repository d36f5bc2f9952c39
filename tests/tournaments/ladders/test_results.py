"""The order that results make: up by winning, down by one for those between, newcomers at the foot."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.ladders.journal.commands import rank_by_results

FIVE = [(5, 4), (4, 3), (3, 2), (2, 1)]
RESULTS = st.lists(
    st.tuples(st.integers(1, 7), st.integers(1, 7)).filter(lambda pair: pair[0] != pair[1]), max_size=20
)


def test_newcomers_come_on_at_the_foot_the_winner_before_the_loser() -> None:
    assert rank_by_results(FIVE) == (5, 4, 3, 2, 1)
    assert rank_by_results([*FIVE, (9, 8), (7, 1)]) == (5, 4, 3, 2, 7, 1, 9, 8)


def test_who_wins_from_below_takes_the_place_and_those_between_move_down() -> None:
    assert rank_by_results([*FIVE, (2, 4)]) == (5, 2, 4, 3, 1)


def test_who_wins_from_above_stays() -> None:
    assert rank_by_results([*FIVE, (4, 1)]) == (5, 4, 3, 2, 1)


@given(RESULTS)
def test_nobody_is_lost_or_twice_and_nobody_else_changes_places(results: list[tuple[int, int]]) -> None:
    orders = [rank_by_results(results[:count]) for count in range(len(results) + 1)]
    for (before, after), (winner, loser) in zip(pairwise(orders), results, strict=True):
        assert sorted(after) == sorted({*before, winner, loser})
        assert after.index(winner) < after.index(loser)
        others = [one for one in before if one != winner]
        assert [one for one in after if one in others] == others
