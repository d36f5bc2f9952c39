"""Reasons and customs in the rule texts, confirmed by computed figures."""

import pytest

from rules.diagram import listing, svg
from rules.errors import Illegal
from rules.match import GameOutcome, MatchScore, check_length, possible_outcomes
from rules.money_cube import Wager
from rules.options import MoneyLaws
from rules.plays import legal_plays
from rules.position import OFF, Position
from rules.questions import QUESTIONS
from rules.sides import SIDES, Side

WHITE, BLACK = SIDES
LONGEST_KNOWN_FINAL = 25


@pytest.mark.law("money.jacoby")
def test_without_a_double_the_jacoby_rule_makes_a_gammon_worth_no_more_than_a_double_refused():
    jacoby, ordinary = Wager(MoneyLaws(jacoby=True)), Wager(MoneyLaws(jacoby=False))
    refused = jacoby.double(WHITE).drop(BLACK).close
    assert refused.points == jacoby.finish(WHITE, 2).close.points == 1
    assert ordinary.finish(WHITE, 2).close.points == 2


@pytest.mark.law("match.post-crawford")
@pytest.mark.parametrize("kind", ["single", "gammon", "backgammon"])
def test_after_the_crawford_game_the_trailer_has_nothing_to_lose_by_doubling(kind):
    score = MatchScore.at(7, 4, 6, after_crawford=True)
    for cube in (1, 2):
        assert score.after(GameOutcome(BLACK, kind, cube)).winner is BLACK
    undoubled, doubled = (score.after(GameOutcome(WHITE, kind, cube)).white for cube in (1, 2))
    assert doubled == min(7, 4 + 2 * (undoubled - 4))
    assert doubled - score.white >= 2


@pytest.mark.law("board.points")
def test_one_position_is_drawn_in_every_colour_and_direction_the_players_may_choose():
    position = Position.build({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 23: 1, 13: 5, 8: 3, 6: 5})
    boards = {
        svg(position, title="Board", below=below, home_on_left=home_on_left)
        for below in SIDES
        for home_on_left in (False, True)
    }
    assert len(boards) == 4
    assert all(listing(position) in board for board in boards)


@pytest.mark.law("cube.values")
@pytest.mark.parametrize("below", Side)
def test_at_the_start_the_cube_lies_in_the_middle_with_its_64_up(below):
    board = svg(Position.start(), title="Board", below=below)
    assert '<g class="cube cube-centred">' in board
    assert ">64</text></g>" in board
    doubled = svg(Position.start(), title="Board", below=below, cube=2, offered_by=WHITE)
    assert ">2</text></g>" in doubled


@pytest.mark.law("game.gammon")
def test_a_double_can_cost_a_probable_gammon():
    """The position of the answer: Black is shut out by White's closed board and has borne off nothing."""
    position = QUESTIONS["when-to-double"].position
    black = Position(position.white, position.black, BLACK)
    rolls = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    assert [roll for roll in rolls if any(play.moves for play in legal_plays(black, roll))] == []
    assert position.black[OFF] == 0
    unlimited = Wager(MoneyLaws(jacoby=False))
    assert unlimited.double(WHITE).drop(BLACK).close.points == 1
    assert unlimited.finish(WHITE, 2).close.points == 2


@pytest.mark.law("match.length")
def test_matches_from_three_points_to_beyond_the_longest_known_final_can_be_played():
    for length in range(3, 4 * LONGEST_KNOWN_FINAL):
        check_length(length)
        assert possible_outcomes(MatchScore.new(length))
    with pytest.raises(Illegal, match="100"):
        check_length(4 * LONGEST_KNOWN_FINAL)
