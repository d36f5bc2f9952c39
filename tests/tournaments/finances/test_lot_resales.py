"""A lot that is sold again: the money of each buyer stays theirs, and the totals of the auction add up."""

import csv
from html import unescape
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.checker.forged_money import find_codes, read_money
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import claims, director, key, payment_context
from tests.tournaments.finances.test_pages import refusal_reason, send
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.models import FundKind, Receipt, ReceiptLine, Sale
from tournaments.finances.queries import auctions as auction_queries
from tournaments.finances.queries.auctions import Auction, LotRefund, LotState
from tournaments.finances.services import auctions, payments
from tournaments.models import Event

pytestmark = pytest.mark.django_db
FUND = 1


@pytest.fixture
@replayed
def event() -> Event:
    """An event with an auction of a lot for each of two players, whose winner is paid."""
    event = fee_factories.a_paying_night()
    fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    auctions.make_lots(event=event, fund=FUND, lots=[[1], [2]], by=director(event))
    return event


def sell(event: Event, buyer: str, price: int, lot: int = 1) -> None:
    auctions.sell_lot(
        event=event, fund=FUND, lot=lot, buyer=buyer, price=price, by=director(event), key=key()
    )


def put_up(event: Event, lot: int = 1) -> None:
    auctions.undo_sale(event=event, fund=FUND, lot=lot, by=director(event), key=key())


def pay(event: Event, lot: int = 1, **more: Any) -> Receipt:
    return payments.take_lot_payment(event=event, fund=FUND, lot=lot, context=payment_context(event), **more)


def refund(event: Event, buyer: str = "", lot: int = 1) -> Receipt:
    context = payment_context(event)
    return payments.refund_lot(event=event, fund=FUND, lot=lot, context=context, buyer=buyer)


def void(event: Event, receipt: Receipt) -> Receipt:
    by = director(event)
    return payments.reverse_receipt(event=event, number=receipt.number, note="", by=by, key=key())


def get_auction(event: Event) -> Auction:
    auction = auction_queries.get_auction(event, FUND)
    assert auction is not None
    return auction


def get_lot(event: Event) -> LotState:
    return get_auction(event).lots[0]


def get_state(event: Event) -> tuple[int, int, tuple[LotRefund, ...]]:
    """What the present buyer of lot 1 has paid and has to pay, and who is refunded; the checker agrees."""
    assert find_codes(event) == set()
    lot = get_lot(event)
    return lot.buyer.paid, lot.buyer.owes, lot.refunds


