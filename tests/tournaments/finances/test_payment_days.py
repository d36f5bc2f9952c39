"""The day on which something was paid, typed later: it decides the late fee, and the receipt carries it."""

import csv
import io
import json
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import TimeMachineFixture

from rules.errors import Refusal
from tests.page_forms import read_forms
from tests.tournaments.checker.forged_money import find_codes
from tests.tournaments.club_pages import signed_in
from tests.tournaments.finances.fee_factories import account, director, key, with_money
from tests.tournaments.finances.test_late_fees import balance, set_late_fee
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.registration.registrations import an_open_event
from tournaments.finances.models import Receipt
from tournaments.finances.queries import ledger
from tournaments.finances.queries.exports import export_payments
from tournaments.finances.services import payments
from tournaments.finances.services.funds import FundOptions
from tournaments.finances.services.payments import PaymentContext
from tournaments.models import Event
from tournaments.play.entries.services import entries
from tournaments.play.entries.services.listed_payments import PaymentsToRecord

pytestmark = pytest.mark.django_db
IN_TIME, STARTED, TODAY = date(2026, 11, 28), date(2026, 12, 1), date(2026, 12, 2)


@pytest.fixture
def event(time_machine: TimeMachineFixture) -> Event:
    """On 2 December, an event with a fee of 50 and a late fee of 10 since yesterday; Anna and Bruno play."""
    time_machine.move_to("2026-12-02T10:00Z", tick=False)
    event = an_open_event()
    with_money(event, FundOptions(fee=50_00, template="winner"))
    set_late_fee(event, 10)
    entries.enter_names(event=event, names="Anna\nBruno", by=director(event), key=key())
    return event


def pay(event: Event, name: str, amount: int, paid_on: date | None) -> Receipt:
    context = PaymentContext(director(event), "cash", key(), paid_on=paid_on)
    return payments.take_payment(
        event=event, player=account(event, name).player, amount=amount, context=context
    )


def take(client: Client, event: Event, **data: Any) -> Any:
    """Send the form of a payment on the page of the cash desk."""
    values = {"key": key(), "player": account(event, "Anna").player.code, "method": "cash", **data}
    return client.post(path_of(event, "desk/money/act/take/"), values)


def test_who_paid_before_the_late_fee_pays_none_at_the_cash_desk(event: Event) -> None:
    receipt = pay(event, "Anna", 50_00, IN_TIME)
    assert (receipt.paid_on, receipt.payment_day) == (IN_TIME, IN_TIME)
    assert balance(event, "Anna") == (0, 50_00, 0)
    other = pay(event, "Bruno", 60_00, STARTED)
    assert (other.payment_day, balance(event, "Bruno")) == (STARTED, (0, 60_00, 0))


def test_a_deposit_paid_in_time_leaves_the_late_fee_due(event: Event) -> None:
    pay(event, "Anna", 20_00, IN_TIME)
    assert balance(event, "Anna") == (40_00, 20_00, 0)
    pay(event, "Anna", 30_00, IN_TIME)
    assert balance(event, "Anna") == (0, 50_00, 0)


def test_a_payment_in_time_leaves_the_late_fee_of_an_earlier_payment(event: Event) -> None:
    pay(event, "Anna", 20_00, None)
    pay(event, "Anna", 30_00, IN_TIME)
    assert balance(event, "Anna") == (10_00, 50_00, 0)
    with pytest.raises(Refusal) as refusal:
        pay(event, "Anna", 10_00, IN_TIME)
    assert (refusal.value.code, refusal.value.facts["owes"]) == ("pays_too_much_in_time", "€0.00")


def test_a_voided_payment_in_time_makes_the_late_fee_due_again(event: Event) -> None:
    receipt = pay(event, "Anna", 50_00, IN_TIME)
    payments.reverse_receipt(event=event, number=receipt.number, note="", by=director(event), key=key())
    assert balance(event, "Anna") == (60_00, 0, 0)


def test_no_payment_is_dated_in_the_future(event: Event) -> None:
    with pytest.raises(Refusal) as refusal:
        pay(event, "Anna", 60_00, date(2026, 12, 3))
    assert refusal.value.code == "paid_in_the_future"
    assert not Receipt.objects.exists()


def test_a_payment_of_today_has_no_day_of_its_own(event: Event) -> None:
    receipt = pay(event, "Anna", 60_00, TODAY)
    assert (receipt.paid_on, receipt.payment_day) == (None, TODAY)


