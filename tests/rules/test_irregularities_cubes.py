"""Rulings on wrong doubles, leftover cubes, wrong set-ups, wrong scores and wrong lengths."""

import pytest

from rules.cube import Cube
from rules.errors import Refusal
from rules.irregularities import (
    Continuation,
    CubeLeftOver,
    DoubleMade,
    LengthPlayed,
    RulingSituation,
    ScoreShown,
    WrongSetup,
    left_over_cube,
    wrong_double,
    wrong_length,
    wrong_score,
    wrong_setup,
)
from rules.match import GameOutcome, MatchScore
from rules.options import ConductLaws, MatchLaws
from rules.position import Position
from rules.sides import SIDES
from tests.rules.sample_records import has_code

WHITE, BLACK = SIDES
START = Position.start()
TABLE = RulingSituation(START)
LAWS, CONDUCT = MatchLaws(), ConductLaws()
STANDS = ConductLaws(premature_rolls="stands")
EARLY, CRAWFORD = MatchScore.new(7), MatchScore.at(7, 6, 3)
DEAD = MatchScore.at(7, 6, 5, after_crawford=True)
STRICT = MatchLaws(dead_cube="refuse")


def rule(value, laws=LAWS, conduct=CONDUCT):
    return wrong_double(value, laws, conduct)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("none", Continuation("answer_double", RulingSituation(START, offer=WHITE))),
        ("taken", Continuation("play_on", RulingSituation(START, cube=Cube(2, BLACK)))),
        ("dropped", Continuation("game_over", outcome=GameOutcome(WHITE, "drop", 1))),
    ],
)
def test_a_lawful_double_stands(reply, expected):
    ruling = rule(DoubleMade(TABLE, WHITE, EARLY, reply))
    assert (ruling.code, ruling.continuations) == ("double_lawful", (expected,))


WRONG = [
    (RulingSituation(START, cube=Cube(2, BLACK)), WHITE, EARLY, "cube_not_owned", "cube.owner"),
    (TABLE, BLACK, EARLY, "out_of_turn", "cube.before-roll"),
    (RulingSituation(START, (6, 3)), WHITE, EARLY, "after_roll", "cube.before-roll"),
    (TABLE, WHITE, DEAD, "dead_cube", "cube.dead"),
]


@pytest.mark.law("conduct.wrong-double")
@pytest.mark.parametrize(("situation", "doubler", "score", "fault", "law"), WRONG)
def test_a_wrong_double_goes_back_before_it_is_answered(situation, doubler, score, fault, law):
    ruling = rule(DoubleMade(situation, doubler, score), STRICT)
    assert (ruling.code, ruling.law, ruling.facts) == ("double_void", law, {"fault": fault})
    assert ruling.continuations == (Continuation("play_on", situation),)


@pytest.mark.law("conduct.wrong-double")
@pytest.mark.parametrize(("situation", "doubler", "score", "fault", "law"), WRONG)
def test_a_wrong_double_that_was_answered_stands(situation, doubler, score, fault, law):
    ruling = rule(DoubleMade(situation, doubler, score, "taken"), STRICT)
    assert (ruling.code, ruling.facts) == ("double_condoned", {"fault": fault})
    assert ruling.continuations[0].situation.cube == Cube(situation.cube.value * 2, doubler.other)
    assert rule(DoubleMade(situation, doubler, score, is_played_on=True), STRICT).code == "double_condoned"


@pytest.mark.law("conduct.wrong-double")
def test_where_early_actions_stand_a_double_out_of_turn_waits():
    ruling = rule(DoubleMade(TABLE, BLACK, EARLY), conduct=STANDS)
    continuation = Continuation("end_turn", RulingSituation(START, offer=BLACK))
    assert (ruling.code, ruling.continuations) == ("double_waits", (continuation,))


@pytest.mark.law("cube.dead")
@pytest.mark.parametrize("dead", ["allow", "note"])
def test_a_dead_cube_may_be_turned_where_the_site_lets_it(dead):
    assert rule(DoubleMade(TABLE, WHITE, DEAD), MatchLaws(dead_cube=dead)).code == "double_lawful"
    assert rule(DoubleMade(TABLE, WHITE, MatchScore(0)), STRICT).code == "double_lawful"


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize("doubler", SIDES)
def test_a_double_in_the_crawford_game_is_void_as_long_as_it_lasts(doubler):
    situation = RulingSituation(START, cube=Cube(2, BLACK), offer=None)
    ruling = rule(DoubleMade(situation, doubler, CRAWFORD, "taken", is_played_on=True))
    assert (ruling.code, ruling.law) == ("crawford_double_void", "match.crawford")
    assert ruling.continuations == (Continuation("play_on", TABLE),)


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize(
    ("outcome", "right"),
    [
        (GameOutcome(BLACK, "gammon", 2), GameOutcome(BLACK, "gammon", 1)),
        (GameOutcome(BLACK, "drop", 1), GameOutcome(BLACK, "resigned_single", 1)),
    ],
)
def test_after_the_crawford_game_it_is_scored_as_if_the_cube_had_not_been_turned(outcome, right):
    ruling = rule(DoubleMade(TABLE, BLACK, CRAWFORD, "taken", True, "after_game", outcome))
    assert ruling.continuations == (Continuation("score_anew", outcome=right),)
    assert CRAWFORD.after(right).black == 3 + right.points


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize("moment", ["next_game", "recorded"])
def test_once_the_next_game_has_begun_the_double_in_the_crawford_game_stands(moment):
    outcome = GameOutcome(BLACK, "gammon", 2)
    ruling = rule(DoubleMade(TABLE, BLACK, CRAWFORD, "taken", True, moment, outcome))
    assert (ruling.code, ruling.continuations) == (
        "double_recorded",
        (Continuation("result_stands", outcome=outcome),),
    )


