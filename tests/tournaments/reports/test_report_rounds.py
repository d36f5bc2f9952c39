"""The rounds of the report of an event: results, and who had no opponent."""

import pytest
from django.test import Client

from tests.tournaments import club_evenings
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tournaments.models import Event
from tournaments.reports.queries import event_report, report_tables

pytestmark = pytest.mark.django_db


def list_byes(event: Event) -> list[tuple[str, tuple[str, ...]]]:
    """The byes of the report, each with the title of its round."""
    tables = report_tables.get_tables(event_report.get_event_report(event))
    return [(table.title, row) for table in tables for row in table.rows if row[-1] == "bye"]


def test_the_report_lists_the_bye_of_a_bracket() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), ("Anna", "Bruno", "Carla"))
    club_evenings.play_out(event)
    seats = event.pairings.filter(decided="bye", flight="main").values_list("winner_entry__player__name")
    ((name,),) = seats

    byes = [row for title, row in list_byes(event) if title.startswith("Main")]

    assert byes == [(name, "", "", "bye")]


def test_the_report_lists_the_bye_of_a_swiss_round(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=1)
    chair.begin(NAMES[:5])
    chair.finish()
    seats = chair.event.pairings.values_list("white_entry__player__name", "black_entry__player__name")
    seated_names = {name for pair in seats for name in pair}
    (name,) = set(NAMES[:5]) - seated_names

    assert list_byes(chair.event) == [("Swiss · Round 1", (name, "", "", "bye"))]
