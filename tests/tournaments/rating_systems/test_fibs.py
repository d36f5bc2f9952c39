"""The FIBS rating formula: published examples, and properties that hold for any pair of players."""

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.rating_systems.fibs import FibsParameters, explain, ramp, rating_after, win_chance
from tournaments.rating_systems.parameters import PlayerRating

RATINGS = st.floats(min_value=0, max_value=3000, allow_nan=False).map(lambda x: round(x, 4))
LENGTHS = st.integers(min_value=1, max_value=25)
VETERAN = 500


def deltas(winner: PlayerRating, loser: PlayerRating, length: int) -> tuple[float, float]:
    return explain(winner, loser, length, True).delta, explain(loser, winner, length, False).delta


@pytest.mark.parametrize(
    ("winner", "loser", "length", "expected"),
    [
        (PlayerRating(1500, 500), PlayerRating(1500, 500), 1, (2.0, -2.0)),
        (PlayerRating(1600, 500), PlayerRating(1500, 500), 7, (4.4918, -4.4918)),
        (PlayerRating(1500, 500), PlayerRating(1600, 500), 7, (6.0912, -6.0912)),
        (PlayerRating(1500, 0), PlayerRating(1500, 0), 5, (22.3607, -22.3607)),
        (PlayerRating(1500, 250), PlayerRating(1700, 1200), 9, (19.9842, -7.9937)),
        (PlayerRating(1800, 400), PlayerRating(1400, 39), 15, (2.2287, -10.2743)),
    ],
)
def test_a_match_moves_the_published_amounts(winner, loser, length, expected):
    assert deltas(winner, loser, length) == expected


def test_the_weaker_player_wins_seven_points_with_the_published_chance():
    assert round(win_chance(1500, 1600, 7), 4) == 0.4244


@pytest.mark.parametrize(
    ("experience", "speed"), [(0, 5.0), (100, 4.0), (250, 2.5), (399, 1.01), (400, 1.0), (9999, 1.0)]
)
def test_the_ramp_falls_by_one_each_hundred_points_and_stops_at_one(experience, speed):
    assert ramp(experience) == pytest.approx(speed)


def test_a_list_without_ramp_moves_a_newcomer_like_a_veteran():
    flat = FibsParameters(ramp_start=1.0)
    newcomer, veteran = PlayerRating(1500, 0), PlayerRating(1500, VETERAN)
    assert explain(newcomer, veteran, 5, True, flat).delta == explain(veteran, newcomer, 5, True, flat).delta


def test_a_club_ramp_from_two_over_four_hundred_points_is_a_matter_of_parameters():
    assert ramp(200, FibsParameters(ramp_start=2.0, ramp_length=400)) == 1.5


def test_a_length_above_the_cap_counts_as_the_cap_but_adds_its_own_experience():
    capped = explain(PlayerRating(1500, 0), PlayerRating(1600, 0), 25, True, FibsParameters(length_cap=9))
    assert capped.delta == explain(PlayerRating(1500, 0), PlayerRating(1600, 0), 9, True).delta
    assert rating_after(PlayerRating(1500, 0), capped).experience == 25


def test_an_explanation_carries_every_figure_of_the_change():
    result = explain(PlayerRating(1500, 250), PlayerRating(1700, 1200), 9, True)
    assert (result.length, result.distance, result.ramp, result.experience) == (9, -200.0, 2.5, 250)
    assert round(result.chance, 6) == round(1 - result.moved, 6) == 0.333861
    assert result.delta == round(4 * 2.5 * 3 * result.moved, 4)


def test_a_hopeless_distance_neither_overflows_nor_moves_the_favourite():
    assert win_chance(0, 1_000_000, 25) == 0.0
    assert explain(PlayerRating(1_000_000, VETERAN), PlayerRating(0, VETERAN), 25, True).delta == 0.0


@pytest.mark.parametrize("length", [0, -3])
def test_a_match_without_points_cannot_be_rated(length):
    with pytest.raises(Refusal, match="length_not_rated"):
        win_chance(1500, 1500, length)


@pytest.mark.parametrize(
    "constants",
    [
        {"spread": 0},
        {"step": -1},
        {"ramp_length": 0},
        {"ramp_start": 0.5},
        {"length_cap": -1},
        {"base": nan},
        {"spread": inf},
        {"provisional_below": -1},
    ],
)
def test_constants_that_cannot_rate_are_refused(constants):
    with pytest.raises(Refusal, match="rating_constant_"):
        FibsParameters(**constants)


@given(RATINGS, RATINGS, LENGTHS)
def test_the_two_chances_sum_to_one(one, other, length):
    assert win_chance(one, other, length) + win_chance(other, one, length) == pytest.approx(1.0)


@given(RATINGS, RATINGS, LENGTHS)
def test_changes_between_veterans_sum_to_zero(one, other, length):
    won, lost = deltas(PlayerRating(one, VETERAN), PlayerRating(other, VETERAN), length)
    assert won == -lost
    assert won >= 0


@given(RATINGS, RATINGS, LENGTHS)
def test_the_longer_match_favours_the_stronger_player(one, other, length):
    stronger, weaker = max(one, other), min(one, other)
    assert win_chance(stronger, weaker, length + 1) >= win_chance(stronger, weaker, length)
