"""Minutes per point, and the remaining time of a match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.play.schedule.estimated_finish import (
    USUAL_MINUTES,
    Pace,
    TimedMatch,
    measure_pace,
    share_left,
)


def test_a_venue_without_measurements_plays_at_the_usual_pace() -> None:
    assert measure_pace([]) == Pace(USUAL_MINUTES, 0)


def test_measured_matches_outweigh_the_usual_pace() -> None:
    # 28 points of the usual pace (210 minutes) and four matches of 7 points in 42 minutes each.
    assert measure_pace([TimedMatch(7, 42.0)] * 4) == Pace((210 + 168) / 56, 4)


def test_results_entered_long_after_are_not_measured() -> None:
    assert measure_pace([TimedMatch(7, 0.2), TimedMatch(7, 900.0)]) == Pace(USUAL_MINUTES, 0)


def test_games_left_at_the_end_are_exact() -> None:
    # At double match point one game decides. With one point to go against two, a second game is needed
    # when the first goes to the other side for a single point: half of a half.
    assert (share_left(1, 1), share_left(1, 2)) == (1.0, 1 + 4 / 16)


@given(st.integers(1, 25), st.integers(1, 25))
def test_less_is_left_after_every_point(white: int, black: int) -> None:
    assert share_left(white - 1, black) < share_left(white, black)
    assert share_left(white, black) == pytest.approx(share_left(black, white))


def test_the_remaining_time_of_a_match_follows_its_score() -> None:
    pace = Pace(8.0)

    assert pace.left(7, 0, 0, elapsed=0) == 56
    assert pace.left(7, 6, 6, elapsed=90) == pytest.approx(56 / share_left(7, 7))


def test_without_a_score_the_clock_counts_and_an_overdue_match_still_takes_a_little() -> None:
    pace = Pace(8.0)

    assert [pace.left(5, 0, 0, elapsed=minutes) for minutes in (10, 35, 90)] == [30, 5, 4]
