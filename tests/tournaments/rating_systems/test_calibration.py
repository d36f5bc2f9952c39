"""Calibration of ratings: predicted against actual wins."""

import pytest

from tournaments.rating_systems.calibration import Calibration, calibrate


def test_no_predictions_give_no_calibration():
    assert calibrate([]) == Calibration((), 0, 0.0, 0.0, 0.0)


def test_a_favourite_who_wins_three_of_four_is_well_calibrated():
    calibration = calibrate([0.75, 0.75, 0.75, 0.25])
    (only,) = calibration.bins
    assert (only.low, only.high, only.count, only.predicted, only.actual) == (0.75, 0.8, 4, 0.75, 0.75)
    assert (calibration.matches, calibration.expected, calibration.won) == (4, 3.0, 3.0)
    # Three times (1/4)^2 and once (3/4)^2, over four.
    assert calibration.brier == 0.1875


def test_the_interval_is_that_of_wilson():
    """Seven wins of ten: 0.397 to 0.892."""
    (only,) = calibrate([0.6] * 7 + [0.4] * 3).bins
    assert only.sure == pytest.approx((0.3968, 0.8922), abs=1e-4)


def test_an_even_match_counts_half_a_win():
    calibration = calibrate([0.5, 0.5, 1.0])
    assert [(one.low, one.count, one.actual) for one in calibration.bins] == [(0.5, 2, 0.5), (0.95, 1, 1.0)]
    assert calibration.won == 2.0
    assert calibrate([0.5]).brier == 0.25