def refused(act: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(Refusal) as excinfo:
        act(*args, **more)
    return excinfo.value.code


def test_the_money_of_a_former_buyer_is_not_that_of_the_next_one(event: Event) -> None:
    sell(event, "Bruno", 12_50)
    pay(event)
    put_up(event)
    assert get_state(event) == (0, 0, (LotRefund("Bruno", 12_50),))

    sell(event, "Fabio", 14_00)

    assert get_state(event) == (0, 14_00, (LotRefund("Bruno", 12_50),))
    assert pay(event).person == "Fabio"
    back = refund(event)
    assert (back.person, [line.amount for line in back.lines.all()]) == ("Bruno", [-12_50])
    assert get_state(event) == (14_00, 0, ())


def test_a_cheaper_resale_is_not_paid_by_the_former_buyer(event: Event) -> None:
    sell(event, "Peppe", 5_00)
    pay(event)
    put_up(event)
    sell(event, "Rosa", 3_00)

    assert get_state(event) == (0, 3_00, (LotRefund("Peppe", 5_00),))


def test_a_buyer_who_buys_the_lot_again_keeps_the_payment(event: Event) -> None:
    sell(event, "Bruno", 12_50)
    pay(event)
    put_up(event)
    sell(event, "Fabio", 14_00)
    put_up(event)
    sell(event, " bruno", 10_00)

    assert get_lot(event).valid_sale.buyer == "Bruno"  # type: ignore[union-attr]
    assert get_state(event) == (12_50, 0, (LotRefund("Bruno", 2_50),))
    assert refund(event).person == "Bruno"
    assert get_state(event) == (10_00, 0, ())


def test_several_former_buyers_are_refunded_by_name(event: Event) -> None:
    for name, price in (("Bruno", 12_50), ("Fabio", 14_00)):
        sell(event, name, price)
        pay(event)
        put_up(event)
    sell(event, "Gina", 20_00)
    assert get_state(event) == (0, 20_00, (LotRefund("Bruno", 12_50), LotRefund("Fabio", 14_00)))

    assert refused(refund, event) == "buyer_missing"
    assert refused(refund, event, "Gina") == "nothing_owed"
    assert refund(event, "Fabio").person == "Fabio"
    assert refused(refund, event, "Fabio") == "nothing_owed"

    assert get_state(event) == (0, 20_00, (LotRefund("Bruno", 12_50),))


def test_receipts_of_a_former_buyer_can_be_voided_after_the_resale(event: Event) -> None:
    sell(event, "Bruno", 12_50)
    paid = pay(event)
    put_up(event)
    sell(event, "Fabio", 14_00)
    pay(event)

    back = refund(event)
    assert refused(void, event, paid) == "payment_refunded_since"
    void(event, back)
    assert get_state(event) == (14_00, 0, (LotRefund("Bruno", 12_50),))

    void(event, paid)
    assert get_state(event) == (14_00, 0, ())


def test_a_payment_is_taken_from_the_buyer_who_was_seen(event: Event) -> None:
    sell(event, "Bruno", 12_50)
    put_up(event)
    sell(event, "Fabio", 14_00)

    assert refused(pay, event, buyer="Bruno") == "lot_buyer_changed"
    assert pay(event, buyer="Fabio").person == "Fabio"


def play_out_and_pay_prize(event: Event) -> Receipt:
    club_evenings.play_out(event)
    (name, (due, _)), *_others = claims(event, FUND).items()
    assert name == "Bruno"
    lot = get_lot(event).lot.pk
    return payments.pay_prize(
        event=event, fund=FUND, recipient=(None, lot), amount=due, context=payment_context(event)
    )


def test_a_prize_of_the_former_buyer_is_not_that_of_the_next_one(event: Event) -> None:
    sell(event, "Bruno", 12_50)
    pay(event)
    prize = play_out_and_pay_prize(event)
    put_up(event)
    assert claims(event, FUND) == {"Bruno": (0, 12_50)}

    assert refused(sell, event, "Fabio", 14_00) == "lot_prize_paid"
    void(event, prize)
    sell(event, "Fabio", 14_00)
    pay(event)

    assert claims(event, FUND) == {"Fabio": (14_00, 0)}
    assert find_codes(event) == set()


def test_a_prize_receipt_of_a_former_buyer_is_not_voided_after_the_resale(event: Event) -> None:
    sell(event, "Bruno", 12_50)
    pay(event)
    prize = play_out_and_pay_prize(event)
    put_up(event)
    lot = get_lot(event).lot.pk
    returned = payments.take_prize_back(
        event=event, fund=FUND, recipient=(None, lot), amount=12_50, context=payment_context(event)
    )
    assert returned.person == "Bruno"
    sell(event, "Fabio", 14_00)

    assert [refused(void, event, one) for one in (prize, returned)] == ["lot_prize_resold"] * 2


def test_the_totals_of_the_auction_add_up_with_the_half_that_is_bought_back(event: Event) -> None:
    sell(event, "Peppe", 7_33)
    sell(event, "Rosa", 20_00, lot=2)
    auctions.buy_back_half(event=event, fund=FUND, lot=1, by=director(event), key=key())
    pay(event)

    def totals() -> tuple[int, int, int, int]:
        auction = get_auction(event)
        return auction.total, auction.paid, auction.unpaid, auction.to_refund

    assert totals() == (27_33, 3_67, 23_66, 0)
    carla = get_lot(event).players[0]
    due = next(due for due in fee_factories.account(event, carla.name).dues if due.terms.fund == FUND)
    assert (due.owes, get_lot(event).half.owes) == (3_66, 3_66)
    fee_factories.everybody_pays(event)
    assert totals() == (27_33, 7_33, 20_00, 0)

    put_up(event)
    assert totals() == (20_00, 0, 20_00, 7_33)
    assert get_lot(event).refunds == (LotRefund("Peppe", 3_67),)
    assert get_lot(event).half.surplus == 3_66


def test_page_and_api_name_whom_to_refund(event: Event, client: Client) -> None:
    sell(event, "Bruno", 12_50)
    pay(event)
    put_up(event)
    sell(event, "Fabio", 14_00)
    client.force_login(director(event))

    page = client.get(path_of(event, "desk/money/auction/")).content.decode()
    texts = ("€12.50 to refund to Bruno", "Refund €12.50 to Bruno", "owes €14.00", "Collect €14.00 in cash")
    assert [" ".join(page.split()).count(text) for text in texts] == [1, 1, 1, 1]

    auction = client.get(f"/api/v1/events/{event.pk}/auctions/{FUND}/").json()
    totals = {name: auction[name] for name in ("total", "paid", "unpaid", "to_refund")}
    assert totals == {"total": 14_00, "paid": 0, "unpaid": 14_00, "to_refund": 12_50}
    lot = auction["lots"][0]
    assert (lot["buyer"], lot["paid"], lot["owes"]) == ("Fabio", 0, 14_00)
    assert lot["refunds"] == [{"buyer": "Bruno", "amount": 12_50}]


def test_the_ledger_says_who_buys_back_half(event: Event, client: Client) -> None:
    sell(event, "Zio Peppe", 7_33)
    auctions.buy_back_half(event=event, fund=FUND, lot=1, by=director(event), key=key())
    client.force_login(director(event))
    name = get_lot(event).players[0].desk_name

    def read(language: str) -> str:
        address = path_of(event, "desk/money/ledger/")
        return client.get(address, headers={"accept-language": language}).content.decode()

    assert f"{name} buys back half of lot 1 from Zio Peppe." in read("en")
    assert f"{name} riscatta metà del lotto 1 da Zio Peppe." in read("it")


def move_payment_to_the_next_buyer(money: dict[str, Any]) -> None:
    """Count the former buyer's payment for the present one: the fault of earlier versions."""
    money["receipts"][0]["lines"][0]["sale"] = money["sales"][-1]["seq"]


def show_payment_of_the_next_buyer(money: dict[str, Any]) -> None:
    row = next(one for one in money["shown"]["accounts"] if one["lot"] == 1)
    row["paid"] = 12_50


def forget_former_buyer(money: dict[str, Any]) -> None:
    money["shown"]["former_buyers"] = []


def refund_more_to_former_buyer(money: dict[str, Any]) -> None:
    line = money["receipts"][0]["lines"][0]
    refund = {**line, "kind": "refund", "amount": -14_00}
    next_number = money["receipts"][-1]["number"] + 1
    money["receipts"].append({**money["receipts"][0], "number": next_number, "lines": [refund]})


def pay_for_sale_without_buyer(money: dict[str, Any]) -> None:
    money["receipts"][0]["lines"][0]["sale"] = 2


@pytest.mark.parametrize(
    ("forge", "code"),
    [
        (move_payment_to_the_next_buyer, "wrong_due"),
        (show_payment_of_the_next_buyer, "wrong_due"),
        (forget_former_buyer, "wrong_due"),
        (refund_more_to_former_buyer, "refund_too_large"),
        (pay_for_sale_without_buyer, "money_unreadable"),
    ],
)
def test_the_checker_finds_money_credited_to_another_buyer(event: Event, forge: Any, code: str) -> None:
    sell(event, "Bruno", 12_50)
    pay(event)
    put_up(event)
    sell(event, "Fabio", 14_00)
    pay(event)
    money = read_money(event)
    assert money["shown"]["former_buyers"] == [{"fund": 1, "lot": 1, "buyer": "Bruno", "paid": 12_50}]

    forge(money)

    assert code in find_codes(event, money)


def test_a_stale_collect_button_takes_nothing_from_the_next_buyer(event: Event, client: Client) -> None:
    sell(event, "Fabio", 14_00)
    client.force_login(director(event))

    answer = send(client, event, "lot-paid", fund=FUND, lot=1, method="cash", buyer="Bruno", key="stale")

    assert unescape(refusal_reason(answer)) == "Lot 1 is now Fabio's. Check, then collect."
    assert not ReceiptLine.objects.exists()


def test_earlier_receipts_are_given_the_sale_of_the_person_on_them(event: Event) -> None:
    sell(event, "Bruno", 12_50)
    pay(event)
    put_up(event)
    sell(event, "Fabio", 14_00)
    voided = pay(event)
    void(event, voided)
    pay(event)
    refund(event, "Bruno")
    right = list(ReceiptLine.objects.order_by("pk").values_list("sale__buyer", flat=True))
    assert right == ["Bruno", "Fabio", "Fabio", "Fabio", "Bruno"]
    ReceiptLine.objects.update(sale=Sale.objects.get(buyer="Fabio"))
    # An anonymised buyer is not the person on the receipt any more.
    Receipt.objects.filter(number=1).update(person="N. N.")

    migration = import_module("tournaments.finances.migrations.0003_receipt_line_sale")
    migration.name_sales_of_lines(apps, None)

    assert list(ReceiptLine.objects.order_by("pk").values_list("sale__buyer", flat=True)) == right


def test_the_table_of_accounts_has_present_and_former_buyers(event: Event, client: Client) -> None:
    sell(event, "Bruno Neri", 12_50)
    pay(event)
    put_up(event)
    sell(event, "Fabio Neri", 14_00)
    client.force_login(director(event))

    table = client.get(path_of(event, "desk/money/files/accounts.csv")).content.decode()

    rows = [row[1:] for row in csv.reader(table.splitlines()) if row[1].endswith("Neri")]
    assert rows == [
        ["Bruno Neri", "Calcutta", "0.00", "12.50", "0.00", "12.50"],
        ["Fabio Neri", "Calcutta", "14.00", "0.00", "14.00", "0.00"],
    ]
