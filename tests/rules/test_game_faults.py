"""Every fault of a game: code, cited rule, context and severity."""

import pytest

from rules.action_replay import ActionReplay
from rules.actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.cube import HIGHEST
from rules.doubling import find_start_faults
from rules.match import GameOutcome, MatchScore
from rules.notation import read_play
from rules.options import MatchLaws, MoneyLaws
from rules.packed_board import unpack
from rules.plays import format_moves
from rules.position import Position
from rules.sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK
MONEY = {"score": MatchScore(0)}
LATE = MatchScore.at(7, 3, 6, after_crawford=True)


def moved(side, dice, text):
    return Moved(side, dice, read_play(text, dice))


OPENING = moved(WHITE, (3, 1), "8/5 6/5")
REPLY = moved(BLACK, (6, 4), "24/14")
DOUBLED = (OPENING, Doubled(BLACK, 2))
TAKEN = (*DOUBLED, Took(WHITE))
GIVEN_UP = (OPENING, Conceded(BLACK, 1))
START = Position.start()
SPOILT = Position((*START.white[:24], 3, 0), START.black)
SHUT_OUT = Position.build({25: 1}, dict.fromkeys(range(1, 7), 2))


def reported_faults(*actions, score=None, laws=None, cube=1):
    """Fold actions into a game; the game, and what the last action was found to be, whole."""
    game = ActionReplay(score or MatchScore.new(7), laws or MatchLaws(), cube)
    items = [game.apply(action) for action in actions]
    return game, [(fault.code, fault.law, fault.facts, fault.severity) for fault in items[-1]]


@pytest.mark.parametrize(
    ("actions", "options", "fault"),
    [
        ((moved(WHITE, (3, 3), "8/5(2) 6/3(2)"),), {}, ("opening_double", "game.opening", {"dice": "33"})),
        (
            (OPENING, moved(WHITE, (6, 4), "24/14")),
            {},
            ("out_of_turn", "turn.alternate", {"dice": "64"}),
        ),
        ((Doubled(WHITE, 2),), {}, ("double_at_opening", "cube.before-roll", {"value": 2})),
        ((OPENING, Doubled(WHITE, 2)), {}, ("double_out_of_turn", "cube.before-roll", {"value": 2})),
        ((*TAKEN, Doubled(WHITE, 4)), {}, ("double_out_of_turn", "cube.before-roll", {"value": 4})),
        ((OPENING, Took(BLACK)), {}, ("take_without_double", "cube.answer", {})),
        ((OPENING, Dropped(BLACK)), {}, ("drop_without_double", "cube.answer", {})),
        ((*DOUBLED, Took(BLACK)), {}, ("answer_by_doubler", "cube.answer", {})),
        ((*DOUBLED, Dropped(BLACK)), {}, ("answer_by_doubler", "cube.answer", {})),
        ((*DOUBLED, REPLY), {}, ("double_unanswered", "cube.answer", {"value": 2})),
        ((*TAKEN, Doubled(BLACK, 4)), {}, ("cube_not_owned", "cube.owner", {"value": 4})),
        (
            (OPENING, Doubled(BLACK, 4)),
            {},
            ("cube_value_wrong", "cube.values", {"declared": 4, "expected": 2}),
        ),
        (DOUBLED, {"score": MatchScore.at(7, 6, 3)}, ("crawford_double", "match.crawford", {"value": 2})),
        (
            DOUBLED,
            {"score": MatchScore.at(7, 6, 3, after_crawford=True), "laws": MatchLaws(holland=True)},
            ("holland_double", "match.holland", {"rolls": 1}),
        ),
        (
            (OPENING, REPLY, moved(WHITE, (2, 1), "24/21"), Doubled(BLACK, 2)),
            {"score": MatchScore.at(7, 6, 3, after_crawford=True), "laws": MatchLaws(holland=True)},
            ("holland_double", "match.holland", {"rolls": 3}),
        ),
        (
            DOUBLED,
            {"score": LATE, "laws": MatchLaws(dead_cube="refuse")},
            ("dead_cube", "cube.dead", {"value": 2, "away": 1}),
        ),
        ((*DOUBLED, Beavered(WHITE, 4)), {}, ("beaver_in_match", "match.no-extras", {"value": 4})),
        ((OPENING, Beavered(WHITE, 4)), MONEY, ("beaver_without_double", "money.beaver", {})),
        (
            (*DOUBLED, Beavered(WHITE, 8)),
            MONEY,
            ("cube_value_wrong", "cube.values", {"declared": 8, "expected": 4}),
        ),
        ((*DOUBLED, Beavered(BLACK, 4)), MONEY, ("answer_by_doubler", "cube.answer", {})),
        (
            (*DOUBLED, Beavered(WHITE, 4)),
            {"score": MatchScore(0), "laws": MoneyLaws(animals=0)},
            ("animal_not_agreed", "money.animals", {"animal": "beaver", "limit": 0}),
        ),
        (
            (OPENING, Doubled(BLACK, 4)),
            {"score": MatchScore(0), "laws": MoneyLaws(cube_limit=2), "cube": 2},
            ("cube_limit_reached", "money.cube-limit", {"value": 4, "limit": 2}),
        ),
        ((*GIVEN_UP, REPLY), {}, ("action_after_end", "game.win", {})),
        ((*GIVEN_UP, Doubled(BLACK, 2)), {}, ("action_after_end", "game.win", {})),
        ((*DOUBLED, Dropped(WHITE), Took(WHITE)), {}, ("action_after_end", "game.win", {})),
        ((moved(WHITE, (7, 1), "8/7 6/5"),), {}, ("dice_invalid", "dice.valid", {"dice": "71"})),
        ((*TAKEN, Doubled(BLACK, 4)), MONEY, ("cube_not_owned", "cube.owner", {"value": 4})),
        ((*TAKEN, REPLY, Beavered(WHITE, 4)), MONEY, ("beaver_without_double", "money.beaver", {})),
        (
            (OPENING, REPLY, Doubled(WHITE, 2)),
            {"score": MatchScore.at(7, 6, 3, after_crawford=True), "laws": MatchLaws(dead_cube="refuse")},
            ("dead_cube", "cube.dead", {"value": 2, "away": 1}),
        ),
        ((*DOUBLED, Doubled(BLACK, 2)), {}, ("double_unanswered", "cube.answer", {"value": 2})),
        ((Placed(WHITE, SPOILT),), {}, ("board_impossible", "board.checkers", {"fault": "position_count"})),
        (
            (OPENING, AcceptedIllegalPlay(BLACK, (6, 4), SPOILT)),
            {},
            ("board_impossible", "board.checkers", {"fault": "position_count"}),
        ),
        (
            (Placed(WHITE, START, 0, 3),),
            {},
            ("cube_value_wrong", "cube.values", {"declared": 3, "expected": 1}),
        ),
        (
            (OPENING, Doubled(BLACK, 8)),
            {"score": MatchScore(0), "laws": MoneyLaws(automatic_doubles=0)},
            ("cube_value_wrong", "cube.values", {"declared": 8, "expected": 2}),
        ),
        (
            (*DOUBLED, Beavered(WHITE, 4), Beavered(BLACK, 8)),
            {"laws": MatchLaws(beavers=True)},
            ("animal_not_agreed", "money.animals", {"animal": "raccoon", "limit": 1}),
        ),
        ((OPENING, moved(BLACK, (6, 4), "")), {}, ("play_missing", "move.compulsory", {"dice": "64"})),
        ((OPENING, moved(BLACK, (6, 4), "????")), {}, ("play_unknown", "move.compulsory", {"dice": "64"})),
    ],
)
def test_a_fault_is_reported_with_its_law_and_facts(actions, options, fault):
    assert reported_faults(*actions, **options)[1] == [(*fault, "error")]


