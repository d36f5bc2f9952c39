"""Every diagnosis of a recorded play, and legal plays compared with the slow enumerator."""

from random import Random

import pytest

from rules.dice import ROLLS, numbers
from rules.notation import read_play
from rules.play_faults import find_forced_play, judge_play, make_illegal_play
from rules.plays import format_moves
from rules.position import Position
from tests.rules.sample_records import random_position
from tests.rules.slow_plays import resulting_boards

START = {24: 2, 13: 5, 8: 3, 6: 5}
FAULTS = [
    (
        START,
        START,
        (3, 1),
        "8/11 6/5",
        "move_backwards",
        "move.direction",
        {"start": 8, "end": 11, "dice": "31"},
        16,
    ),
    (
        START,
        START,
        (3, 1),
        "8/8 6/5",
        "move_backwards",
        "move.direction",
        {"start": 8, "end": 8, "dice": "31"},
        16,
    ),
    (
        {25: 1, 6: 5},
        START,
        (3, 1),
        "6/3 6/5",
        "bar_first",
        "move.bar-first",
        {"start": 6, "end": 3, "dice": "31"},
        3,
    ),
    (
        {25: 2, 6: 5},
        START,
        (3, 1),
        "bar/22 6/5",
        "bar_first",
        "move.bar-first",
        {"start": 6, "end": 5, "dice": "31"},
        1,
    ),
    (START, START, (3, 1), "9/5", "no_checker", "move.own-checker", {"start": 9, "end": 5, "dice": "31"}, 16),
    (START, START, (3, 1), "8/4 6/4", "not_the_dice", "move.dice", {"start": 8, "end": 4, "dice": "31"}, 16),
    (
        START,
        START,
        (3, 1),
        "8/5 6/5 6/5",
        "too_many_numbers",
        "move.dice",
        {"start": 6, "end": 5, "dice": "31"},
        16,
    ),
    (
        START,
        START,
        (5, 2),
        "24/19 13/11",
        "blocked_point",
        "move.open-point",
        {"start": 24, "end": 19, "point": 19, "dice": "52"},
        8,
    ),
    (
        START,
        START,
        (5, 2),
        "24/17",
        "blocked_point",
        "move.open-point",
        {"start": 24, "end": 17, "point": 17, "dice": "52"},
        8,
    ),
    (
        START,
        START,
        (6, 1),
        "24/17",
        "blocked_point",
        "move.open-point",
        {"start": 24, "end": 17, "point": 17, "dice": "61"},
        10,
    ),
    (
        START,
        START,
        (5, 5),
        "24/9",
        "blocked_point",
        "move.open-point",
        {"start": 24, "end": 9, "point": 19, "dice": "55"},
        4,
    ),
    (START, START, (5, 5), "13/3 8/3", "numbers_unused", "move.doubles", {"dice": "55", "unused": (5,)}, 4),
    (
        START,
        START,
        (5, 5),
        "13/3(2) 6/1",
        "too_many_numbers",
        "move.dice",
        {"start": 6, "end": 1, "dice": "55"},
        4,
    ),
    (START, START, (4, 4), "24/4", "not_the_dice", "move.dice", {"start": 24, "end": 4, "dice": "44"}, 52),
    (
        {7: 1, 6: 2},
        {},
        (6, 1),
        "6/off 6/5",
        "early_bear_off",
        "bearoff.all-home",
        {"start": 6, "end": 0, "dice": "61"},
        2,
    ),
    (
        {6: 1, 3: 2},
        {24: 2},
        (4, 2),
        "3/off 3/1",
        "bear_off_from_behind",
        "bearoff.highest",
        {"start": 3, "end": 0, "dice": "42"},
        1,
    ),
    (
        {6: 1, 3: 2},
        {21: 2, 23: 2},
        (4, 2),
        "6/off",
        "not_the_dice",
        "move.dice",
        {"start": 6, "end": 0, "dice": "42"},
        1,
    ),
    (
        {5: 1, 3: 1},
        {},
        (4, 2),
        "5/off 3/2",
        "not_the_dice",
        "move.dice",
        {"start": 5, "end": 0, "dice": "42"},
        2,
    ),
    ({6: 1}, {}, (1, 1), "6/off", "not_the_dice", "move.dice", {"start": 6, "end": 0, "dice": "11"}, 1),
    ({3: 2}, {}, (1, 1), "3/off", "numbers_unused", "move.doubles", {"dice": "11", "unused": (1,)}, 2),
    (START, START, (3, 1), "8/5", "numbers_unused", "move.both-dice", {"dice": "31", "unused": (1,)}, 16),
    (START, START, (3, 1), "6/5", "numbers_unused", "move.both-dice", {"dice": "31", "unused": (3,)}, 16),
    (
        START,
        START,
        (3, 3),
        "8/5(2) 6/3",
        "numbers_unused",
        "move.doubles",
        {"dice": "33", "unused": (3,)},
        73,
    ),
    (START, START, (3, 3), "13/10(3)", "numbers_unused", "move.doubles", {"dice": "33", "unused": (3,)}, 73),
    (
        {24: 1},
        {12: 2},
        (6, 5),
        "24/19",
        "larger_die_unused",
        "move.larger-die",
        {"dice": "65", "unused": (6,)},
        1,
    ),
    (
        {24: 1, 23: 1},
        {12: 2, 7: 2},
        (6, 5),
        "24/18",
        "blocked_point",
        "move.open-point",
        {"start": 24, "end": 18, "point": 18, "dice": "65"},
        2,
    ),
    (
        {13: 1, 2: 1},
        {10: 2},
        (2, 1),
        "2/1",
        "numbers_unused",
        "move.both-dice",
        {"dice": "21", "unused": (2,)},
        2,
    ),
    ({5: 1}, {24: 1}, (2, 1), "5/off", "not_the_dice", "move.dice", {"start": 5, "end": 0, "dice": "21"}, 1),
    (
        {6: 2, 4: 1},
        {},
        (6, 2),
        "6/off 4/off",
        "not_the_dice",
        "move.dice",
        {"start": 4, "end": 0, "dice": "62"},
        2,
    ),
    (
        {6: 1, 4: 1, 2: 1},
        {},
        (6, 5),
        "6/off 2/off",
        "bear_off_from_behind",
        "bearoff.highest",
        {"start": 2, "end": 0, "dice": "65"},
        2,
    ),
    (
        {6: 1, 4: 1, 2: 1},
        {},
        (6, 5),
        "2/off 6/off",
        "bear_off_from_behind",
        "bearoff.highest",
        {"start": 2, "end": 0, "dice": "65"},
        2,
    ),
    ({4: 1}, {23: 2}, (1, 1), "4/off", "not_the_dice", "move.dice", {"start": 4, "end": 0, "dice": "11"}, 1),
    (
        {8: 1, 6: 2},
        {},
        (2, 2),
        "8/off 6/4",
        "too_many_numbers",
        "move.dice",
        {"start": 6, "end": 4, "dice": "22"},
        4,
    ),
    (
        {6: 1, 1: 3},
        {},
        (5, 5),
        "6/off 1/off",
        "numbers_unused",
        "move.doubles",
        {"dice": "55", "unused": (5,)},
        1,
    ),
    (
        {4: 1, 3: 1},
        {},
        (6, 5),
        "3/off",
        "bear_off_from_behind",
        "bearoff.highest",
        {"start": 3, "end": 0, "dice": "65"},
        1,
    ),
    (
        START,
        START,
        (3, 3),
        "13/4 8/5 6/3",
        "too_many_numbers",
        "move.dice",
        {"start": 6, "end": 3, "dice": "33"},
        73,
    ),
]
LAWFUL = [
    (START, START, (6, 5), "24/13", "24/13", 0),
    (START, START, (5, 5), "13/3(2)", "13/3(2)", 0),
    ({7: 1, 6: 2}, {}, (6, 1), "7/off", "7/1/off", 0),
    ({6: 1, 3: 2}, {}, (4, 2), "6/off", "6/2/off", 0),
    ({6: 1, 3: 2}, {21: 2}, (4, 2), "6/off", "6/2/off", 0),
    ({5: 1, 3: 2}, {}, (4, 2), "5/off", "5/3/off", 0),
    ({4: 1}, {}, (1, 1), "4/off", "4/3/2/1/off", 0),
    ({4: 1}, {}, (2, 2), "4/off", "4/2/off", 0),
    ({2: 2, 1: 1}, {}, (1, 1), "2/off 2/1 1/off", "2/1/off(2)", 0),
    ({24: 2}, {7: 1, 3: 1}, (6, 4), "24/14", "24/14", 0),
    ({24: 2}, {7: 1, 5: 1}, (6, 4), "24/14", "24/18*/14", 2),
    ({24: 2}, {7: 1, 5: 1}, (6, 4), "24/18*/14", "24/18*/14", 0),
    ({24: 2}, {7: 1, 5: 1, 11: 1}, (6, 4), "24/14*", "24/18*/14*", 2),
    ({24: 4}, {4: 1, 7: 1}, (3, 3), "24/18(2)", "24/21*/18* 24/18", 0),
    ({3: 1}, {24: 1}, (6, 2), "3/off", "3/1*/off", 0),
    ({25: 1, 13: 1}, {}, (6, 5), "13/8 bar/19", "bar/19 13/8", 0),
    ({25: 1, 13: 1}, {}, (6, 5), "bar/14", "bar/14", 0),
]


