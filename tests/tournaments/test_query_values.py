"""A page with a filter says if the address asks for a value that the page does not have."""

import re

import pytest
from django.test import Client

from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import open_registration
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
@replayed
def module_event(module_transaction: None) -> Event:
    """A club night that has been played."""
    event = a_night(a_club("Dice"))
    play_out(event)
    return event


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


def read_page(client: Client, address: str) -> tuple[int, list[str]]:
    """Return the status of a page and what its alert says."""
    answer = client.get(address)
    alerts = re.findall(
        r'role="alert" id="refusal">.*?<p><strong>([^<]+)</strong></p>', answer.text, re.DOTALL
    )
    assert "Nothing was changed" not in answer.text
    return answer.status_code, alerts


PARTS_OF_EVENT, PARTS_OF_CLUB = "bracket, now, results", "next, leaders, standings, ratings"


@pytest.mark.parametrize(
    ("page", "query", "name", "nearest", "values"),
    [
        ("event", "embed/?part=result", "part", "results", PARTS_OF_EVENT),
        ("club", "embed/?part=x", "part", "–", PARTS_OF_CLUB),
        ("club", "rivals/?least=4", "least", "–", "2, 3, 5, 10"),
        ("player", "?least=55", "least", "5", "2, 3, 5, 10"),
    ],
)
def test_an_unknown_value_is_named_with_the_nearest_one(
    client: Client, event: Event, page: str, query: str, name: str, nearest: str, values: str
) -> None:
    value = query.rpartition("=")[2]
    sentence = f"“{value}” is not a value of “{name}”. Nearest: {nearest}. Values of this page: {values}."
    club = event.tournament.club
    player = event.entries.get(number=1).player
    start = {
        "event": path_of(event),
        "club": f"/clubs/{club.slug}/",
        "player": f"/clubs/{club.slug}/players/{player.code}/",
    }[page]

    assert read_page(client, f"{start}{query}") == (400, [sentence])
    assert read_page(client, start + query.partition("?")[0]) == (200, [])


def test_the_filter_of_sign_ups_names_an_unknown_value(client: Client, event: Event) -> None:
    client.force_login(director_of(event.tournament.club))
    tournament = event.tournament
    open_registration(event)
    address = f"/clubs/{tournament.club.slug}/{tournament.slug}/registration/"
    sentence = (
        f"“monday-nigt” is not a value of “event”. Nearest: {event.slug}. Values of this page: {event.slug}."
    )
    assert read_page(client, f"{address}?event=monday-nigt") == (400, [sentence])
    assert read_page(client, f"{address}?status=payd")[0] == 400
    assert read_page(client, f"{address}?event={event.slug}&status=paid") == (200, [])


def test_a_printout_on_unknown_paper_is_not_found(client: Client, event: Event) -> None:
    client.force_login(director_of(event.tournament.club))
    address = path_of(event, "desk/paper/standings.pdf")
    statuses = [client.get(address, {"paper": paper}).status_code for paper in ("a4", "a5")]
    assert statuses == [200, 404]
