"""Accepted illegal plays: judged by the boards around them, noted, or refused if no play leads there."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.accepted_illegal_plays import format_change, judge_accepted_play
from rules.actions import AcceptedIllegalPlay, Doubled, Moved, Placed
from rules.dice import ROLLS
from rules.notation import read_play
from rules.options import MatchLaws, MoneyLaws
from rules.play_faults import get_boards
from rules.plays import format_moves, legal_plays
from rules.position import Position
from rules.replay import replay
from rules.sides import Side
from tests.rules.sample_records import random_position, sheet

WHITE, BLACK = Side.WHITE, Side.BLACK
START = {24: 2, 13: 5, 8: 3, 6: 5}
LEFT = Position.build({24: 2, 13: 5, 8: 2, 6: 4, 5: 1, 4: 1}, START, BLACK)


def judged(*actions, length=7, laws=None, result="      Wins 1 point"):
    """The verdict on one game of these actions."""
    record = sheet("", length=length, result=result)
    return replay(replace(record, games=(replace(record.games[0], actions=actions),)), laws)


def found(verdict):
    """What was found about the actions; that these games begin from set boards is no matter here."""
    rows = [(each.action, each.code, each.severity) for each in verdict.findings if each.action >= 0]
    return [row for row in rows if row[1] != "set_by_hand"]


def moved(side, dice, text):
    return Moved(side, dice, read_play(text, dice))


OPENING = AcceptedIllegalPlay(WHITE, (3, 1), LEFT)
REPLY = moved(BLACK, (6, 4), "24/14")


@pytest.mark.law("conduct.illegal-play")
def test_a_condoned_play_is_a_note_with_the_lawful_plays_and_what_was_played():
    verdict = judged(OPENING, REPLY, moved(WHITE, (2, 1), "13/11 6/5"))
    (note,) = [each for each in verdict.findings if each.severity == "note" and each.action >= 0]
    assert (note.game, note.action, note.code, note.law) == (1, 0, "condoned_play", "conduct.illegal-play")
    assert (note.played, note.facts["played"], note.facts["dice"]) == ("8/5 6/4", "8/5 6/4", "31")
    assert note.legal == tuple(play.notation() for play in legal_plays(Position.start(), (3, 1)))
    assert (verdict.status, verdict.plays) == ("incomplete", 3)
    frames = verdict.games[0].frames
    assert [frame.kind for frame in frames] == ["start", "condone", "roll", "roll"]
    assert (frames[1].text, frames[1].dice, frames[1].position) == ("8/5 6/4", (3, 1), LEFT)
    assert frames[3].position.white[6] == 3


@pytest.mark.law("conduct.illegal-play")
def test_a_condoned_play_that_was_lawful_all_along_is_only_remarked_on():
    after = Position.build({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, START, BLACK)
    verdict = judged(AcceptedIllegalPlay(WHITE, (3, 1), after), REPLY, length=1)
    assert found(verdict) == [(0, "condoned_lawful", "inferred")]
    assert verdict.status == "certified"


def test_a_dance_that_was_one_is_lawful_and_a_play_left_out_is_not():
    shut = Position.build({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {13: 3}, WHITE)
    dance = AcceptedIllegalPlay(WHITE, (6, 5), shut.with_turn(BLACK))
    assert found(judged(Placed(WHITE, shut), dance)) == [(1, "condoned_lawful", "inferred")]
    idle = AcceptedIllegalPlay(WHITE, (3, 1), Position.start(BLACK))
    assert found(judged(idle)) == [(0, "condoned_play", "note")]


@pytest.mark.law("conduct.illegal-play")
@pytest.mark.parametrize(
    ("white", "black"),
    [
        ({24: 2, 13: 4, 14: 1, 8: 3, 6: 5}, START),
        ({24: 2, 13: 5, 8: 3, 6: 4, 7: 1}, START),
        ({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 2, 7: 1, 6: 5}),
        ({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {25: 1, 24: 1, 13: 5, 8: 3, 6: 5}),
        ({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 4}),
        ({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {25: 2, 13: 5, 8: 3, 6: 5, 24: 0}),
    ],
    ids=["backwards", "sideways", "theirs-moved", "half-a-point-hit", "theirs-borne-off", "hit-unpassed"],
)
def test_a_board_that_no_movement_of_the_mover_leaves_is_a_fault(white, black):
    action = AcceptedIllegalPlay(WHITE, (3, 1), Position.build(white, black, BLACK))
    assert found(judged(action))[0] == (0, "condoned_impossible", "error")


ON_THE_BAR = ({25: 1, 3: 1}, {6: 13, 1: 1})
ENTERED = ({24: 1, 3: 1}, {25: 1, 6: 13})


@pytest.mark.law("conduct.illegal-play")
@pytest.mark.parametrize(
    ("before", "dice", "after", "verdict", "played", "legal"),
    [
        (ON_THE_BAR, (6, 5), ENTERED, ("condoned_play", "note"), "bar/24*", ["bar/14"]),
        (ON_THE_BAR, (7, 1), ENTERED, ("condoned_play", "note"), "bar/24*", []),
        (({6: 1}, {23: 2}), (6, 5), ({1: 1}, {23: 2}), ("condoned_play", "note"), "6/1", ["6/1/off"]),
        (({6: 1}, {23: 2}), (6, 5), ({}, {23: 2}), ("condoned_lawful", "inferred"), "6/off", []),
        (
            ({24: 1, 3: 1}, {6: 14}),
            (3, 2),
            ({25: 1, 3: 1}, {6: 14}),
            ("condoned_impossible", "error"),
            "24/bar",
            ["24/21 3/1"],
        ),
        (
            ({24: 1, 3: 1}, {6: 14}),
            (3, 2),
            ({25: 1, 3: 1}, {6: 15}),
            ("condoned_impossible", "error"),
            "24/bar",
            ["24/21 3/1"],
        ),
    ],
    ids=["hit-on-their-ace", "impossible-dice", "too-short", "lawful", "to-the-bar", "theirs-back-from-off"],
)
def test_an_accepted_play_is_judged_with_what_was_played_and_what_was_legal(
    before, dice, after, verdict, played, legal
):
    boards = [get_boards(Position.build(*places), WHITE) for places in (before, after)]
    fault = judge_accepted_play(boards[0], dice, boards[1])
    facts = {"dice": f"{dice[0]}{dice[1]}", "played": played}
    code, severity = verdict
    assert fault[:4] == (code, "conduct.illegal-play", facts, severity)
    assert [format_moves(moves) for moves in fault.legal] == legal


def test_after_an_impossible_board_the_game_goes_on_from_the_play_that_explains_the_rest():
    wrong = Position.build({24: 2, 13: 4, 14: 1, 8: 3, 6: 5}, START, BLACK)
    verdict = judged(AcceptedIllegalPlay(WHITE, (3, 1), wrong), REPLY, moved(WHITE, (2, 1), "5/3 5/4"))
    (fault,) = [each for each in verdict.findings if each.severity == "error"]
    assert fault.facts["meant"] == "8/5 6/5"


@pytest.mark.law("board.checkers")
@pytest.mark.parametrize(
    "board",
    [
        Position(tuple([1] * 26), Position.start().black, BLACK),
        Position(Position.start().white[:20], Position.start().black, BLACK),
        Position(Position.build({24: 15}, {}).white, Position.build({}, {1: 15}).black, BLACK),
        Position.build({}, {}, BLACK),
    ],
    ids=["count", "places", "shared", "two-winners"],
)
def test_a_board_that_cannot_stand_is_a_fault_and_is_not_set_up(board):
    verdict = judged(AcceptedIllegalPlay(WHITE, (3, 1), board), REPLY)
    assert found(verdict)[0] == (0, "board_impossible", "error")
    assert verdict.games[0].frames[1].position.white != board.white
    assert found(judged(Placed(WHITE, board), OPENING)) == [
        (0, "board_impossible", "error"),
        (1, "condoned_play", "note"),
    ]


@pytest.mark.law("turn.alternate")
def test_turn_offer_and_dice_of_a_condoned_play_are_judged_as_of_any_other():
    again = AcceptedIllegalPlay(WHITE, (3, 1), LEFT)
    assert found(judged(OPENING, again))[1:] == [(1, "out_of_turn", "error"), (1, "condoned_play", "note")]
    bad = AcceptedIllegalPlay(WHITE, (7, 1), LEFT)
    assert found(judged(bad)) == [(0, "dice_invalid", "error"), (0, "condoned_play", "note")]
    opening = AcceptedIllegalPlay(WHITE, (3, 3), LEFT)
    assert found(judged(opening)) == [(0, "opening_double", "error"), (0, "condoned_play", "note")]
    answer = AcceptedIllegalPlay(BLACK, (3, 1), LEFT.with_turn(WHITE))
    codes = [code for _, code, _ in found(judged(OPENING, Doubled(BLACK, 2), answer))]
    assert codes == ["condoned_play", "double_unanswered", "condoned_play"]


def test_a_condoned_play_may_hit_and_may_win():
    blot = Position.build({13: 2, 6: 13}, {16: 1, 13: 14}, WHITE)
    hit = Position.build({13: 1, 9: 1, 6: 13}, {25: 1, 13: 14}, BLACK)
    verdict = judged(Placed(WHITE, blot), AcceptedIllegalPlay(WHITE, (6, 5), hit))
    assert found(verdict) == [(1, "condoned_play", "note")]
    assert verdict.findings[0].played == "13/9*"
    last = Position.build({6: 2}, {1: 15}, WHITE)
    won = AcceptedIllegalPlay(WHITE, (2, 1), Position.build({}, {1: 15}, BLACK))
    verdict = judged(Placed(WHITE, last), won, result="      Wins 2 points")
    assert (verdict.games[0].kind, verdict.score) == ("gammon", (2, 0))
    assert found(judged(Placed(WHITE, last), won, REPLY))[1] == (2, "action_after_end", "error")
    assert found(judged(Placed(WHITE, last), won, won))[-1] == (2, "action_after_end", "error")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_every_lawful_play_is_lawful_when_condoned_and_its_way_back_is_impossible(seed):
    random = Random(seed)
    before, dice = random_position(random), random.choice(ROLLS)
    plays = legal_plays(before, dice)
    after = random.choice(plays).after if plays else before
    boards = get_boards(before, before.turn), get_boards(after, before.turn)
    assert judge_accepted_play(boards[0], dice, boards[1]).code == "condoned_lawful"
    if plays:
        assert judge_accepted_play(boards[1], dice, boards[0]).code == "condoned_impossible"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_checkers_moved_forward_to_open_points_can_always_be_condoned(seed):
    random = Random(seed)
    value, result = get_boards(random_position(random), WHITE)
    before = value[:], result[:]
    for _ in range(random.randint(1, 4)):
        start = random.choice([place for place in range(1, 26) if value[place]] or [0])
        ends = [end for end in range(start) if not end or not result[25 - end]]
        if ends:
            end = random.choice(ends)
            value[start], value[end] = value[start] - 1, value[end] + 1
    fault = judge_accepted_play(before, (6, 5), (value, result))
    assert fault.severity in ("note", "inferred")
    assert fault.facts["played"] == format_change(before, (value, result))


@pytest.mark.law("conduct.illegal-play")
@pytest.mark.parametrize(
    ("following", "expected"),
    [
        ((REPLY,), True),
        ((Doubled(BLACK, 2),), True),
        ((OPENING._replace(side=BLACK, position=Position.start(WHITE)),), True),
        ((moved(WHITE, (2, 1), "13/11 6/5"),), False),
        ((), False),
    ],
    ids=["roll", "double", "condoned", "same-side", "nothing"],
)
def test_an_unlawful_play_tells_whether_the_opponent_went_on(following, expected):
    result = moved(WHITE, (3, 1), "8/5")
    fault = judged(result, *following).findings[0]
    assert (fault.code, fault.severity, fault.facts["stood"]) == ("numbers_unused", "error", expected)
    condoning = judged(result, *following, laws=MatchLaws(illegal_plays="condone")).findings[0]
    assert condoning.severity == ("note" if expected else "error")


def test_play_for_points_does_not_condone_by_itself():
    fault = judged(moved(WHITE, (3, 1), "8/5"), REPLY, length=0, laws=MoneyLaws()).findings[0]
    assert (fault.severity, fault.facts["stood"]) == ("error", True)


def test_a_condoned_event_plays_on_from_the_board_as_it_stood():
    half = moved(WHITE, (3, 1), "8/5")
    verdict = judged(half, REPLY, moved(WHITE, (2, 1), "8/5"), laws=MatchLaws(illegal_plays="condone"))
    assert "meant" not in verdict.findings[0].facts
    assert verdict.games[0].frames[-1].position.white[5] == 2


def test_a_placed_board_may_set_the_cube():
    position = Position.start(BLACK)
    placed = Placed(WHITE, position, cube=4, owner=BLACK)
    verdict = judged(placed, Doubled(BLACK, 8), length=25)
    assert [(frame.cube, frame.cube_owner) for frame in verdict.games[0].frames][1] == (4, BLACK)
    assert found(verdict) == []
    assert found(judged(placed._replace(cube=3))) == [(0, "cube_value_wrong", "error")]


def test_turn_of_the_side_to_play_follows_a_placed_board():
    assert found(judged(Placed(BLACK, Position.start(WHITE)), moved(BLACK, (3, 1), "8/5 6/5"))) == [
        (1, "out_of_turn", "error")
    ]
