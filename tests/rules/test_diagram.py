"""The SVG diagram of a board: complete, without inline styles, readable as text."""

import re
from collections import Counter
from random import Random
from xml.etree import ElementTree as ET

import pytest

from rules.diagram import listing, shared_ground, svg
from rules.diagram_layout import HEIGHT, WIDTH
from rules.dice import THROWS
from rules.plays import CheckerMove, legal_plays
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import ROOT, random_position

SVG = "{http://www.w3.org/2000/svg}"
START = Position.start()
CROWDED = Position.build({24: 1, 13: 7, 6: 3, 25: 1}, {13: 1, 6: 6, 25: 6}, Side.BLACK)


def drawn(position=START, **options):
    return ET.fromstring(svg(position, title="Board", **options))


def classed(root, name):
    return [node for node in root.iter() if name in node.get("class", "").split()]


def texts(root, name):
    return [node.text for node in classed(root, name)]


@pytest.mark.parametrize("below", Side)
@pytest.mark.parametrize("home_on_left", [False, True])
def test_all_thirty_checkers_stand_inside_the_frame_apart_from_each_other(below, home_on_left):
    root = drawn(below=below, home_on_left=home_on_left)
    spots = {(int(node.get("cx")), int(node.get("cy"))) for node in classed(root, "checker")}
    assert len(spots) == 30
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in spots)


def test_the_sides_differ_by_outline_and_not_only_by_colour():
    root = drawn()
    marks = {side: {node.tag for node in root.iter() if node in _marks(root, side)} for side in Side}
    assert marks == {Side.WHITE: {f"{SVG}circle"}, Side.BLACK: {f"{SVG}path"}}


def _marks(root, side):
    return [
        mark for group in classed(root, f"checker-{side.value}") for mark in classed(group, "checker-mark")
    ]


def test_tall_stacks_show_their_number():
    assert texts(drawn(CROWDED), "checker-count") == ["7", "6", "6"]


def test_borne_off_checkers_lie_in_their_tray():
    root = drawn(CROWDED)
    assert len([node for node in classed(root, "checker") if node.tag == f"{SVG}rect"]) == 5


def test_the_diagram_is_announced_by_title_and_description():
    root = drawn(ids="first")
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", "first-title first-desc")
    assert [root.find(f"{SVG}title").text, root.find(f"{SVG}desc").text] == ["Board", listing(START)]
    assert listing(CROWDED) == "○ bar×1 24×1 13×7 6×3 off×3 ● bar×6 13×1 6×6 off×2"


def test_text_from_outside_is_escaped():
    text = svg(START, title="<script>", description="a & b", ids='"x')
    assert "<script>" not in text
    assert ET.fromstring(text).find(f"{SVG}title").text == "<script>"


def test_nothing_is_styled_inline():
    text = svg(
        CROWDED, title="t", dice=(6, 5), cube=4, cube_owner=Side.BLACK, score=(1, 2), to_move=Side.BLACK
    )
    assert re.findall(r"\bstyle=|<style|fill=|stroke=", text) == []


def test_every_class_that_is_drawn_is_styled():
    moves = (CheckerMove(13, 8), CheckerMove(8, 2), CheckerMove(6, 0), CheckerMove(25, 20))
    text = svg(CROWDED, title="t", dice=(6, 5), score=(1, 2), length=7, to_move=Side.WHITE, plan=moves)
    text += svg(CROWDED, title="t", dice=(6, 5), cube_owner=Side.WHITE, to_move=Side.BLACK)
    text += svg(CROWDED, title="t", offered_by=Side.WHITE) + shared_ground("felt")
    used = {name for group in re.findall(r'class="([^"]+)"', text) for name in group.split()}
    css = (ROOT / "static" / "board.css").read_text(encoding="utf-8")
    assert {name for name in used if f".{name}" not in css} == {"cube-owned", "cube-offered"}


