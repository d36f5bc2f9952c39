"""Legal plays: each rule of movement by example, and known edge cases."""

import pytest

from rules.dice import ROLLS, THROWS, numbers, weight
from rules.errors import Refusal
from rules.formats.gnuid import position_id, read_position_id
from rules.plays import CheckerMove, format_moves, legal_plays
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import edge, has_code


def spelled(white: dict[int, int], black: dict[int, int], *dice: int) -> set[str]:
    position = Position.build(white, black)
    return {play.notation() for play in legal_plays(position, (dice[0], dice[1]))}


@pytest.mark.law("move.dice")
def test_two_checkers_or_one_may_be_moved():
    assert spelled({24: 1, 13: 1}, {}, 6, 3) == {"24/15", "13/4", "24/18 13/10", "24/21 13/7"}


@pytest.mark.law("move.direction")
def test_checkers_only_come_nearer_to_home():
    for dice in ROLLS:
        for play in legal_plays(Position.start(), dice):
            assert all(move.end < move.start for move in play.moves)


@pytest.mark.law("move.own-checker")
def test_every_hop_starts_where_a_checker_stands():
    assert {play.moves[0].start for play in legal_plays(Position.start(), (6, 6))} == {24, 13}


@pytest.mark.law("move.open-point")
def test_a_point_with_two_checkers_blocks_even_on_the_way():
    assert spelled({24: 1, 6: 1}, {7: 2, 4: 2}, 6, 3) == {"6/3"}


@pytest.mark.law("move.hit")
def test_hitting_on_the_way_and_passing_by_are_different_plays():
    cases = {case["posid"]: case for case in edge("edge_curated")}
    plays = legal_plays(read_position_id("AwAgABIAAAAAAA"), (3, 1))
    assert {"6/2", "6/5*/2"} <= {play.notation() for play in plays}
    assert len(plays) == len(cases["AwAgABIAAAAAAA"]["legal"])


@pytest.mark.law("move.hit")
def test_a_hit_checker_goes_to_the_bar():
    (play,) = legal_plays(Position.build({6: 1}, {20: 1, 1: 2}), (1, 6))
    assert play.notation() == "6/5*/off"
    assert play.after == Position.build({}, {25: 1, 1: 2}, Side.BLACK)


@pytest.mark.law("move.bar-first")
def test_nothing_moves_while_a_checker_waits_on_the_bar():
    assert spelled({25: 2, 6: 2}, {6: 2}, 6, 5) == {"bar/20"}
    assert spelled({25: 1, 6: 2}, {6: 2, 5: 2}, 6, 5) == set()


@pytest.mark.law("move.bar-first")
def test_after_the_last_checker_has_entered_the_other_number_is_free():
    assert spelled({25: 1, 6: 1}, {}, 5, 3) == {"bar/20 6/3", "bar/22 6/1", "bar/17"}


@pytest.mark.law("move.both-dice")
def test_both_numbers_must_be_played_when_one_order_allows_it():
    plays = legal_plays(read_position_id("YByDBjcQAIAAAA"), (4, 1))
    assert [play.notation() for play in plays] == ["23/18"]


@pytest.mark.law("move.both-dice")
def test_bearing_off_must_not_strand_the_other_number():
    plays = legal_plays(read_position_id("Bp4ZE2AgAAAAAA"), (6, 1))
    assert [play.notation() for play in plays] == ["6/5/off"]


@pytest.mark.law("move.larger-die")
def test_the_larger_number_is_played_when_only_one_can_be():
    assert spelled({24: 1}, {12: 2}, 6, 5) == {"24/18"}
    assert spelled({25: 1}, {11: 2}, 6, 5) == {"bar/19"}


@pytest.mark.law("move.larger-die")
def test_the_smaller_number_is_played_when_it_alone_can_be():
    assert spelled({24: 1}, {7: 2, 12: 2}, 6, 5) == {"24/19"}


@pytest.mark.law("move.doubles")
def test_a_double_is_played_as_often_as_possible():
    assert spelled({24: 1}, {}, 1, 1) == {"24/20"}
    assert spelled({24: 1}, {13: 2}, 4, 4) == {"24/16"}


@pytest.mark.law("bearoff.all-home")
def test_no_checker_leaves_while_another_is_outside():
    assert spelled({7: 1, 1: 1}, {}, 2, 1) == {"7/4", "7/5 1/off"}


@pytest.mark.law("bearoff.all-home")
def test_no_one_is_obliged_to_bear_off():
    plays = legal_plays(Position.build({4: 1, 2: 1}, {}), (2, 1))
    assert {play.after.off(Side.WHITE) for play in plays} == {13, 14}


@pytest.mark.law("bearoff.highest")
def test_a_larger_number_takes_only_from_the_highest_point():
    assert spelled({4: 2, 2: 1}, {}, 6, 5) == {"4/off(2)"}
    assert spelled({6: 1, 3: 1}, {24: 2}, 5, 4) == {"6/2 3/off"}


@pytest.mark.parametrize("case", edge("edge_curated"), ids=lambda case: case["title"][:40])
def test_curated_positions_have_exactly_the_known_plays(case):
    unmoved = read_position_id(case["posid"]).with_turn(Side.BLACK)
    finals = {position_id(play.after) for play in _plays(case)} or {position_id(unmoved)}
    assert finals == set(case["finals_mover_first_then_opponent_to_roll"])


def test_found_positions_have_exactly_the_known_plays(subtests):
    for case in edge("edge_found"):
        with subtests.test(position=case["posid"]):
            finals = {position_id(play.after.with_turn(Side.WHITE)) for play in _plays(case)} or {
                case["posid"]
            }
            assert finals == set(case["finals"])


def test_six_hundred_positions_have_the_known_number_of_plays():
    items = [len(_plays(case)) for case in edge("random600_counts")]
    assert items == [case["n_legal"] for case in edge("random600_counts")]


def _plays(case):
    return legal_plays(read_position_id(case["posid"]), tuple(case["dice"]))


@pytest.mark.law("dice.valid")
@pytest.mark.parametrize("dice", [(0, 1), (7, 2), (3,)])
def test_dice_that_are_none_are_refused(dice):
    with pytest.raises(Refusal, check=has_code("dice_invalid")):
        legal_plays(Position.start(), dice)


def test_the_thirty_six_throws_are_the_twenty_one_rolls_weighed():
    assert sum(map(weight, ROLLS)) == len(THROWS)
    assert numbers((3, 3)) == (3, 3, 3, 3)
    assert numbers((3, 1)) == (3, 1)


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ([(13, 8), (6, 5)], "13/8 6/5"),
        ([(13, 7, True), (7, 4)], "13/7*/4"),
        ([(8, 4), (8, 4), (6, 2, True), (6, 2)], "8/4(2) 6/2*(2)"),
        ([(25, 20), (20, 14)], "bar/14"),
        ([(6, 5), (5, 0)], "6/5/off"),
        ([(6, 0), (6, 0)], "6/off(2)"),
        ([], ""),
    ],
)
def test_plays_are_written_in_standard_notation(moves, text):
    assert format_moves(tuple(CheckerMove(*move) for move in moves)) == text


def test_no_play_is_left_when_the_game_is_over():
    assert legal_plays(Position.build({}, {6: 1}), (6, 5)) == ()
