"""Marking several registrations as paid: who has a place is selected, and number and sum are confirmed."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.registration.registrations import PREFIX, an_open_event, keys_of, sign_up, statuses
from tournaments.models import Event
from tournaments.registration.models import EventSignUp, SignUp
from tournaments.registration.services import registration_settings
from tournaments.registration.services.registration_settings import EventOptions, RegistrationOptions

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = an_open_event(capacity=2)
    registration_settings.save_settings(
        tournament=event.tournament,
        options=RegistrationOptions(),
        events={event.pk: EventOptions(capacity=2, fee=Decimal(30))},
        by=director_of(event.tournament.club),
        page_prefix=PREFIX,
    )
    return event


@pytest.fixture
def rows(event: Event) -> list[SignUp]:
    return [sign_up(event, name) for name in ("Anna", "Bruno", "Carla")]


@pytest.fixture
def director(event: Event) -> Client:
    return signed_in(director_of(event.tournament.club))


def desk_of(event: Event) -> str:
    return reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])


def list_paid(event: Event) -> list[str]:
    places = EventSignUp.objects.filter(event__event=event, paid_at__isnull=False)
    return sorted(place.sign_up.name for place in places.select_related("sign_up"))


def test_select_all_leaves_out_those_without_a_place(event, rows, director) -> None:
    assert statuses(event) == {"Anna": "confirmed", "Bruno": "confirmed", "Carla": "waiting"}
    page = director.get(desk_of(event)).content.decode()
    assert "Select all who have a place" in page
    apart = [key for key in keys_of(*rows) if re.search(rf'value="{key}"\s+data-apart', page)]
    assert apart == keys_of(rows[2])


def test_marking_several_says_number_sum_and_who_waits_and_asks_first(event, rows, director) -> None:
    form = {"action": "paid", "place": keys_of(*rows), "method": "cash"}
    question = director.post(desk_of(event), form)
    assert question.context["question"]["sentences"] == [
        "3 registrations will be marked as paid: €90.00.",
        "1 of them has no place: Carla.",
    ]
    assert list_paid(event) == []
    sent = dict(question.context["question"]["fields"]) | {"place": keys_of(*rows)}
    assert director.post(desk_of(event), sent).status_code == 303
    assert list_paid(event) == ["Anna", "Bruno", "Carla"]


def test_one_person_with_a_place_is_marked_at_once_and_one_who_waits_after_a_question(
    event, rows, director
) -> None:
    form = {"action": "paid", "place": keys_of(rows[0]), "method": "cash"}
    assert director.post(desk_of(event), form).status_code == 303
    page = director.post(desk_of(event), {**form, "place": keys_of(rows[2])})
    assert page.context["question"]["sentences"] == [
        "1 registration will be marked as paid: €30.00.",
        "1 of them has no place: Carla.",
    ]
    assert list_paid(event) == ["Anna"]


def test_a_sum_that_has_changed_since_needs_another_answer(event, rows, director) -> None:
    form = {"action": "paid", "place": keys_of(*rows[:2]), "method": "cash", "seen_sum": "40.00"}
    page = director.post(desk_of(event), form)
    assert page.context["question"]["sentences"] == ["2 registrations will be marked as paid: €60.00."]
    assert list_paid(event) == []