@pytest.mark.parametrize(
    ("actions", "options"),
    [
        ((OPENING, Doubled(BLACK, 0)), {}),
        ((*DOUBLED, Took(WHITE), REPLY, Doubled(WHITE, 4)), {}),
        ((*DOUBLED, Beavered(WHITE, 4)), {"laws": MatchLaws(beavers=True)}),
        ((*DOUBLED, Beavered(WHITE, 0)), MONEY),
        ((*DOUBLED, Doubled(WHITE, 4), Doubled(BLACK, 8), Took(WHITE)), MONEY),
        ((*DOUBLED, Beavered(WHITE, 4), REPLY), MONEY),
        (
            (OPENING, REPLY, moved(WHITE, (2, 1), "24/21"), moved(BLACK, (2, 1), "14/11"), Doubled(WHITE, 2)),
            {"score": LATE, "laws": MatchLaws(holland=True)},
        ),
        (DOUBLED, {"score": LATE, "laws": MatchLaws(dead_cube="allow")}),
        (GIVEN_UP, {}),
        ((Placed(WHITE, SHUT_OUT), moved(WHITE, (6, 5), "")), {}),
    ],
)
def test_what_the_laws_allow_is_passed_in_silence(actions, options):
    assert reported_faults(*actions, **options)[1] == []


@pytest.mark.law("cube.dead")
def test_a_dead_cube_is_a_note_by_default():
    assert reported_faults(*DOUBLED, score=LATE)[1] == [
        ("dead_cube", "cube.dead", {"value": 2, "away": 1}, "note")
    ]


