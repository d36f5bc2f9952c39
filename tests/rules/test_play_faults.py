"""Recorded plays judged by their final position: what is accepted, and which rule a wrong one breaks."""

import pytest

from rules.notation import read_play
from rules.play_faults import judge_play
from rules.plays import format_moves
from rules.position import Position


def judged(white, black, dice, text):
    position = Position.build(white, black)
    return judge_play(list(position.white), list(position.black), dice, read_play(text, dice))


START = {24: 2, 13: 5, 8: 3, 6: 5}


@pytest.mark.parametrize(
    ("law", "code", "white", "black", "dice", "text"),
    [
        pytest.param(law, code, *case, marks=pytest.mark.law(law), id=code)
        for law, code, *case in [
            ("move.direction", "move_backwards", START, START, (3, 1), "8/11 6/5"),
            ("move.bar-first", "bar_first", {25: 1, 6: 5}, START, (3, 1), "6/3 6/5"),
            ("move.own-checker", "no_checker", START, START, (3, 1), "9/5"),
            ("move.dice", "not_the_dice", START, START, (3, 1), "8/4 6/4"),
            ("move.dice", "too_many_numbers", START, START, (3, 1), "8/5 6/5 6/5"),
            ("move.open-point", "blocked_point", START, START, (5, 2), "24/19 13/11"),
            ("bearoff.all-home", "early_bear_off", {7: 1, 6: 2}, {}, (6, 1), "6/off 6/5"),
            ("bearoff.highest", "bear_off_from_behind", {6: 1, 3: 2}, {24: 2}, (4, 2), "3/off 3/1"),
            ("move.both-dice", "numbers_unused", START, START, (3, 1), "8/5"),
            ("move.doubles", "numbers_unused", START, START, (3, 3), "8/5(2) 6/3"),
            ("move.larger-die", "larger_die_unused", {24: 1}, {12: 2}, (6, 5), "24/19"),
        ]
    ],
)
def test_a_wrong_play_names_the_law_it_breaks(law, code, white, black, dice, text):
    moves, fault = judged(white, black, dice, text)
    assert (moves, fault.code, fault.law, fault.severity) == (None, code, law, "error")


def test_the_lawful_plays_come_with_the_fault():
    _, fault = judged({24: 1}, {12: 2}, (6, 5), "24/19")
    assert [format_moves(moves) for moves in fault.legal] == ["24/18"]


@pytest.mark.parametrize(
    ("white", "black", "dice", "text"),
    [
        ({6: 1, 2: 1}, {}, (6, 1), "6/off 2/1"),
        ({6: 1, 1: 2}, {}, (6, 1), "1/off 6/off"),
        ({3: 2, 2: 1}, {}, (2, 1), "3/off"),
        ({25: 1, 13: 1}, {}, (6, 5), "13/8 bar/19"),
    ],
)
def test_order_and_spelling_do_not_matter_only_the_end_position(white, black, dice, text):
    moves, fault = judged(white, black, dice, text)
    assert fault is None
    assert moves


@pytest.mark.law("record.hits")
def test_hits_are_read_only_where_they_are_written():
    moves, fault = judged({24: 2}, {7: 1, 3: 1}, (6, 4), "24/14")
    assert ([move.hit for move in moves], fault) == ([False, False], None)
    moves, fault = judged({24: 2}, {7: 1, 3: 1}, (6, 4), "24/18*/14")
    assert ([move.hit for move in moves], fault) == ([True, False], None)


@pytest.mark.law("record.hits")
def test_a_choice_between_two_unwritten_hits_is_marked_as_uncertain():
    moves, fault = judged({24: 2}, {7: 1, 5: 1}, (6, 4), "24/14")
    assert (sum(move.hit for move in moves), fault.code, fault.severity) == (1, "play_ambiguous", "note")


def test_the_last_checker_may_be_written_as_leaving_by_one_number():
    moves, fault = judged({3: 1}, {24: 1}, (6, 2), "3/off")
    assert (format_moves(moves), fault) == ("3/1*/off", None)
    _, fault = judged({5: 1}, {24: 1}, (2, 1), "5/off")
    assert fault.code == "not_the_dice"
