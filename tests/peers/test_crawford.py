"""The Crawford game, in the examples by which others explain it."""

from rules.match import GameOutcome, MatchScore
from rules.sides import Side
from tests.peers.cases import Case, each_case, get_expected


@each_case("crawford")
def test_one_game_is_without_doubles(case: Case) -> None:
    score = MatchScore.at(case["input"]["length"], *case["input"]["score"])
    doubling = []
    for winner, points in case["input"]["games"]:
        score = score.after(GameOutcome(Side(winner), "single", points))
        doubling.append({"score": [score.white, score.black], "allowed": not score.is_crawford})
    assert {"doubling": doubling} == get_expected(case)
