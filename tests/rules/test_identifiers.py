"""XGID and GNU identifiers: known pairs, round trips and refusals."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import Unreadable
from rules.formats.gnuid import match_id, position_id, read_match_id, read_position_id
from rules.formats.standing import Standing
from rules.formats.xgid import read_xgid, write_xgid
from rules.match import MatchScore
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import Side
from tests.rules.samples import random_position

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
OWNED = "XGID=-a-a--E-C---eE---c-e----B-:1:1:-1:63:3:2:0:5:10"


def test_the_opening_position_is_known_by_its_names():
    assert position_id(Position.start()) == "4HPwATDgc/ABMA"
    assert read_position_id("4HPwATDgc/ABMA") == Position.start()
    assert read_xgid(OPENING).position == Position.start()


def test_the_side_to_play_comes_last_in_a_position_id():
    position = Position.build({6: 5, 25: 2}, {6: 2, 4: 2, 3: 2, 2: 2, 1: 2})
    assert position_id(position) == "22YAAAAfAAADAA"
    assert read_position_id("22YAAAAfAAADAA", Side.BLACK) == position.mirror()


def test_an_xgid_holds_the_whole_moment():
    standing = read_xgid(OWNED)
    assert (standing.cube, standing.cube_owner, standing.turn, standing.dice) == (
        2,
        Side.WHITE,
        Side.BLACK,
        (6, 3),
    )
    assert (standing.white, standing.black, standing.length, standing.is_crawford) == (3, 2, 5, False)
    assert standing.score == MatchScore(5, 3, 2, "pending")
    assert position_id(standing.position) == "4HPwATDgc/ABJA"


def test_an_xgid_answers_a_ruling_about_a_roll():
    standing = read_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
    plays = legal_plays(standing.position, standing.dice)
    assert len(plays) == 16
    assert "8/5 6/5" in [play.notation() for play in plays]


@pytest.mark.parametrize(
    ("rule", "length", "state"), [(1, 7, "active"), (0, 7, "expired"), (1, 0, "none"), (3, 0, "none")]
)
def test_the_rule_field_means_crawford_in_a_match_and_jacoby_outside(rule, length, state):
    standing = read_xgid(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:3:{rule}:{length}:10")
    assert (standing.score.crawford, standing.jacoby, standing.beavers) == (
        state,
        not length and rule in (1, 3),
        not length and rule == 3,
    )


@pytest.mark.parametrize(
    "text", [OPENING, OWNED, OPENING.replace(":00:", ":D:"), OPENING.replace(":0:7:", ":3:0:")]
)
def test_an_xgid_survives_being_read_and_written(text):
    assert write_xgid(read_xgid(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "XGID=",
        OPENING.replace("b", "?"),
        OPENING.replace("-b", "Z"),
        OPENING.replace(":0:7:", ":0:x:"),
        OPENING.replace(":00:", ":07:"),
        OPENING.replace(":0:0:1:", ":99:0:1:"),
        OPENING.replace(":0:0:1:", ":0:2:1:"),
        OPENING.replace(":0:0:1:", ":0:0:0:"),
        OPENING.replace("=-", "=A"),
        "XGID=" + "-" * 26 + OPENING[31:],
        OPENING.replace("b", "p"),
    ],
)
def test_what_is_no_xgid_is_refused(text):
    with pytest.raises(Unreadable):
        read_xgid(text)


def test_a_standing_without_a_position_has_no_xgid():
    with pytest.raises(Unreadable):
        write_xgid(Standing(None))


@pytest.mark.parametrize("text", ["cAngAAAAAAAE", "8Al3ACAAAAAE", "QYkqASAAIAAA", "EQGvACAAGAAE"])
def test_a_match_id_survives_being_read_and_written(text):
    assert match_id(read_match_id(text)) == text


def test_a_match_id_tells_the_state_of_the_match():
    crawford = read_match_id("8Al3ACAAAAAE")
    assert (crawford.length, crawford.white, crawford.black, crawford.dice) == (3, 2, 0, (6, 5))
    assert (crawford.is_crawford, crawford.turn, crawford.jacoby) == (True, Side.BLACK, False)
    owned = read_match_id("QYkqASAAIAAA")
    assert (owned.cube, owned.cube_owner, owned.length, owned.white, owned.black) == (2, Side.WHITE, 9, 2, 4)


@pytest.mark.parametrize(
    "text", ["", "cAngAAAAAAA", "????????????", "/////////////", "8Al3ACAAAAAEAAAA", "////////////"]
)
def test_what_is_no_match_id_is_refused(text):
    with pytest.raises(Unreadable):
        read_match_id(text)


@pytest.mark.parametrize("text", ["", "4HPwATDgc/ABM", "//////////////", "4HPwATDgc/ABMA=="])
def test_what_is_no_position_id_is_refused(text):
    if text.endswith("=="):
        assert read_position_id(text) == Position.start()
    else:
        with pytest.raises(Unreadable):
            read_position_id(text)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_every_position_survives_its_identifiers(seed):
    position = random_position(Random(seed))
    assert read_position_id(position_id(position), position.turn) == position
    standing = Standing(position, turn=position.turn, length=7, white=3, black=2)
    assert read_xgid(write_xgid(standing)) == standing