@pytest.mark.parametrize(
    ("owner", "below", "low"),
    [(Side.WHITE, Side.WHITE, True), (Side.BLACK, Side.WHITE, False), (Side.BLACK, Side.BLACK, True)],
)
def test_the_cube_stands_at_its_owners_edge(owner, below, low):
    (value,) = classed(drawn(cube=2, cube_owner=owner, below=below), "cube-value")
    assert (value.text, int(value.get("y")) > HEIGHT // 2) == ("2", low)


@pytest.mark.parametrize(
    ("doubler", "below", "expected"),
    [(Side.WHITE, Side.WHITE, True), (Side.BLACK, Side.WHITE, False), (Side.BLACK, Side.BLACK, True)],
)
def test_a_double_on_the_table_lies_to_the_doublers_left(doubler, below, expected):
    root = drawn(cube=2, offered_by=doubler, below=below)
    (value,) = classed(root, "cube-value")
    assert (value.text, int(value.get("x")) < WIDTH // 2, len(classed(root, "cube-offered"))) == (
        "2",
        expected,
        1,
    )


@pytest.mark.parametrize("home_on_left", [False, True])
def test_many_boards_on_a_page_can_share_what_they_have_in_common(home_on_left):
    crowded = Position.build({6: 9, 25: 2, 0: 4}, {1: 5, 0: 10}, Side.WHITE)
    play = (CheckerMove(4, 1), CheckerMove(2, 0))
    facts = {"position": crowded, "dice": (6, 3), "home_on_left": home_on_left, "play": play}
    shared = ET.fromstring(shared_ground("felt", home_on_left=home_on_left))
    parts = {f"#{node.get('id')}": node for node in shared.iter() if node.get("id")}
    board = drawn(ground="felt", **facts)
    uses = [node for node in board.iter() if node.tag == "use"]
    in_parts = [name for use in uses for name in _classes_with(parts, use)]
    assert sorted(in_parts + _classes(board)) == _classes(drawn(**facts))
    assert Counter(use.get("href") for use in uses) == {
        "#felt": 1,
        "#felt-w4": 1,
        "#felt-w2": 1,
        "#felt-w-off": 4,
        "#felt-b5d": 1,
        "#felt-b-off": 10,
        "#felt-left": 2,
        "#felt-taken": 1,
        "#felt-wd6": 1,
        "#felt-wd3": 1,
    }


def _classes_with(parts, use):
    """The classes of a shared part and of the parts it is made of."""
    part = parts[use.get("href")]
    inner = [each for each in part.iter() if each.tag == f"{SVG}use"]
    return _classes(part) + [name for each in inner for name in _classes_with(parts, each)]


def _classes(root):
    return sorted(node.get("class") for node in root.iter() if node.get("class"))


def test_no_cube_is_drawn_in_the_crawford_game():
    assert classed(drawn(cube=None), "cube") == []


def test_dice_show_their_pips_in_the_colour_of_the_side_to_move():
    root = drawn(dice=(6, 3), to_move=Side.BLACK)
    assert [len(classed(die, "die-pip")) for die in classed(root, "die-black")] == [6, 3]


def test_scores_and_pips_stand_at_both_edges():
    root = drawn(score=(3, 5), length=7)
    assert (texts(root, "board-score"), texts(root, "board-pips")) == (["3/7", "5/7"], ["167", "167"])
    assert texts(drawn(score=(3, 5)), "board-score") == ["3", "5"]
    assert texts(drawn(score=(12, 5), length=15), "board-long") == ["12/15"]


def test_points_are_numbered_for_the_side_below():
    centres = {node.text: (node.get("x"), node.get("y")) for node in classed(drawn(), "board-number")}
    flipped = {
        node.text: (node.get("x"), node.get("y")) for node in classed(drawn(below=Side.BLACK), "board-number")
    }
    assert len(centres) == 24
    assert centres == flipped


def test_a_play_made_is_traced_from_where_the_checker_stood():
    position = Position.build({5: 2, 6: 4, 8: 2}, {}, Side.BLACK)
    root = drawn(position, play=(CheckerMove(8, 5), CheckerMove(6, 5)))
    assert arrows(root) == {"trace": 2, "trace-head": 2, "trace-empty": 2, "trace-ring": 2, "trace-stop": 0}
    assert len({(node.get("cx"), node.get("cy")) for node in classed(root, "trace-ring")}) == 2


def test_the_hops_of_one_checker_make_one_arrow_with_its_stops():
    position = Position.build({5: 2, 6: 4, 8: 2}, {}, Side.BLACK)
    root = drawn(position, play=(CheckerMove(12, 8), CheckerMove(8, 5)))
    assert arrows(root) == {"trace": 1, "trace-head": 1, "trace-empty": 1, "trace-ring": 1, "trace-stop": 1}


def test_a_play_still_to_be_made_starts_on_the_checkers_and_ends_where_they_would_stand():
    root = drawn(START, plan=(CheckerMove(8, 5), CheckerMove(6, 5)))
    standing = {(node.get("cx"), node.get("cy")) for node in classed(root, "checker")}
    ringed, empty = (
        {(node.get("cx"), node.get("cy")) for node in classed(root, name)}
        for name in ("trace-ring", "trace-empty")
    )
    assert (len(ringed), ringed - standing) == (2, set())
    assert (len(empty), empty & standing) == (2, set())


@pytest.mark.parametrize("name", ["play", "plan"])
def test_arrows_off_the_board_end_in_the_tray(name):
    position = Position.build({1: 2}, {6: 2}, Side.WHITE if name == "plan" else Side.BLACK)
    root = drawn(position, **{name: (CheckerMove(1, 0), CheckerMove(1, 0))})
    assert len(classed(root, "trace-head")) == 2
    assert len(classed(root, "trace-ring")) == (2 if name == "plan" else 0)


def arrows(root):
    names = ("trace", "trace-head", "trace-empty", "trace-ring", "trace-stop")
    return {name: len(classed(root, name)) for name in names}


@pytest.mark.parametrize("seed", range(12))
def test_every_play_of_any_position_is_drawn_inside_the_frame(seed):
    random = Random(seed)
    position = random_position(random)
    for play in legal_plays(position, random.choice(THROWS))[:6]:
        before, after = drawn(position, plan=play.moves), drawn(play.after, play=play.moves)
        heads = [len(classed(root, "trace-head")) for root in (before, after)]
        assert heads[0] == heads[1] > 0
        rings = [node for root in (before, after) for node in classed(root, "trace-ring")]
        assert all(0 < int(node.get("cx")) < WIDTH and 0 < int(node.get("cy")) < HEIGHT for node in rings)
        standing = {(node.get("cx"), node.get("cy")) for node in classed(after, "checker")}
        assert {(node.get("cx"), node.get("cy")) for node in classed(after, "trace-ring")} <= standing
