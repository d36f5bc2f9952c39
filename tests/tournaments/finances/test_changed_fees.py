"""The message after the fees are changed: who has paid and now has more to pay, or has money to get back."""

import re
from decimal import Decimal

import pytest
from django.test import Client

from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import account, director, payment_context, player
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import (
    an_open_event,
    forget_announced_fees,
    keys_of,
    sign_up,
)
from tournaments.finances.services import payments, pools
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event
from tournaments.registration.models import Registration
from tournaments.registration.services import entering, paid_marks

pytestmark = pytest.mark.django_db
FEES = {"currency": "EUR", "returned": 100, "template": "winner", "sharing": "place"}


@pytest.fixture
def event() -> Event:
    """A published event of four with a fee of 12.50."""
    return fee_factories.a_paying_night(
        FundOptions(fee=12_50, template="winner"), ("Anna", "Bruno", "Carla", "Pia")
    )


def pay(event: Event, *names: str) -> None:
    """Take all that is due from these players."""
    for name in names:
        one = account(event, name)
        payments.take_payment(event=event, player=one.player, amount=one.owes, context=payment_context(event))


def change(desk: Client, event: Event, fund: int = 0, **fields: object) -> str:
    """Change the terms of a fund on the page; return what the page says then."""
    data = {**FEES, "fund": fund, "registration": "0", **fields}
    answer = desk.post(path_of(event, "desk/money/act/terms/"), data, follow=True)
    return " / ".join(str(message) for message in answer.context["messages"])


def test_a_changed_fee_says_who_has_more_to_pay_or_gets_money_back(desk: Client, event: Event) -> None:
    pay(event, "Pia")
    assert change(desk, event, fee="15") == (
        "Terms changed. 4 people owe €2.50 more now: Anna, Bruno, Carla, Pia. "
        "1 player who has paid now owes €2.50."
    )
    assert account(event, "Pia").owes == 2_50

    assert change(desk, event, fee="10") == (
        "Terms changed. 4 people owe €5.00 less now: Anna, Bruno, Carla, Pia. "
        "1 player who has paid has €2.50 to get back."
    )
    assert account(event, "Pia").surplus == 2_50

    pay(event, "Anna", "Bruno")
    assert change(desk, event, fee="12.50") == (
        "Terms changed. 3 people owe €2.50 more now: Anna, Bruno, Carla. "
        "1 person has €2.50 less to get back: Pia. "
        "2 players who have paid now owe €5.00 in all. 1 player who has paid now owes nothing."
    )


def test_a_change_that_leaves_the_fee_says_that_nobody_owes_more_or_less(desk: Client, event: Event) -> None:
    pay(event, "Pia")
    assert change(desk, event, fee="12.50", returned=90) == "Terms changed. No player owes more or less."


def test_a_changed_fee_before_anybody_has_paid_concerns_those_who_have_not(
    desk: Client, event: Event
) -> None:
    assert change(desk, event, fee="15") == (
        "Terms changed. 4 people owe €2.50 more now: Anna, Bruno, Carla, Pia. "
        "No player who has paid owes more or less."
    )


def test_a_changed_pool_says_the_same_of_those_in_the_pool(desk: Client, event: Event) -> None:
    fund = fee_factories.a_pool(event).fund
    for name in ("Anna", "Bruno"):
        pools.join_pool(
            event=event, fund=fund, player=player(event, name), by=director(event), key=fee_factories.key()
        )
    pay(event, "Anna")
    message = change(desk, event, fund=fund, name="Super", fee="25", is_open="on")
    assert message == "Terms changed. 1 player who has paid now owes €5.00."


def test_the_page_of_the_terms_says_beforehand_that_everybody_owes_the_new_fee(
    desk: Client, event: Event
) -> None:
    page = desk.get(path_of(event, "desk/money/terms/")).content.decode()
    text = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "not affected" not in text
    assert (
        "A changed fee holds for all with the usual fee: those who have paid already owe the difference or "
        "get it back. Those who signed up online never pay more than they were told then, and those with an "
        "early, member, junior or other price keep theirs." in text
    )


def test_turning_on_fees_says_who_paid_another_fee_at_registration(client: Client) -> None:
    event = an_open_event()
    by = director(event)
    registration = Registration.objects.get()
    registration.events.update(fee=Decimal(10))
    row = sign_up(event, "Pia")
    paid_marks.set_paid(registration=registration, places=keys_of(row), method="cash", by=by)
    entering.enter_sign_ups(registration=registration, places=keys_of(row), by=by)
    forget_announced_fees()
    client.force_login(by)
    path = path_of(event, "desk/money/act/on/")
    answer = client.post(path, {**FEES, "fee": "12.50", "registration": "0"}, follow=True)
    texts = [str(message) for message in answer.context["messages"]]
    assert texts == [
        "Fees are turned on for this event. 1 person owes €2.50 more now: Pia. "
        "1 player who has paid now owes €2.50. "
        "Recorded of fees marked as paid at registration: €10.00. "
        "No prize for: Consolation."
    ]


def test_the_new_fee_is_due_from_those_paid_at_registration_before_they_are_entered(client: Client) -> None:
    event = an_open_event()
    by = director(event)
    fee_factories.with_money(event, FundOptions(fee=12_50, template="winner"))
    row = sign_up(event, "Pia")
    registration = Registration.objects.get()
    paid_marks.set_paid(registration=registration, places=keys_of(row), method="cash", by=by)
    forget_announced_fees()
    client.force_login(by)
    assert change(client, event, fee="15") == (
        "Terms changed. 1 person owes €2.50 more now: Pia. 1 player who has paid now owes €2.50."
    )
    entering.enter_sign_ups(registration=registration, places=keys_of(row), by=by)
    assert account(event, "Pia").owes == 2_50
