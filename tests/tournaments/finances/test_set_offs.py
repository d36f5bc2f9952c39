"""Prizes of people with an unpaid fee: marked on the page, and paid less that fee."""

import pytest
from django.test import Client

from tests.tournaments import club_evenings
from tests.tournaments.checker.forged_money import find_codes
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import account, claims, payment_context
from tournaments.finances.models import Receipt
from tournaments.finances.queries import ledger
from tournaments.finances.services import payments
from tournaments.finances.services.funds import FundOptions
from tournaments.finances.services.set_offs import pay_prize_and_collect_dues
from tournaments.models import Event, PaymentMethod
from tournaments.web.decorators import event_url

pytestmark = pytest.mark.django_db
FEE = 15_00


@pytest.fixture
def event() -> Event:
    """An event that is over, with a fee of 15 that all but the winner have paid."""
    event = fee_factories.a_paying_night(FundOptions(fee=FEE, template="winner"))
    club_evenings.play_out(event)
    winner = find_winner(event)
    for entry in event.entries.exclude(player__name=winner).select_related("player"):
        payments.take_payment(event=event, player=entry.player, amount=FEE, context=payment_context(event))
    return event


def find_winner(event: Event) -> str:
    name: str = event.entries.get(place_from=1, place_to=1).player.name
    return name


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    client.force_login(fee_factories.director(event))
    return client


def test_a_prize_of_somebody_with_an_unpaid_fee_is_marked_and_paid_less_that_fee(
    desk: Client, event: Event
) -> None:
    winner = find_winner(event)
    page = desk.get(event_url("money-prizes", event)).text
    assert (page.count(">owes €15.00<"), "Pay without collecting" in page) == (1, True)
    player = account(event, winner).player
    due = claims(event)[winner][0]
    form = {
        "fund": 0,
        "player": player.pk,
        "coins": due,
        "dues": FEE,
        "method": PaymentMethod.CASH,
        "key": "prize",
        "expected_version": 0,
    }
    address = event_url("money-action", event, "pay")
    assert [desk.post(address, form).status_code for _time in range(2)] == [303, 303]
    receipts = list(Receipt.objects.order_by("-number")[:2])
    assert [ledger.sum_receipt(receipt) for receipt in receipts] == [-8 * FEE, FEE]
    assert receipts[1].note == "set off against the prize"
    assert account(event, winner).owes == 0
    assert claims(event)[winner] == (8 * FEE, 8 * FEE)
    assert find_codes(event) == set()
    page = desk.get(event_url("money-prizes", event)).text
    assert "owes €15.00" not in page


def test_both_receipts_of_a_prize_less_dues_can_be_voided(event: Event) -> None:
    winner = find_winner(event)
    recipient = (account(event, winner).player.pk, None)
    due = claims(event)[winner][0]
    receipt = pay_prize_and_collect_dues(
        event=event, fund=0, recipient=recipient, amount=due, dues=FEE, context=payment_context(event)
    )
    for number in (receipt.number, receipt.number - 1):
        payments.reverse_receipt(
            event=event, number=number, note="", by=fee_factories.director(event), key=f"void-{number}"
        )
    assert (account(event, winner).owes, claims(event)[winner]) == (FEE, (due, 0))
