"""Whose names the public pages of a tournament list before the draw."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import User
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.models import Entry, Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.registration.models import Registration, SignUp
from tournaments.registration.queries.public_names import list_public_names
from tournaments.registration.services import entering

pytestmark = pytest.mark.django_db

LEFT_OUT = "1 entry without a public name"


def enter(event: Event, *rows: SignUp) -> None:
    """Enter these sign-ups at the desk."""
    by = director_of(event.tournament.club)
    registration = Registration.objects.get(tournament=event.tournament)
    entering.enter_sign_ups(registration=registration, places=keys_of(*rows), by=by)


@pytest.fixture
def event() -> Event:
    """An event with three entries: of Anna, who is listed, of Bruno, who is not, and of the desk."""
    event = an_open_event()
    rows = [sign_up(event, "Anna Rossi", is_public=True), sign_up(event, "Bruno Verdi")]
    enter(event, *rows)
    entries.enter_names(event=event, names="Carla Neri", by=director_of(event.tournament.club), key="desk")
    event.refresh_from_db()
    return event


def get_address(event: Event, name: str = "entries") -> str:
    """Return the address of a public page of the event."""
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, event.slug])


def list_shown_names(text: str) -> list[str]:
    """Return which of the three names a text has."""
    return [name for name in ("Anna Rossi", "Bruno Verdi", "Carla Neri") if name in text]


def test_who_withdrew_at_the_desk_is_no_longer_in_the_list_of_sign_ups(event: Event) -> None:
    registration = Registration.objects.get(tournament=event.tournament)
    assert list_public_names(registration) == {event.pk: ["Anna Rossi"]}
    entry = Entry.objects.get(event=event, number=1)
    entries.withdraw(entry=entry, by=director_of(event.tournament.club))
    assert list_public_names(registration) == {}


def test_the_public_entries_name_those_who_agreed_and_count_the_others(event: Event) -> None:
    text = text_of(Client(), get_address(event))
    assert list_shown_names(text) == ["Anna Rossi", "Carla Neri"]
    assert (LEFT_OUT in text, "3 entries" in text) == (True, True)
    assert list_shown_names(text_of(Client(), get_address(event, "journal"))) == ["Anna Rossi", "Carla Neri"]


def test_the_entries_of_the_api_are_those_of_the_page_except_for_directors(event: Event) -> None:
    address = f"/api/v1/events/{event.pk}/entries/"
    director: User = director_of(event.tournament.club)
    rows = [client.get(address).json()["results"] for client in (Client(), signed_in(director))]
    assert [[row["number"] for row in part] for part in rows] == [[1, 3], [1, 2, 3]]
    statuses = [client.get(f"{address}2/").status_code for client in (Client(), signed_in(director))]
    assert statuses == [404, 200]


def test_once_the_draw_is_published_all_names_are_public(event: Event) -> None:
    by = director_of(event.tournament.club)
    draws.draw(event=event, by=by)
    event.refresh_from_db()
    assert list_shown_names(text_of(Client(), get_address(event))) == ["Anna Rossi", "Carla Neri"]
    draws.publish(event=event, by=by)
    text = text_of(Client(), get_address(event))
    assert (list_shown_names(text), LEFT_OUT in text) == (["Anna Rossi", "Bruno Verdi", "Carla Neri"], False)


def test_a_changed_mind_changes_a_page_that_was_loaded_before(event: Event) -> None:
    client, row = Client(), SignUp.objects.get(name="Bruno Verdi")
    first = client.get(get_address(event))
    SignUp.objects.filter(pk=row.pk).update(is_public=True)
    second = client.get(get_address(event), headers={"if-none-match": first["ETag"]})
    assert list_shown_names(second.content.decode()) == ["Anna Rossi", "Bruno Verdi", "Carla Neri"]


def test_the_form_says_until_when_a_name_can_be_left_out(event: Event) -> None:
    text = text_of(Client(), reverse("sign-up", args=[event.tournament.club.slug, event.tournament.slug]))
    assert "Once the draw is published, the names of all players are public with it." in text
