"""Boards packed into numbers: equal to the counts, and refusing every illegal checker move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.notation import read_play
from rules.packed_board import ALL_OFF, is_shut_out, pack, play_first, unpack
from rules.play_faults import judge_play, make_moves
from rules.plays import format_moves, list_legal_plays
from rules.position import Position

counts = st.lists(st.integers(0, 15), min_size=26, max_size=26)


def played(white, black, dice, text):
    position = Position.build(white, black)
    return play_first(pack(position.white), pack(position.black), read_play(text, dice).readings)


@given(counts)
def test_a_board_survives_packing(board):
    assert unpack(pack(board)) == board


def test_all_fifteen_off_is_the_highest_board():
    assert pack(Position.build({}, {}).white) == ALL_OFF
    assert pack(Position.build({25: 1}, {}).white) < ALL_OFF


@pytest.mark.parametrize(
    ("white", "black", "dice", "text"),
    [
        ({6: 2}, {}, (3, 1), "8/5 6/5"),
        ({8: 1, 6: 1}, {}, (3, 3), "8/5(2) 6/3(2)"),
        ({25: 2, 8: 1}, {}, (3, 1), "bar/22 8/7"),
        ({25: 1, 8: 1, 6: 1}, {}, (3, 1), "8/5 6/5"),
        ({25: 1}, {3: 2}, (3, 1), "bar/22/21"),
        ({13: 2}, {20: 2}, (5, 1), "13/8 13/12*/7"),
        ({7: 1, 6: 1}, {}, (6, 1), "6/off 7/6/5"),
        ({7: 1, 6: 2}, {}, (6, 6), "6/off(2)"),
        ({6: 1, 4: 1}, {}, (5, 3), "4/off 4/1"),
        ({8: 1, 5: 1}, {}, (5, 1), "5/off 8/7"),
        ({13: 1, 8: 1, 5: 1}, {}, (6, 5), "5/off 8/3"),
        ({5: 1, 3: 1}, {}, (4, 1), "3/off 3/2"),
        ({24: 1}, {7: 1, 5: 1}, (6, 4), "24/14"),
    ],
)
def test_what_may_not_be_played_is_not_played(white, black, dice, text):
    assert played(white, black, dice, text) is None


@pytest.mark.parametrize(
    ("white", "black", "dice", "text", "after"),
    [
        ({24: 1}, {18: 1}, (6, 1), "24/18 18/17", ({17: 1}, {18: 1})),
        ({24: 1}, {7: 1}, (6, 1), "24/18 18/17", ({17: 1}, {25: 1})),
        ({13: 2}, {17: 1}, (5, 5), "13/8*(2) 8/3(2)", ({3: 2}, {25: 1})),
        ({24: 2}, {7: 1, 2: 1}, (6, 6), "24/18*/12(2)", ({12: 2}, {25: 1, 2: 1})),
        ({8: 1, 4: 1}, {}, (6, 5), "4/off 8/2", ({2: 1}, {})),
        ({8: 1, 6: 1}, {}, (6, 2), "6/off 8/6", ({6: 1}, {})),
        ({25: 1, 6: 1}, {}, (5, 2), "6/1 bar/23", ({23: 1, 1: 1}, {})),
        ({3: 1, 2: 1}, {}, (6, 5), "2/off 3/off", ({}, {})),
    ],
)
def test_the_order_written_does_not_matter_and_blots_are_hit_once(white, black, dice, text, after):
    expected = Position.build(*after)
    assert played(white, black, dice, text) == (pack(expected.white), pack(expected.black))


@given(st.data())
def test_whatever_is_played_is_a_lawful_play(data):
    places = st.lists(st.integers(1, 25), min_size=1, max_size=6)
    white, black = [0] * 26, [0] * 26
    for place in data.draw(places):
        white[place] += 1
    for place in data.draw(places):
        if not white[25 - place]:
            black[place] += 1
    white[0], black[0] = 15 - sum(white), 15 - sum(black)
    dice = data.draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    legal = list_legal_plays(white, black[::-1], dice)
    steps = data.draw(st.lists(st.tuples(st.integers(1, 25), st.integers(1, 6)), min_size=1, max_size=4))
    texts = [f"{start}/{max(start - length, 0)}" for start, length in steps]
    for text in [*map(format_moves, legal), " ".join(texts)]:
        play = read_play(text, dice)
        result = play_first(pack(white), pack(black), play.readings)
        moves, fault = judge_play(white, black, dice, play)
        if result:
            value, outcome = white[:], black[:]
            make_moves(value, outcome, moves)
            assert unpack(result[0]) == value
            assert fault or unpack(result[1]) == outcome


def test_both_numbers_must_be_shut_for_a_lost_turn():
    white = Position.build({25: 1}, {}).white
    shut = Position.build({}, {6: 2, 5: 2, 1: 1}).black
    cases = {(6, 5): True, (6, 1): False, (4, 5): False, (7, 7): False}
    assert {dice: is_shut_out(pack(white), pack(shut), dice) for dice in cases} == cases
    assert not is_shut_out(pack(Position.build({24: 1}, {}).white), pack(shut), (6, 5))
