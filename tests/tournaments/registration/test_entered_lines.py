"""The line of the activity log about entered sign-ups: whom it names at the desk and on public pages."""

import pytest
from django.test import Client

from tests.tournaments.club_evenings import director_of
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.journal.team_facts import PAIRS
from tournaments.registration.models import Registration
from tournaments.registration.services import entering

pytestmark = pytest.mark.django_db


def test_the_desk_names_entered_pairs_that_public_pages_do_not_list(client: Client) -> None:
    event = an_open_event(takes=PAIRS)
    listed = sign_up(event, "Anna Berg", choice={"partner": "Bo Carlsen"}, is_public=True)
    unlisted = sign_up(event, "Clara Diaz", choice={"partner": "Dan Egan"})
    director = director_of(event.tournament.club)
    registration = Registration.objects.get()
    entering.enter_sign_ups(registration=registration, places=keys_of(listed, unlisted), by=director)

    public_page = client.get(path_of(event, "journal/")).text
    client.force_login(director)
    desk_page = client.get(path_of(event, "desk/")).text

    assert "Anna Berg / Bo Carlsen, entry no. 2 entered" in public_page
    assert "Anna Berg / Bo Carlsen, Clara Diaz / Dan Egan entered" in desk_page
    assert "entry no. 2" not in desk_page
