"""Elo with an exponent, Glicko-2 by the example of its paper, and every system in the ledger."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.rating_systems import elo, glicko2
from tournaments.rating_systems.glicko2 import PeriodGame, ScaledRating, rate_period
from tournaments.rating_systems.parameters import PlayerRating
from tournaments.rating_systems.rating_changes import RatedMatch, rate_results
from tournaments.rating_systems.registry import SYSTEM_PRESETS, SYSTEMS, constants_of, parameters


def test_the_example_of_the_paper():
    games = [PeriodGame(1400, 30, 1), PeriodGame(1550, 100, 0), PeriodGame(1700, 300, 0)]
    result = rate_period(ScaledRating(1500, 200, 0.06), games, 0.5)
    # The paper carries rounded figures along: 1464.06, 151.52, 0.05999.
    assert result.rating == pytest.approx(1464.06, abs=0.01)
    assert result.deviation == pytest.approx(151.52, abs=0.005)
    assert result.volatility == pytest.approx(0.05999, abs=1e-5)


def test_the_deviation_grows_in_a_period_without_matches():
    """sqrt(200^2 + (0.06 x 173.7178)^2), step 6 of the paper."""
    assert rate_period(ScaledRating(1500, 200, 0.06), [], 0.5) == ScaledRating(
        1500, pytest.approx(200.2714, abs=1e-3), 0.06
    )


def test_an_unexpected_result_raises_the_volatility():
    result = rate_period(ScaledRating(1500, 50, 0.06), [PeriodGame(2400, 30, 1)] * 3, 0.9)
    assert result.volatility > 0.06
    assert result.rating > 1500


def test_days_without_a_match_widen_the_deviation_up_to_a_newcomers():
    constants = glicko2.Glicko2Parameters()
    steady = PlayerRating(1500, 70, 60.0, 0.06, day=1000)
    same_day = constants.explain(steady, steady, 7, True, 1000)
    later = constants.explain(steady, steady, 7, True, 1300)
    much_later = constants.explain(steady, steady, 7, True, 1000 + 365 * 400)
    assert same_day.deviation == 60.0
    # Ten periods of thirty days: sqrt(60^2 + 10 (0.06 x 173.7178)^2).
    assert later.deviation == pytest.approx(68.4573, abs=1e-3)
    assert much_later.deviation == 350.0
    assert same_day.delta < later.delta < much_later.delta


def test_a_match_may_count_as_several_games():
    alike = glicko2.Glicko2Parameters(exponent=0.0)
    long_says_more = glicko2.Glicko2Parameters(exponent=0.5)
    one, other = alike.newcomer(), alike.newcomer()
    assert alike.explain(one, other, 1, True, 1).delta == alike.explain(one, other, 25, True, 1).delta
    short, long = (long_says_more.explain(one, other, length, True, 1) for length in (1, 25))
    assert (short.delta, long.weight) == (alike.explain(one, other, 1, True, 1).delta, 5.0)
    assert long.delta > short.delta


def test_elo_with_the_exponent_of_fibs_moves_veterans_as_fibs_does():
    """1600 beats 1500 to seven points: the vector of FIBS, without a ramp for newcomers too."""
    constants = elo.EloParameters()
    result = constants.explain(PlayerRating(1600, 0), PlayerRating(1500, 0), 7, True, 0)
    assert (result.delta, round(result.moved, 4), result.ramp) == (4.4918, 0.4244, 1.0)


def test_elo_by_skill_depends_on_match_length_and_steepness():
    favourite, other = PlayerRating(1600, 0), PlayerRating(1500, 0)
    # S = 1 + 1 x 6 / 2: 4 x 2 / (10^(100 x 2 / 2000) + 1).
    skill = parameters("elo-1", SYSTEM_PRESETS["elo-skill"].constants)
    assert skill.explain(favourite, other, 7, True, 0).delta == pytest.approx(8 / (10**0.1 + 1), abs=1e-4)
    # 10 x 2 x (1 - 1 / (10^(100 x 2 / 400) + 1)).
    steep = parameters("elo-1", SYSTEM_PRESETS["elo-steep"].constants)
    gain = 20 * (1 - 1 / (10**0.5 + 1))
    assert steep.explain(other, favourite, 4, True, 0).delta == pytest.approx(gain, abs=1e-4)


def test_elo_without_an_exponent_is_that_of_chess():
    constants = parameters("elo-1", SYSTEM_PRESETS["elo-flat"].constants)
    result = constants.explain(PlayerRating(1500, 0), PlayerRating(1900, 0), 25, True, 0)
    assert (round(result.chance, 4), result.delta) == (0.0909, 18.1818)


def test_the_winner_gains_the_length_times_the_chance_of_the_other_result():
    """The example of the Japan Backgammon Society: 1000 beats 1100 in a match to 9."""
    constants = parameters("elo-1", SYSTEM_PRESETS["elo-length"].constants)
    weaker, stronger = PlayerRating(1000, 0), PlayerRating(1100, 0)
    upset = constants.explain(weaker, stronger, 9, True, 0)
    assert (round(upset.chance, 4), round(upset.delta, 2)) == (0.4145, 5.27)
    assert round(constants.explain(stronger, weaker, 9, False, 0).delta, 2) == -5.27
    assert round(constants.explain(stronger, weaker, 9, True, 0).delta, 2) == 3.73


@pytest.mark.parametrize("name", sorted(SYSTEM_PRESETS))
def test_every_preset_can_rate(name):
    preset = SYSTEM_PRESETS[name]
    assert set(preset.constants) <= set(constants_of(preset.system))
    ledger = rate_results([RatedMatch(1, 1, 2, 7, day=700_000)], parameters(preset.system, preset.constants))
    base = parameters(preset.system, preset.constants).base
    assert ledger.changes[0].after.rating > base > ledger.changes[1].after.rating
    assert ledger.changes[0].after.experience == 7


@st.composite
def histories(draw):
    rows = draw(
        st.lists(
            st.tuples(
                st.permutations(range(1, 6)).map(lambda order: (order[0], order[1])),
                st.integers(1, 25),
                st.integers(0, 40),
            ),
            max_size=25,
        )
    )
    day, matches = 730_000, []
    for number, ((winner, loser), length, passed) in enumerate(rows, start=1):
        day += passed
        matches.append(RatedMatch(number, winner, loser, length, day=day))
    return matches


@pytest.mark.parametrize("system", sorted(SYSTEMS))
@given(results=histories(), data=st.data())
def test_a_ledger_from_any_checkpoint_equals_the_full_ledger(system, results, data):
    constants = parameters(system, {})
    whole = rate_results(results, constants)
    cut = data.draw(st.integers(0, len(results)))
    head = rate_results(results[:cut], constants)
    tail = rate_results(results[cut:], constants, head.standings)
    assert head.changes + tail.changes == whole.changes
    assert tail.standings == whole.standings


@pytest.mark.parametrize("system", sorted(SYSTEMS))
@given(results=histories())
def test_a_winner_never_falls_and_a_loser_never_rises(system, results):
    for change in rate_results(results, parameters(system, {})).changes:
        moved = change.after.rating - change.before.rating
        assert moved >= 0 if change.won else moved <= 0


@pytest.mark.parametrize(
    ("system", "constants", "code"),
    [
        ("fibs-2", {}, "rating_system_unknown"),
        ("elo-1", {"ramp_start": 2.0}, "rating_constant_unknown"),
        ("elo-1", {"exponent": 3.0}, "rating_constant_wrong"),
        ("elo-1", {"step": "many"}, "rating_constant_unreadable"),
        ("elo-1", {"step": 10**400}, "rating_constant_wrong"),
        ("elo-1", {"step": True}, "rating_constant_unreadable"),
        ("glicko2-1", {"tau": 0.0}, "rating_constant_wrong"),
        ("glicko2-1", {"period_days": 1.5}, "rating_constant_unreadable"),
        ("glicko2-1", {"deviation": float("inf")}, "rating_constant_unreadable"),
    ],
)
def test_constants_that_cannot_rate_are_refused(system, constants, code):
    with pytest.raises(Refusal) as excinfo:
        parameters(system, constants)
    assert excinfo.value.code == code


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_match_without_points_is_refused(system):
    with pytest.raises(Refusal, match="length_not_rated"):
        rate_results([RatedMatch(1, 1, 2, 0)], parameters(system, {}))
