"""All problems of a match position are listed at once."""

from random import Random

import pytest

from rules.codes import CODES
from rules.errors import Refusal
from rules.formats.match_position import MatchPosition
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import has_code, random_standing

WHITE, BLACK = Side.WHITE, Side.BLACK
START = Position.start()


def faults(position=START, **facts):
    return [fault.code for fault in MatchPosition(position, **facts).faults()]


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"dice": (6, 1), "length": 7, "white": 3, "black": 6},
        {"cube": 4, "cube_owner": BLACK, "length": 7},
        {"cube": 2, "white": 12, "black": 40},
        {"is_crawford": True, "length": 7, "white": 6, "black": 6 - 3},
        {"is_doubled": True, "cube": 2, "cube_owner": WHITE, "length": 5},
        {"length": 7, "white": 7, "black": 1, "state": "over"},
        {"is_doubled": True, "raises": 1, "cube": 2, "cube_owner": BLACK, "resigned": 3},
    ],
)
def test_a_moment_that_can_be_has_no_fault(facts):
    standing = MatchPosition(START, **facts)
    assert standing.faults() == ()
    standing.check()


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"turn": BLACK}, ["turn_unclear"]),
        ({"dice": (7, 1)}, ["dice_invalid"]),
        ({"dice": (6, 1), "is_doubled": True}, ["double_after_roll"]),
        ({"cube": 3}, ["cube_impossible"]),
        ({"cube": 1, "cube_owner": WHITE}, ["cube_unturned"]),
        ({"cube": 4, "length": 7}, ["cube_without_owner"]),
        ({"cube": 2, "cube_owner": BLACK, "is_doubled": True}, ["cube_not_owned"]),
        ({"length": 3, "cube": 16, "cube_owner": BLACK}, ["cube_unreachable"]),
        ({"length": 7, "white": 6, "is_crawford": True, "is_doubled": True}, ["crawford_cube"]),
        ({"length": 7, "white": 5, "is_crawford": True}, ["crawford_score"]),
        ({"length": 1, "is_crawford": True}, ["crawford_score"]),
        ({"is_crawford": True}, ["crawford_score"]),
        ({"length": 7, "white": 7, "black": 2}, ["match_over"]),
        ({"resigned": 4}, ["resignation_too_high"]),
        ({"length": 7, "white": 9, "black": 2}, ["score_beyond_length"]),
        ({"length": 7, "white": 7, "black": 7}, ["score_two_winners"]),
        ({"length": 7, "white": -1}, ["score_negative"]),
        ({"white": -1}, ["score_negative"]),
        ({"length": 500}, ["match_length_invalid"]),
    ],
)
def test_each_impossibility_has_its_name(facts, expected):
    assert faults(**facts) == expected


def test_all_faults_are_reported_and_not_only_the_first():
    closed = dict.fromkeys(range(1, 7), 2) | {25: 3}
    wrong = MatchPosition(
        Position.build(closed, closed, BLACK), dice=(0, 9), cube=5, length=7, white=8, is_doubled=True
    )
    assert [fault.code for fault in wrong.faults()] == [
        "position_both_shut_out",
        "turn_unclear",
        "dice_invalid",
        "double_after_roll",
        "cube_impossible",
        "score_beyond_length",
    ]
    with pytest.raises(Refusal, check=has_code("position_both_shut_out")):
        wrong.check()


def test_sixteen_checkers_two_winners_and_a_board_unknown():
    assert faults(Position((0, 16, *[0] * 24), START.black)) == ["position_count"]
    assert faults(Position.build({}, {})) == ["position_two_winners"]
    assert faults(None, length=7) == []


def test_every_fault_brings_the_facts_of_its_code():
    random = Random(3)
    items = [fault for _ in range(200) for fault in random_standing(random).faults()]
    assert {fault.code for fault in items} >= {"cube_without_owner", "crawford_score"}
    assert [fault for fault in items if set(fault.facts) != set(CODES[fault.code])] == []
