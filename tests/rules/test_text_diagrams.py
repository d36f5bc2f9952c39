"""The figures and worked examples of the rule texts, rebuilt from their descriptions."""

import pytest

from rules.action_replay import ActionReplay
from rules.actions import Doubled, Moved, Placed
from rules.diagram_layout import View
from rules.dice import ROLLS
from rules.match import MatchScore
from rules.notation import read_play
from rules.options import MatchLaws
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import SIDES, Side

WHITE, BLACK = SIDES
START = Position.start()
ANCHOR = {24: 2, 13: 13}
CLOSED_BOARD = dict.fromkeys(range(1, 7), 2) | {8: 3}


def plays(white, black, dice):
    return {play.notation() for play in legal_plays(Position.build(white, black), dice)}


@pytest.mark.law("board.points")
def test_figure_1_each_players_24_point_is_the_others_1_point():
    numbers = [[View(below).point_of(side, 24) for side in SIDES] for below in SIDES]
    assert numbers == [[24, 1], [1, 24]]
    assert {len(START.points), len({View().centre(point) for point in range(1, 13)})} == {24, 12}


@pytest.mark.law("board.points")
def test_figure_1_with_the_home_boards_on_the_other_side_the_set_up_is_mirrored():
    right, value = View(), View(home_on_left=True)
    for point in range(1, 25):
        opposite = 25 - point
        assert value.centre(point) == right.centre(13 - point if point < 13 else 37 - point)
        assert (value.is_top(point), right.centre(point)) == (right.is_top(point), right.centre(opposite))


@pytest.mark.law("move.dice")
def test_figures_2_and_3_a_53_is_one_checker_eight_points_or_two_checkers():
    values = {play.notation() for play in legal_plays(START, (5, 3))}
    assert {"13/5", "8/3 6/3"} <= values
    assert "24/16" in values
    assert not any("24/19" in play for play in values)


@pytest.mark.law("move.bar-first")
def test_figure_4_the_only_open_number_has_to_enter():
    result = plays({25: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}, (4, 6))
    assert result
    assert all(play.startswith(("bar/21", "bar/15")) for play in result)


@pytest.mark.law("bearoff.highest")
def test_figure_5_a_54_takes_a_checker_from_the_5_and_one_from_the_4():
    assert "5/off 4/off" in plays({6: 2, 5: 2, 4: 3, 2: 2}, {18: 2, 1: 13}, (5, 4))


@pytest.mark.law("move.prime")
@pytest.mark.parametrize("first", range(16, 19))
def test_figure_6_no_roll_gets_past_a_prime(first):
    prime = {25 - point: 2 for point in range(first, first + 6)}
    position = Position.build({24: 2, 6: 13}, prime)
    ends = {
        move.end
        for dice in ROLLS
        for play in legal_plays(position, dice)
        for move in play.moves
        if move.start > first + 5
    }
    assert all(end > first + 5 for end in ends)


@pytest.mark.law("move.closed-out")
def test_figure_7_who_is_closed_out_cannot_move_whatever_he_rolls():
    assert {dice: plays({25: 1, 13: 14}, CLOSED_BOARD, dice) for dice in ROLLS} == {
        dice: set() for dice in ROLLS
    }


@pytest.mark.law("move.closed-out")
@pytest.mark.law("cube.before-roll")
def test_who_is_closed_out_may_double_and_moves_as_soon_as_a_point_opens():
    game = ActionReplay(MatchScore.new(7), MatchLaws())
    game.apply(Placed(WHITE, Position.build({25: 1, 13: 14}, CLOSED_BOARD, WHITE)))
    assert game.apply(Doubled(WHITE, 2)) == []
    opened = {**CLOSED_BOARD, 4: 1}
    assert plays({25: 1, 13: 14}, opened, (4, 4)) != set()


@pytest.mark.law("move.both-dice")
def test_figure_8_two_checkers_have_to_go_off():
    assert plays({4: 2, 3: 2}, ANCHOR, (4, 3)) == {"4/off 3/off"}


