"""The result of a recorded game from board, cube and claim, with every fault."""

import pytest

from rules.action_replay import ActionReplay
from rules.actions import Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.match import MatchScore
from rules.notation import read_play
from rules.options import MatchLaws, MoneyLaws
from rules.position import Position
from rules.record import RecordedGame
from rules.recorded_results import Ending, can_be_resigned_for, conclude_game
from rules.sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK
LOSERS = {"single": {6: 14}, "gammon": {6: 15}, "backgammon": {19: 1, 6: 14}}
TO_SEVEN, ORDINARY = MatchScore(7), MatchLaws()
TURNED = (Doubled(WHITE, 2), Took(BLACK))


def play_on(*actions, score=TO_SEVEN, laws=ORDINARY, cube=1):
    """A game from the usual set-up, White to play, after these actions."""
    game = ActionReplay(score, laws, cube)
    for action in (Placed(WHITE, Position.start()), *actions):
        game.apply(action)
    return game


def won(kind, *actions, **options):
    """A game that White has just won on the board."""
    last = Position.build({1: 1}, LOSERS[kind])
    borne_off = Moved(WHITE, (2, 1), read_play("1/off", (2, 1)))
    return play_on(*actions, Placed(WHITE, last), borne_off, **options)


def weighed(game, winner=WHITE, points=None):
    ending, faults = conclude_game(game, RecordedGame(1, winner=winner, points=points))
    return ending, [(fault.code, fault.law, fault.facts, fault.severity) for fault in faults]


def resigned(level, points, *, certain=True):
    facts = {"level": level, "points": points, "certain": certain}
    return ("resignation_inferred", "game.resign", facts, "inferred")


@pytest.mark.law("game.value")
@pytest.mark.parametrize(("kind", "points"), [("single", 1), ("gammon", 2), ("backgammon", 3)])
@pytest.mark.parametrize("flag", [0, 1000])
def test_the_board_and_the_claim_agree(kind, points, flag):
    assert weighed(won(kind), WHITE, points + flag) == (Ending(WHITE, points, kind), [])
    turned = won(kind, *TURNED)
    assert weighed(turned, WHITE, 2 * points + flag) == (Ending(WHITE, 2 * points, kind), [])
    assert weighed(turned) == (Ending(WHITE, 2 * points, kind), [])


@pytest.mark.law("record.result")
def test_a_result_left_out_is_computed():
    missing = ("result_missing", "record.result", {"computed": 2}, "note")
    assert weighed(won("gammon"), None) == (Ending(WHITE, 2, "gammon"), [missing])


@pytest.mark.law("game.win")
def test_a_claim_for_the_loser_is_wrong():
    wrong = ("winner_wrong", "game.win", {"declared": "black", "computed": "white"}, "error")
    assert weighed(won("single"), BLACK, 1) == (Ending(WHITE, 1, "single"), [wrong])


@pytest.mark.law("match.no-overshoot")
@pytest.mark.parametrize(
    ("score", "declared"), [(MatchScore(7, 6, 0), 1), (MatchScore(7, 4, 0), 3), (MatchScore(5, 3, 0), 5)]
)
def test_points_may_be_clipped_to_the_need_or_to_the_length(score, declared):
    clipped = ("points_clipped", "match.no-overshoot", {"declared": declared, "computed": 6}, "inferred")
    game = won("backgammon", *TURNED, score=score, laws=MatchLaws(dead_cube="allow"))
    assert weighed(game, WHITE, declared) == (Ending(WHITE, 6, "backgammon"), [clipped])


@pytest.mark.law("game.value")
@pytest.mark.parametrize("declared", [0, 1, 3, 999, 1000, 2002])
def test_other_points_are_wrong_in_a_match_and_a_remark_in_play_for_points(declared):
    facts = {"declared": declared, "computed": 2}
    assert weighed(won("gammon"), WHITE, declared)[1] == [("points_wrong", "game.value", facts, "error")]
    money = won("gammon", score=MatchScore(0), laws=MoneyLaws(jacoby=False))
    assert weighed(money, WHITE, declared)[1] == [("points_wrong", "game.value", facts, "note")]


@pytest.mark.law("money.jacoby")
def test_by_the_jacoby_rule_a_gammon_is_plain_until_the_cube_is_turned():
    options = {"score": MatchScore(0), "laws": MoneyLaws(jacoby=True)}
    assert weighed(won("backgammon", **options), WHITE, 1) == (Ending(WHITE, 1, "single"), [])
    turned = won("backgammon", *TURNED, **options)
    assert weighed(turned, WHITE, 6) == (Ending(WHITE, 6, "backgammon"), [])


