"""The database constraints of the tables of finances."""

from typing import Any

import pytest

from tests.factory_recordings import replayed
from tests.tournaments.finances import fee_factories
from tests.tournaments.finances.fee_factories import director, key, payment_context, player
from tests.tournaments.play.events.test_event_constraints import a_copy, broken, rewritten
from tournaments.finances.models import (
    CashCount,
    CashCountKind,
    CashDesk,
    Cashier,
    Charge,
    FundKind,
    FundTerms,
    Lot,
    LotPlayer,
    Receipt,
    ReceiptLine,
    Sale,
)
from tournaments.finances.services import (
    auctions,
    cash_counts,
    cashiers,
    charges,
    payments,
    pools,
)
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
@replayed
def module_event(module_transaction: None) -> Event:
    """An event with a row in every table of finances."""
    event = fee_factories.a_paying_night()
    by, anna = director(event), player(event, "Anna")
    pool = fee_factories.a_pool(event)
    pools.join_pool(event=event, fund=pool.fund, player=anna, by=by, key=key())
    charges.set_own_fee(event=event, player=player(event, "Bruno"), amount=30_00, note="", by=by, key=key())
    payments.take_payment(event=event, player=anna, amount=80_00, context=payment_context(event))
    auction = fee_factories.a_pool(event, "Calcutta", FundKind.AUCTION)
    auctions.make_lots(event=event, fund=auction.fund, lots=[[1], [2]], by=by)
    auctions.sell_lot(event=event, fund=auction.fund, lot=1, buyer="Zeno", price=5_00, by=by, key=key())
    cashiers.appoint_cashier(tournament=event.tournament, username=by.username, by=by)
    cash_counts.record_count(
        event=event, operator=by.username, kind=CashCountKind.FLOAT, amount=0, note="", by=by, key=key()
    )
    return event


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


ROWS: list[tuple[type[Any], dict[str, Any], str]] = [
    (Cashier, {"ended_at": "2020-01-01T00:00Z"}, "cashier_ends_by_somebody"),
    (FundTerms, {"key": ""}, "terms_seq_and_key_given"),
    (FundTerms, {"kind": "pool"}, "terms_fees_are_fund_zero"),
    (FundTerms, {"kind": "gift"}, "terms_kind_is_known"),
    (FundTerms, {"returned": 101}, "terms_return_is_a_percentage"),
    (FundTerms, {"fee": -1}, "terms_nothing_below_zero"),
    (FundTerms, {"registration": -1}, "terms_nothing_below_zero"),
    (FundTerms, {"added": -1}, "terms_nothing_below_zero"),
    (FundTerms, {"unit": 0}, "terms_unit_of_a_coin"),
    (FundTerms, {"sharing": "lots"}, "terms_sharing_is_known"),
    (Charge, {"key": ""}, "charge_seq_and_key_given"),
    (Charge, {"kind": "gift"}, "charge_kind_is_known"),
    (Charge, {"kind": "retained"}, "charge_amount_fits_its_kind"),
    (Charge, {"amount": 5}, "charge_amount_fits_its_kind"),
    (Charge, {"fund": 0}, "charge_amount_fits_its_kind"),
    (Receipt, {"number": 0}, "receipt_number_and_key_given"),
    (Receipt, {"key": ""}, "receipt_number_and_key_given"),
    (Receipt, {"method": "shells"}, "receipt_method_is_known"),
    (ReceiptLine, {"kind": "gift"}, "receipt_line_kind_is_known"),
    (ReceiptLine, {"player": None}, "receipt_line_has_an_owner"),
    (ReceiptLine, {"amount": 0}, "receipt_line_sign_fits_its_kind"),
    (ReceiptLine, {"amount": -5}, "receipt_line_sign_fits_its_kind"),
    (ReceiptLine, {"kind": "refund"}, "receipt_line_sign_fits_its_kind"),
    (ReceiptLine, {"kind": "prize"}, "receipt_line_sign_fits_its_kind"),
    (ReceiptLine, {"is_reversal": True}, "receipt_line_sign_fits_its_kind"),
    (CashCount, {"amount": -1}, "count_is_an_amount"),
    (CashCount, {"key": ""}, "count_is_an_amount"),
    (CashCount, {"kind": "guess"}, "count_kind_is_known"),
    (Lot, {"number": 0}, "lot_counts_from_one"),
    (Lot, {"fund": 0}, "lot_counts_from_one"),
    (Sale, {"key": ""}, "sale_seq_and_key_given"),
    (Sale, {"price": 0}, "sale_has_buyer_and_price"),
    (Sale, {"buyer": ""}, "sale_has_buyer_and_price"),
    (Sale, {"price": -5}, "sale_has_buyer_and_price"),
]


@pytest.mark.parametrize(("table", "changes", "constraint"), ROWS)
def test_a_ledger_row_meets_its_constraints(
    event: Event, table: type[Any], changes: dict[str, Any], constraint: str
) -> None:
    row = table.objects.order_by("pk").first()

    assert constraint in broken(rewritten(row, **changes))


def test_funds_have_names_and_auctions_no_fees(event: Event) -> None:
    pool, auction = FundTerms.objects.get(kind="pool"), FundTerms.objects.get(kind="auction")

    assert "terms_pool_has_a_name" in broken(rewritten(pool, name=""))
    assert "terms_auction_has_no_fee" in broken(rewritten(auction, fee=1))
    assert "terms_fees_are_fund_zero" in broken(rewritten(pool, kind="entry"))


def test_a_changed_fee_changes_something(event: Event) -> None:
    assert "charge_amount_fits_its_kind" in broken(rewritten(Charge.objects.get(kind="own_fee"), amount=-1))


@pytest.mark.parametrize(
    ("table", "changes", "columns"),
    [
        (CashDesk, {}, "tournament"),
        (Cashier, {}, "user"),
        (FundTerms, {"key": "another"}, "seq"),
        (FundTerms, {"seq": 9}, "key"),
        (Charge, {"key": "another"}, "seq"),
        (Charge, {"seq": 9}, "key"),
        (Receipt, {"key": "another"}, "number"),
        (Receipt, {"number": 9}, "key"),
        (CashCount, {}, "key"),
        (Lot, {}, "number"),
        (LotPlayer, {}, "player"),
        (Sale, {"key": "another"}, "seq"),
        (Sale, {"seq": 9}, "key"),
    ],
)
def test_rows_are_unique(event: Event, table: type[Any], changes: dict[str, Any], columns: str) -> None:
    row = table.objects.order_by("pk").first()

    assert columns in broken(a_copy(row, **changes))


def test_a_receipt_is_reversed_once(event: Event) -> None:
    paid = Receipt.objects.get()
    back = a_copy(paid, number=2, key="back", reverses=paid)
    back()

    assert "reverses" in broken(a_copy(paid, number=3, key="again", reverses=paid))
