"""A match as a fold over its games: score, Crawford game, and what is allowed at each score."""

import pytest

from rules.cube import Cube, is_cube_value, is_dead
from rules.errors import Illegal, Refusal
from rules.match import (
    GameOutcome,
    MatchScore,
    check_final,
    check_outcome,
    check_score,
    possible_outcomes,
)
from rules.options import MatchLaws
from rules.sides import Side
from tests.rules.sample_records import has_code

WHITE, BLACK = Side.WHITE, Side.BLACK


def fold(length, *outcomes, laws=None):
    score = MatchScore.new(length, laws)
    for winner, kind, cube in outcomes:
        score = score.after(GameOutcome(winner, kind, cube))
    return score


@pytest.mark.law("game.value")
@pytest.mark.parametrize(
    ("kind", "cube", "points"),
    [("single", 4, 4), ("gammon", 2, 4), ("backgammon", 4, 12), ("drop", 2, 2), ("resigned_gammon", 1, 2)],
)
def test_a_game_is_worth_the_cube_times_its_kind(kind, cube, points):
    assert GameOutcome(WHITE, kind, cube).points == points


@pytest.mark.law("game.value")
def test_no_game_is_worth_five_seven_nine_ten_or_eleven():
    points = {outcome.points for outcome in possible_outcomes(MatchScore.new(25))}
    assert points & set(range(1, 13)) == {1, 2, 3, 4, 6, 8, 12}


@pytest.mark.law("match.length")
def test_the_first_to_reach_the_length_wins_and_nothing_follows():
    score = fold(3, (WHITE, "gammon", 1), (WHITE, "single", 1))
    assert score.winner is WHITE
    assert possible_outcomes(score) == ()
    with pytest.raises(Refusal, check=has_code("match_over")):
        score.after(GameOutcome(BLACK, "single"))


@pytest.mark.law("match.no-overshoot")
def test_points_beyond_the_length_are_not_credited():
    score = fold(7, (BLACK, "gammon", 4))
    assert (score.white, score.black, score.winner) == (0, 7, BLACK)


@pytest.mark.law("match.crawford")
def test_the_crawford_game_comes_once_at_the_first_arrival():
    score = fold(5, (WHITE, "gammon", 2))
    assert score.is_crawford
    score = score.after(GameOutcome(BLACK, "gammon"))
    assert score.crawford == "expired"
    score = score.after(GameOutcome(BLACK, "drop", 1)).after(GameOutcome(BLACK, "single", 1))
    assert (score.black, score.crawford) == (4, "expired")


@pytest.mark.law("match.crawford")
def test_there_is_no_crawford_game_in_one_point_or_after_a_jump_to_the_end():
    assert MatchScore.new(1).crawford == "none"
    assert fold(5, (WHITE, "gammon", 4)).crawford == "pending"
    assert fold(3, (WHITE, "single", 2), laws=MatchLaws(crawford=False)).crawford == "none"


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize(("kind", "cube"), [("single", 2), ("drop", 1)])
def test_no_cube_result_is_possible_in_the_crawford_game(kind, cube):
    score = MatchScore.at(7, 6, 3)
    assert {outcome.points for outcome in possible_outcomes(score)} == {1, 2, 3}
    with pytest.raises(Refusal, check=has_code("crawford_cube")):
        check_outcome(score, GameOutcome(BLACK, kind, cube))


@pytest.mark.law("cube.dead")
@pytest.mark.parametrize(
    ("score", "highest"),
    [((7, 0, 0), 8), ((2, 0, 0), 2), ((7, 5, 5), 2), ((1, 0, 0), 1), ((9, 5, 6), 4), ((25, 0, 0), 32)],
)
def test_the_highest_cube_is_limited_by_the_points_needed(score, highest):
    assert max(outcome.cube for outcome in possible_outcomes(MatchScore.at(*score))) == highest


@pytest.mark.law("cube.dead")
def test_after_the_crawford_game_only_the_trailer_wins_by_a_pass():
    score = MatchScore.at(7, 6, 3, after_crawford=True)
    drops = {outcome.winner for outcome in possible_outcomes(score) if outcome.kind == "drop"}
    assert drops == {BLACK}


@pytest.mark.law("cube.dead")
def test_a_site_that_allows_dead_cubes_allows_the_leader_to_double():
    score = MatchScore.at(7, 6, 3, after_crawford=True)
    allowed = possible_outcomes(score, MatchLaws(dead_cube="allow"))
    assert GameOutcome(WHITE, "drop", 1) in allowed


@pytest.mark.law("cube.dead")
def test_an_unreachable_cube_is_refused():
    with pytest.raises(Refusal, check=has_code("cube_unreachable")):
        check_outcome(MatchScore.new(3), GameOutcome(WHITE, "single", 16))
    with pytest.raises(Refusal, check=has_code("cube_unreachable")):
        check_outcome(MatchScore.new(3), GameOutcome(WHITE, "resigned_single", 16))


@pytest.mark.law("cube.values")
@pytest.mark.parametrize("cube", [0, 3, 6, -2, 8192])
def test_a_cube_that_is_no_power_of_two_is_refused(cube):
    assert not is_cube_value(cube)
    with pytest.raises(Refusal, check=has_code("cube_value_impossible")):
        check_outcome(MatchScore.new(7), GameOutcome(WHITE, "single", cube))