@pytest.mark.law("cube.answer")
def test_a_drop_is_worth_the_cube_before_it():
    dropped = play_on(*TURNED, Placed(BLACK, Position.start(BLACK)), Doubled(BLACK, 4), Dropped(WHITE))
    assert weighed(dropped, BLACK, 2) == (Ending(BLACK, 2, "drop"), [])
    jacoby = play_on(Doubled(WHITE, 2), Dropped(BLACK), score=MatchScore(0), laws=MoneyLaws(jacoby=True))
    assert weighed(jacoby, WHITE, 1) == (Ending(WHITE, 1, "drop"), [])


def test_a_game_without_end_or_claim_is_unfinished():
    unfinished = ("game_unfinished", "game.win", {}, "note")
    assert weighed(play_on(), None) == (Ending(None, 0, "unfinished"), [unfinished])


@pytest.mark.law("cube.answer")
def test_a_double_without_its_answer_was_dropped_when_the_doubler_won_the_cube():
    doubled = play_on(Doubled(WHITE, 2))
    inferred = ("drop_inferred", "cube.answer", {}, "inferred")
    assert weighed(doubled, WHITE, 1) == (Ending(WHITE, 1, "drop"), [inferred])
    assert weighed(doubled, WHITE, 2) == (Ending(WHITE, 2, "resigned_gammon"), [resigned(2, 2)])
    assert weighed(doubled, BLACK, 1) == (Ending(BLACK, 1, "resigned_single"), [resigned(1, 1)])


@pytest.mark.law("game.resign")
@pytest.mark.parametrize(
    ("level", "kind"), [(1, "resigned_single"), (2, "resigned_gammon"), (3, "resigned_backgammon")]
)
@pytest.mark.parametrize("flag", [0, 1000])
def test_the_points_of_a_resignation_tell_its_level(level, kind, flag):
    game = play_on(*TURNED)
    assert weighed(game, BLACK, 2 * level + flag) == (
        Ending(BLACK, 2 * level, kind),
        [resigned(level, 2 * level)],
    )


@pytest.mark.law("game.resign")
def test_a_resignation_without_points_is_taken_for_a_single_game():
    given_up = play_on(*TURNED, Conceded(BLACK))
    expected = Ending(WHITE, 2, "resigned_single"), [resigned(1, 2, certain=False)]
    assert weighed(given_up, None) == weighed(given_up, WHITE) == expected


@pytest.mark.law("game.win")
def test_who_gave_up_did_not_win():
    wrong = ("winner_wrong", "game.win", {"declared": "black", "computed": "white"}, "error")
    assert weighed(play_on(Conceded(BLACK)), BLACK, 1) == (
        Ending(BLACK, 1, "resigned_single"),
        [wrong, resigned(1, 1)],
    )


@pytest.mark.law("match.no-overshoot")
@pytest.mark.parametrize(
    ("score", "cube", "declared", "level"),
    [
        (MatchScore(7, 5, 0), 4, 2, 1),
        (MatchScore(7, 4, 0), 2, 3, 2),
        (MatchScore(7, 5, 0), 8, 7, 1),
        (MatchScore(7, 5, 0), 4, 7, 2),
    ],
)
def test_clipped_points_leave_the_level_of_a_resignation_open(score, cube, declared, level):
    computed = cube * level
    facts = {"declared": declared, "computed": computed}
    ending, faults = weighed(play_on(score=score, cube=cube), WHITE, declared)
    assert ending.points == computed
    assert faults == [
        ("points_clipped", "match.no-overshoot", facts, "inferred"),
        resigned(level, computed, certain=False),
    ]


@pytest.mark.law("match.no-overshoot")
def test_points_that_only_a_backgammon_overshoots_tell_the_level():
    facts = {"declared": 5, "computed": 6}
    assert weighed(play_on(score=MatchScore(7, 2, 0), cube=2), WHITE, 5) == (
        Ending(WHITE, 6, "resigned_backgammon"),
        [("points_clipped", "match.no-overshoot", facts, "inferred"), resigned(3, 6)],
    )


@pytest.mark.law("game.resign")
@pytest.mark.parametrize(("level", "expected"), [(2, 1), (3, 2)])
@pytest.mark.parametrize(
    ("score", "severity"), [(TO_SEVEN, "error"), (MatchScore(7, 5, 0), "note"), (MatchScore(0), "note")]
)
def test_more_given_up_than_could_be_lost_is_an_error_unless_it_awards_the_match(
    level, expected, score, severity
):
    board = Position.build({1: 1}, {1: 14} if expected == 1 else {1: 15})
    laws = ORDINARY if score.length else MoneyLaws(jacoby=False)
    game = play_on(Placed(BLACK, board.with_turn(BLACK)), score=score, laws=laws)
    too_high = ("resignation_too_high", "game.resign", {"level": level, "most": expected}, severity)
    assert weighed(game, WHITE, level)[1] == [resigned(level, level), too_high]