@pytest.mark.law("money.automatic")
@pytest.mark.parametrize(
    ("options", "faults"),
    [
        (MONEY, []),
        ({"laws": MatchLaws(automatic_doubles=True)}, []),
        (
            {"score": MatchScore(0), "laws": MoneyLaws(automatic_doubles=1)},
            [("automatic_limit", "money.automatic", {"limit": 1}, "error")],
        ),
    ],
)
def test_a_first_double_to_eight_tells_of_automatic_doubles(options, faults):
    game, value = reported_faults(OPENING, Doubled(BLACK, 8), **options)
    assumed = ("automatic_doubles_assumed", "money.automatic", {"cube": 4}, "inferred")
    assert (game.cube, game.offer, value) == (4, 8, [assumed, *faults])


@pytest.mark.law("money.automatic")
def test_only_the_first_double_can_tell_of_automatic_ones():
    item = reported_faults(*TAKEN, REPLY, Doubled(WHITE, 8), **MONEY)[1]
    assert item == [("cube_value_wrong", "cube.values", {"declared": 8, "expected": 4}, "error")]


@pytest.mark.law("cube.values")
def test_the_cube_goes_no_higher_than_it_can_show():
    options = {"score": MatchScore(99), "laws": MatchLaws(dead_cube="allow"), "cube": HIGHEST}
    limit = ("cube_limit_reached", "money.cube-limit", {"value": 8192, "limit": 4096}, "error")
    assert reported_faults(OPENING, Doubled(BLACK, 8192), **options)[1] == [limit]
    value, _ = reported_faults(OPENING, Doubled(BLACK, 8192), Took(WHITE), **options)
    dropped, _ = reported_faults(OPENING, Doubled(BLACK, 8192), Dropped(WHITE), **options)
    assert (value.cube, dropped.outcome()) == (HIGHEST, GameOutcome(BLACK, "drop", HIGHEST))


@pytest.mark.law("match.no-extras")
@pytest.mark.parametrize(
    ("laws", "cube", "fault"),
    [
        (MatchLaws(), 1, None),
        (MatchLaws(), 2, ("automatic_in_match", "match.no-extras", {"cube": 2})),
        (MatchLaws(), 3, ("cube_value_wrong", "cube.values", {"declared": 3, "expected": 1})),
        (MatchLaws(automatic_doubles=True), 4, None),
        (MoneyLaws(automatic_doubles=1), 2, None),
        (MoneyLaws(automatic_doubles=1), 4, ("automatic_limit", "money.automatic", {"limit": 1})),
        (MoneyLaws(automatic_doubles=2), 4, None),
    ],
)
def test_a_game_that_begins_with_a_higher_cube_needs_automatic_doubles(laws, cube, fault):
    assert [start_fault[:4] for start_fault in find_start_faults(laws, cube)] == (
        [(*fault, "error")] if fault else []
    )


@pytest.mark.law("conduct.illegal-play")
def test_a_condoned_play_may_have_more_than_one_fault():
    items = ("condoned_impossible", "conduct.illegal-play")
    assert reported_faults(OPENING, AcceptedIllegalPlay(BLACK, (7, 4), START))[1] == [
        ("dice_invalid", "dice.valid", {"dice": "74"}, "error"),
        (*items, {"dice": "74", "played": ""}, "error"),
    ]
    assert reported_faults(*DOUBLED, AcceptedIllegalPlay(BLACK, (6, 4), START))[1] == [
        ("double_unanswered", "cube.answer", {"value": 2}, "error"),
        (*items, {"dice": "64", "played": ""}, "error"),
    ]
    assert reported_faults(OPENING, AcceptedIllegalPlay(WHITE, (6, 4), START))[1] == [
        ("out_of_turn", "turn.alternate", {"dice": "64"}, "error"),
        (*items, {"dice": "64", "played": "5/8 5/6"}, "error"),
    ]


@pytest.mark.law("conduct.illegal-play")
@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_a_condoned_play_leaves_the_board_as_written_and_may_end_the_game(side):
    white, black = {5: 1, 3: 1}, {24: 1, 8: 2, 6: 12}
    boards = (white, black) if side is WHITE else (black, white)
    before = Position.build(*boards, side)
    after = [{3: 1}, black] if side is WHITE else [black, {3: 1}]
    game, value = reported_faults(
        Placed(side, before), AcceptedIllegalPlay(side, (2, 1), Position.build(*after, side.other))
    )
    assert game.boards(side) == (unpacked({3: 1}), unpacked(black))
    assert (game.turn, game.outcome(), value[0][0]) == (side.other, None, "condoned_play")
    last = [{}, black] if side is WHITE else [black, {}]
    game, _ = reported_faults(
        Placed(side, before), AcceptedIllegalPlay(side, (2, 1), Position.build(*last, side.other))
    )
    assert game.outcome() == GameOutcome(side, "backgammon")


