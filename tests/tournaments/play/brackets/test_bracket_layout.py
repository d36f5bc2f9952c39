"""The layout of brackets on screens: every pairing still to be played is shown, and every part fits."""

import pytest

from tests.tournaments import club_evenings
from tournaments.play.brackets import brackets
from tournaments.play.brackets.bracket_layout import (
    TREE_COLUMNS,
    TREE_ROWS,
    TREE_ROWS_OF_LONG_NAMES,
    TreeNode,
    build_trees,
)
from tournaments.play.brackets.brackets import Bracket

pytestmark = pytest.mark.django_db
SIZES = (2, 3, 5, 8, 16, 23, 33, 64)


def draw_brackets(size: int, name: str = "Player") -> tuple[Bracket, ...]:
    """Return the brackets of a published event with this many entries."""
    event = club_evenings.a_night(club_evenings.a_club(), [f"{name} {number}" for number in range(size)])
    return brackets.get_brackets(event)


def get_remaining_labels(bracket: Bracket) -> set[str]:
    """Return the labels of the pairings from the current round on that will have players."""
    rounds = [part for part in bracket.rounds if part.number >= bracket.current]
    return {cell.pairing.label for part in rounds for cell in part.cells if not cell.is_empty}


@pytest.mark.parametrize("size", SIZES)
def test_every_pairing_of_the_remaining_rounds_is_on_some_part(size: int) -> None:
    for bracket in draw_brackets(size):
        labels = {node.cell.pairing.label for tree in build_trees(bracket) for node in tree.nodes}
        assert labels == get_remaining_labels(bracket)


@pytest.mark.parametrize("size", SIZES)
def test_parts_fit_on_a_screen_without_overlaps(size: int) -> None:
    for bracket in draw_brackets(size):
        for tree in build_trees(bracket):
            cells = [
                (node.column, row) for node in tree.nodes for row in range(node.row, node.row + node.span)
            ]
            assert len(cells) == len(set(cells))
            assert {column for column, _ in cells} <= set(range(1, TREE_COLUMNS + 1))
            assert {row for _, row in cells} <= set(range(1, min(tree.rows, TREE_ROWS) + 1))


def test_a_pairing_is_placed_between_the_two_that_lead_to_it() -> None:
    (tree,) = build_trees(draw_brackets(16)[0])[:1]
    nodes = {node.cell.pairing.label: node for node in tree.nodes}

    def summary(node: TreeNode) -> tuple[int, int, int, str, bool]:
        return node.column, node.row, node.span, node.turn, node.is_fed

    assert [summary(nodes[label]) for label in ("M1-1", "M1-2", "M2-1", "M3-1", "M4-1")] == [
        (1, 1, 1, "down", False),
        (1, 2, 1, "up", False),
        (2, 1, 2, "down", True),
        (3, 1, 4, "down", True),
        (4, 1, 8, "", True),
    ]
    assert tree.is_last


def test_a_large_field_is_split_into_parts_with_the_last_rounds_last() -> None:
    parts = build_trees(draw_brackets(64)[0])

    assert [(tree.rounds[0].number, len(tree.rounds), tree.is_last) for tree in parts] == [
        *((1, 4, False) for _ in range(4)),
        (4, 3, True),
    ]


def test_long_names_have_more_width() -> None:
    parts = build_trees(draw_brackets(16, "Maximilian Featherstonehaugh-Cholmondeley")[0])

    assert [tree.rows for tree in parts[:2]] == [TREE_ROWS_OF_LONG_NAMES] * 2
    assert max(tree.rows for tree in parts) == TREE_ROWS_OF_LONG_NAMES


def test_rounds_that_are_over_are_left_out() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(8)])
    for number in range(1, 5):
        club_evenings.settle(club_evenings.match_at(event, f"M1-{number}"))

    (tree,) = build_trees(brackets.get_brackets(event)[0])

    assert [part.number for part in tree.rounds] == [2, 3]
