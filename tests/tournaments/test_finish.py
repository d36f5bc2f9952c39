"""The end of an event: winners, final standings, the steps at the desk, and the report."""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from matches.models import Match
from tests.tournaments import nights
from tests.tournaments.test_views_public import path_of
from tournaments.finances.models import FundKind
from tournaments.finances.services import funds
from tournaments.formats.plan import Plan
from tournaments.models import Event, RatingChange
from tournaments.queries import event_report, final_standings, report_tables
from tournaments.queries.final_standings import FinalStandings
from tournaments.services import draws, entries, tournament_settings, tournaments

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


@pytest.fixture
def played() -> Event:
    """An event of eight, knockout with consolation, played to the end by White."""
    event = nights.a_night(nights.a_club(), EIGHT)
    nights.play_out(event)
    event.refresh_from_db()
    return event


def spans(standings: FinalStandings) -> list[tuple[str, list[tuple[int, int]]]]:
    return [
        (section.flight, [(line.place_from, line.place_to) for line in section.lines])
        for section in standings.sections
    ]


def test_a_knockout_with_consolation_has_two_lists_and_a_winner(played: Event) -> None:
    standings = final_standings.get_final_standings(played)

    assert spans(standings) == [
        ("", [(1, 1), (2, 2), (3, 4), (3, 4), *[(5, 8)] * 4]),
        ("consolation", [(1, 1), (2, 2), *[(3, 4)] * 2]),
    ]
    assert [line.entry for line in standings.winners] == final_standings.get_winners(played)