def test_points_without_a_match_have_no_end():
    score = MatchScore(0).after(GameOutcome(WHITE, "backgammon", 64))
    assert (score.white, score.winner, score.is_crawford) == (192, None, False)
    assert max(outcome.cube for outcome in possible_outcomes(score)) == 64


@pytest.mark.law("match.length")
@pytest.mark.parametrize(
    ("score", "code"),
    [
        ((7, 7, 7), "score_two_winners"),
        ((7, -1, 3), "score_negative"),
        ((7, 8, 3), "score_beyond_length"),
        ((7, 6, 3), "score_unfinished"),
        ((0, 0, 0), "match_length_invalid"),
        ((100, 0, 0), "match_length_invalid"),
    ],
)
def test_an_impossible_final_score_is_refused(score, code):
    with pytest.raises(Refusal) as excinfo:
        check_final(*score)
    assert excinfo.value.code == code


def test_a_possible_score_is_not_refused():
    check_final(7, 7, 6)
    check_score(7, 6, 6)


@pytest.mark.parametrize(
    ("score", "after_crawford", "state"),
    [
        ((7, 3, 3), False, "pending"),
        ((7, 6, 3), False, "active"),
        ((7, 6, 3), True, "expired"),
        ((7, 6, 6), False, "expired"),
        ((7, 6, 1), True, "expired"),
        ((7, 6, 0), False, "active"),
        ((2, 0, 1), False, "active"),
        ((2, 1, 1), True, "expired"),
        ((1, 0, 0), True, "none"),
    ],
)
def test_a_score_met_on_the_way_knows_its_crawford_state(score, after_crawford, state):
    assert MatchScore.at(*score, after_crawford=after_crawford).crawford == state


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize("score", [(7, 6, 0), (7, 0, 6), (2, 1, 0), (2, 0, 1)])
def test_against_no_point_the_crawford_game_has_not_been_played(score):
    with pytest.raises(Illegal) as excinfo:
        MatchScore.at(*score, after_crawford=True)
    facts = dict(zip(("length", "white", "black"), score, strict=True))
    assert (excinfo.value.code, excinfo.value.law, excinfo.value.facts) == (
        "crawford_not_played",
        "match.crawford",
        facts,
    )
    assert MatchScore.at(*score, after_crawford=True, laws=MatchLaws(crawford=False)).crawford == "none"


def test_the_points_needed_are_counted_from_the_length():
    score = MatchScore.at(7, 3, 5)
    assert (score.away(WHITE), score.away(BLACK)) == (4, 2)


@pytest.mark.law("cube.owner")
def test_the_cube_belongs_to_the_side_that_took_it():
    cube = Cube().taken_by(BLACK)
    assert cube == Cube(2, BLACK)
    assert (cube.is_open_to(BLACK), cube.is_open_to(WHITE), Cube().is_open_to(WHITE)) == (True, False, True)


def test_a_cube_is_dead_when_the_game_already_wins_the_match():
    assert is_dead(2, 2)
    assert not is_dead(1, 2)


def test_laws_survive_being_stored():
    laws = MatchLaws(dead_cube="refuse", holland=True)
    assert MatchLaws.from_json(laws.to_json() | {"unknown": 1}) == laws


@pytest.mark.law("match.late-start")
@pytest.mark.parametrize(
    ("score", "side", "points", "after"),
    [
        (MatchScore(7, 0, 0, "pending"), BLACK, 2, MatchScore(7, 0, 2, "pending")),
        (MatchScore(7, 5, 3, "pending"), Side.WHITE, 1, MatchScore(7, 6, 3, "active")),
        (MatchScore(7, 6, 3, "active"), Side.BLACK, 1, MatchScore(7, 6, 4, "active")),
        (MatchScore(7, 6, 5, "expired"), Side.BLACK, 1, MatchScore(7, 6, 6, "expired")),
        (MatchScore(7, 6, 5, "active"), Side.BLACK, 9, MatchScore(7, 6, 7, "active")),
        (MatchScore(1, 0, 0, "none"), Side.WHITE, 1, MatchScore(1, 1, 0, "none")),
    ],
)
def test_penalty_points_count_without_a_game_and_use_up_no_crawford_game(score, side, points, after):
    assert score.award(side, points) == after


def test_a_match_that_is_won_takes_no_more_points():
    with pytest.raises(Refusal) as caught:
        MatchScore(7, 7, 2, "expired").award(Side.BLACK, 1)
    assert caught.value.code == "match_over"


@pytest.mark.parametrize(
    ("score", "white", "black"),
    [
        ((5, 0, 0), [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]),
        ((5, 4, 1), [1, 2, 3, 4], [4]),
        ((5, 5, 3), [3], []),
        ((5, 3, 5), [], [3]),
        ((0, 3, 1), [], []),
    ],
)
def test_no_final_score_takes_points_from_a_side(score, white, black):
    now = MatchScore(*score)
    assert [list(now.losing_points(side)) for side in (WHITE, BLACK)] == [white, black]
    ends = [(one, other) for one in range(7) for other in range(7) if now.can_end_at(one, other)]
    assert ends == sorted([(5, points) for points in white] + [(points, 5) for points in black])
