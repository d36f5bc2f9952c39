"""Concurrent payments at one cash desk. Run by `tests/site/test_races.py` on PostgreSQL."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.concurrent_clients import ON_POSTGRES, at_once
from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import account, claims, director, key, payment_context, player
from tournaments.finances.models import FundKind, Receipt, ReceiptLine
from tournaments.finances.services import auctions, payments

pytestmark = ON_POSTGRES


def numbers() -> list[int]:
    return list(Receipt.objects.order_by("number").values_list("number", flat=True))


def test_a_fee_taken_by_several_operators_is_taken_once() -> None:
    event = fee_factories.a_paying_night()
    anna = player(event, "Anna")
    contexts = [payment_context(event) for _ in range(6)]
    answers = at_once(
        [
            lambda context=context: (
                payments.take_payment(event=event, player=anna, amount=60_00, context=context).number
            )
            for context in contexts
        ]  # type: ignore[misc]
    )
    assert Counter(answers) == {1: 1, "nothing_owed": 5}
    assert (account(event, "Anna").paid, numbers()) == (60_00, [1])


def test_a_payment_repeated_with_its_key_is_one_receipt() -> None:
    event = fee_factories.a_paying_night()
    anna, context = player(event, "Anna"), payment_context(event, key_="tap")
    receipt_numbers = at_once(
        [
            lambda: payments.take_payment(event=event, player=anna, amount=60_00, context=context).number
            for _ in range(6)
        ]
    )
    assert (receipt_numbers, ReceiptLine.objects.count()) == ([1] * 6, 1)


def test_all_payments_and_single_ones_at_once_take_nothing_twice() -> None:
    event = fee_factories.a_paying_night()
    everybody = [payment_context(event), payment_context(event)]
    singles = [(player(event, name), payment_context(event)) for name in ("Anna", "Bruno", "Carla")]
    at_once(
        [
            *(
                lambda context=context: payments.take_all_payments(event=event, context=context)
                for context in everybody
            ),  # type: ignore[misc]
            *(
                lambda payer=payer, context=context: payments.take_payment(
                    event=event, player=payer, amount=60_00, context=context
                )  # type: ignore[misc]
                for payer, context in singles
            ),
        ]
    )
    assert sum(move.amount for move in ReceiptLine.objects.all()) == 8 * 60_00
    assert numbers() == list(range(1, 9))


def test_a_prize_paid_at_several_desks_is_paid_once() -> None:
    event = fee_factories.a_paying_night()
    fee_factories.everybody_pays(event)
    club_evenings.play_out(event)
    winner = event.entries.get(place_from=1, place_to=1).player
    contexts = [payment_context(event) for _ in range(4)]

    def pay(context: Any) -> Callable[[], Any]:
        return lambda: (
            payments.pay_prize(
                event=event, fund=0, recipient=(winner.pk, None), amount=144_00, context=context
            ).number
        )

    answers = at_once([pay(context) for context in contexts])
    assert Counter(answers) == {9: 1, "prize_paid": 3}
    assert claims(event)[winner.name] == (144_00, 144_00)


def test_a_receipt_is_reversed_once_and_a_lot_is_sold_once() -> None:
    event = fee_factories.a_paying_night()
    by = director(event)
    payments.take_payment(
        event=event, player=player(event, "Anna"), amount=60_00, context=payment_context(event)
    )

    def take_back() -> Callable[[], Any]:
        fresh = key()
        return lambda: payments.reverse_receipt(event=event, number=1, note="", by=by, key=fresh).number

    back = at_once([take_back() for _ in range(4)])
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    auctions.make_lots(event=event, fund=auction.fund, lots=[[1]], by=by)

    def sell(buyer: str) -> Callable[[], Any]:
        fresh = key()
        return lambda: (
            auctions.sell_lot(
                event=event, fund=auction.fund, lot=1, buyer=buyer, price=5_00, by=by, key=fresh
            ).buyer
        )

    sold = at_once([sell(buyer) for buyer in ("Zeno", "Yves", "Xenia")])
    assert Counter(back) == {2: 1, "taken_back_already": 3}
    assert sold.count("lot_sold") == 2
    assert numbers() == [1, 2]
