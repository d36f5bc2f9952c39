"""The preview of the entry box marks the lines that need a choice, and no others."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.people.services import members
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client: Client) -> Event:
    club = a_club()
    for name in ("Giovanni Rossi", "Chidi Okafor", "Vito Lorusso"):
        members.enrol(club=club, player=a_player(name), by=director_of(club))
    members.enrol_by_name(
        club=club, name="Vito Lorusso; person: new", distinction="Bari", by=director_of(club)
    )
    client.force_login(director_of(club))
    return tournaments.create_knockout_tournament(
        club=club,
        name="Monday",
        starts_at=timezone.now(),
        length=5,
        consolation_length=3,
        tables=8,
        by=director_of(club),
    )


def list_marked(client: Client, event: Event, names: str) -> list[str]:
    """Return the names of the lines that the preview marks."""
    page = client.post(path_of(event, "desk/names/"), {"names": names}).content.decode()
    rows = re.findall(
        r'<tr id="name-\d+" class="([^"]*)">\s*<th scope="row">\s*<strong>([^<]*)</strong>', page
    )
    return [name for classes, name in rows if "needs-choice" in classes.split()]


@pytest.mark.parametrize(
    ("line", "is_marked"),
    [
        ("Giovanni Rossi", False),
        ("Rossi Giovanni", False),
        ("Ada Neri", False),
        ("Ada Neri; paid: barter", False),
        ("Rossi G.", False),
        ("Chidi Okafo", True),
        ("Vito Lorusso", True),
        ("Ada / Ada", True),
    ],
)
def test_only_lines_that_need_a_choice_are_marked(
    client: Client, event: Event, line: str, *, is_marked: bool
) -> None:
    assert (list_marked(client, event, f"{line}\nEva Mo\n") != []) == is_marked


def test_the_list_of_lines_to_check_is_no_alarm_without_a_choice(client: Client, event: Event) -> None:
    page = client.post(path_of(event, "desk/names/"), {"names": "Rossi Giovanni\n"}).content.decode()
    assert re.findall(r'<p class="([^"]*)">\s*<strong>\s*Check 1 line:', page) == ["note"]
    page = client.post(path_of(event, "desk/names/"), {"names": "Chidi Okafo\n"}).content.decode()
    assert re.findall(r'<p class="([^"]*)">\s*<strong>\s*Check 1 line:', page) == ["note danger"]
