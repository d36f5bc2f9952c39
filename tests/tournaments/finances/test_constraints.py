"""Every constraint of the tables of money is attacked: the database says no, whatever the door."""

from typing import Any

import pytest

from tests.tournaments.finances import purses
from tests.tournaments.finances.purses import director, hand, key, player
from tests.tournaments.test_event_constraints import a_copy, broken, rewritten
from tournaments.finances.models import (
    Cashier,
    Charge,
    Count,
    CountKind,
    FundKind,
    Lot,
    LotPlayer,
    Move,
    Receipt,
    Sale,
    Terms,
    Till,
)
from tournaments.finances.services import auctions, payments, pools
from tournaments.finances.services import cash_counts as drawers
from tournaments.finances.services import cash_desks as tills
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def scene(lasting: None) -> Event:
    """An event where everything about money has happened once."""
    event = purses.a_paying_night()
    by, anna = director(event), player(event, "Anna")
    pool = purses.a_pool(event)
    pools.join(event=event, fund=pool.fund, player=anna, by=by, key=key())
    pools.set_fee(event=event, player=player(event, "Bruno"), amount=30_00, note="", by=by, key=key())
    payments.take(event=event, player=anna, amount=80_00, hand=hand(event))
    auction = purses.a_pool(event, "Calcutta", FundKind.AUCTION)
    auctions.make_lots(event=event, fund=auction.fund, lots=[[1], [2]], by=by)
    auctions.sell(event=event, fund=auction.fund, lot=1, buyer="Zeno", price=5_00, by=by, key=key())
    tills.give_right(tournament=event.tournament, username=by.username, by=by)
    drawers.count(
        event=event, operator=by.username, kind=CountKind.FLOAT, amount=0, note="", by=by, key=key()
    )
    return event


@pytest.fixture
def event(scene: Event) -> Event:
    return Event.objects.get(pk=scene.pk)


ROWS: list[tuple[type[Any], dict[str, Any], str]] = [
    (Till, {"currency": "BTC"}, "till_currency_is_known"),
    (Cashier, {"ended_at": "2020-01-01T00:00Z"}, "cashier_ends_by_somebody"),
    (Terms, {"key": ""}, "terms_seq_and_key_given"),
    (Terms, {"kind": "pool"}, "terms_fees_are_fund_zero"),
    (Terms, {"kind": "gift"}, "terms_kind_is_known"),
    (Terms, {"returned": 101}, "terms_return_is_a_percentage"),
    (Terms, {"fee": -1}, "terms_nothing_below_zero"),
    (Terms, {"registration": -1}, "terms_nothing_below_zero"),
    (Terms, {"added": -1}, "terms_nothing_below_zero"),
    (Terms, {"unit": 0}, "terms_unit_of_a_coin"),
    (Terms, {"sharing": "lots"}, "terms_sharing_is_known"),
    (Charge, {"key": ""}, "charge_seq_and_key_given"),
    (Charge, {"kind": "gift"}, "charge_kind_is_known"),
    (Charge, {"amount": 5}, "charge_amount_fits_its_kind"),
    (Charge, {"fund": 0}, "charge_amount_fits_its_kind"),
    (Receipt, {"number": 0}, "receipt_number_and_key_given"),
    (Receipt, {"key": ""}, "receipt_number_and_key_given"),
    (Receipt, {"method": "shells"}, "receipt_method_is_known"),
    (Move, {"kind": "gift"}, "move_kind_is_known"),
    (Move, {"player": None}, "move_is_somebodys"),
    (Move, {"amount": 0}, "move_goes_the_way_of_its_kind"),
    (Move, {"amount": -5}, "move_goes_the_way_of_its_kind"),
    (Move, {"kind": "refund"}, "move_goes_the_way_of_its_kind"),
    (Move, {"kind": "prize"}, "move_goes_the_way_of_its_kind"),
    (Move, {"is_counter": True}, "move_goes_the_way_of_its_kind"),
    (Count, {"amount": -1}, "count_is_an_amount"),
    (Count, {"key": ""}, "count_is_an_amount"),
    (Count, {"kind": "guess"}, "count_kind_is_known"),
    (Lot, {"number": 0}, "lot_counts_from_one"),
    (Lot, {"fund": 0}, "lot_counts_from_one"),
    (Sale, {"key": ""}, "sale_seq_and_key_given"),
    (Sale, {"price": 0}, "sale_has_buyer_and_price"),
    (Sale, {"buyer": ""}, "sale_has_buyer_and_price"),
    (Sale, {"price": -5}, "sale_has_buyer_and_price"),
]


@pytest.mark.parametrize(("table", "changes", "constraint"), ROWS)
def test_a_row_of_money_keeps_its_shape(
    event: Event, table: type[Any], changes: dict[str, Any], constraint: str
) -> None:
    row = table.objects.order_by("pk").first()

    assert constraint in broken(rewritten(row, **changes))


def test_funds_have_names_and_auctions_no_fees(event: Event) -> None:
    pool, auction = Terms.objects.get(kind="pool"), Terms.objects.get(kind="auction")

    assert "terms_pool_has_a_name" in broken(rewritten(pool, name=""))
    assert "terms_auction_has_no_fee" in broken(rewritten(auction, fee=1))
    assert "terms_fees_are_fund_zero" in broken(rewritten(pool, kind="entry"))


def test_a_changed_fee_changes_something(event: Event) -> None:
    assert "charge_amount_fits_its_kind" in broken(rewritten(Charge.objects.get(kind="lowered"), amount=0))


@pytest.mark.parametrize(
    ("table", "changes", "columns"),
    [
        (Till, {}, "tournament"),
        (Cashier, {}, "user"),
        (Terms, {"key": "another"}, "seq"),
        (Terms, {"seq": 9}, "key"),
        (Charge, {"key": "another"}, "seq"),
        (Charge, {"seq": 9}, "key"),
        (Receipt, {"key": "another"}, "number"),
        (Receipt, {"number": 9}, "key"),
        (Count, {}, "key"),
        (Lot, {}, "number"),
        (LotPlayer, {}, "player"),
        (Sale, {"key": "another"}, "seq"),
        (Sale, {"seq": 9}, "key"),
    ],
)
def test_what_is_once_is_once(event: Event, table: type[Any], changes: dict[str, Any], columns: str) -> None:
    row = table.objects.order_by("pk").first()

    assert columns in broken(a_copy(row, **changes))


def test_a_receipt_is_taken_back_once(event: Event) -> None:
    paid = Receipt.objects.get()
    back = a_copy(paid, number=2, key="back", takes_back=paid)
    back()

    assert "takes_back" in broken(a_copy(paid, number=3, key="again", takes_back=paid))
