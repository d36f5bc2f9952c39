"""One game as a fold over its actions: cube rules, turns and endings, each by example."""

import pytest

from rules.action_replay import ActionReplay
from rules.actions import Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.match import GameOutcome, MatchScore
from rules.notation import read_play
from rules.options import MatchLaws
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import crawford_score

WHITE, BLACK = Side.WHITE, Side.BLACK
MONEY = MatchScore(0)


def moved(side, dice, text):
    return Moved(side, dice, read_play(text, dice))


OPENING = moved(WHITE, (3, 1), "8/5 6/5")
REPLY = moved(BLACK, (6, 4), "24/14")


def play(*actions, score=None, laws=None):
    """Fold actions into a game; returns it with every fault as (action number, code, severity)."""
    game = ActionReplay(score or MatchScore.new(7), laws or MatchLaws())
    faults = [
        (number, fault.code, fault.severity)
        for number, action in enumerate(actions)
        for fault in game.apply(action)
    ]
    return game, faults


def faults_of(*actions, score=None, laws=None):
    return play(*actions, score=score, laws=laws)[1]


@pytest.mark.law("turn.alternate")
def test_rolling_twice_in_a_row_is_out_of_turn():
    assert faults_of(OPENING, REPLY) == []
    assert faults_of(OPENING, moved(WHITE, (6, 4), "24/14")) == [(1, "out_of_turn", "error")]


@pytest.mark.law("game.opening")
def test_no_game_opens_with_a_double():
    assert faults_of(moved(WHITE, (3, 3), "8/5(2) 6/3(2)")) == [(0, "opening_double", "error")]


@pytest.mark.law("cube.before-roll")
def test_no_double_before_the_opening_roll_or_out_of_turn():
    assert faults_of(Doubled(WHITE, 2)) == [(0, "double_at_opening", "error")]
    assert faults_of(OPENING, Doubled(WHITE, 2)) == [(1, "double_out_of_turn", "error")]


@pytest.mark.law("cube.answer")
def test_a_take_gives_the_cube_to_the_taker():
    game, faults = play(OPENING, Doubled(BLACK, 2), Took(WHITE), REPLY)
    assert (game.cube, game.owner, faults) == (2, WHITE, [])


@pytest.mark.law("cube.answer")
def test_a_drop_loses_the_value_before_the_double():
    game, faults = play(OPENING, Doubled(BLACK, 2), Took(WHITE), REPLY, Doubled(WHITE, 4), Dropped(BLACK))
    assert (game.outcome(), faults) == (GameOutcome(WHITE, "drop", 2), [])


@pytest.mark.law("cube.answer")
@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ((Took(BLACK),), "take_without_double"),
        ((Dropped(BLACK),), "drop_without_double"),
        ((Doubled(BLACK, 2), Took(BLACK)), "answer_by_doubler"),
        ((Doubled(BLACK, 2), Dropped(BLACK)), "answer_by_doubler"),
        ((Doubled(BLACK, 2), REPLY), "double_unanswered"),
    ],
)
def test_answers_without_a_double_or_by_the_doubler_are_faults(actions, code):
    assert [value for _, value, _ in faults_of(OPENING, *actions)] == [code]


@pytest.mark.law("cube.owner")
def test_only_the_owner_may_redouble():
    again = (moved(WHITE, (2, 1), "13/11 6/5"), Doubled(BLACK, 4))
    assert faults_of(OPENING, Doubled(BLACK, 2), Took(WHITE), REPLY, *again) == [
        (5, "cube_not_owned", "error")
    ]


@pytest.mark.law("cube.values")
def test_a_value_may_not_be_skipped():
    assert faults_of(OPENING, Doubled(BLACK, 4)) == [(1, "cube_value_wrong", "error")]
    assert faults_of(OPENING, Doubled(BLACK, 0)) == []


@pytest.mark.law("match.crawford")
def test_no_one_doubles_in_the_crawford_game():
    assert faults_of(OPENING, Doubled(BLACK, 2), score=crawford_score()) == [(1, "crawford_double", "error")]


@pytest.mark.law("cube.dead")
@pytest.mark.parametrize(("choice", "severity"), [("note", ["note"]), ("refuse", ["error"]), ("allow", [])])
def test_a_dead_cube_is_judged_by_the_chosen_setting(choice, severity):
    leader = MatchScore.at(7, 3, 6, after_crawford=True)
    result = faults_of(OPENING, Doubled(BLACK, 2), score=leader, laws=MatchLaws(dead_cube=choice))
    assert result == [(1, "dead_cube", level) for level in severity]


@pytest.mark.law("match.holland")
def test_under_the_holland_rule_both_roll_twice_before_a_double():
    score = MatchScore.at(7, 6, 3, after_crawford=True)
    laws = MatchLaws(holland=True)
    assert faults_of(OPENING, Doubled(BLACK, 2), score=score, laws=laws) == [(1, "holland_double", "error")]
    later = (OPENING, REPLY, moved(WHITE, (2, 1), "24/21"), moved(BLACK, (2, 1), "14/11"))
    white_trails = MatchScore.at(7, 3, 6, after_crawford=True)
    assert faults_of(*later, Doubled(WHITE, 2), score=white_trails, laws=laws) == []


