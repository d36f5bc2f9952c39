"""The payments of a player in their data export, without data of other persons."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.accounts.data_export import get_own_data
from tests import factories
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import a_pool, director, key, payment_context, player
from tournaments.finances.models import FundKind
from tournaments.finances.queries.exports import export_payments
from tournaments.finances.services import auctions, payments, pools
from tournaments.models import Event, PaymentMethod

pytestmark = pytest.mark.django_db

NOTHING: dict[str, Any] = {"events": [], "receipts": []}


@pytest.fixture
def event() -> Event:
    return fee_factories.a_paying_night()


def payments_of(event: Event, name: str) -> Any:
    return get_own_data(player(event, name))["money"]


def dues(event: Event, name: str) -> list[tuple[str, int, int, int, int]]:
    (event_data,) = payments_of(event, name)["events"]
    return [(due["for"], due["due"], due["paid"], due["owes"], due["surplus"]) for due in event_data["dues"]]


def paid_lines(event: Event, name: str) -> list[tuple[int, list[tuple[str, str, int]]]]:
    return [
        (receipt["number"], [(line["for"], line["kind"], line["amount"]) for line in receipt["lines"]])
        for receipt in payments_of(event, name)["receipts"]
    ]


def test_the_export_has_fees_pools_receipts_and_reversals(event: Event) -> None:
    anna, pool = player(event, "Anna"), a_pool(event)
    pools.join_pool(event=event, fund=pool.fund, player=anna, by=director(event), key=key())
    first = payments.take_payment(event=event, player=anna, amount=80_00, context=payment_context(event))
    payments.reverse_receipt(
        event=event, number=first.number, note="Wrong note", by=director(event), key=key()
    )
    payments.take_payment(
        event=event,
        player=anna,
        amount=60_00,
        context=payment_context(event, method=PaymentMethod.CARD.value),
    )

    assert dues(event, "Anna") == [
        ("entry", 60_00, 60_00, 0, 0),
        ("Super", 20_00, 0, 20_00, 0),
    ]
    assert paid_lines(event, "Anna") == [
        (1, [("entry", "payment", 60_00), ("Super", "payment", 20_00)]),
        (2, [("entry", "payment", -60_00), ("Super", "payment", -20_00)]),
        (3, [("entry", "payment", 60_00)]),
    ]
    (event_data,), receipts = payments_of(event, "Anna")["events"], payments_of(event, "Anna")["receipts"]
    assert [(row["for"], row["kind"], row["amount"]) for row in event_data["changes"]] == [
        ("Super", "joined", 0)
    ]
    assert [(row["method"], row["takes_back"], row["note"]) for row in receipts] == [
        ("cash", None, ""),
        ("cash", 1, "Wrong note"),
        ("card", None, ""),
    ]
    assert (event_data["currency"], receipts[0]["currency"]) == ("EUR", "EUR")


def test_the_export_has_no_other_persons(event: Event) -> None:
    fee_factories.everybody_pays(event)
    sold = a_pool(event, name="Calcutta", kind=FundKind.AUCTION)
    by, anna = director(event), event.entries.get(player=player(event, "Anna"))
    auctions.make_lots(event=event, fund=sold.fund, lots=[[anna.number]], by=by)
    auctions.sell_lot(event=event, fund=sold.fund, lot=1, buyer="Zebedeo", price=30_00, by=by, key=key())
    auctions.buy_back_half(event=event, fund=sold.fund, lot=1, by=by, key=key())
    copy = json.dumps(payments_of(event, "Anna"))

    assert [name for name in ("Bruno", "Zebedeo", by.username) if name in copy] == []
    assert payments_of(event, "Anna")["events"][0]["lots"] == [
        {"for": "Calcutta", "lot": 1, "price": 30_00, "bought_back": True}
    ]
    assert dues(event, "Anna")[1] == ("Calcutta", 15_00, 0, 15_00, 0)
    assert [len(receipt["lines"]) for receipt in payments_of(event, "Anna")["receipts"]] == [1]
    assert export_payments(factories.a_player("Someone")) == NOTHING


def test_a_player_without_fees_has_none_and_the_queries_are_constant(event: Event) -> None:
    assert dues(event, "Bruno") == [("entry", 60_00, 0, 60_00, 0)]
    assert get_own_data(factories.a_called_match().white)["money"] == NOTHING
    bruno, counts = player(event, "Bruno"), []
    for _ in range(2):
        payments.take_payment(event=event, player=bruno, amount=30_00, context=payment_context(event))
        with CaptureQueriesContext(connection) as queries:
            export_payments(bruno)
        counts.append(len(queries))
    # Four ask for prices announced at registration and for who signed up, one for those by the records of the
    # players; while something is due, one more asks for a late fee.
    assert counts == [13, 12]
