"""The page of registrations says what was taken by a mark as paid."""

import pytest
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import director as director_user
from tests.tournaments.finances.fee_factories import with_money
from tests.tournaments.registration.registrations import an_open_event, keys_of, sign_up
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """An event with a fee of 50 whose registration is open."""
    time_machine.move_to("2026-11-20T10:00Z")
    event = an_open_event()
    with_money(event, FundOptions(fee=50_00, template="winner"))
    return event


@pytest.fixture
def desk(event: Event) -> Client:
    """The browser of the director."""
    return signed_in(director_user(event))


def page_of(event: Event) -> str:
    return reverse("registration", args=[event.tournament.club.slug, event.tournament.slug])


def mark(desk: Client, event: Event, *places: int, action: str = "paid", seen_sum: str = "") -> list[str]:
    """Mark places as paid in cash, or as not paid, and return the messages on the page."""
    form = {"action": action, "place": list(places), "method": "cash", "seen_sum": seen_sum}
    answer = desk.post(page_of(event), form, follow=True)
    return [str(message) for message in answer.context["messages"]]


def test_a_mark_of_several_people_names_their_sum(event: Event, desk: Client) -> None:
    anna, bruno, carla = (sign_up(event, name) for name in ("Anna", "Bruno", "Carla"))
    mark(desk, event, *keys_of(anna))
    messages = mark(desk, event, *keys_of(anna, bruno, carla), seen_sum="100.00")
    assert messages == ["Received: €100.00 from 2 people."]


def test_a_mark_without_fees_at_the_cash_desk_names_no_sum(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to("2026-11-20T10:00Z")
    event = an_open_event()
    row = sign_up(event, "Anna")
    assert mark(signed_in(director_user(event)), event, *keys_of(row)) == ["1 registration changed."]
