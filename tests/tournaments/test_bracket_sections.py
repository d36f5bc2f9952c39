"""Large brackets in sections and as a drawing: everybody is found, nobody twice, all of it on the paper."""

import re

import pytest

from tests.tournaments import club_evenings
from tournaments.queries import brackets
from tournaments.queries.bracket_layout import BracketSection, build_overview, cut_into_sections
from tournaments.queries.brackets import Bracket

pytestmark = pytest.mark.django_db


def drawn(size: int) -> tuple[Bracket, ...]:
    return brackets.get_brackets(
        club_evenings.a_night(club_evenings.a_club(), [f"Player {number}" for number in range(size)])
    )


def outline(items: tuple[BracketSection, ...]) -> list[tuple[str, list[int]]]:
    return [(section.key, [len(part.cells) for part in section.rounds]) for section in items]


def test_a_field_that_fits_is_one_section() -> None:
    main, consolation = drawn(32)

    assert outline(cut_into_sections(main)) == [("main", [16, 8, 4, 2, 1])]
    assert [section.is_cut for section in cut_into_sections(consolation)] == [False]


def test_a_large_field_is_cut_into_quarters_and_its_last_rounds() -> None:
    main = drawn(57)[0]
    result = cut_into_sections(main)

    assert outline(result) == [
        *((f"main-part-{number}", [8, 4, 2, 1]) for number in (1, 2, 3, 4)),
        ("main-end", [4, 2, 1]),
    ]
    labels = [cell.pairing.label for section in result[:-1] for part in section.rounds for cell in part.cells]
    last = [cell.pairing.label for part in result[-1].rounds[1:] for cell in part.cells]
    assert sorted(labels + last) == sorted(cell.pairing.label for part in main.rounds for cell in part.cells)
    assert [section.is_reached for section in result] == [False] * 5


def test_the_drawing_has_every_entry_once_at_its_edge_and_stays_on_its_paper() -> None:
    main = drawn(57)[0]
    whole = build_overview(main, cut_into_sections(main))
    value, top, width, height = map(float, whole.box.split())
    spots = [
        (float(x), float(y)) for line in whole.lines for x, y in re.findall(r"M([\d.]+) ([\d.]+)", line.path)
    ]
    stubs = [line.entries for line in whole.lines if re.match(r"M(0|1000) ", line.path)]

    assert sorted(entry for (entry,) in stubs) == [number for number in range(1, 58) if (number,) in stubs]
    assert len(stubs) == 57
    assert all(value <= x <= value + width and top <= y <= top + height for x, y in spots)
    assert [area.section.number for area in whole.areas] == [1, 2, 3, 4]


def test_a_result_is_drawn_as_the_way_of_its_winner() -> None:
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
