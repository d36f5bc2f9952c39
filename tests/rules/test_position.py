"""Positions: checkers on points, impossible positions, mirroring and pip counts."""

import pytest

from rules.errors import Refusal, Unreadable
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import has_code

START = Position.start()


@pytest.mark.law("board.checkers")
def test_a_game_starts_with_fifteen_checkers_a_side_on_the_usual_points():
    side = {24: 2, 13: 5, 8: 3, 6: 5}
    assert Position.start() == Position.build(side, side)
    assert [START.pips(side) for side in Side] == [167, 167]


def test_points_are_counted_from_white():
    assert START.points == (-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2)


@pytest.mark.law("board.checkers")
def test_a_side_with_sixteen_checkers_is_a_fault():
    crowded = Position((0, 16, *[0] * 24), START.black)
    assert [(fault.code, fault.facts) for fault in crowded.faults()] == [
        ("position_count", {"side": "white", "count": 16})
    ]


def test_a_side_counted_on_too_few_places_is_a_fault():
    short = Position((15,), START.black)
    assert [fault.code for fault in short.faults()] == ["position_places"]


@pytest.mark.law("board.one-side-a-point")
def test_a_point_occupied_by_both_sides_is_a_fault():
    shared = Position(Position.build({5: 15}, {}).white, Position.build({}, {20: 15}).black)
    assert [(fault.code, fault.facts["point"]) for fault in shared.faults()] == [("position_shared_point", 5)]


def test_two_winners_are_a_fault():
    assert [fault.code for fault in Position.build({}, {}).faults()] == ["position_two_winners"]


@pytest.mark.law("move.closed-out")
def test_both_sides_shut_out_at_once_is_a_fault():
    home = dict.fromkeys(range(1, 7), 2) | {25: 3}
    assert [fault.code for fault in Position.build(home, home).faults()] == ["position_both_shut_out"]


def test_checking_a_position_raises_its_first_fault():
    START.check()
    with pytest.raises(Refusal, check=has_code("position_two_winners")):
        Position.build({}, {}).check()


def test_the_mirror_exchanges_the_sides_and_the_turn():
    position = Position.build({24: 2, 6: 13}, {25: 1, 3: 14}, Side.BLACK)
    assert position.mirror() == Position.build({25: 1, 3: 14}, {24: 2, 6: 13}, Side.WHITE)
    assert position.mirror().mirror() == position


def test_bar_off_and_rearmost_are_read_from_either_side():
    position = Position.build({6: 3, 2: 1}, {25: 2, 20: 1, 1: 3})
    assert (position.bar(Side.BLACK), position.off(Side.WHITE), position.rearmost(Side.WHITE)) == (2, 11, 6)
    assert (position.rearmost(Side.BLACK), position.pips(Side.BLACK)) == (25, 73)


def test_contact_ends_when_the_sides_have_passed():
    assert START.has_contact
    assert not Position.build({6: 3}, {6: 3}).has_contact
    assert Position.build({20: 1}, {6: 3}).has_contact
    assert not Position.build({18: 1}, {6: 3}).has_contact


def test_the_winner_is_the_side_with_everything_off():
    assert Position.build({}, {6: 3}).winner is Side.WHITE
    assert Position.build({6: 3}, {}).winner is Side.BLACK
    assert START.winner is None


def test_a_position_survives_its_code():
    position = Position.build({25: 3, 6: 10}, {24: 15}, Side.BLACK)
    assert len(position.code()) == 53
    assert Position.from_code(position.code()) == position


@pytest.mark.parametrize(
    "code", ["", "0" * 53, "g" * 52 + "w", START.code() + "w", START.code().upper(), "٣" * 52 + "w"]
)
def test_a_code_that_is_none_is_unreadable(code):
    with pytest.raises(Unreadable):
        Position.from_code(code)


def test_the_turn_can_be_given_to_either_side():
    assert START.with_turn(Side.BLACK).turn is Side.BLACK
