"""Somebody who has withdrawn by the personal link comes back there, with the price and payment of before."""

from decimal import Decimal

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from matches.actors import Identity
from rules.errors import Refusal
from tests.page_forms import form_with
from tests.tournaments.club_evenings import director_of
from tests.tournaments.registration.registrations import (
    an_open_event,
    keys_of,
    open_registration,
    sign_up,
    status_of,
    statuses,
)
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.registration.models import EventSignUp, Registration, SignUp
from tournaments.registration.queries.personal_links import get_token
from tournaments.registration.queries.sign_up_lists import list_places_of
from tournaments.registration.services import approval, paid_marks, sign_ups

pytestmark = pytest.mark.django_db
IDENTITY = Identity(device="a phone")


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Clear the cache, and with it the rate limits."""
    cache.clear()


def withdraw(row: SignUp) -> None:
    """Withdraw by the personal link."""
    sign_ups.withdraw_own(token=get_token(row), events=None, identity=IDENTITY)


def come_back(event: Event, row: SignUp) -> str:
    """Come back by the service, and return the status."""
    sign_ups.return_own(token=get_token(row), event=event.pk, identity=IDENTITY)
    return status_of(row)


def press_come_back(row: SignUp) -> tuple[int, str]:
    """Press the button of the personal page; return the status and the page after it."""
    client, address = Client(), reverse("own-sign-up", args=[get_token(row)])
    page = client.get(address).text
    form = form_with(page, "Come back")
    answer = client.post(form.action, dict(form.data()), follow=True)
    return answer.status_code, answer.text


def refusal_of(event: Event, row: SignUp) -> str:
    """The code of the refusal to come back."""
    with pytest.raises(Refusal) as refused:
        come_back(event, row)
    return refused.value.code


def test_who_comes_back_keeps_the_payment_and_stays_after_a_second_press() -> None:
    event = an_open_event(capacity=2)
    by, row = director_of(event.tournament.club), sign_up(event, "Anna Rossi")
    registration = Registration.objects.get()
    paid_marks.set_paid(registration=registration, places=keys_of(row), method="cash", by=by)
    paid_at = EventSignUp.objects.get().paid_at
    withdraw(row)
    status, text = press_come_back(row)
    assert (status, status_of(row)) == (200, "confirmed")
    assert f"You are signed up for {event.name} again." in text
    assert come_back(event, row) == "confirmed"
    assert EventSignUp.objects.get().paid_at == paid_at
    assert [place.to_refund for place in list_places_of(row)] == [None]


def test_a_full_event_puts_who_comes_back_at_the_end_of_the_waiting_list() -> None:
    event = an_open_event(capacity=1)
    anna, bruno, carla = (sign_up(event, name) for name in ("Anna", "Bruno", "Carla"))
    withdraw(anna)
    assert statuses(event) == {"Anna": "withdrawn", "Bruno": "confirmed", "Carla": "waiting"}
    page = Client().get(reverse("own-sign-up", args=[get_token(anna)])).text
    assert "Join the waiting list" in page
    assert come_back(event, anna) == "waiting"
    assert list(statuses(event)) == ["Bruno", "Carla", "Anna"]
    withdraw(bruno)
    assert statuses(event) == {"Bruno": "withdrawn", "Carla": "confirmed", "Anna": "waiting"}
    assert status_of(carla) == "confirmed"


def test_who_was_declined_or_is_too_late_does_not_come_back() -> None:
    event = an_open_event()
    by, row = director_of(event.tournament.club), sign_up(event, "Anna")
    approval.change_status(
        registration=Registration.objects.get(), places=keys_of(row), action="decline", by=by
    )
    assert refusal_of(event, row) == "event_left"
    other = sign_up(event, "Bruno")
    withdraw(other)
    entries.enter_names(event=event, names="Carla\nDario", by=by, key="names")
    event.refresh_from_db()
    draws.draw(event=event, by=by)
    assert refusal_of(event, other) == "registration_closed"
    pages = [Client().get(reverse("own-sign-up", args=[get_token(each)])).text for each in (row, other)]
    assert ["Come back" in page for page in pages] == [False, False]


def test_where_the_desk_approves_it_approves_who_comes_back() -> None:
    event = an_open_event(approval="desk")
    row = sign_up(event, "Anna")
    withdraw(row)
    assert come_back(event, row) == "pending"


def test_the_early_price_of_before_stays() -> None:
    event = an_open_event()
    open_registration(event)
    row = sign_up(event, "Anna")
    EventSignUp.objects.update(price=Decimal(20))
    withdraw(row)
    come_back(event, row)
    assert EventSignUp.objects.get().price == Decimal(20)


def test_the_api_takes_somebody_back() -> None:
    event = an_open_event()
    row = sign_up(event, "Anna")
    withdraw(row)
    address = f"/api/v1/sign-ups/{get_token(row)}/events/{event.pk}/return/"
    answer = Client().post(address)
    assert (answer.status_code, status_of(row)) == (200, "confirmed")


def test_the_page_says_whose_place_becomes_free_when_somebody_withdraws() -> None:
    event = an_open_event(capacity=1, approval="desk")
    rows = [sign_up(event, name) for name in ("Anna Rossi", "Vera Xu", "Ugo Neri")]
    registration, by = Registration.objects.get(), director_of(event.tournament.club)
    keys = keys_of(*rows[:2])
    approval.change_status(registration=registration, places=keys, action="approve", by=by)

    sentences = [
        f"Your place in {event.name} goes to the next person on the waiting list.",
        f"You are on the waiting list of {event.name}. If you withdraw, you leave it.",
    ]
    pages = [
        " ".join(Client().get(reverse("own-sign-up", args=[get_token(row)])).text.split()) for row in rows
    ]

    assert [status_of(row) for row in rows] == ["confirmed", "waiting", "pending"]
    shown = [[text in page for text in sentences] for page in pages]
    assert shown == [[True, False], [False, True], [False, False]]
    assert ["Withdraw from" in page for page in pages] == [True] * 3