def test_the_form_of_the_cash_desk_takes_a_day(event: Event) -> None:
    desk = signed_in(director(event))
    page = desk.get(path_of(event, "desk/money/")).content.decode()
    assert page.count('name="paid_on"') == 3
    assert "Paid before 1 December: €50.00, without the late fee." in " ".join(page.split())
    answer = take(desk, event, amount="60", paid_on="2026-11-28")
    text = " ".join(answer.content.decode().split())
    assert (
        "On 28 November the late fee was not yet due: Anna owes only €50.00 then. Nothing was taken." in text
    )
    assert 'value="2026-11-28"' in text
    assert take(desk, event, amount="50", paid_on="2026-11-28").status_code == 303
    assert balance(event, "Anna") == (0, 50_00, 0)
    receipt = " ".join(desk.get(path_of(event, "desk/money/receipts/1/")).content.decode().split())
    assert '<dt>Paid on</dt><dd><time datetime="2026-11-28">28 November 2026</time></dd>' in receipt
    assert "<dt>Recorded</dt> <dd>" in receipt


def test_all_who_have_paid_on_a_day_are_taken_at_once(event: Event) -> None:
    desk = signed_in(director(event))
    data = {"key": key(), "method": "cash", "owing": 2, "owed": 120_00, "paid_on": "2026-11-28"}
    assert desk.post(path_of(event, "desk/money/act/everybody/"), data).status_code == 303
    assert [balance(event, name) for name in ("Anna", "Bruno")] == [(0, 50_00, 0)] * 2
    assert set(Receipt.objects.values_list("paid_on", flat=True)) == {IN_TIME}


def test_receipts_ledger_and_exports_have_the_day(event: Event) -> None:
    receipt = pay(event, "Anna", 50_00, IN_TIME)
    desk = signed_in(director(event))
    rows = desk.get(path_of(event, "desk/money/files/receipts.csv")).content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(rows), delimiter=";" if ";" in rows.splitlines()[0] else ",")
    assert (row["Paid on"], row["Date"][:10]) == ("2026-11-28", "2026-12-02")
    ledger_page = " ".join(desk.get(path_of(event, "desk/money/ledger/")).content.decode().split())
    assert "Receipt 1: €50.00 received from Anna, paid on 28 November 2026." in ledger_page
    whole = json.loads(desk.get(path_of(event, "desk/money/files/money.json")).content)
    assert whole["receipts"][0]["paid_on"] == "2026-11-28"
    (exported,) = export_payments(account(event, "Anna").player)["receipts"]
    assert exported["paid_on"] == "2026-11-28"
    # The drawer of a day counts what was recorded on it.
    (drawer,) = ledger.list_cash_accounts(receipt.cash_desk)
    assert (drawer.day, drawer.came_in) == (TODAY, 50_00)


def test_the_receipts_of_a_list_have_its_days(event: Event) -> None:
    names = "Carla; paid: yes\nDario; paid: 50 27/11/2026\nElena; paid: 20"
    recorded = PaymentsToRecord("cash", None, IN_TIME)
    entries.enter_names(event=event, names=names, by=director(event), key=key(), recorded=recorded)
    days = {receipt.lines.all()[0].player.name: receipt.payment_day for receipt in Receipt.objects.all()}
    assert days == {"Carla": IN_TIME, "Dario": date(2026, 11, 27), "Elena": IN_TIME}
    balances = [balance(event, name) for name in ("Carla", "Dario", "Elena")]
    assert balances == [(0, 50_00, 0), (0, 50_00, 0), (40_00, 20_00, 0)]
    assert find_codes(event) == set()
    assert not event.charges.exists()


def test_the_api_takes_a_day(event: Event) -> None:
    desk = signed_in(director(event))
    address = f"/api/v1/events/{event.pk}/payments/"
    data = {"player": account(event, "Anna").player.code, "amount": "50", "method": "transfer"}
    answer = desk.post(address, {**data, "paid_on": "2026-11-28"}, content_type="application/json")
    assert (answer.status_code, answer.json().get("paid_on")) == (201, "2026-11-28"), answer.content
    assert timezone.localdate() == TODAY


@pytest.mark.parametrize("action", ["take", "everybody"])
def test_a_day_that_was_emptied_stays_empty_in_a_refused_form(event: Event, action: str) -> None:
    desk = signed_in(director(event))
    data = {"method": "cash", "paid_on": "", "player": account(event, "Anna").player.code, "amount": "70"}
    sent = {"key": key(), **data, "owing": 1, "owed": 1}
    answer = desk.post(path_of(event, f"desk/money/act/{action}/"), sent)
    assert answer.status_code == 409
    days = {
        (form.action.split("/")[-2], form.data().get("player") == data["player"]): form.data()["paid_on"]
        for form in read_forms(answer.text)
        if "paid_on" in form.visible
    }
    shown = {("everybody", False): "2026-12-02", ("take", False): "2026-12-02", ("take", True): "2026-12-02"}
    assert days == shown | {(action, action == "take"): ""}
