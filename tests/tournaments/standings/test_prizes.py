"""Prizes add up to the cent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.facts import Placing
from tournaments.standings.prizes import amounts, shares

A, B, C, D = 1, 2, 3, 4


@pytest.mark.parametrize(
    ("pool", "weights", "expected"),
    [
        (100_00, (50, 25, 25), (50_00, 25_00, 25_00)),
        (100_00, (1, 1, 1), (33_34, 33_33, 33_33)),
        (10, (4, 2, 1), (6, 3, 1)),
        (12_000, (4, 2, 2, 1, 1, 1, 1), (4000, 2000, 2000, 1000, 1000, 1000, 1000)),
        (0, (3, 1), (0, 0)),
        (5, (0, 1), (0, 5)),
    ],
)
def test_a_pool_is_divided_by_weights(pool, weights, expected):
    assert amounts(pool, weights) == expected


@pytest.mark.parametrize(("pool", "weights"), [(-1, (1,)), (10, ()), (10, (0, 0)), (10, (2, -1))])
def test_a_pool_that_cannot_be_divided_is_refused(pool, weights):
    with pytest.raises(ValueError, match="divided by weights"):
        amounts(pool, weights)


def test_shared_places_share_their_prizes():
    placings = [
        Placing(A, "main", 1, 1, 4),
        Placing(B, "main", 2, 2, 4),
        Placing(C, "main", 3, 4, 4),
        Placing(D, "main", 3, 4, 4),
    ]
    assert shares((60_00, 30_00, 10_01), placings) == {A: 60_00, B: 30_00, C: 5_01, D: 5_00}


def test_places_without_a_prize_take_nothing():
    assert shares((10,), [Placing(A, "main", 1, 1, 2), Placing(B, "main", 2, 2, 2)]) == {A: 10, B: 0}


@given(st.integers(0, 10**7), st.lists(st.integers(0, 50), min_size=1, max_size=20).filter(any))
def test_nothing_is_lost_and_nobody_is_more_than_a_cent_off(pool, weights):
    found = amounts(pool, weights)
    assert sum(found) == pool
    exact = [pool * weight / sum(weights) for weight in weights]
    assert all(abs(share - fair) < 1 for share, fair in zip(found, exact, strict=True))
