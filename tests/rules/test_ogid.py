"""OGID: known pairs with XGID, round trips and refusals."""

from dataclasses import replace
from random import Random

import pytest

from rules.errors import Unreadable
from rules.formats.identifiers import read_match_position
from rules.formats.match_position import MatchPosition
from rules.formats.ogid import read_ogid, write_ogid
from rules.formats.xgid import read_xgid
from rules.position import Position
from rules.sides import Side
from tests.rules.ogxm_files import EXPECTED
from tests.rules.sample_records import random_standing

# XGID and OGID of five positions, as gvformat of gammonview 3.1.0 (MIT) converts them.
PAIRS = [
    (
        "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
        "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:R:0:0:7:0",
    ),
    (
        "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10",
        "11ccccchhhjjjjj:66666888dddddoo:N0N::B:C:0:0:0:0",
    ),
    (
        "aa--BBBB----dE---d-e----B-:1:1:-1:63:3:4:0:7:10",
        "11ccccciijjkkll:666668888ddddop:W1N:36:W:R:3:4:7:0",
    ),
    (
        "-BBBBBB-B--------bbbbbb-b-:2:1:1:00:0:0:3:0:10",
        "hhjjkkllmmnnoo:11334455667788:W2N::B:C:0:0:0:0",
    ),
    (
        "-a-BBBC-C----B---bb-ccb-b-:0:0:1:52:4:2:1:5:10",
        "cchhhjjjkkllmm:11334445557788o:N0N:25:B:R:4:2:5C:0",
    ),
]
OPENING = "11ccccchhhjjjjj:66666888dddddoo"


def without_what_it_lacks(match_position: MatchPosition) -> MatchPosition:
    """The position without the order of dice, the rules of money play, and the limit of the cube."""
    dice = match_position.dice and (min(match_position.dice), max(match_position.dice))
    return replace(match_position, dice=dice, jacoby=False, beavers=False, cube_limit=1024)


@pytest.mark.parametrize(("xgid", "ogid"), PAIRS)
def test_an_ogid_and_an_xgid_are_the_same_position(xgid: str, ogid: str) -> None:
    match_position = read_xgid(xgid)
    assert write_ogid(match_position) == ogid
    assert without_what_it_lacks(read_ogid(ogid)) == without_what_it_lacks(match_position)
    assert read_match_position(ogid) == read_match_position(f" OGID={ogid} ") == read_ogid(ogid)


def test_what_was_written_is_read_again() -> None:
    random = Random(7)
    for _ in range(300):
        standing = random_standing(random)
        plain = without_what_it_lacks(
            replace(standing, raises=0, resigned=0, players=("", ""), state="playing")
        )
        if plain.cube > 64 or plain.position is None:
            continue
        plain = replace(plain, position=plain.position.with_turn(plain.turn))
        assert read_ogid(write_ogid(plain)) == plain.with_crawford_mark()


def test_a_double_is_offered_by_the_side_that_acted_last() -> None:
    standing = read_ogid(f"{OPENING}:N0O::B:D:6:5:7:1")
    assert (standing.turn, standing.is_doubled, standing.decider, standing.cube) == (
        Side.BLACK,
        True,
        Side.WHITE,
        1,
    )
    assert write_ogid(standing) == f"{OPENING}:N0O::B:D:6:5:7:0"
    taken = read_ogid(f"{OPENING}:W1T::W:A:6:5:7:1")
    assert (taken.turn, taken.cube, taken.cube_owner, taken.is_doubled) == (Side.BLACK, 2, Side.WHITE, False)


def test_a_finished_game_is_marked() -> None:
    dropped = read_ogid(f"{OPENING}:N0P::W:G:0:0:7:1")
    assert dropped.state == "dropped"
    assert write_ogid(dropped) == f"{OPENING}:N0P::W:G:0:0:7:0"
    over = read_ogid(f"{OPENING}:N0N::W:G:0:0:7")
    assert (over.state, write_ogid(over)) == ("over", f"{OPENING}:N0N::W:G:0:0:7:0")


def test_the_last_parts_may_be_missing() -> None:
    standing = read_ogid(f"ogid:{OPENING}:?0N::W")
    assert (standing.position, standing.turn, standing.length) == (Position.start(Side.BLACK), Side.BLACK, 0)
    assert read_ogid(f"{OPENING}:N0N::W:IW").turn is Side.WHITE
    assert read_ogid(f"{OPENING}:N0N:13:W:IW").turn is Side.BLACK
    assert read_ogid(f"{OPENING}:D0N::W:C:::7L:4:15").length == 7
    assert read_ogid(f"{OPENING}:D0N::W:C:0:0:7G3").length == 7
    assert read_ogid(f"{OPENING}:D0N::W:C:0:0:0C").is_crawford is False


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("OGID=1", 6),
        (f"{OPENING}:N0N::W:C:0:0:7:1:15:9", 1),
        (f"{OPENING}:N0N::W:C:0:0:7:1:3", 50),
        (f"{OPENING}:N7N::W", 33),
        (f"{OPENING}:N0N:07:W", 37),
        (f"{OPENING}:N0O:12:W", 37),
        (f"{OPENING}:N0N::X", 38),
        (f"{OPENING}:N0N::W:C:x:0:7", 42),
        (f"{OPENING}:N0N::W:C:0:0:x", 46),
        ("1p:66666888dddddoo:N0N::B", 2),
        ("11z:66666888dddddoo:N0N::B", 3),
        (f"{'1' * 16}:6:N0N::B", 16),
        ("06:60:N0N::B", 5),
        ("6:6:N0N::B", 1),
    ],
)
def test_what_is_no_ogid_is_refused_with_its_place(text: str, column: int) -> None:
    with pytest.raises(Unreadable) as excinfo:
        read_ogid(text)
    assert (excinfo.value.code, excinfo.value.facts["column"]) == ("unreadable", column)


def test_what_it_has_no_place_for_is_not_written() -> None:
    standing = read_ogid(f"{OPENING}:N0N::W:C:0:0:7:0")
    for other in (replace(standing, cube=128), replace(standing, raises=1), replace(standing, position=None)):
        with pytest.raises(Unreadable):
            write_ogid(other)


def test_the_positions_of_the_codec_are_read() -> None:
    for facts in EXPECTED["files"].values():
        if facts["reads"]:
            assert (
                write_ogid(read_ogid(facts["last_position"])).split(":")[:5]
                == facts["last_position"].split(":")[:5]
            )
