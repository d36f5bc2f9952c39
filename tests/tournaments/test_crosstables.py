"""Who beat whom: everybody against everybody, or round by round, seen from both sides alike."""

import re

import pytest
from django.test import Client

from tests.tournaments import club_evenings
from tests.tournaments.test_views_public import path_of
from tests.tournaments.test_views_stages import Chair
from tournaments.printing.views import bracket_sheets
from tournaments.queries import brackets
from tournaments.queries.brackets import LOST, MEETING_BYE, MEETING_OPEN, WON, Crosstable, build_crosstable

pytestmark = pytest.mark.django_db


def test_a_bracket_has_no_crosstable() -> None:
    event = club_evenings.a_night(club_evenings.a_club())

    assert [build_crosstable(bracket) for bracket in brackets.get_brackets(event)] == [None, None]


def states_of(cross: Crosstable) -> list[list[str]]:
    """What every cell tells, line by line; nothing where a line meets itself."""
    return [["".join(item.state for item in cell or ()) for cell in line.cells] for line in cross.lines]


def cross_of(chair: Chair) -> Crosstable:
    chair.event.refresh_from_db()
    crosstable = build_crosstable(brackets.get_brackets(chair.event)[0])
    assert crosstable is not None
    return crosstable


def test_everybody_is_set_against_everybody(client: Client) -> None:
    chair = Chair(client, "round_robin")
    chair.begin(["Anna", "Bruno", "Carla"])
    before = states_of(cross_of(chair))
    while chair.play():
        pass
    cross = cross_of(chair)

    assert before == [
        ["", MEETING_OPEN, MEETING_OPEN],
        [MEETING_OPEN, "", MEETING_OPEN],
        [MEETING_OPEN, MEETING_OPEN, ""],
    ]
    assert [line.entry.player.name for line in cross.lines] == ["Anna", "Bruno", "Carla"]
    assert states_of(cross) == [["", WON, WON], [LOST, "", WON], [LOST, LOST, ""]]
    assert (cross.rounds, cross.lines[0].cells[0]) == ((), None)


def test_rounds_stand_on_the_wall_with_the_line_of_the_opponent(client: Client) -> None:
    chair = Chair(client, "swiss")
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena"])
    chair.step()
    chair.play()
    cross = cross_of(chair)
    mates = {(line.number, item.rival) for line in cross.lines for item in line.cells[0] or () if item.rival}

    assert cross.rounds == (1,)
    assert sorted("".join(row) for row in states_of(cross)) == [MEETING_BYE, LOST, LOST, WON, WON]
    assert mates == {(rival, number) for number, rival in mates}
    page = client.get(path_of(chair.event)).content.decode()
    assert page.count('class="crosstable-match won"') == 2
    assert len(re.findall(r'<td class="numeric">\s*<span class="muted">bye</span>', page)) == 1


def test_the_wall_chart_on_paper_says_what_the_page_says(client: Client) -> None:
    chair = Chair(client, "swiss")
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena"])
    chair.step()
    chair.play()
    cross = cross_of(chair)
    chart, *_ = bracket_sheets.list_round_blocks(brackets.get_brackets(chair.event)[0])
    marks = {WON: "+", LOST: "−"}

    assert [column.head for column in chart.columns] == ["No.", "Player", "1"]
    assert chart.rows == tuple(
        (
            str(line.number),
            line.entry.player.name,
            f"{marks[item.state]}{item.rival} {item.score}" if item.rival else "bye",
        )
        for line in cross.lines
        for item in line.cells[0] or ()
    )
