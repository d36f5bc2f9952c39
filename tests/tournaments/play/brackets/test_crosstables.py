"""Crosstables of a round robin and of rounds: each match appears the same in both players' lines."""

import re

import pytest
from django.test import Client

from tests.tournaments import club_evenings
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.play.brackets import brackets
from tournaments.play.brackets.crosstables import (
    LOST,
    MEETING_BYE,
    MEETING_OPEN,
    WON,
    Crosstable,
    build_crosstable,
)
from tournaments.printing.views import bracket_sheets

pytestmark = pytest.mark.django_db


def test_a_bracket_has_no_crosstable() -> None:
    event = club_evenings.a_night(club_evenings.a_club())

    assert [build_crosstable(bracket) for bracket in brackets.get_brackets(event)] == [None, None]


def get_states(crosstable: Crosstable) -> list[list[str]]:
    """Return the states of the meetings in every cell, line by line."""
    return [
        ["".join(meeting.state for meeting in cell or ()) for cell in line.cells] for line in crosstable.lines
    ]


def get_crosstable(chair: Chair) -> Crosstable:
    """Return the crosstable of the first stage."""
    chair.event.refresh_from_db()
    crosstable = build_crosstable(brackets.get_brackets(chair.event)[0])
    assert crosstable is not None
    return crosstable


def test_a_round_robin_has_a_cell_per_pair_of_players(client: Client) -> None:
    chair = Chair(client, "round_robin")
    chair.begin(["Anna", "Bruno", "Carla"])
    before = get_states(get_crosstable(chair))
    while chair.play():
        pass
    crosstable = get_crosstable(chair)

    assert before == [
        ["", MEETING_OPEN, MEETING_OPEN],
        [MEETING_OPEN, "", MEETING_OPEN],
        [MEETING_OPEN, MEETING_OPEN, ""],
    ]
    assert [line.entry.player.name for line in crosstable.lines] == ["Anna", "Bruno", "Carla"]
    assert get_states(crosstable) == [["", WON, WON], [LOST, "", WON], [LOST, LOST, ""]]
    assert (crosstable.rounds, crosstable.lines[0].cells[0]) == ((), None)


def test_rounds_of_a_swiss_show_the_line_of_the_opponent(client: Client) -> None:
    chair = Chair(client, "swiss")
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena"])
    chair.step()
    chair.play()
    crosstable = get_crosstable(chair)
    pairings = {
        (line.number, meeting.rival)
        for line in crosstable.lines
        for meeting in line.cells[0] or ()
        if meeting.rival
    }

    assert crosstable.rounds == (1,)
    assert sorted("".join(row) for row in get_states(crosstable)) == [MEETING_BYE, LOST, LOST, WON, WON]
    assert pairings == {(rival, number) for number, rival in pairings}
    page = client.get(path_of(chair.event)).content.decode()
    assert page.count('class="crosstable-match won"') == 2
    assert len(re.findall(r'<td class="numeric">\s*<span class="muted">bye</span>', page)) == 1


def test_the_printed_wall_chart_matches_the_page(client: Client) -> None:
    chair = Chair(client, "swiss")
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena"])
    chair.step()
    chair.play()
    crosstable = get_crosstable(chair)
    chart, *_ = bracket_sheets.list_round_blocks(brackets.get_brackets(chair.event)[0])
    marks = {WON: "+", LOST: "−"}

    assert [column.head for column in chart.columns] == ["No.", "Player", "1"]
    assert chart.rows == tuple(
        (
            str(line.number),
            line.entry.player.name,
            f"{marks[meeting.state]}{meeting.rival} {meeting.score}" if meeting.rival else "bye",
        )
        for line in crosstable.lines
        for meeting in line.cells[0] or ()
    )
