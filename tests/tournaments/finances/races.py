"""Several hands in one till at the same moment. Run by `tests/house/test_races.py` on a real PostgreSQL."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.racing import ON_POSTGRES, at_once
from tests.tournaments import nights
from tests.tournaments.finances import purses
from tests.tournaments.finances.purses import account, claims, director, hand, key, player
from tournaments.finances.models import FundKind, Move, Receipt
from tournaments.finances.services import auctions, payments, payouts, receipts

pytestmark = ON_POSTGRES


def numbers() -> list[int]:
    return list(Receipt.objects.order_by("number").values_list("number", flat=True))


def test_two_operators_who_take_the_same_fee_take_it_once() -> None:
    event = purses.a_paying_night()
    anna = player(event, "Anna")
    hands = [hand(event) for _ in range(6)]
    told = at_once(
        [lambda h=h: payments.take(event=event, player=anna, amount=60_00, hand=h).number for h in hands]  # type: ignore[misc]
    )
    assert Counter(told) == {1: 1, "nothing_owed": 5}
    assert (account(event, "Anna").paid, numbers()) == (60_00, [1])


def test_one_tap_that_arrives_six_times_is_one_receipt() -> None:
    event = purses.a_paying_night()
    anna, same = player(event, "Anna"), hand(event, key_="tap")
    told = at_once(
        [lambda: payments.take(event=event, player=anna, amount=60_00, hand=same).number for _ in range(6)]
    )
    assert (told, Move.objects.count()) == ([1] * 6, 1)


def test_everybody_paid_beside_single_payers_takes_nothing_twice_and_leaves_no_gap() -> None:
    event = purses.a_paying_night()
    everybody = [hand(event), hand(event)]
    singles = [(player(event, name), hand(event)) for name in ("Anna", "Bruno", "Carla")]
    at_once(
        [
            *(lambda h=h: payments.take_everybody(event=event, hand=h) for h in everybody),  # type: ignore[misc]
            *(
                lambda p=p, h=h: payments.take(event=event, player=p, amount=60_00, hand=h)  # type: ignore[misc]
                for p, h in singles
            ),
        ]
    )
    assert sum(move.amount for move in Move.objects.all()) == 8 * 60_00
    assert numbers() == list(range(1, 9))


def test_a_prize_asked_for_at_two_desks_is_paid_at_one() -> None:
    event = purses.a_paying_night()
    purses.everybody_pays(event)
    nights.play_out(event)
    winner = event.entries.get(place_from=1, place_to=1).player
    hands = [hand(event) for _ in range(4)]

    def pay(one: Any) -> Callable[[], Any]:
        return lambda: (
            payouts.pay(event=event, fund=0, whose=(winner.pk, None), amount=144_00, hand=one).number
        )

    told = at_once([pay(one) for one in hands])
    assert Counter(told) == {9: 1, "prize_changed": 3}
    assert claims(event)[winner.name] == (144_00, 144_00)


def test_a_receipt_is_taken_back_once_and_a_lot_is_sold_once() -> None:
    event = purses.a_paying_night()
    by = director(event)
    payments.take(event=event, player=player(event, "Anna"), amount=60_00, hand=hand(event))

    def take_back() -> Callable[[], Any]:
        fresh = key()
        return lambda: receipts.take_back(event=event, number=1, note="", by=by, key=fresh).number

    back = at_once([take_back() for _ in range(4)])
    auction = purses.a_pool(event, "Calcutta", FundKind.AUCTION)
    auctions.make_lots(event=event, fund=auction.fund, lots=[[1]], by=by)

    def sell(buyer: str) -> Callable[[], Any]:
        fresh = key()
        return lambda: (
            auctions.sell(
                event=event, fund=auction.fund, lot=1, buyer=buyer, price=5_00, by=by, key=fresh
            ).buyer
        )

    sold = at_once([sell(buyer) for buyer in ("Zeno", "Yves", "Xenia")])
    assert Counter(back) == {2: 1, "taken_back_already": 3}
    assert sold.count("lot_sold") == 2
    assert numbers() == [1, 2]
