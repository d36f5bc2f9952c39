"""A second sign-up of one name: the page has a question first, and takes no place before the answer."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.tournaments.registration.registrations import an_open_event, sign_up
from tournaments.journal.team_facts import PAIRS
from tournaments.models import Event
from tournaments.registration.models import SignUp

pytestmark = pytest.mark.django_db
QUESTION = "is signed up for"
BOX = 'name="is_another"'


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Clear the cache, and with it the rate limits."""
    cache.clear()


def post(client: Client, event: Event, name: str, **fields: object) -> tuple[int, str]:
    """Send the form to sign up; return the status and the page."""
    page = reverse("sign-up", args=[event.tournament.club.slug, event.tournament.slug])
    answer = client.post(page, {"events": [event.pk], "name": name, **fields})
    return answer.status_code, answer.content.decode()


def test_the_same_browser_confirms_a_second_place_for_one_name() -> None:
    event, phone = an_open_event(), Client()
    assert post(phone, event, "Anna Rossi", key="first")[0] == 303
    status, text = post(phone, event, "anna rossi", key="second")
    assert (status, QUESTION in text, BOX in text) == (409, True, True)
    assert SignUp.objects.count() == 1
    assert post(phone, event, "anna rossi", key="second", is_another="on")[0] == 303
    assert post(phone, event, "Bruno Verdi", key="third")[0] == 303
    assert SignUp.objects.count() == 3


def test_other_browsers_confirm_listed_names_alone() -> None:
    event = an_open_event()
    sign_up(event, "Anna Rossi")
    sign_up(event, "Bruno Verdi", is_public=True)
    assert [post(Client(), event, name)[0] for name in ("Anna Rossi", "Bruno Verdi")] == [303, 409]
    # Another club makes another person.
    sign_up(event, "Carla Neri", is_public=True, club="Bar Point")
    assert post(Client(), event, "Carla Neri", club="Torino")[0] == 303


def test_the_api_asks_too() -> None:
    event = an_open_event()
    sign_up(event, "Anna Rossi", is_public=True)
    tournament = event.tournament
    address = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/registration/sign-ups/"
    body = {"name": "Anna Rossi", "events": [{"event": event.pk}]}
    answers = [
        Client().post(address, {**body, **more}, content_type="application/json")
        for more in ({}, {"is_another": True})
    ]
    assert [answer.status_code for answer in answers] == [409, 201]
    assert answers[0].json()["code"] == "sign_up_name_known"


def test_nobody_is_their_own_partner_and_the_page_says_so() -> None:
    event = an_open_event(takes=PAIRS)
    status, text = post(Client(), event, "Anna Rossi", **{f"event-{event.pk}-partner": "anna  ROSSI"})
    assert (status, "anna ROSSI cannot be their own partner: name two people." in text) == (409, True)
