"""Large brackets in sections and as an overview drawing: every entry appears once, inside the drawing."""

import re

import pytest

from tests.tournaments import club_evenings
from tournaments.queries import brackets
from tournaments.queries.bracket_layout import BracketSection, build_overview, cut_into_sections
from tournaments.queries.brackets import Bracket

pytestmark = pytest.mark.django_db


def draw_brackets(size: int) -> tuple[Bracket, ...]:
    """Return the brackets of a published event with this many entries."""
    return brackets.get_brackets(
        club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(size)])
    )


def outline(sections: tuple[BracketSection, ...]) -> list[tuple[str, list[int]]]:
    """Return the key and the sizes of the rounds of every section."""
    return [(section.key, [len(part.cells) for part in section.rounds]) for section in sections]


def test_a_field_that_fits_is_one_section() -> None:
    main, consolation = draw_brackets(32)

    assert outline(cut_into_sections(main)) == [("main", [16, 8, 4, 2, 1])]
    assert [section.is_cut for section in cut_into_sections(consolation)] == [False]


def test_a_large_field_is_cut_into_quarters_and_its_last_rounds() -> None:
    main = draw_brackets(57)[0]
    sections = cut_into_sections(main)

    assert outline(sections) == [
        *((f"main-part-{number}", [8, 4, 2, 1]) for number in (1, 2, 3, 4)),
        ("main-end", [4, 2, 1]),
    ]
    labels = [
        cell.pairing.label for section in sections[:-1] for part in section.rounds for cell in part.cells
    ]
    last = [cell.pairing.label for part in sections[-1].rounds[1:] for cell in part.cells]
    assert sorted(labels + last) == sorted(cell.pairing.label for part in main.rounds for cell in part.cells)
    assert [section.is_reached for section in sections] == [False] * 5


def test_the_overview_has_every_entry_once_at_its_edge_and_stays_in_its_box() -> None:
    main = draw_brackets(57)[0]
    overview = build_overview(main, cut_into_sections(main))
    left, top, width, height = map(float, overview.box.split())
    points = [
        (float(x), float(y))
        for line in overview.lines
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)", line.path)
    ]
    stubs = [line.entries for line in overview.lines if re.match(r"M(0|1000) ", line.path)]

    assert sorted(entry for (entry,) in stubs) == [number for number in range(1, 58) if (number,) in stubs]
    assert len(stubs) == 57
    assert all(left <= x <= left + width and top <= y <= top + height for x, y in points)
    assert [area.section.number for area in overview.areas] == [1, 2, 3, 4]


def test_a_result_is_drawn_as_the_path_of_its_winner() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(64)])
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    main = brackets.get_brackets(event)[0]
    number = event.entries.get(player=match.white).number

    lines = [
        line.state
        for line in build_overview(main, cut_into_sections(main)).lines
        if line.entries == (number,)
    ]

    assert lines == ["done", "done"]
