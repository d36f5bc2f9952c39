"""A ladder moves as it should: up by winning, down by one for those between, and by letting time pass."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.standings.ladder import Ladder, after

LADDER = Ladder((5, 4, 3, 2, 1), reach=2)


def test_who_wins_from_below_takes_the_place_and_those_between_move_down() -> None:
    assert LADDER.won(2, 4).order == (5, 2, 4, 3, 1)


def test_who_wins_from_above_stays() -> None:
    assert LADDER.won(4, 2) == LADDER


def test_a_challenge_reaches_so_far_and_no_further() -> None:
    assert LADDER.may_challenge(2) == (3, 4)
    assert LADDER.may_challenge(5) == ()
    assert Ladder(LADDER.order, reach=0).may_challenge(1) == (2, 3, 4, 5)
    LADDER.must_challenge(2, 4)
    with pytest.raises(Refusal) as refused:
        LADDER.must_challenge(2, 5)
    assert (refused.value.code, refused.value.facts) == (
        "challenge_too_far",
        {"challenger": 2, "holder": 1, "reach": 2},
    )


def test_a_challenge_left_lying_costs_a_place() -> None:
    assert LADDER.timed_out(4).order == (5, 3, 4, 2, 1)
    assert LADDER.timed_out(1) == LADDER


def test_people_come_at_the_foot_and_leave_from_anywhere() -> None:
    assert LADDER.joined(9).order == (5, 4, 3, 2, 1, 9)
    assert LADDER.left(4).order == (5, 3, 2, 1)
    with pytest.raises(Refusal):
        LADDER.joined(3)
    with pytest.raises(Refusal):
        LADDER.left(9)


def test_an_evening_on_the_ladder() -> None:
    assert after(LADDER, [(3, 5), (1, 2), (0, 5), (4, 5)]).order == (3, 4, 5, 1, 2)


@given(st.permutations(range(1, 8)), st.lists(st.tuples(st.integers(1, 7), st.integers(1, 7)), max_size=20))
def test_nobody_falls_off_and_nobody_moves_more_than_those_he_met_or_was_passed_by(
    order: list[int], results: list[tuple[int, int]]
) -> None:
    ladder = Ladder(tuple(order))
    for winner, loser in (pair for pair in results if pair[0] != pair[1]):
        moved = ladder.won(winner, loser)
        assert sorted(moved.order) == sorted(order)
        assert moved.place(winner) <= ladder.place(winner)
        others = [entry for entry in order if entry != winner]
        assert all(moved.place(entry) - ladder.place(entry) in {0, 1} for entry in others)
        ladder = moved
