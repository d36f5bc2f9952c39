"""What the desk shows about events without a free place."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import key
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up, status_of
from tournaments.name_lists.details import EntryDetails
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.registration.models import Registration
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.services import entering

pytestmark = pytest.mark.django_db


def test_the_desk_says_how_to_take_somebody_beyond_the_places() -> None:
    event = an_open_event(capacity=1)
    sign_up(event, "Anna")
    bruno = sign_up(event, "Bruno")
    slugs = [event.tournament.club.slug, event.tournament.slug]
    client = signed_in(director_of(event.tournament.club))

    answer = client.post(reverse("registration", args=slugs), {"action": "approve", "place": keys_of(bruno)})

    assert (answer.status_code, status_of(bruno)) == (409, "waiting")
    refusal = answer.context["refusal"]
    assert refusal.sentence == "Winter Open is full."
    assert refusal.link == (
        reverse("registration-settings", args=slugs),
        "Raise the number of places, or add the player under Entries, where there is no limit.",
    )
    assert refusal.link[1] in answer.text


def read(client: Client, path: str) -> str:
    """The text of a page, without its markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", client.get(path).text).split())


def test_once_the_event_has_begun_nobody_waits_for_a_place_or_reads_a_fee_for_it() -> None:
    event = an_open_event(capacity=2)
    by, registration = director_of(event.tournament.club), Registration.objects.get()
    registration.events.update(fee=Decimal(40))
    _anna, _bruno, carla = (sign_up(event, name) for name in ("Anna", "Bruno", "Carla"))
    own_page = f"/signed-up/{get_token(carla)}/"
    desk = reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])
    director = signed_in(by)
    assert "Fee once your place is confirmed: €40.00" in read(Client(), own_page)
    assert "2 of 2 places taken · 1 on the waiting list" in read(director, desk)

    persons = entries.get_or_create_persons(event=event, people=[("Zoe", EntryDetails())], by=by)
    entries.enter_players(event=event, players=persons, by=by, key=key())
    entering.enter_sign_ups(registration=registration, places=None, by=by)
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    page, listed = read(Client(), own_page), read(director, desk)
    assert ("no place: the draw is made" in page, "Fee once" in page) == (True, False)
    assert ("3 places taken, limit 2" in listed, "1 on the waiting list" in listed) == (True, False)
