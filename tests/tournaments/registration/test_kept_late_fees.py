"""After the late fee was changed, the desk reads which people keep what was announced to them."""

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from time_machine import TimeMachineFixture

from tests.page_forms import form_with
from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import with_money
from tests.tournaments.registration.registrations import an_open_event, keys_of, open_registration, sign_up
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.registration.models import Registration, SignUp
from tournaments.registration.services import approval, paid_marks

pytestmark = pytest.mark.django_db
SAVED = "The registration settings have been saved."


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """On 20 November, an event with a fee of 50 whose registration is open; no late fee."""
    time_machine.move_to("2026-11-20T10:00Z", tick=False)
    event = an_open_event()
    with_money(event, FundOptions(fee=50_00, template="winner"))
    return event


@pytest.fixture
def desk(event: Event) -> Client:
    """The director of the event, signed in."""
    return signed_in(director_of(event.tournament.club))


def save(desk: Client, event: Event, late_from: str, late_fee: str = "10", **fields: str) -> str:
    """Save the settings on their page, with another late fee; return the message."""
    tournament = event.tournament
    path = reverse("registration-settings", args=[tournament.club.slug, tournament.slug])
    form = form_with(desk.get(path).text, "Save")
    data = {**form.data(), "late_from": late_from, "late_fee": late_fee, **fields}
    answer = desk.post(path, data, follow=True)
    return " / ".join(str(message) for message in answer.context["messages"])


def mark(row: SignUp, event: Event) -> None:
    """Mark a sign-up as paid in cash."""
    paid_marks.set_paid(
        registration=Registration.objects.get(),
        places=keys_of(row),
        method="cash",
        by=director_of(event.tournament.club),
    )


def test_people_who_have_signed_up_keep_the_later_day(desk: Client, event: Event) -> None:
    assert save(desk, event, "2026-12-04") == SAVED
    rows = [sign_up(event, name) for name in ("Anna", "Bruno", "Carla")]
    mark(rows[2], event)

    message = f"{SAVED} 2 people already signed up keep the late fee of €10.00 from 4 December."
    assert save(desk, event, "2026-11-25") == message
    # What is not about the late fee says nothing of it.
    assert save(desk, event, "2026-11-25", payment="In cash.") == SAVED


def test_those_who_have_withdrawn_are_not_counted_and_those_who_wait_are(desk: Client, event: Event) -> None:
    open_registration(event, capacity=1, late_fee=10, late_from=date(2026, 12, 4))
    first, _second, third = (sign_up(event, name) for name in ("Anna", "Bruno", "Carla"))
    approval.change_status(
        registration=Registration.objects.get(),
        places=keys_of(third),
        action="decline",
        by=director_of(event.tournament.club),
    )
    mark(first, event)
    message = f"{SAVED} 1 person already signed up keeps the late fee of €10.00 from 4 December."
    assert save(desk, event, "2026-11-25") == message


def test_a_later_day_holds_for_all_and_a_late_fee_that_was_paid_stays_paid(
    desk: Client, event: Event, time_machine: TimeMachineFixture
) -> None:
    save(desk, event, "2026-11-21")
    rows = [sign_up(event, name) for name in ("Anna", "Bruno")]
    time_machine.move_to("2026-11-22T10:00Z", tick=False)
    mark(rows[0], event)
    message = save(desk, event, "2026-12-04")
    assert message == (
        f"{SAVED} 1 person has paid a late fee that is not due now; it stays paid. "
        "1 person owes €10.00 less now: Bruno."
    )


def test_people_who_signed_up_before_a_late_fee_was_announced_pay_none(desk: Client, event: Event) -> None:
    sign_up(event, "Anna")
    message = save(desk, event, "2026-11-25")
    assert message == f"{SAVED} 1 person already signed up pays no late fee: none was announced then."


def test_the_settings_say_beforehand_what_people_keep(desk: Client, event: Event) -> None:
    tournament = event.tournament
    page = desk.get(reverse("registration-settings", args=[tournament.club.slug, tournament.slug])).text
    text = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "People who have signed up keep the lower late fee and the later day" in text
