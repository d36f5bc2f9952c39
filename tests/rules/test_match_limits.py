"""Every refusal of a score or a result with its rule and context, and every result at some scores."""

import pytest

from rules.cube import HIGHEST, is_cube_value
from rules.errors import Refusal
from rules.match import (
    GameOutcome,
    MatchScore,
    check_final,
    check_length,
    check_outcome,
    check_score,
    possible_outcomes,
)
from rules.options import MatchLaws
from rules.sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK
GAME_LEVELS = ("single", "gammon", "backgammon")


def refusal(step, *args):
    with pytest.raises(Refusal) as caught:
        step(*args)
    return caught.value.code, caught.value.law, caught.value.facts


@pytest.mark.parametrize("length", [0, 100])
def test_a_length_is_refused_with_the_longest_possible(length):
    facts = {"length": length, "longest": 99}
    for check in (check_length, MatchScore.new):
        assert refusal(check, length) == ("match_length_invalid", "match.length", facts)


@pytest.mark.parametrize(
    ("check", "score", "code", "law"),
    [
        (check_score, (7, -1, 3), "score_negative", "match.length"),
        (check_score, (7, 3, -1), "score_negative", "match.length"),
        (check_score, (7, 7, 7), "score_two_winners", "match.length"),
        (check_score, (7, 7, 8), "score_beyond_length", "match.no-overshoot"),
        (check_score, (7, 8, 3), "score_beyond_length", "match.no-overshoot"),
        (check_final, (7, 6, 3), "score_unfinished", "match.length"),
    ],
)
def test_a_score_is_refused_with_its_law_and_facts(check, score, code, law):
    length, white, black = score
    assert refusal(check, *score) == (code, law, {"length": length, "white": white, "black": black})


@pytest.mark.parametrize("score", [(1, 0, 0), (1, 1, 0), (99, 98, 99), (7, 0, 7), (7, 6, 6)])
def test_the_scores_at_the_limits_can_stand(score):
    check_length(score[0])
    check_score(*score)


@pytest.mark.parametrize(
    ("score", "outcome", "code", "law", "facts"),
    [
        (
            MatchScore(3, 3, 1),
            GameOutcome(WHITE, "single"),
            "match_over",
            "match.length",
            {"white": 3, "black": 1},
        ),
        (
            MatchScore.new(7),
            GameOutcome(WHITE, "gammon", 3),
            "cube_value_impossible",
            "cube.values",
            {"cube": 3, "kind": "gammon"},
        ),
        (
            MatchScore.new(7),
            GameOutcome(WHITE, "triple", 2),
            "cube_value_impossible",
            "cube.values",
            {"cube": 2, "kind": "triple"},
        ),
        (
            MatchScore.at(7, 6, 3),
            GameOutcome(BLACK, "single", 2),
            "crawford_cube",
            "match.crawford",
            {"cube": 2, "kind": "single"},
        ),
        (
            MatchScore.at(7, 6, 3),
            GameOutcome(BLACK, "drop"),
            "crawford_cube",
            "match.crawford",
            {"cube": 1, "kind": "drop"},
        ),
        (
            MatchScore.new(3),
            GameOutcome(WHITE, "resigned_gammon", 16),
            "cube_unreachable",
            "cube.dead",
            {"cube": 16, "kind": "resigned_gammon"},
        ),
    ],
)
def test_an_outcome_is_refused_with_its_law_and_facts(score, outcome, code, law, facts):
    assert refusal(check_outcome, score, outcome) == (code, law, facts)


@pytest.mark.law("cube.dead")
def test_a_dead_cube_is_believed_unless_the_laws_given_forbid_it():
    score = MatchScore.at(7, 6, 3, after_crawford=True)
    turned = GameOutcome(WHITE, "drop")
    check_outcome(score, turned)
    check_outcome(score, turned, MatchLaws())
    for check in (lambda *laws: check_outcome(score, *laws), score.after):
        assert refusal(check, turned, MatchLaws(dead_cube="refuse")) == (
            "cube_unreachable",
            "cube.dead",
            {"cube": 1, "kind": "drop"},
        )


@pytest.mark.law("money.jacoby")
@pytest.mark.parametrize("kind", ["gammon", "resigned_backgammon"])
def test_a_gammon_with_the_cube_in_the_middle_is_refused_under_the_jacoby_rule(kind):
    laws = MatchLaws(jacoby=True)
    assert refusal(MatchScore.new(7).after, GameOutcome(WHITE, kind), laws) == (
        "gammon_not_counted",
        "money.jacoby",
        {"cube": 1, "kind": kind},
    )
    check_outcome(MatchScore.new(7), GameOutcome(WHITE, kind, 2), laws)


@pytest.mark.law("game.resign")
@pytest.mark.parametrize("kind", ["resigned_single", "resigned_gammon", "resigned_backgammon"])
def test_a_resignation_follows_where_the_game_it_concedes_could(kind):
    check_outcome(MatchScore.new(3), GameOutcome(BLACK, kind, 2))


def listed(score, laws=None):
    return [(won.winner, won.kind, won.cube) for won in possible_outcomes(score, laws)]


@pytest.mark.law("cube.dead")
def test_the_outcomes_of_a_new_match_to_three_are_these():
    assert listed(MatchScore.new(3)) == [
        (side, kind, cube)
        for side in (WHITE, BLACK)
        for cube in (1, 2, 4)
        for kind in (*GAME_LEVELS, "drop")
        if (kind, cube) != ("drop", 4)
    ]


@pytest.mark.law("cube.dead")
def test_the_outcomes_at_nine_away_two_away_are_these():
    live = {(WHITE, 1), (WHITE, 2), (BLACK, 1)}
    assert listed(MatchScore.at(11, 2, 9)) == [
        (side, kind, cube)
        for side in (WHITE, BLACK)
        for cube in (1, 2, 4)
        for kind in (*GAME_LEVELS, "drop")
        if kind != "drop" or (side, cube) in live
    ]


@pytest.mark.law("match.crawford")
def test_the_shortest_match_with_a_crawford_game_is_to_two():
    assert [MatchScore.new(length).crawford for length in (1, 2)] == ["none", "pending"]


@pytest.mark.law("cube.values")
def test_the_highest_value_a_cube_shows_is_4096():
    assert HIGHEST == 4096
    assert [is_cube_value(value) for value in (1, 4095, 4096, 8192)] == [True, False, True, False]


@pytest.mark.law("match.length")
def test_no_points_are_awarded_in_a_match_that_is_won():
    over = MatchScore(7, 7, 2, "expired")
    facts = {"white": 7, "black": 2}
    assert refusal(over.award, BLACK, 1) == ("match_over", "match.length", facts)