@pytest.mark.law("match.no-extras")
def test_a_beaver_has_no_place_in_a_match():
    assert faults_of(OPENING, Doubled(BLACK, 2), Beavered(WHITE, 4)) == [(2, "beaver_in_match", "error")]


@pytest.mark.law("money.beaver")
def test_a_beaver_keeps_the_cube_and_may_be_refused_at_the_stake_before_it():
    game, faults = play(OPENING, Doubled(BLACK, 2), Beavered(WHITE, 4), REPLY, score=MONEY)
    assert (game.cube, game.owner, faults) == (4, WHITE, [])
    game, faults = play(OPENING, Doubled(BLACK, 2), Beavered(WHITE, 4), Dropped(BLACK), score=MONEY)
    assert (game.outcome(), faults) == (GameOutcome(WHITE, "drop", 2), [])


@pytest.mark.law("money.beaver")
def test_a_beaver_written_as_a_second_double_is_a_beaver():
    game, faults = play(OPENING, Doubled(BLACK, 2), Doubled(WHITE, 4), Took(BLACK), score=MONEY)
    assert (game.cube, game.owner, faults) == (4, WHITE, [])


@pytest.mark.law("money.beaver")
def test_a_beaver_needs_a_double_and_its_own_value():
    assert faults_of(OPENING, Beavered(BLACK, 2), score=MONEY) == [(1, "beaver_without_double", "error")]
    result = faults_of(OPENING, Doubled(BLACK, 2), Beavered(WHITE, 8), score=MONEY)
    assert result == [(2, "cube_value_wrong", "error")]


@pytest.mark.law("money.automatic")
def test_a_first_double_to_more_than_two_shows_automatic_doubles():
    game, faults = play(OPENING, Doubled(BLACK, 8), Dropped(WHITE), score=MONEY)
    assert (game.outcome(), faults) == (
        GameOutcome(BLACK, "drop", 4),
        [(1, "automatic_doubles_assumed", "inferred")],
    )


@pytest.mark.law("game.win")
def test_nothing_is_played_after_the_last_checker_is_off():
    last = Position.build({1: 1}, {1: 15}, WHITE)
    game, faults = play(Placed(WHITE, last), moved(WHITE, (2, 1), "1/off"), moved(BLACK, (2, 1), "1/off(2)"))
    assert game.outcome() == GameOutcome(WHITE, "gammon", 1)
    assert faults == [(2, "action_after_end", "error")]
    assert faults_of(OPENING, Conceded(BLACK), Doubled(BLACK, 2)) == [(2, "action_after_end", "error")]


@pytest.mark.law("game.gammon")
@pytest.mark.law("game.backgammon")
@pytest.mark.parametrize(
    ("loser", "kind"),
    [
        ({1: 14}, "single"),
        ({23: 14}, "single"),
        ({25: 14}, "single"),
        ({1: 15}, "gammon"),
        ({18: 15}, "gammon"),
        ({20: 1, 1: 14}, "backgammon"),
        ({25: 1, 1: 14}, "backgammon"),
    ],
)
def test_the_kind_of_a_win_follows_from_the_losers_checkers(loser, kind):
    last = Position.build({1: 1}, loser, WHITE)
    game, _ = play(Placed(WHITE, last), moved(WHITE, (2, 1), "1/off"))
    assert game.outcome() == GameOutcome(WHITE, kind, 1)


@pytest.mark.law("game.resign")
@pytest.mark.parametrize(
    ("loser", "expected"),
    [({1: 14}, 1), ({6: 15}, 2), ({13: 1, 6: 14}, 2), ({22: 1, 6: 14}, 3), ({25: 1, 6: 14}, 3)],
)
def test_a_resignation_concedes_no_more_than_can_still_be_lost(loser, expected):
    game, _ = play(Placed(WHITE, Position.build({2: 3}, loser, WHITE)))
    assert game.most_conceded(BLACK) == expected


@pytest.mark.law("dice.valid")
def test_dice_that_do_not_exist_are_found_and_the_play_is_made():
    game, faults = play(moved(WHITE, (7, 1), "8/7 6/5"))
    assert faults == [(0, "dice_invalid", "error")]
    assert game.boards(WHITE)[0][7] == 1


@pytest.mark.law("move.compulsory")
def test_a_playable_roll_left_blank_is_missing_and_a_forced_one_is_added():
    assert faults_of(moved(WHITE, (3, 1), "")) == [(0, "play_missing", "error")]
    forced = Position.build({24: 1}, {12: 2}, WHITE)
    game, faults = play(Placed(WHITE, forced), moved(WHITE, (6, 5), ""))
    assert (game.boards(WHITE)[0][18], faults) == (1, [(1, "forced_play_added", "inferred")])
    assert faults_of(Placed(WHITE, forced), moved(WHITE, (6, 5), "Cannot Move")) == [
        (1, "play_missing", "error")
    ]
    assert faults_of(Placed(WHITE, forced), moved(WHITE, (6, 5), "????")) == [(1, "play_unknown", "error")]
