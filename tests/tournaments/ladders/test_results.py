"""The order of a ladder made from results alone."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.ladders.journal.membership import rank_by_results

FIVE = [(5, 4), (4, 3), (3, 2), (2, 1)]
RESULTS = st.lists(
    st.tuples(st.integers(1, 7), st.integers(1, 7)).filter(lambda pair: pair[0] != pair[1]), max_size=20
)


def test_new_players_are_appended_winner_before_loser() -> None:
    assert rank_by_results(FIVE) == (5, 4, 3, 2, 1)
    assert rank_by_results([*FIVE, (9, 8), (7, 1)]) == (5, 4, 3, 2, 7, 1, 9, 8)


def test_a_winner_from_below_takes_the_place_of_the_loser() -> None:
    assert rank_by_results([*FIVE, (2, 4)]) == (5, 2, 4, 3, 1)


def test_a_winner_from_above_does_not_move() -> None:
    assert rank_by_results([*FIVE, (4, 1)]) == (5, 4, 3, 2, 1)


@given(RESULTS)
def test_random_results_move_the_winner_alone_and_keep_each_player_once(
    results: list[tuple[int, int]],
) -> None:
    orders = [rank_by_results(results[:count]) for count in range(len(results) + 1)]
    for (before, after), (winner, loser) in zip(pairwise(orders), results, strict=True):
        assert sorted(after) == sorted({*before, winner, loser})
        assert after.index(winner) < after.index(loser)
        others = [ranked_player for ranked_player in before if ranked_player != winner]
        assert [ranked_player for ranked_player in after if ranked_player in others] == others