def judged(white, black, dice, text):
    position = Position.build(white, black)
    return judge_play(list(position.white), list(position.black), dice, read_play(text, dice))


@pytest.mark.parametrize(("white", "black", "dice", "text", "code", "law", "facts", "lawful"), FAULTS)
def test_an_illegal_play_is_reported_with_its_law_and_facts(
    white, black, dice, text, code, law, facts, lawful
):
    moves, fault = judged(white, black, dice, text)
    assert (moves, fault[:4], len(fault.legal)) == (None, (code, law, facts, "error"), lawful)


@pytest.mark.law("record.hits")
@pytest.mark.parametrize(("white", "black", "dice", "text", "value", "readings"), LAWFUL)
def test_a_lawful_play_is_found_however_it_is_written(white, black, dice, text, value, readings):
    moves, fault = judged(white, black, dice, text)
    assert format_moves(moves) == value
    noted = fault and (fault[:4], len(fault.legal))
    note = (("play_ambiguous", "record.hits", {"readings": readings}, "note"), readings)
    assert noted == (note if readings else None)


def test_what_is_judged_lawful_is_what_the_slow_enumerator_allows():
    random = Random(5)
    verdicts = set()
    for _ in range(400):
        position, dice = random_position(random), random.choice(ROLLS)
        value, result = list(position.of(position.turn)), list(position.of(position.turn.other))
        text, target = any_play(random, value, dice)
        boards = {board for board in slow(value, result, dice) if list(board[0]) == target}
        moves, fault = judge_play(value, result, dice, read_play(text, dice))
        assert (moves is not None) == bool(boards), (position, dice, text)
        assert (moves is None) == (fault is not None and fault.severity == "error")
        verdicts.add(moves is not None)
        if moves is not None:
            assert after(value, result, moves) in boards
    assert verdicts == {True, False}


