"""XGID and GNU identifiers: known pairs, round trips and refusals."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import Unreadable
from rules.formats.gnuid import (
    match_id,
    position_id,
    read_gnu_id,
    read_match_id,
    read_position_id,
    write_gnu_id,
)
from rules.formats.identifiers import read_match_position
from rules.formats.match_position import MatchPosition
from rules.formats.snowie import read_snowie, write_snowie
from rules.formats.xgid import read_xgid, write_xgid
from rules.match import MatchScore
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import random_position, random_standing

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
    "text",
    [
        OPENING,
        OWNED,
        OPENING.replace(":00:", ":D:"),
        OPENING.replace(":0:0:1:00:", ":1:-1:1:B:"),
        OPENING.replace(":0:0:1:00:", ":2:-1:1:R:"),
        OPENING.replace(":0:7:", ":3:0:"),
        OPENING.replace(":7:10", ":7:6"),
    ],
)
def test_an_xgid_survives_being_read_and_written(text):
    assert write_xgid(read_xgid(text)) == text


@pytest.mark.parametrize(
    ("before", "after", "column"),
    [
        (":0:0:1:00", ":0:0:1:17", 39),
        (":0:0:1:00", ":13:0:1:00", 33),
        (":0:0:1:00", ":0:7:1:00", 35),
        (":0:0:1:00", ":0:0:2:00", 37),
        ("-E-C-", "-E!C-", 13),
        (":7:10", ":7:13", 50),
        (":0:7:10", ":4:7:10", 46),
        (":0:7:10", ":0:7:10:1", 6),
        ("XGID=-b----E", "XGID=-b---FE", 6),
        ("B-:0", "Ba:0", 31),
    ],
)
def test_an_xgid_is_refused_by_the_column_of_its_part(before, after, column):
    assert before in OPENING
    with pytest.raises(Unreadable) as excinfo:
        read_xgid(OPENING.replace(before, after, 1))
    assert (excinfo.value.facts["line"], excinfo.value.facts["column"]) == (1, column)


def test_an_xgid_may_lack_its_prefix():
    assert read_xgid(f" {OPENING.removeprefix('XGID=')} ") == read_xgid(OPENING)


@pytest.mark.law("match.crawford")
@pytest.mark.parametrize("score", [(6, 0), (0, 6)])
@pytest.mark.parametrize("value", ["xgid", "gnu", "snowie"])
def test_a_score_a_point_short_against_none_is_the_crawford_game_marked_or_not(score, value):
    unmarked = MatchPosition(Position.start(), length=7, white=score[0], black=score[1])
    write, read = {
        "xgid": (write_xgid, read_xgid),
        "gnu": (write_gnu_id, read_gnu_id),
        "snowie": (write_snowie, read_snowie),
    }[value]
    standing = read(write(unmarked))
    assert standing.is_crawford
    assert [each.score.crawford for each in (standing, unmarked)] == ["active", "active"]
    assert standing.faults() == unmarked.faults() == ()
    doubled = read(write(replace(unmarked, cube=2, cube_owner=Side.WHITE)))
    assert [(fault.code, fault.law) for fault in doubled.faults()] == [("crawford_cube", "match.crawford")]


def test_a_game_after_crawford_is_known_by_the_score_alone():
    standing = read_xgid(OPENING.replace(":0:0:0:7:", ":6:2:0:7:"))
    assert (standing.score.crawford, write_xgid(standing)) == (
        "expired",
        OPENING.replace(":0:0:0:7:", ":6:2:0:7:"),
    )


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
        write_xgid(MatchPosition(None))


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
    ("text", "raises", "cube", "owner", "decider"),
    [
        ("cBEAAAAAAAAE", 0, 1, None, Side.WHITE),
        ("QRkAAAAAAAAE", 1, 2, Side.WHITE, Side.BLACK),
        ("QhEAAAAAAAAE", 2, 4, Side.WHITE, Side.WHITE),
    ],
)
def test_a_match_id_tells_a_double_a_beaver_and_a_raccoon(text, raises, cube, owner, decider):
    standing = read_match_id(text)
    assert (standing.turn, standing.is_doubled, standing.raises) == (Side.BLACK, True, raises)
    assert (standing.cube, standing.cube_owner, standing.decider) == (cube, owner, decider)
    assert match_id(standing) == text


def test_a_match_id_tells_a_resignation_and_a_match_that_is_over():
    offered = read_match_id("A0kAAAAAAAAE")
    assert (offered.turn, offered.resigned, offered.decider) == (Side.WHITE, 2, Side.BLACK)
    over = read_match_id("QQrgAHAACAAE")
    assert (over.state, over.length, over.white, over.black) == ("over", 7, 7, 1)
    assert (match_id(offered), match_id(over)) == ("A0kAAAAAAAAE", "QQrgAHAACAAE")


def test_a_match_id_puts_the_higher_die_first():
    assert match_id(MatchPosition(None, dice=(3, 6))) == match_id(MatchPosition(None, dice=(6, 3)))


def test_a_score_too_large_for_a_match_id_is_refused():
    with pytest.raises(Unreadable) as excinfo:
        match_id(MatchPosition(None, white=1 << 15))
    assert excinfo.value.facts["expected"] == "a number of points"


def test_both_gnu_ids_together_hold_the_whole_moment():
    standing = read_xgid(OWNED)
    assert write_gnu_id(standing) == "4HPwATDgc/ABJA:QQmvADAAEAAE"
    assert read_gnu_id(write_gnu_id(standing)) == standing
    assert read_gnu_id("4HPwATDgc/ABMA") == MatchPosition(Position.start())
    with pytest.raises(Unreadable):
        write_gnu_id(MatchPosition(None))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cAngAAAAAAA",
        "????????????",
        "/////////////",
        "8Al3ACAAAAAEAAAA",
        "////////////",
        match_id(MatchPosition(None, dice=(4, 0))),
    ],
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
    standing = random_standing(Random(seed))
    assert read_xgid(write_xgid(standing)) == standing
    high_first = standing.dice and (max(standing.dice), min(standing.dice))
    text = replace(standing, beavers=False, cube_limit=1024, dice=high_first)
    assert read_gnu_id(write_gnu_id(standing)) == text


LINE = "0;1;0;1;0;Ann;Bea;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (OWNED, read_xgid(OWNED)),
        (f"  {OWNED.removeprefix('XGID=')}\n", read_xgid(OWNED)),
        ("4HPwATDgc/ABMA", MatchPosition(Position.start())),
        ("4HPwATDgc/ABMA==", MatchPosition(Position.start())),
        ("4HPwATDgc/ABMA:cAngAAAAAAAE", read_gnu_id("4HPwATDgc/ABMA:cAngAAAAAAAE")),
        ("GNUBGID 4HPwATDgc/ABMA:cAngAAAAAAAE", read_gnu_id("4HPwATDgc/ABMA:cAngAAAAAAAE")),
        (
            " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAngAAAAAAAE\n +13-",
            read_gnu_id("4HPwATDgc/ABMA:cAngAAAAAAAE"),
        ),
        ("cAngAAAAAAAE", read_match_id("cAngAAAAAAAE")),
        (LINE, read_snowie(LINE)),
        (Position.start(Side.BLACK).code(), MatchPosition(Position.start(Side.BLACK), turn=Side.BLACK)),
    ],
)
def test_a_position_is_read_however_it_is_written(text, expected):
    assert read_match_position(text) == expected


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "an XGID, an OGID, a GNU position ID or a Snowie line"),
        ("hello", 1, "an XGID, an OGID, a GNU position ID or a Snowie line"),
        ("f" * 52 + "w", 1, "a position with 15 checkers per side and no shared point"),
        ("x" * 3000, 2000, "fewer characters per line"),
        (LINE.replace("Bea;0", "Bea;9"), 19, "0 or 1"),
        (
            OWNED.replace(":63:", ":67:"),
            40,
            "an XGID such as XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",
        ),
    ],
)
def test_what_is_no_position_is_refused_with_its_place(text, column, expected):
    with pytest.raises(Unreadable) as excinfo:
        read_match_position(text)
    assert (excinfo.value.facts["column"], excinfo.value.facts["expected"]) == (column, expected)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120) | st.from_regex(r"XGID=[-a-pA-P]{26}(:[-0-9DBR]{1,3}){9}", fullmatch=True))
def test_only_unreadable_escapes_from_any_text(text):
    try:
        standing = read_match_position(text)
    except Unreadable:
        return
    assert standing.position is None or not standing.position.faults()
