"""Snowie's position lines: reading, writing, and refusals by field."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import Unreadable
from rules.formats.match_position import MatchPosition
from rules.formats.snowie import is_snowie, read_snowie, write_illegal_play, write_snowie
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import random_standing

WHITE, BLACK = Side.WHITE, Side.BLACK
POINTS = "-1;0;-1;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-3;0;-1;-1;0;0"
ON_BAR = f"5;0;0;0;1;root;gnubg;0;2;4;2;-1;0;{POINTS};2;3;1;"
OPPONENT_ON_BAR = (
    "5;0;0;0;0;root;gnubg;1;4;2;1;0;-1;-1;0;-1;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-3;0;0;-1;0;2;0;0;0;"
)
NACKGAMMON = "1;0;1;0;0;Zoe;Adam;0;0;0;1;0;0;-2;-2;0;0;0;4;0;3;0;0;0;-4;4;0;0;0;-3;0;-4;0;0;0;2;2;0;6;1;"


def test_a_line_is_written_from_the_side_to_play():
    standing = read_snowie(ON_BAR)
    assert standing == MatchPosition(
        Position.build(
            {1: 0, 3: 1, 4: 1, 6: 3, 8: 3, 13: 5, 22: 1, 24: 1}, {6: 5, 8: 3, 13: 5, 25: 2}, turn=BLACK
        ),
        turn=BLACK,
        dice=(3, 1),
        cube=2,
        cube_owner=WHITE,
        length=5,
        white=4,
        black=2,
        players=("gnubg", "root"),
    )


@pytest.mark.parametrize("line", [ON_BAR, OPPONENT_ON_BAR, "0;1;0;1" + ON_BAR[7:]])
def test_a_line_of_gnu_backgammon_survives_being_read_and_written(line):
    assert write_snowie(read_snowie(line)) == line


def test_a_line_without_the_last_semicolon_or_with_blanks_reads_the_same():
    assert read_snowie(ON_BAR[:-1]) == read_snowie(ON_BAR)
    assert read_snowie(f" {ON_BAR.replace(';', ' ; ')}\n") == read_snowie(ON_BAR)


def test_the_context_may_know_better_who_plays_next():
    standing = read_snowie(NACKGAMMON, BLACK)
    assert (standing.turn, standing.players, standing.dice) == (BLACK, ("Adam", "Zoe"), (6, 1))
    nackgammon = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}
    assert standing.position == Position.build(nackgammon, nackgammon, BLACK)
    assert write_illegal_play(standing) == NACKGAMMON.replace("1;0;1;", "1;0;0;", 1)


def test_names_can_be_given_and_never_hold_a_semicolon():
    standing = replace(read_snowie(ON_BAR), players=("", ""))
    line = write_snowie(standing, ("Ann;  B", "Zoe\n"))
    assert read_snowie(line).players == ("Ann, B", "Zoe")


def test_only_a_long_row_of_semicolons_is_recognized_as_a_line():
    assert [is_snowie(text) for text in (ON_BAR, ON_BAR[:-1], ON_BAR[:-5], "x" + ON_BAR)] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.law("record.readable")
@pytest.mark.parametrize(
    ("field", "text", "expected"),
    [
        (0, "x", "a number of points"),
        (0, "1000000", "a number of points"),
        (1, "2", "0 or 1"),
        (4, "2", "0 or 1"),
        (5, "n" * 201, "a name"),
        (8, "-1", "a number of points"),
        (10, "3", "a cube value"),
        (10, "8192", "a cube value"),
        (11, "--1", "1, 0 or -1"),
        (20, "16", "a number of checkers from -15 to 15"),
        (20, "9", "a position with 15 checkers per side and no shared point"),
        (38, "7", "two dice"),
        (39, "0", "two dice"),
    ],
)
def test_a_field_that_is_wrong_is_refused_in_its_column(field, text, expected):
    fields = ON_BAR.split(";")
    fields[field] = text
    with pytest.raises(Unreadable) as excinfo:
        read_snowie(";".join(fields))
    no_position = "a position with 15 checkers per side and no shared point"
    place = {no_position: 12, "two dice": 38}.get(expected, field)
    column = len(";".join(fields[:place])) + 1 + bool(place)
    assert excinfo.value.facts == {"line": 1, "column": column, "expected": expected}


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("", 1, "forty fields, each with a semicolon behind it"),
        ("5;0;0", 5, "forty fields, each with a semicolon behind it"),
        (ON_BAR + "1;", len(ON_BAR) + 1, "the end of the line"),
    ],
)
def test_a_line_of_another_length_is_refused(line, column, expected):
    with pytest.raises(Unreadable) as excinfo:
        read_snowie(line)
    assert excinfo.value.facts == {"line": 1, "column": column, "expected": expected}


def test_a_standing_without_a_position_has_no_line():
    with pytest.raises(Unreadable):
        write_snowie(MatchPosition(None))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9))
def test_every_standing_survives_its_line(seed):
    standing = replace(random_standing(Random(seed)), players=("Anna", "Bea"))
    text = replace(standing, is_doubled=False, raises=0, beavers=False, cube_limit=1024)
    assert read_snowie(write_snowie(standing)) == text
    assert read_snowie(write_illegal_play(standing), standing.turn) == text
    assert standing.mirror().mirror() == standing