@pytest.mark.law("conduct.left-over-cube")
@pytest.mark.parametrize(
    ("takers", "right"), [((), Cube()), ((BLACK,), Cube(2, BLACK)), ((BLACK, WHITE), Cube(4, WHITE))]
)
def test_a_cube_left_over_goes_where_this_games_doubles_brought_it(takers, right):
    situation = RulingSituation(START, cube=Cube(2 * 2 ** len(takers), WHITE))
    ruling = left_over_cube(CubeLeftOver(situation, takers))
    assert (ruling.code, ruling.continuations) == (
        "cube_put_right",
        (Continuation("play_on", RulingSituation(START, cube=right)),),
    )
    assert ruling.facts == {"cube": right.value, "shown": situation.cube.value}


@pytest.mark.law("conduct.left-over-cube")
def test_a_game_played_with_a_cube_left_over_is_scored_at_the_right_value():
    outcome = GameOutcome(WHITE, "gammon", 4)
    claim = CubeLeftOver(RulingSituation(START, cube=Cube(4, BLACK)), (BLACK,), "after_game", outcome)
    scored = Continuation("score_anew", outcome=GameOutcome(WHITE, "gammon", 2))
    assert left_over_cube(claim).continuations == (scored,)
    late = CubeLeftOver(claim.situation, (BLACK,), "recorded", outcome)
    stands = Continuation("result_stands", outcome=outcome)
    assert (left_over_cube(late).code, left_over_cube(late).continuations) == ("cube_recorded", (stands,))


@pytest.mark.law("conduct.left-over-cube")
@pytest.mark.parametrize(
    ("takers", "right"), [((), Cube(2)), ((BLACK,), Cube(4, BLACK)), ((BLACK, WHITE), Cube(8, WHITE))]
)
def test_automatic_doubles_of_this_game_stay_on_a_cube_left_over(takers, right):
    claim = CubeLeftOver(RulingSituation(START, cube=Cube(16, WHITE)), takers, automatic=1)
    assert left_over_cube(claim).continuations == (
        Continuation("play_on", RulingSituation(START, cube=right)),
    )
    ended = CubeLeftOver(claim.situation, takers, "after_game", GameOutcome(WHITE, "single", 16), automatic=1)
    scored = Continuation("score_anew", outcome=GameOutcome(WHITE, "single", right.value))
    assert left_over_cube(ended).continuations == (scored,)


@pytest.mark.law("match.holland")
@pytest.mark.parametrize(("rolls", "is_early"), [(0, True), (3, True), (4, False)])
def test_after_the_crawford_game_the_holland_rule_sends_an_early_double_back(rolls, is_early):
    score = MatchScore.at(7, 3, 6, after_crawford=True)
    ruling = rule(DoubleMade(TABLE, WHITE, score, rolls=rolls), MatchLaws(holland=True))
    assert (ruling.code, ruling.law) == (
        ("double_void", "match.holland") if is_early else ("double_lawful", "cube.before-roll")
    )
    assert ruling.facts == ({"fault": "holland_double"} if is_early else {})
    without = rule(DoubleMade(TABLE, WHITE, score, rolls=rolls), MatchLaws())
    before = rule(DoubleMade(TABLE, WHITE, MatchScore.at(7, 3, 5), rolls=rolls), MatchLaws(holland=True))
    assert [without.code, before.code] == ["double_lawful", "double_lawful"]


SLIPPED = Position.build({24: 2, 11: 1, 13: 4, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})


@pytest.mark.law("conduct.setup")
@pytest.mark.parametrize("rolls", [0, 4])
def test_an_early_wrong_set_up_is_put_right(rolls):
    now = Position.build({24: 2, 11: 1, 13: 3, 10: 1, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}, BLACK)
    ruling = wrong_setup(WrongSetup(RulingSituation(now), SLIPPED, rolls), CONDUCT)
    right = Position.build({24: 2, 13: 4, 10: 1, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}, BLACK)
    assert (ruling.code, ruling.continuations) == (
        "setup_corrected",
        (Continuation("play_on", RulingSituation(right)),),
    )


