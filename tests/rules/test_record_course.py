"""The course of a game for writers of files: checker move by checker move, with what records leave out."""

from dataclasses import replace

import pytest

from rules.actions import Beavered, Doubled, Moved, Placed, Took
from rules.formats.course import CourseTurn, course_of
from rules.notation import BLANK, DANCE, UNKNOWN, read_play
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import sheet

WHITE, BLACK = Side.WHITE, Side.BLACK


def moves(rows: str):
    return [turn.moves for turn in course_of(sheet(rows).games[0], 7).turns]


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("65: 24/13", ((24, 18), (18, 13))),
        ("65: 18/13 24/18", ((24, 18), (18, 13))),
        ("65: 24/18 18/13", ((24, 18), (18, 13))),
        ("31: 8/5 6/5", ((8, 5), (6, 5))),
        ("55: 13/3(2)", ((13, 8), (13, 8), (8, 3), (8, 3))),
        ("65: 24/20", ((24, 20),)),
        ("65: 23/20 22/20", ((23, 20), (22, 20))),
        ("77: 24/17 17/10", ((24, 17), (17, 10))),
        ("65: ????", None),
        ("00: ", None),
        ("65: Cannot Move", ()),
        ("65:", None),
    ],
)
def test_a_play_is_described_step_by_step(play, expected):
    (value,) = moves(play)
    assert (value and tuple(sorted(value, reverse=True))) == expected


def test_hops_stand_in_an_order_in_which_each_finds_its_checker():
    assert moves("65: 18/13 24/18") == [((24, 18), (18, 13))]
    assert moves("31: 6/5 8/5") == [((6, 5), (8, 5))]


def test_a_play_left_out_in_the_middle_of_a_game_was_none():
    assert moves("65:  | 31: 8/5 6/5") == [(), ((8, 5), (6, 5))]


SHUT_OUT = Position.build({6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 24: 3}, {25: 1, 6: 14}, BLACK)
ONE_WAY = Position.build({6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 24: 5}, {25: 1, 6: 14}, BLACK)


@pytest.mark.parametrize(
    ("position", "value", "expected"),
    [
        (SHUT_OUT, BLANK, ()),
        (SHUT_OUT, DANCE, ()),
        (ONE_WAY, DANCE, ()),
        (ONE_WAY, UNKNOWN, None),
        (ONE_WAY, BLANK, ((25, 24), (24, 18))),
    ],
)
def test_a_roll_without_a_play_is_a_dance_a_forced_play_or_unknown(position, value, expected):
    actions = (Placed(BLACK, position), Moved(BLACK, (6, 1), value))
    game = replace(sheet("31: 8/5 6/5").games[0], actions=actions)
    assert course_of(game, 7).turns == (CourseTurn(actions[0]), CourseTurn(actions[1], expected))


def test_the_acceptance_of_a_beaver_is_put_in_before_the_next_roll():
    actions = (Moved(WHITE, (3, 1), read_play("8/5 6/5", (3, 1))), Doubled(BLACK, 2), Beavered(WHITE, 4))
    roll = Moved(BLACK, (6, 2), read_play("24/18 13/11", (6, 2)))
    game = replace(sheet("31: 8/5 6/5").games[0], actions=(*actions, roll))
    assert course_of(game, 0).turns[3] == CourseTurn(Took(BLACK))
    text = replace(game, actions=(*actions, Took(BLACK), roll))
    assert course_of(text, 0).turns == course_of(game, 0).turns


def test_the_winner_on_the_board_or_by_a_drop_is_reported():
    dropped = sheet(
        "31: 8/5 6/5 | Doubles => 2\nDrops |", result="                                  Wins 1 point"
    )
    assert course_of(dropped.games[0], 7).winner is BLACK
    assert course_of(sheet("31: 8/5 6/5", result="      Wins 1 point").games[0], 7).winner is None
