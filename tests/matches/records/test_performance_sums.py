"""Performance ratings: the sum of errors over the sum of decisions."""

import pytest

from matches.records.performance_sums import Tally, compute_equity_lost, pool_tallies


def test_a_rating_is_the_equity_lost_per_decision_times_500() -> None:
    assert (Tally(1.2, 100).rating, Tally(0.0, 3).rating, Tally(0.0, 0).rating) == (6.0, 0.0, None)
    assert compute_equity_lost(6.0, 100) == pytest.approx(1.2)


def test_matches_are_pooled_by_their_decisions_and_never_averaged() -> None:
    short, long = Tally(compute_equity_lost(10.0, 20), 20), Tally(compute_equity_lost(4.0, 180), 180)
    assert pool_tallies([short, long]).rating == pytest.approx(4.6)
    assert pool_tallies([]) == Tally(0, 0)