def unpacked(occupied):
    return list(Position.build(occupied, {}).white)


@pytest.mark.law("cube.answer")
def test_an_offer_leaves_these_traces():
    def state(*actions, **options):
        game, _ = reported_faults(*actions, **options)
        assert (type(game.cube), game.is_beaver and not game.winner) == (int, False)
        return game.cube, game.owner, game.offer, game.turn, game.rolls, game.has_turned

    assert state(OPENING) == (1, None, 0, BLACK, 1, False)
    assert state(*DOUBLED) == (1, None, 2, BLACK, 1, True)
    assert state(*TAKEN) == (2, WHITE, 0, BLACK, 1, True)
    assert state(*DOUBLED, REPLY) == (2, WHITE, 0, WHITE, 2, True)
    assert state(*DOUBLED, Beavered(WHITE, 4), REPLY, **MONEY) == (4, WHITE, 0, WHITE, 2, True)
    assert state(*DOUBLED, Dropped(WHITE)) == (1, None, 0, BLACK, 1, True)
    assert state(*DOUBLED, Beavered(WHITE, 4), Dropped(BLACK), **MONEY) == (2, None, 0, BLACK, 1, True)
    assert state(Placed(WHITE, START, 0, 4, BLACK)) == (4, BLACK, 0, WHITE, 0, False)
    assert state(OPENING, AcceptedIllegalPlay(BLACK, (6, 4), SPOILT)) == (1, None, 0, WHITE, 2, False)


@pytest.mark.law("game.resign")
@pytest.mark.parametrize(
    ("loser", "winner", "expected"),
    [
        ({6: 14}, {6: 15}, 1),
        ({25: 1, 6: 13}, {6: 15}, 1),
        ({6: 15}, {}, 2),
        ({18: 1, 6: 14}, {6: 15}, 2),
        ({19: 1, 6: 14}, {5: 15}, 3),
        ({25: 1, 6: 14}, {1: 15}, 3),
        ({12: 15}, {12: 1, 6: 14}, 2),
        ({12: 15}, {14: 1, 6: 14}, 3),
        ({1: 15}, {25: 1, 6: 14}, 3),
    ],
)
def test_no_more_can_be_conceded_than_can_still_be_lost(loser, winner, expected):
    game, value = reported_faults(Placed(WHITE, Position.build(loser, winner)))
    assert (game.most_conceded(WHITE), value) == (expected, [])


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_a_corrected_board_may_end_the_game(side):
    game, _ = reported_faults(OPENING)
    game.place(side, unpacked({}), unpacked({25: 1, 6: 14}))
    assert (game.outcome(), game.boards(side)) == (
        GameOutcome(side, "backgammon"),
        (unpacked({}), unpacked({25: 1, 6: 14})),
    )
    white, black = game.boards(WHITE)
    assert (unpack(game.steps[-1][1]), unpack(game.steps[-1][2])) == (white, black)


@pytest.mark.law("move.hit")
def test_a_forced_play_that_hits_is_made_where_none_is_written():
    game, value = reported_faults(
        Placed(WHITE, Position.build({24: 1}, {12: 2, 7: 1})), moved(WHITE, (6, 5), "")
    )
    assert value == [("forced_play_added", "move.compulsory", {"dice": "65"}, "inferred")]
    assert game.boards(WHITE) == (unpacked({18: 1}), unpacked({25: 1, 12: 2}))


def test_of_two_plays_none_is_forced():
    _, value = reported_faults(Placed(WHITE, Position.build({24: 1}, {6: 1})), moved(WHITE, (6, 5), ""))
    assert value == [("play_missing", "move.compulsory", {"dice": "65"}, "error")]


@pytest.mark.law("move.compulsory")
@pytest.mark.parametrize(
    ("white", "text", "code", "severity", "legal"),
    [
        ({24: 1, 20: 1}, "", "play_missing", "error", {"24/13", "24/18 20/15", "20/9", "24/19 20/14"}),
        ({24: 1}, "Cannot Move", "play_missing", "error", {"24/13"}),
        ({24: 1}, "", "forced_play_added", "inferred", {"24/13"}),
    ],
)
def test_the_legal_plays_are_listed_where_none_is_written(white, text, code, severity, legal):
    game = ActionReplay(MatchScore.new(7), MatchLaws())
    game.apply(Placed(WHITE, Position.build(white, {3: 1})))
    (fault,) = game.apply(moved(WHITE, (6, 5), text))
    assert fault[:4] == (code, "move.compulsory", {"dice": "65"}, severity)
    assert {format_moves(moves) for moves in fault.legal} == legal
