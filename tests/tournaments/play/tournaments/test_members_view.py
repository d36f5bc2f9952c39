"""*How members see it*: the public address of a club or tournament, and who can open it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import a_user
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out
from tests.tournaments.club_pages import signed_in
from tournaments.models import Club, Event, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club("Bar Point")


@pytest.fixture
def event(club: Club) -> Event:
    return a_night(club)


def addresses_of(event: Event) -> tuple[str, str]:
    """The pages for the club and for the tournament."""
    club, tournament = event.tournament.club, event.tournament
    return (
        reverse("club-members-view", args=[club.slug]),
        reverse("members-view", args=[club.slug, tournament.slug]),
    )


@pytest.mark.parametrize(
    ("site", "text"),
    [
        ("http://127.0.0.1:8000", "no phone can open this code"),
        ("http://192.168.1.20:8000", "192.168.1.20 is an address of the local network"),
        ("http://laptop:8000", "laptop is an address of the local network"),
        ("https://club.example", "This is not an address of a local network"),
    ],
)
def test_it_says_from_where_the_address_opens(event: Event, settings: Any, site: str, text: str) -> None:
    settings.SITE_ADDRESS = site
    director = signed_in(director_of(event.tournament.club))

    pages = [director.get(address).content.decode() for address in addresses_of(event)]

    is_public = site.startswith("https")
    assert [f'value="{site}/clubs/{event.tournament.club.slug}/' in page for page in pages] == [True, True]
    assert [" ".join(text.split()) in " ".join(page.split()) for page in pages] == [True, True]
    assert ["under “On a server”" in page for page in pages] == [not is_public] * 2


def test_a_draft_says_that_only_officials_see_it(event: Event) -> None:
    Tournament.objects.update(is_draft=True)
    director = signed_in(director_of(event.tournament.club))

    page = director.get(addresses_of(event)[1]).content.decode()

    assert "only its officials can see it" in page


def test_only_managers_see_the_pages_and_everybody_the_poster_of_the_club(event: Event) -> None:
    assert [signed_in(a_user()).get(address).status_code for address in addresses_of(event)] == [404, 404]

    poster: Any = Client().get(reverse("club-poster", args=[event.tournament.club.slug]))

    assert (poster.status_code, poster["Content-Type"], poster.content[:5]) == (
        200,
        "application/pdf",
        b"%PDF-",
    )


def test_the_desk_links_to_it_when_the_event_has_ended(event: Event) -> None:
    play_out(event)
    director = signed_in(director_of(event.tournament.club))
    desk = reverse("desk", args=[event.tournament.club.slug, event.tournament.slug, event.slug])

    steps = director.get(desk).context["finish_steps"]

    assert [step.address for step in steps if step.place == 35] == [addresses_of(event)[1]]
    page = director.get(addresses_of(event)[1]).content.decode()
    assert (
        reverse("event-report", args=[event.tournament.club.slug, event.tournament.slug, event.slug]) in page
    )
