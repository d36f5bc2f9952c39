"""The copy of one's own data tells what the cash desks hold of oneself, and nothing of anybody else."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.accounts.data_export import get_own_data
from tests import factories
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import a_pool, director, key, payment_context, player
from tournaments.finances.models import FundKind, PaymentMethod
from tournaments.finances.queries.exports import export_payments
from tournaments.finances.services import auctions, funds, payments
from tournaments.models import Event

pytestmark = pytest.mark.django_db

NOTHING: dict[str, Any] = {"events": [], "receipts": []}


@pytest.fixture
def event() -> Event:
    return fee_factories.a_paying_night()


def figures(event: Event, name: str) -> Any:
    return get_own_data(player(event, name))["money"]


def dues(event: Event, name: str) -> list[tuple[str, int, int, int, int]]:
    (one,) = figures(event, name)["events"]
    return [(item["for"], item["due"], item["paid"], item["owes"], item["surplus"]) for item in one["dues"]]


def paid_lines(event: Event, name: str) -> list[tuple[int, list[tuple[str, str, int]]]]:
    return [
        (receipt["number"], [(line["for"], line["kind"], line["amount"]) for line in receipt["lines"]])
        for receipt in figures(event, name)["receipts"]
    ]


def test_it_tells_fees_pools_receipts_and_what_was_taken_back(event: Event) -> None:
    anna, pool = player(event, "Anna"), a_pool(event)
    funds.join_pool(event=event, fund=pool.fund, player=anna, by=director(event), key=key())
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
    (value,), ledger = figures(event, "Anna")["events"], figures(event, "Anna")["receipts"]
    assert [(one["for"], one["kind"], one["amount"]) for one in value["changes"]] == [("Super", "joined", 0)]
    assert [(one["method"], one["takes_back"], one["note"]) for one in ledger] == [
        ("cash", None, ""),
        ("cash", 1, "Wrong note"),
        ("card", None, ""),
    ]
    assert (value["currency"], ledger[0]["currency"]) == ("EUR", "EUR")


def test_it_tells_nothing_of_anybody_else(event: Event) -> None:
    fee_factories.everybody_pays(event)
    sold = a_pool(event, name="Calcutta", kind=FundKind.AUCTION)
    by, anna = director(event), event.entries.get(player=player(event, "Anna"))
    auctions.make_lots(event=event, fund=sold.fund, lots=[[anna.number]], by=by)
    auctions.sell_lot(event=event, fund=sold.fund, lot=1, buyer="Zebedeo", price=30_00, by=by, key=key())
    auctions.buy_back_half(event=event, fund=sold.fund, lot=1, by=by, key=key())
    copy = json.dumps(figures(event, "Anna"))

    assert [name for name in ("Bruno", "Zebedeo", by.username) if name in copy] == []
    assert figures(event, "Anna")["events"][0]["lots"] == [
        {"for": "Calcutta", "lot": 1, "price": 30_00, "bought_back": True}
    ]
    assert dues(event, "Anna")[1] == ("Calcutta", 15_00, 0, 15_00, 0)
    assert [len(receipt["lines"]) for receipt in figures(event, "Anna")["receipts"]] == [1]
    assert export_payments(factories.a_player("Someone")) == NOTHING


def test_who_never_went_with_money_has_none_and_who_did_costs_as_many_queries_as_ever(event: Event) -> None:
    assert dues(event, "Bruno") == [("entry", 60_00, 0, 60_00, 0)]
    assert get_own_data(factories.a_called_match().white)["money"] == NOTHING
    bruno, counts = player(event, "Bruno"), []
    for _ in range(2):
        payments.take_payment(event=event, player=bruno, amount=30_00, context=payment_context(event))
        with CaptureQueriesContext(connection) as queries:
            export_payments(bruno)
        counts.append(len(queries))
    assert counts == [8, 8]
