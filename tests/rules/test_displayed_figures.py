"""The figures read from analysed files are those that the programs themselves show."""

from collections import Counter
from pathlib import Path

import pytest

from tests.rules.displayed_figures import ComparedSide, format_table, list_compared_sides

GUIDE = Path(__file__).parents[2] / "docs" / "match-files.md"
SIDES = list_compared_sides()
# eXtreme Gammon's figures are counted by another reader, which has other rules for some cubes and plays.
OWN_FIGURES = [side for side in SIDES if not side.program.startswith("eXtreme")]


def name_side(side: ComparedSide) -> str:
    """The file and the side, as the name of a case."""
    return f"{side.file}-{side.side}"


@pytest.mark.parametrize("side", OWN_FIGURES, ids=name_side)
def test_the_figures_of_a_side_are_those_that_the_program_shows(side: ComparedSide) -> None:
    shown, here = side.shown, side.read
    assert here.decisions == shown.decisions
    assert here.checker_lost == pytest.approx(shown.checker_lost, abs=0.0006)
    assert here.cube_lost == pytest.approx(shown.cube_lost, abs=0.0006)
    assert here.rating == pytest.approx(shown.rating, abs=0.03)
    if shown.luck is not None:
        assert here.luck == pytest.approx(shown.luck, abs=0.0006)


def test_the_equity_lost_and_the_rating_of_xg_are_those_of_another_reader() -> None:
    rows = [side for side in SIDES if side not in OWN_FIGURES]
    assert [side.read.lost for side in rows] == pytest.approx([side.shown.lost for side in rows], abs=0.001)
    distances = [abs(side.read.rating - side.shown.rating) for side in rows]
    assert max(distances) < 1.2
    assert sum(distance < 0.005 for distance in distances) == 16


def test_at_least_four_matches_of_each_program_are_compared() -> None:
    files = {(side.program.split(",")[0], side.file) for side in SIDES}
    assert Counter(program for program, _file in files) == {
        "GNU Backgammon 1.07.001": 5,
        "BGBlitz": 11,
        "eXtreme Gammon": 13,
    }


def test_the_table_of_the_guide_is_the_one_that_is_made_of_the_files() -> None:
    assert format_table(SIDES) in GUIDE.read_text(encoding="utf-8")
