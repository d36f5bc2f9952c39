"""A withdrawal changes no debt by itself: the late fee stays, and the director decides about the fee."""

import re
from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.timezone import localtime
from time_machine import TimeMachineFixture

from tests.page_forms import form_with
from tests.tournaments.checker.forged_money import find_codes
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import account, director, payment_context
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import open_registration
from tournaments.finances.services import charges, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.models import Event, JournalEntry
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal

pytestmark = pytest.mark.django_db
FEE, LATE_FEE = 60_00, 10_00


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """A published event with a fee of 60 and a late fee of 10 that is due since yesterday."""
    event = fee_factories.a_paying_night(FundOptions(fee=FEE, template="winner"))
    time_machine.move_to(event.tournament.starts_at, tick=False)
    open_registration(event, late_fee=Decimal(10), late_from=get_day(event) - timedelta(days=1))
    return event


def get_day(event: Event) -> date:
    return localtime(event.tournament.starts_at).date()


@pytest.fixture
def desk(event: Event, client: Client) -> Client:
    client.force_login(director(event))
    return client


def take(event: Event, name: str, amount: int) -> None:
    payer = account(event, name).player
    payments.take_payment(event=event, player=payer, amount=amount, context=payment_context(event))


def get_due(event: Event, name: str) -> int:
    assert find_codes(event) == set()
    return account(event, name).owes


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def withdraw_at_the_desk(desk: Client, event: Event, name: str, **choices: str) -> str:
    """Withdraw a player by the form of the page; return the text of the page."""
    entry = event.entries.get(player__name=name)
    page = desk.get(path_of(event, f"desk/entry/{entry.number}/withdraw/")).text
    form = form_with(page, f"Withdraw {name}")
    assert desk.post(form.action, {**form.data(), **choices}).status_code == 303
    event.refresh_from_db()
    return text_of(page)


def test_an_unpaid_late_fee_stays_due_after_a_withdrawal(event: Event) -> None:
    before = get_due(event, "Anna")
    entries.withdraw(entry=event.entries.get(player__name="Anna"), by=director(event))
    assert (before, get_due(event, "Anna")) == (FEE + LATE_FEE, FEE + LATE_FEE)
    take(event, "Anna", FEE + LATE_FEE)
    assert get_due(event, "Anna") == 0


def test_what_was_refunded_after_a_withdrawal_leaves_no_late_fee_behind(event: Event) -> None:
    take(event, "Anna", FEE + LATE_FEE)
    entries.withdraw(entry=event.entries.get(player__name="Anna"), by=director(event))
    payer = account(event, "Anna").player
    payments.refund_player(
        event=event, player=payer, fund=0, amount=FEE + LATE_FEE, context=payment_context(event)
    )
    assert get_due(event, "Anna") == 0


@pytest.mark.parametrize(("choices", "due"), [({}, FEE + LATE_FEE), ({"fee": "waived"}, 0)])
def test_the_page_of_a_withdrawal_says_what_is_due_and_offers_to_waive_it(
    desk: Client, event: Event, choices: dict[str, str], due: int
) -> None:
    page = withdraw_at_the_desk(desk, event, "Anna", **choices)
    assert "Anna owes €70.00. It stays owed Waive it" in page
    assert get_due(event, "Anna") == due


def test_a_fee_that_was_waived_is_due_again_if_the_withdrawal_is_undone(desk: Client, event: Event) -> None:
    payer = account(event, "Anna").player
    charges.set_own_fee(
        event=event, player=payer, amount=30_00, note="", by=director(event), key="30", adds_late_fee=True
    )
    withdraw_at_the_desk(desk, event, "Anna", fee="waived")
    assert get_due(event, "Anna") == 0
    command = JournalEntry.objects.filter(event=event).latest("seq").seq
    journal.undo(event=event, command=command, by=director(event))
    assert get_due(event, "Anna") == 30_00 + LATE_FEE
    journal.redo(event=event, by=director(event))
    assert get_due(event, "Anna") == 0


def test_a_part_that_was_paid_stays_paid_when_the_rest_is_waived(desk: Client, event: Event) -> None:
    take(event, "Anna", 20_00)
    withdraw_at_the_desk(desk, event, "Anna", fee="waived")
    assert (account(event, "Anna").paid, get_due(event, "Anna")) == (20_00, 0)


def test_a_paid_fee_is_retained_with_the_withdrawal(desk: Client, event: Event) -> None:
    take(event, "Anna", FEE + LATE_FEE)
    page = withdraw_at_the_desk(desk, event, "Anna", fee="retained")
    assert "Decide or refund later under Finances Keep it" in page
    assert (account(event, "Anna").retained, account(event, "Anna").undecided) == (FEE + LATE_FEE, ())


def test_all_are_marked_as_paid_without_those_who_have_withdrawn(desk: Client, event: Event) -> None:
    withdraw_at_the_desk(desk, event, "Anna")
    page = desk.get(path_of(event, "desk/money/")).text
    assert "Not among them, as they have withdrawn: Anna (€70.00)." in text_of(page)
    form = form_with(page[page.index('id="all-paid"') :], "Cash")
    assert desk.post(form.action, {**form.data(), "method": "cash"}).status_code == 303
    assert get_due(event, "Anna") == FEE + LATE_FEE
    others = event.entries.exclude(player__name="Anna").values_list("player__name", flat=True)
    assert [get_due(event, name) for name in others] == [0] * len(others)


def test_the_fees_page_says_that_a_late_fee_is_added_and_since_when(desk: Client, event: Event) -> None:
    page = text_of(desk.get(path_of(event, "desk/money/terms/")).text)
    since = date_format(get_day(event) - timedelta(days=1), "j F")
    assert f"Since {since} a late fee of €10.00 is added: the usual price is €70.00 now." in page
