"""The frames of a game: the board, the side to act, the cube and the text after every action."""

from dataclasses import replace

import pytest

from rules.actions import Beavered, Doubled, Moved, Placed, Took
from rules.notation import BLANK, read_play
from rules.position import Position
from rules.replay import replay
from rules.sides import Side
from rules.verdict import Frame
from tests.rules.sample_records import sheet

WHITE, BLACK = Side.WHITE, Side.BLACK
START = {24: 2, 13: 5, 8: 3, 6: 5}


def moved(side, dice, text):
    return Moved(side, dice, read_play(text, dice))


OPENING = moved(WHITE, (3, 1), "8/5 6/5")
REPLY = moved(BLACK, (6, 4), "24/14")


def frames_of(*actions, length=7, cube=1):
    record = sheet("", length=length)
    game = replace(record.games[0], actions=actions, initial_cube=cube)
    return list(replay(replace(record, games=(game,))).games[0].frames)


def test_a_frame_shows_board_side_action_dice_and_cube():
    after = {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}
    assert frames_of(OPENING, Doubled(BLACK, 2), Took(WHITE)) == [
        Frame(Position.start(), None, "start", "", None, 1, None),
        Frame(Position.build(after, START, BLACK), WHITE, "roll", "8/5 6/5", (3, 1), 1, None),
        Frame(Position.build(after, START, WHITE), BLACK, "double", "2", None, 1, None),
        Frame(Position.build(after, START, BLACK), WHITE, "take", "", None, 2, WHITE),
    ]
    assert frames_of() == [Frame(Position.start(), None, "start", "", None, 1, None)]


@pytest.mark.law("turn.alternate")
@pytest.mark.parametrize(
    ("actions", "turns"),
    [
        ((moved(BLACK, (3, 1), "8/5 6/5"),), [BLACK, WHITE]),
        ((OPENING, Doubled(BLACK, 2), Took(WHITE), REPLY), [WHITE, BLACK, WHITE, BLACK, WHITE]),
        ((OPENING, Doubled(BLACK, 2), Beavered(WHITE, 4), Took(BLACK)), [WHITE, BLACK, WHITE, BLACK, BLACK]),
        ((Placed(WHITE, Position.start(BLACK)), REPLY), [WHITE, BLACK, WHITE]),
    ],
    ids=["black-opens", "take", "beaver", "set-up"],
)
def test_the_position_of_a_frame_has_the_side_to_roll_or_to_answer(actions, turns):
    assert [frame.position.turn for frame in frames_of(*actions, length=0)] == turns


@pytest.mark.parametrize(
    ("white", "black", "dice", "written", "shown"),
    [
        ({3: 1}, {24: 1}, (6, 2), "3/off", "3/1*/off"),
        (START, START, (7, 1), "8/7 13/6", "8/7 13/6"),
        (START, START, (7, 1), "", "?"),
    ],
    ids=["merged", "impossible-dice", "impossible-dice-nothing-written"],
)
def test_a_play_is_shown_in_standard_notation_or_as_written(white, black, dice, written, shown):
    play = read_play(written, dice) if written else BLANK
    frames = frames_of(Placed(WHITE, Position.build(white, black)), Moved(WHITE, dice, play))
    assert frames[-1].text == shown


@pytest.mark.law("cube.values")
def test_a_game_recorded_with_an_impossible_cube_starts_with_the_cube_at_one():
    assert [frame.cube for frame in frames_of(OPENING, REPLY, cube=3)] == [1, 1, 1]


def test_plays_after_an_illegal_one_are_written_as_the_record_has_them():
    illegal, hit = moved(BLACK, (6, 3), "24/12"), moved(WHITE, (4, 3), "13/10* 24/20")
    frames = frames_of(OPENING, illegal, hit, moved(BLACK, (6, 1), "bar/24 13/7"))

    assert [frame.text for frame in frames[1:]] == ["8/5 6/5", "24/12", "13/10* 24/20", "bar/24 13/7"]


def test_the_play_meant_is_one_that_leaves_the_checker_which_is_hit_next():
    illegal, hit = moved(BLACK, (6, 3), "24/12"), moved(WHITE, (4, 3), "13/10* 24/20")
    record = sheet("", length=7)
    game = replace(record.games[0], actions=(OPENING, illegal, hit))
    verdict = replay(replace(record, games=(game,)))

    assert [finding.meant for finding in verdict.findings if finding.severity == "error"] == ["24/15"]


def test_a_hit_is_written_where_the_record_has_it_though_no_play_meant_explains_it():
    illegal, hit = moved(BLACK, (6, 3), "24/12"), moved(WHITE, (4, 3), "13/10* 24/20*")
    frames = frames_of(OPENING, illegal, hit, moved(BLACK, (6, 1), "bar/24 13/7"))

    assert frames[3].text == "13/10* 24/20*"
