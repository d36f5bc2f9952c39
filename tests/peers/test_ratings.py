"""Ratings: single changes by published formulas, and the list of a club after all its matches."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import pytest

from tests.peers.cases import Case, each_case, each_difference, get_expected
from tournaments.rating_systems.fibs import FIBS
from tournaments.rating_systems.glicko2 import PeriodGame, ScaledRating, rate_period
from tournaments.rating_systems.parameters import Parameters, PlayerRating
from tournaments.rating_systems.rating_changes import RatedMatch, rate_results
from tournaments.rating_systems.registry import SYSTEM_PRESETS, parameters

Figures = dict[str, float]


def make_preset(name: str, **constants: float) -> Parameters:
    preset = SYSTEM_PRESETS[name]
    return parameters(preset.system, {**preset.constants, **constants})


def rate_by_glicko2(data: Mapping[str, Any]) -> Figures:
    player = ScaledRating(*(data["player"][name] for name in ScaledRating._fields))
    games = [PeriodGame(game["rating"], game["deviation"], float(game["won"])) for game in data["matches"]]
    return rate_period(player, games, data["tau"])._asdict()


def rate_by_elo(data: Mapping[str, Any]) -> Figures:
    """Every match counts the same, whatever its length."""
    assert not data["length_counts"]
    constants = make_preset("elo-flat", spread=float(data["spread"]), step=float(data.get("k", 1)))
    player, opponent = PlayerRating(data["player"], 0), PlayerRating(data["opponent"], 0)
    if "result" not in data:
        return {"chance": constants.chance_between(player, opponent, 1)}
    assert data["result"] == "win"
    return {
        "player": constants.after(player, constants.explain(player, opponent, 7, True, 0)).rating,
        "opponent": constants.after(opponent, constants.explain(opponent, player, 7, False, 0)).rating,
    }


def rate_by_fibs(data: Mapping[str, Any]) -> Figures:
    if "winner" not in data:
        player, opponent = PlayerRating(data["player"], 0), PlayerRating(data["opponent"], 0)
        return {"chance": FIBS.chance_between(player, opponent, data["length"])}
    winner, loser = (PlayerRating(**data[side]) for side in ("winner", "loser"))
    return rate_match(FIBS, winner, loser, data["length"])


def rate_by_jbs(data: Mapping[str, Any]) -> Figures:
    winner, loser = PlayerRating(data["winner"], 0), PlayerRating(data["loser"], 0)
    return rate_match(make_preset("elo-length"), winner, loser, data["length"])


def rate_match(constants: Parameters, winner: PlayerRating, loser: PlayerRating, length: int) -> Figures:
    return {
        "chance_of_winner": constants.chance_between(winner, loser, length),
        "winner_change": constants.explain(winner, loser, length, True, 0).delta,
        "loser_change": constants.explain(loser, winner, length, False, 0).delta,
    }


RATINGS: dict[str, Callable[[Mapping[str, Any]], Figures]] = {
    "glicko2": rate_by_glicko2,
    "elo": rate_by_elo,
    "fibs": rate_by_fibs,
    "jbs": rate_by_jbs,
}


@each_case("rating")
def test_a_change_is_the_published_one(case: Case) -> None:
    expected = get_expected(case)
    tolerance = expected.pop("tolerance")
    ours = RATINGS[case["input"]["system"]](case["input"])
    assert {name: ours[name] for name in expected} == {
        name: pytest.approx(value, abs=tolerance) for name, value in expected.items()
    }


@each_difference("rating")
def test_a_change_differs_as_the_case_says(case: Case) -> None:
    if case["input"].get("result") == "draw":
        # No match is drawn here: every result has a winner.
        assert set(RatedMatch.__dataclass_fields__) >= {"winner", "loser"}
        assert "draw" not in RatedMatch.__dataclass_fields__
        return
    expected = get_expected(case)
    tolerance = expected.pop("tolerance")
    ours = RATINGS[case["input"]["system"]](case["input"])
    assert {name: ours[name] for name in expected} != {
        name: pytest.approx(value, abs=tolerance) for name, value in expected.items()
    }


@each_case("rating_chances")
def test_the_favourite_has_the_published_chance(case: Case) -> None:
    expected = get_expected(case)
    lengths = case["input"]["lengths"]
    assert case["input"]["system"] == "fibs"
    ours = {
        difference: [
            FIBS.chance_between(PlayerRating(1500 + int(difference), 0), PlayerRating(1500, 0), length)
            for length in lengths
        ]
        for difference in expected["chances"]
    }
    assert ours == {
        difference: pytest.approx(chances, abs=expected["tolerance"])
        for difference, chances in expected["chances"].items()
    }


@each_case("rating_changes")
def test_a_win_and_a_loss_change_a_rating_by_the_published_points(case: Case) -> None:
    expected = get_expected(case)
    data = case["input"]
    assert data["system"] == "fibs"
    player = PlayerRating(1500, data["experience"])
    ours = {
        difference: [
            [
                FIBS.explain(player, PlayerRating(1500 + int(difference), 0), length, won, 0).delta
                for won in (True, False)
            ]
            for length in data["lengths"]
        ]
        for difference in expected["changes"]
    }
    assert ours == {
        difference: [pytest.approx(pair, abs=expected["tolerance"]) for pair in changes]
        for difference, changes in expected["changes"].items()
    }


@each_case("rating_list")
def test_the_list_of_a_club_follows_from_its_matches(case: Case) -> None:
    data = case["input"]
    assert data["columns"] == ["day", "winner", "loser", "length"]
    constants = make_preset(
        "no-ramp", base=float(data["start"]), step=float(data["step"]), spread=float(data["spread"])
    )
    matches = [
        RatedMatch(number, winner, loser, length, day=date.fromisoformat(day).toordinal())
        for number, (day, winner, loser, length) in enumerate(data["matches"], start=1)
    ]
    standings = rate_results(matches, constants).standings
    expected = get_expected(case)
    tolerance = expected.pop("tolerance")
    assert {
        "rows": {
            str(player): {"rating": rating.rating, "experience": rating.experience}
            for player, rating in standings.items()
        }
    } == {
        **expected,
        "rows": {
            player: {**row, "rating": pytest.approx(row["rating"], abs=tolerance)}
            for player, row in expected["rows"].items()
        },
    }