@pytest.mark.law("game.resign")
def test_as_much_as_could_be_lost_may_be_given_up():
    board = Position.build({1: 1}, {1: 15}, BLACK)
    assert weighed(play_on(Placed(BLACK, board)), WHITE, 2)[1] == [resigned(2, 2)]


@pytest.mark.law("match.adjudication")
@pytest.mark.parametrize("declared", [7, 16])
def test_a_match_awarded_on_the_spot_is_adjudicated(declared):
    facts = {"declared": declared, "cube": 1}
    assert weighed(play_on(), WHITE, declared) == (
        Ending(WHITE, 7, "adjudicated"),
        [("adjudicated", "match.adjudication", facts, "note")],
    )


@pytest.mark.law("match.adjudication")
@pytest.mark.parametrize(("winner", "points"), [(WHITE, 4), (BLACK, 6)])
def test_a_match_is_awarded_with_the_points_its_winner_needed(winner, points):
    game = play_on(score=MatchScore(7, 3, 1), cube=1)
    assert weighed(game, winner, 9)[0] == Ending(winner, points, "adjudicated")
    assert weighed(game, winner, 5)[0].kind == "adjudicated"
    assert [code for code, *_ in weighed(game, winner, 5)[1]] == [
        "adjudicated" if winner is WHITE else "points_impossible"
    ]


@pytest.mark.law("game.value")
def test_points_that_no_game_is_worth_are_named():
    impossible = ("points_impossible", "game.value", {"declared": 5, "cube": 1}, "error")
    assert weighed(play_on(), BLACK, 5) == (Ending(BLACK, 5, "adjudicated"), [impossible])


@pytest.mark.law("money.settlement")
@pytest.mark.parametrize(
    ("points", "code", "law"),
    [(5, "points_impossible", "game.value"), (7, "adjudicated", "match.adjudication")],
)
def test_for_points_a_price_may_be_agreed_up_to_what_the_game_could_cost(points, code, law):
    game = play_on(*TURNED, score=MatchScore(0), laws=MoneyLaws())
    remark = (code, law, {"declared": points, "cube": 2}, "note")
    assert weighed(game, BLACK, points) == (Ending(BLACK, points, "adjudicated"), [remark])


@pytest.mark.law("game.value")
@pytest.mark.parametrize(("score", "winner"), [(MatchScore(7, 0, 5), WHITE), (MatchScore(7, 5, 0), BLACK)])
def test_points_short_of_what_their_winner_needed_are_an_error_whatever_the_loser_needs(score, winner):
    impossible = ("points_impossible", "game.value", {"declared": 5, "cube": 1}, "error")
    assert weighed(play_on(score=score), winner, 5) == (Ending(winner, 5, "adjudicated"), [impossible])


@pytest.mark.law("money.settlement")
@pytest.mark.parametrize(("winner", "code"), [(WHITE, "adjudicated"), (BLACK, "points_impossible")])
def test_the_board_of_the_loser_tells_what_the_game_could_cost(winner, code):
    position = Position.build({24: 1, 6: 14}, {6: 14})
    game = play_on(*TURNED, Placed(WHITE, position), score=MatchScore(0), laws=MoneyLaws())
    assert [each for each, *_ in weighed(game, winner, 5)[1]] == [code]


@pytest.mark.law("game.resign")
@pytest.mark.parametrize(
    ("winner", "points", "expected"),
    [
        (WHITE, 1, True),
        (WHITE, 2, False),
        (BLACK, 3, True),
        (BLACK, 4, False),
    ],
)
def test_a_resignation_gives_no_more_than_the_board_of_the_loser(winner, points, expected):
    game = play_on(Placed(WHITE, Position.build({24: 1, 6: 14}, {6: 14})))
    assert can_be_resigned_for(game, winner, points) is expected


@pytest.mark.law("match.no-overshoot")
@pytest.mark.parametrize(("winner", "expected"), [(WHITE, True), (BLACK, False)])
def test_a_resignation_may_give_only_what_its_winner_needed(winner, expected):
    assert can_be_resigned_for(play_on(score=MatchScore(7, 6, 3), cube=2), winner, 1) is expected


@pytest.mark.law("game.win")
def test_points_that_no_game_is_worth_do_not_hide_the_wrong_winner():
    codes = [code for code, *_ in weighed(play_on(Conceded(BLACK)), BLACK, 5)[1]]
    assert codes == ["winner_wrong", "points_impossible"]
    codes = [code for code, *_ in weighed(play_on(Conceded(BLACK)), BLACK, 9)[1]]
    assert codes == ["winner_wrong", "adjudicated"]


@pytest.mark.law("cube.answer")
def test_an_unanswered_double_does_not_hide_the_wrong_winner():
    given_up = play_on(Doubled(WHITE, 2), Conceded(WHITE))
    codes = [code for code, *_ in weighed(given_up, WHITE, 1)[1]]
    assert codes == ["winner_wrong", "drop_inferred"]
