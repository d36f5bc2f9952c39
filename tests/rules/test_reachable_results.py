"""Results possible at a score, compared with a search over all cubes."""

from functools import cache

import pytest

from rules.errors import Refusal
from rules.match import GameOutcome, MatchScore, check_final, check_outcome, check_score, possible_outcomes
from rules.options import MatchLaws
from rules.sides import SIDES, Side
from tests.rules.sample_records import has_code

WHITE, BLACK = Side.WHITE, Side.BLACK
LENGTHS = (1, 2, 3, 4, 5, 7)
LEVELS = ("single", "gammon", "backgammon")
ALL = MatchLaws(dead_cube="allow")


def states(length):
    """Every score before a game with the Crawford state it can have, found by its own small rules."""
    value, waiting = set(), [(0, 0, "pending" if length > 1 else "none")]
    while waiting:
        result = waiting.pop()
        if result in value or max(result[:2]) >= length:
            continue
        value.add(result)
        waiting += [following(length, result, side, points) for side, _, _, points in ends(length, result)]
    return value


def following(length, state, side, points):
    score = [state[0], state[1]]
    score[side] = min(score[side] + points, length)
    phase = state[2]
    if phase == "active":
        phase = "expired"
    elif phase == "pending" and length - 1 in score:
        phase = "active"
    return (*score, phase)


@cache
def ends(length, state):
    """Every end of a game: winner, kind, cube and points, no player turning a cube that is dead for him."""
    away = (length - state[0], length - state[1])
    values = set()

    def play(value, owner):
        for side in (0, 1):
            for level, kind in enumerate(LEVELS, 1):
                values.add((side, kind, value, value * level))
            if owner in (None, side) and state[2] != "active" and value < away[side]:
                values.add((side, "drop", value, value))
                play(value * 2, 1 - side)

    play(1, None)
    return frozenset(values)


def score_text(score):
    return {
        (outcome.winner.index, outcome.kind, outcome.cube, outcome.points)
        for outcome in possible_outcomes(score)
    }


@pytest.mark.law("cube.dead")
@pytest.mark.law("game.value")
@pytest.mark.parametrize("length", LENGTHS)
def test_the_outcomes_offered_at_every_score_are_those_of_playing_every_cube(length):
    for white, black, phase in sorted(states(length)):
        assert score_text(MatchScore(length, white, black, phase)) == ends(length, (white, black, phase))


@pytest.mark.law("cube.dead")
@pytest.mark.parametrize("length", LENGTHS)
def test_an_outcome_is_refused_exactly_when_no_play_of_the_cube_leads_to_it(length):
    for state in sorted(states(length)):
        score = MatchScore(length, *state)
        possible = {end[:3] for end in ends(length, state)}
        for index, side in enumerate(SIDES):
            for kind in (*LEVELS, "drop"):
                for cube in (1, 2, 4, 8, 16):
                    outcome = GameOutcome(side, kind, cube)
                    assert accepts(score, outcome) is ((index, kind, cube) in possible), (state, outcome)


def accepts(score, outcome):
    try:
        check_outcome(score, outcome, MatchLaws(dead_cube="refuse"))
    except Refusal:
        return False
    return True


@pytest.mark.law("match.length")
@pytest.mark.parametrize("length", LENGTHS)
def test_a_final_score_is_accepted_exactly_when_games_lead_to_it(length):
    reached = {
        following(length, state, side, points)[:2]
        for state in states(length)
        for side, _, _, points in ends(length, state)
    }
    final = {score for score in reached if max(score) == length}
    tried = [(white, black) for white in range(-1, length + 2) for black in range(-1, length + 2)]
    assert {score for score in tried if is_accepted(check_final, length, *score)} == final
    on_the_way = {state[:2] for state in states(length)}
    assert {score for score in tried if is_accepted(check_score, length, *score)} == final | on_the_way


def is_accepted(check, *score):
    try:
        check(*score)
    except Refusal:
        return False
    return True


@pytest.mark.law("game.value")
@pytest.mark.parametrize("points", [5, 7, 9, 10, 11, 13, 14, 15])
def test_no_game_of_a_long_match_is_worth_these_points(points):
    assert points not in {end[3] for end in ends(25, (0, 0, "pending"))}
    assert points not in {outcome.points for outcome in possible_outcomes(MatchScore.new(25))}