@pytest.mark.law("conduct.setup")
def test_when_the_misplaced_checker_has_moved_the_game_begins_anew():
    now = Position.build({24: 2, 13: 4, 9: 1, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}, BLACK)
    ruling = wrong_setup(WrongSetup(RulingSituation(now), SLIPPED, 1), CONDUCT)
    assert ruling.continuations == (Continuation("game_anew", RulingSituation(START)),)


@pytest.mark.law("conduct.setup")
def test_later_a_wrong_set_up_stands():
    ruling = wrong_setup(WrongSetup(RulingSituation(SLIPPED), SLIPPED, 5), CONDUCT)
    assert (ruling.code, ruling.facts) == ("setup_stands", {"rolls": 5, "most": 4})
    assert ruling.continuations == (Continuation("play_on", RulingSituation(SLIPPED)),)


def test_a_right_set_up_is_left_alone():
    ruling = wrong_setup(WrongSetup(TABLE, START.with_turn(BLACK)), CONDUCT)
    assert (ruling.code, ruling.continuations) == ("setup_right", (Continuation("play_on", TABLE),))


GAMES = (GameOutcome(WHITE, "gammon", 2), GameOutcome(BLACK, "single"), GameOutcome(WHITE, "drop", 2))


@pytest.mark.law("conduct.score")
def test_a_wrong_score_is_counted_again_from_the_games():
    ruling = wrong_score(ScoreShown(7, GAMES, 5, 1), LAWS)
    assert (ruling.code, ruling.facts) == ("score_corrected", {"white": 6, "black": 1, "idle": 0})
    right = MatchScore(7, 6, 1, "active")
    assert ruling.continuations == (Continuation("score_put_right", score=right),)
    assert wrong_score(ScoreShown(7, GAMES, 6, 1), LAWS).code == "score_right"


@pytest.mark.law("conduct.score")
def test_games_after_the_end_do_not_count_and_a_recorded_result_is_the_directors():
    score_shown = ScoreShown(5, (*GAMES, GameOutcome(BLACK, "backgammon")), 5, 4, "recorded")
    ruling = wrong_score(score_shown, LAWS)
    assert (ruling.code, ruling.facts) == ("score_for_director", {"white": 5, "black": 1, "idle": 1})
    assert ruling.continuations[0].score.winner is WHITE


TO_FIVE = (GameOutcome(WHITE, "gammon", 2), GameOutcome(BLACK, "single", 2), GameOutcome(WHITE, "single"))


@pytest.mark.law("conduct.match-length")
@pytest.mark.parametrize(
    ("games", "right"),
    [
        ((), MatchScore(5, 0, 0, "pending")),
        (TO_FIVE[:1], MatchScore(5, 4, 0, "active")),
        (TO_FIVE[:2], MatchScore(5, 4, 2, "expired")),
    ],
)
def test_a_match_played_to_a_wrong_length_goes_on_to_the_announced_one(games, right):
    ruling = wrong_length(LengthPlayed(5, 7, games), LAWS)
    assert (ruling.code, ruling.continuations) == (
        "length_corrected",
        (Continuation("match_goes_on", score=right),),
    )
    assert ruling.facts == {
        "announced": 5,
        "played": 7,
        "white": right.white,
        "black": right.black,
        "idle": 0,
    }


@pytest.mark.law("conduct.match-length")
def test_who_had_reached_the_announced_length_has_won_and_later_games_are_idle():
    games = (*TO_FIVE, GameOutcome(BLACK, "backgammon"))
    ruling = wrong_length(LengthPlayed(5, 7, games, "after_game"), LAWS)
    right = MatchScore(5, 5, 2, "expired")
    assert (ruling.code, ruling.continuations) == (
        "length_decided",
        (Continuation("match_decided", score=right),),
    )
    assert ruling.facts["idle"] == 1
    recorded = wrong_length(LengthPlayed(5, 7, games, "recorded"), LAWS)
    assert (recorded.code, recorded.continuations) == ("length_for_director", ruling.continuations)


@pytest.mark.law("conduct.match-length")
def test_a_match_stopped_short_goes_on_and_a_right_one_is_left_alone():
    assert wrong_length(LengthPlayed(7, 5, TO_FIVE), LAWS).continuations == (
        Continuation("match_goes_on", score=MatchScore(7, 5, 2, "pending")),
    )
    assert wrong_length(LengthPlayed(5, 5, TO_FIVE), LAWS).code == "length_right"
    with pytest.raises(Refusal, check=has_code("match_length_invalid")):
        wrong_length(LengthPlayed(0, 5, TO_FIVE), LAWS)
