"""The site's own record format: lossless, reads old files, can hold impossible boards."""

import json
from dataclasses import replace

import pytest

from rules.actions import AcceptedIllegalPlay, Placed
from rules.errors import Unreadable
from rules.formats.json_record import read_json, write_json
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import sheet

WHITE, BLACK = Side.WHITE, Side.BLACK
RECORD = sheet("31: 8/5 6/5 | 42: 8/4 6/4", result="      Wins 2 points")
BOARD = Position.build({13: 5, 8: 4, 6: 5, 24: 1}, {24: 2, 13: 5, 8: 3, 6: 5}, BLACK)


def with_action(action):
    game = replace(RECORD.games[0], actions=(action,))
    return replace(RECORD, games=(game,))


@pytest.mark.law("conduct.illegal-play")
def test_a_condoned_play_is_stored_with_the_resulting_board():
    action = AcceptedIllegalPlay(WHITE, (5, 3), BOARD)
    text = write_json(with_action(action))
    assert json.loads(text)["games"][0]["actions"] == [["white", "53", "condoned", BOARD.code()]]
    assert read_json(text).games[0].actions == (action,)


def test_after_a_condoned_play_the_opponent_is_to_play_whatever_the_board_says():
    text = write_json(with_action(AcceptedIllegalPlay(WHITE, (5, 3), BOARD.with_turn(WHITE))))
    assert read_json(text).games[0].actions[0].position == BOARD


def test_a_condoned_board_may_be_faulty_but_not_misshapen():
    crowded = AcceptedIllegalPlay(WHITE, (5, 3), Position(tuple([1] * 26), BOARD.black, BLACK))
    text = write_json(with_action(crowded))
    assert read_json(text).games[0].actions == (crowded,)
    for wrong in ("", crowded.position.code() + "w", "x" * 53):
        with pytest.raises(Unreadable):
            read_json(text.replace(crowded.position.code(), wrong))


@pytest.mark.parametrize("owner", [None, WHITE, BLACK])
def test_a_board_set_up_keeps_its_cube(owner):
    placed = Placed(WHITE, BOARD, cube=4, owner=owner)
    assert read_json(write_json(with_action(placed))).games[0].actions == (placed,)


def test_a_board_that_cannot_stand_is_not_set_up():
    text = write_json(with_action(Placed(WHITE, Position(tuple([1] * 26), BOARD.black))))
    with pytest.raises(Unreadable):
        read_json(text)


def test_the_place_where_a_text_broke_off_is_preserved():
    cut = replace(RECORD, cut=(12, 5, "a play"))
    assert read_json(write_json(cut)).cut == (12, 5, "a play")
    assert read_json(write_json(RECORD)).cut is None


def test_a_file_of_the_first_version_is_read():
    data = json.loads(write_json(RECORD))
    del data["cut"]
    again = read_json(json.dumps(data | {"version": 1}))
    assert again.same_games_as(RECORD)
    assert write_json(again) == write_json(RECORD)


def test_writing_and_reading_again_changes_nothing():
    once = read_json(write_json(RECORD))
    assert read_json(write_json(once)) == once
