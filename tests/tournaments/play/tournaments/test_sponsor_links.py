"""The page of sponsors and the overlay of a stream are linked where directors look for them."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Match
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.play.desk.test_views_desk import send
from tests.tournaments.play.event_pages.test_views_public import a_draft, path_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """An event of four players that is not drawn."""
    return a_draft(4)


@pytest.fixture
def desk(event: Event) -> Client:
    """The browser of the director."""
    return signed_in(director_of(event.tournament.club))


def test_sponsors_are_linked_from_settings_public_page_screens_and_printouts(
    desk: Client, event: Event
) -> None:
    place = [event.tournament.club.slug, event.tournament.slug]
    link = f'href="{reverse("sponsors", args=place)}"'
    pages = [reverse("tournament-settings", args=place), reverse("tournament-page", args=place)]
    pages += [path_of(event, "desk/screens/"), path_of(event, "desk/paper/")]
    assert [link in desk.get(page).text for page in pages] == [True] * 4


def test_the_overlays_of_matches_at_tables_are_linked_from_screens(desk: Client, event: Event) -> None:
    page = path_of(event, "desk/screens/")
    assert "Stream overlay" in desk.get(page).text
    send(desk, event, "draw/publish", version=event.version)
    codes = Match.objects.filter(table__isnull=False).values_list("code", flat=True)
    shown = desk.get(page).text
    assert [f'href="/m/{code}/#stream"' in shown for code in codes] == [True, True]