@pytest.mark.law("cube.dead")
@pytest.mark.parametrize(
    ("length", "state", "highest"),
    [
        (7, (0, 0, "pending"), 8),
        (2, (0, 0, "pending"), 2),
        (7, (6, 3, "active"), 1),
        (7, (6, 3, "expired"), 2),
        (7, (6, 6, "expired"), 1),
        (25, (0, 0, "pending"), 32),
    ],
)
def test_the_highest_cube_of_a_score(length, state, highest):
    assert max(end[2] for end in ends(length, state)) == highest
    assert max(outcome.cube for outcome in possible_outcomes(MatchScore(length, *state))) == highest


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize("trailing", range(6))
def test_after_the_crawford_game_only_the_trailer_turns_the_cube_first(trailing):
    score = MatchScore(7, 6, trailing, "expired")
    drops = {(outcome.winner, outcome.cube) for outcome in possible_outcomes(score) if outcome.kind == "drop"}
    assert (WHITE, 1) not in drops
    assert (BLACK, 1) in drops


@pytest.mark.law("cube.dead")
@pytest.mark.parametrize("state", [(1, 0, 0, "none"), (7, 6, 6, "expired"), (2, 1, 1, "expired")])
@pytest.mark.parametrize("kind", [*LEVELS, "drop"])
def test_a_dead_cube_may_be_turned_though_to_no_purpose(state, kind):
    score = MatchScore(*state)
    pointless = GameOutcome(WHITE, kind, 1 if kind == "drop" else 2)
    for laws in (None, MatchLaws(), ALL):
        check_outcome(score, pointless, laws)
    assert pointless in possible_outcomes(score, ALL)
    assert pointless not in possible_outcomes(score)
    with pytest.raises(Refusal, check=has_code("cube_unreachable")):
        check_outcome(score, pointless, MatchLaws(dead_cube="refuse"))
    absurd = GameOutcome(WHITE, "single", 64)
    check_outcome(score, absurd, ALL)
    with pytest.raises(Refusal, check=has_code("cube_unreachable")):
        check_outcome(score, absurd)


@pytest.mark.law("money.jacoby")
def test_under_the_jacoby_rule_no_gammon_counts_before_the_cube_is_turned():
    laws = MatchLaws(jacoby=True)
    kinds = {(each.cube, each.kind) for each in possible_outcomes(MatchScore.new(3), laws)}
    assert {kind for cube, kind in kinds if cube == 1} == {"single", "drop"}
    assert {kind for cube, kind in kinds if cube == 2} == {*LEVELS, "drop"}
    with pytest.raises(Refusal) as excinfo:
        check_outcome(MatchScore.new(3), GameOutcome(WHITE, "resigned_gammon"), laws)
    assert (excinfo.value.code, excinfo.value.law) == ("gammon_not_counted", "money.jacoby")
    check_outcome(MatchScore.new(3), GameOutcome(WHITE, "resigned_gammon", 2), laws)
    money = {(each.cube, each.kind) for each in possible_outcomes(MatchScore(0), laws)}
    assert (1, "gammon") not in money
    assert (2, "gammon") in money


@pytest.mark.law("money.automatic")
def test_automatic_doubles_raise_the_cube_in_the_centre():
    laws = MatchLaws(automatic_doubles=True)
    cubes = {each.cube for each in possible_outcomes(MatchScore(5, 0, 3, "pending"), laws)}
    assert cubes == {1, 2, 4, 8}
    drops = {(each.winner, each.cube) for each in possible_outcomes(MatchScore(3, 1, 1, "pending"), laws)}
    assert (WHITE, 2) in drops
    assert {each.cube for each in possible_outcomes(MatchScore(3, 2, 0, "active"), laws)} == {1}
    both = MatchLaws(automatic_doubles=True, jacoby=True)
    kinds = {(each.cube, each.kind) for each in possible_outcomes(MatchScore(2, 1, 1, "expired"), both)}
    assert kinds == {(1, "single")}


@pytest.mark.law("cube.dead")
@pytest.mark.parametrize("length", [2, 3, 5])
def test_where_dead_cubes_are_allowed_more_outcomes_are_possible_and_none_less(length):
    for state in sorted(states(length)):
        score = MatchScore(length, *state)
        assert set(possible_outcomes(score)) <= set(possible_outcomes(score, ALL))
