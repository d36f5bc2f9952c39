"""Positions of other programs: legal plays, values of games, identifiers."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from rules.action_replay import ActionReplay
from rules.actions import Moved, Placed
from rules.formats.gnuid import position_id, read_match_id, read_position_id
from rules.formats.xgid import read_xgid
from rules.match import MatchScore
from rules.notation import read_play
from rules.options import MatchLaws
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import Side
from tests.peers.cases import Case, each_case, get_expected

# The owner of the cube in an XGID, by the seat at the board.
SEATS = {"bottom": Side.WHITE, "top": Side.BLACK}
Board = Mapping[str, Mapping[str, int]]


def build_position(board: Board) -> Position:
    """White is the mover; all places are in the numbering of the mover, 25 and 0 the two bars."""
    mover = {int(place): count for place, count in board["mover"].items()}
    opponent = {25 - int(place): count for place, count in board["opponent"].items()}
    return Position.build(mover, opponent)


def read_position(data: Mapping[str, Any]) -> Position:
    return read_position_id(data["position"]) if "position" in data else build_position(data["board"])


def list_boards(case: Case) -> list[Position]:
    """The boards after each legal play, the mover White."""
    plays = legal_plays(read_position(case["input"]), tuple(case["input"]["dice"]))
    return [play.after.with_turn(Side.WHITE) for play in plays]


def sort_positions(positions: list[Position]) -> list[str]:
    return sorted(position.code() for position in positions)


@each_case("plays")
def test_the_plays_lead_to_the_same_boards(case: Case) -> None:
    """All of them; or some, where the case lists no others."""
    expected = get_expected(case)
    ((kind, boards),) = expected.items()
    there = sort_positions([build_position(board) for board in boards])
    ours = sort_positions(list_boards(case))
    assert (ours if kind == "boards" else [code for code in ours if code in there]) == there


@each_case("plays_count")
def test_there_are_as_many_plays(case: Case) -> None:
    assert {"plays": len(list_boards(case))} == get_expected(case)


@each_case("game_value")
def test_a_game_is_worth_as_many_points(case: Case) -> None:
    """White bears off the last checker."""
    assert case["input"]["cube"] == 1
    loser = {int(place): count for place, count in case["input"]["loser"].items()}
    game = ActionReplay(MatchScore(7), MatchLaws(), 1)
    game.apply(Placed(Side.WHITE, Position.build({1: 1}, loser)))
    game.apply(Moved(Side.WHITE, (2, 1), read_play("1/off", (2, 1))))
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert {"points": outcome.points} == get_expected(case)


@each_case("position_id")
def test_a_position_id_means_the_same_board(case: Case) -> None:
    identifier = case["input"]["id"]
    position = read_position_id(identifier)
    expected = get_expected(case)
    assert position == build_position(expected.pop("board"))
    assert position_id(position) == identifier
    ours = {"other_side": position_id(position.with_turn(Side.BLACK))}
    assert {part: ours[part] for part in expected} == expected


@each_case("match_id")
def test_a_match_id_means_the_same_state_of_a_match(case: Case) -> None:
    match = read_match_id(case["input"]["id"])
    assert {
        "length": match.length,
        "cube": match.cube,
        "cube_holder": match.cube_owner and match.cube_owner.index,
        "turn": match.turn.index,
        "dice": list(match.dice or ()),
        "scores": [match.white, match.black],
        "crawford": match.is_crawford,
        "doubled": match.is_doubled,
        "resigned": match.resigned,
    } == get_expected(case)


@each_case("xgid")
def test_an_xgid_means_the_same_state_of_a_match(case: Case) -> None:
    match = read_xgid(case["input"]["xgid"])
    seats = {side: seat for seat, side in SEATS.items()}
    assert {
        "cube": match.cube,
        "cube_owner": match.cube_owner and seats[match.cube_owner],
        "turn": seats[match.turn],
        "dice": list(match.dice or ()),
        "length": match.length,
    } == get_expected(case)


@each_case("last_roll")
def test_as_many_rolls_end_the_game(case: Case) -> None:
    position = read_xgid(case["input"]["xgid"]).position
    assert position is not None
    rolls = list(product(range(1, 7), repeat=2))
    winning = [roll for roll in rolls if any(play.after.winner for play in legal_plays(position, roll))]
    assert {"chance": len(winning) / len(rolls)} == get_expected(case)