@pytest.mark.law("bearoff.all-home")
def test_figure_9_one_checker_or_two_may_go_off():
    plays = legal_plays(Position.build({4: 1, 2: 2}, ANCHOR), (4, 2))
    left_on_the_2 = {play.notation(): play.after.white[2] for play in plays}
    assert left_on_the_2 == {"4/off 2/off": 1, "4/2/off": 2}


@pytest.mark.law("bearoff.highest")
def test_figure_10_only_one_checker_can_go_off():
    assert plays({5: 2, 3: 2}, ANCHOR, (6, 4)) == {"5/off"}


@pytest.mark.law("move.both-dice")
def test_figure_11_the_checker_on_the_6_may_not_go_off():
    assert plays({6: 1, 5: 2}, ANCHOR, (6, 4)) == {"6/2 5/off"}


@pytest.mark.law("move.both-dice")
def test_an_ugly_play_is_made_when_it_is_the_only_one_for_both_numbers():
    home = {13: 2, 6: 4, 5: 4, 3: 5}
    assert plays(home, {18: 2, 24: 2, 23: 2}, (6, 3)) == {"13/4"}


@pytest.mark.law("move.dice")
def test_the_smaller_number_may_be_played_first():
    assert plays({4: 1, 1: 1}, {13: 15}, (6, 1)) == {"4/off 1/off", "4/3/off"}


@pytest.mark.law("move.hit")
def test_two_blots_may_be_hit_in_one_play():
    assert "8/5*/4*" in plays({13: 14, 8: 1}, {20: 1, 21: 1, 6: 13}, (3, 1))


@pytest.mark.law("bearoff.highest")
def test_a_checker_farther_back_is_moved_where_the_number_has_none_on_its_point():
    assert plays({6: 1, 5: 1, 3: 1}, ANCHOR, (4, 4)) == {"6/2"}


@pytest.mark.law("bearoff.all-home")
def test_the_last_checker_may_come_home_with_the_first_number():
    assert "7/6 3/off" in plays({7: 1, 3: 2}, ANCHOR, (3, 1))


@pytest.mark.law("bearoff.all-home")
def test_bearing_off_stops_until_a_checker_that_was_hit_is_home_again():
    hit = Position.build({25: 1, 3: 5}, ANCHOR)
    outside = Position.build({20: 1, 3: 5}, ANCHOR)
    back = Position.build({6: 1, 3: 5}, ANCHOR)
    items = [
        any(
            play.after.off(WHITE) > position.off(WHITE)
            for dice in ROLLS
            if dice[0] != dice[1]
            for play in legal_plays(position, dice)
        )
        for position in (hit, outside, back)
    ]
    assert items == [False, False, True]


@pytest.mark.law("board.no-limit")
def test_fifteen_checkers_may_stand_on_a_point_or_wait_on_the_bar():
    stacked = Position.build({6: 15}, {25: 15})
    assert stacked.faults() == ()
    (play,) = legal_plays(stacked.with_turn(BLACK), (5, 5))
    assert (play.notation(), play.after.bar(BLACK)) == ("bar/20(4)", 11)
    joined = {play.notation(): play.after for play in legal_plays(Position.build({9: 1, 6: 14}, {}), (2, 1))}
    assert joined["9/6"].white[6] == 15


@pytest.mark.law("match.post-crawford")
@pytest.mark.parametrize(("white", "black"), [(6, 3), (6, 6)])
def test_after_the_crawford_game_the_trailer_may_double_at_his_first_turn(white, black):
    score = MatchScore.at(7, white, black, after_crawford=True)
    game = ActionReplay(score, MatchLaws(dead_cube="allow"))
    game.apply(Moved(WHITE, (3, 1), read_play("8/5 6/5", (3, 1))))
    assert (score.crawford, game.apply(Doubled(Side.BLACK, 2))) == ("expired", [])