def any_play(random, value, dice):
    """A play of the right numbers from where checkers stand, and the mover's checkers after it."""
    board, texts = value[:], []
    for die in random.sample(numbers(dice), k=random.choice([len(numbers(dice)), 1])):
        start = random.choice([place for place in range(1, 26) if board[place]] or [1])
        end = max(start - die, 0)
        board[start] -= 1
        board[end] += 1
        texts.append(f"{start}/{end}")
    return " ".join(texts), board


def slow(value, result, dice):
    return resulting_boards((tuple(value), tuple(result)), dice)


def after(value, result, moves):
    """The boards after moves, a blot hit where the move says so."""
    value, result = value[:], result[:]
    for start, end, hit in moves:
        value[start] -= 1
        value[end] += 1
        result[25 - end] -= hit
        result[25] += hit
    return tuple(value), tuple(result)


def test_a_play_against_the_laws_is_made_as_far_as_the_checkers_are_there():
    position = Position.build({24: 1, 6: 2}, {20: 1, 21: 2})
    value, result = list(position.white), list(position.black)
    moves = make_illegal_play(value, result, read_play("24/20 13/9 6/5* 6/4 6/3", (4, 1)).steps)
    assert [tuple(move) for move in moves] == [(24, 20, False), (6, 5, True), (6, 4, False)]
    after = Position.build({20: 1, 5: 1, 4: 1}, {}).white, Position.build({}, {25: 1, 21: 2}).black
    assert (tuple(value), tuple(result)) == after


@pytest.mark.parametrize(
    ("white", "black", "forced"),
    [
        ({24: 1}, {12: 2, 7: 1}, "24/18*"),
        ({25: 1}, {6: 2, 5: 2}, None),
        ({24: 1}, {6: 1}, None),
        ({24: 1}, {3: 1}, "24/13"),
    ],
)
def test_a_play_is_forced_when_it_is_the_only_one(white, black, forced):
    position = Position.build(white, black)
    moves = find_forced_play(list(position.white), list(position.black), (6, 5))
    assert (moves and format_moves(moves)) == forced
