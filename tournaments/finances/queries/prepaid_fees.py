"""Fees taken with a registration whose player is not entered: prepaid until then, to refund, or retained."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db.models import Min, Sum

from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.models import PAID_KINDS, Receipt, ReceiptLine
from tournaments.finances.prizes.pot import Fund, Payer
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.models import Event
from tournaments.registry import PaidSignUp

TO_ENTER, TO_REFUND, RETAINED = "to_enter", "to_refund", "retained"


@dataclass(frozen=True, slots=True)
class PrepaidFee:
    """The fee prepaid for a registration, in the smallest coin.

    `key` is that of the `registry.PaidSignUp`, `receipt` the number of the receipt. `status` is `TO_ENTER`
    while the person may still be entered, `TO_REFUND` after the registration has ended, or `RETAINED`.
    `payer` has what will be to pay once the person is entered, and what was paid of it.
    """

    key: str
    name: str
    reference: str
    amount: int
    receipt: int
    status: str
    payer: Payer


def sum_prepaid_fees(event: Event) -> Mapping[str, int]:
    """Return the fees prepaid for registrations of an event by the key of the sign-up. One query."""
    prepaid = ReceiptLine.objects.filter(event=event, player=None).exclude(sign_up="").order_by()
    sums = prepaid.values("sign_up").annotate(prepaid=Sum("amount")).filter(prepaid__gt=0)
    return dict(sums.values_list("sign_up", "prepaid"))


def sum_sign_up_payments(event: Event) -> Mapping[str, int]:
    """Return what was taken for registrations of an event, entered or not, by the key of the sign-up.

    Refunds and reversals are deducted. In the smallest coin; one query.
    """
    lines = ReceiptLine.objects.filter(event=event).exclude(sign_up="").order_by()
    return dict(lines.values_list("sign_up").annotate(taken=Sum("amount")))


def list_payment_methods(event: Event) -> Mapping[int, Sequence[str]]:
    """Return by player the methods by which the entry fee was paid, without what was refunded in full since.

    One query.
    """
    rows = ReceiptLine.objects.filter(event=event, fund=FEES, kind__in=PAID_KINDS, player__isnull=False)
    balances: defaultdict[int, int] = defaultdict(int)
    methods: dict[int, list[str]] = {}
    lines = rows.order_by("receipt__number", "pk").values_list("player", "amount", "receipt__method")
    for player, amount, method in lines:
        balances[player] += amount
        if balances[player] <= 0:
            methods.pop(player, None)
        elif amount > 0 and method not in methods.setdefault(player, []):
            methods[player].append(method)
    return methods


def list_prepaid_payers(event: Event) -> Mapping[str, Payer]:
    """Return what is to pay and was paid for each sign-up marked as paid that may still be entered, by key.

    It is what the account of the player will have: the announced price or the usual fee of now, with
    the late fee that was paid.
    """
    sign_ups = [one for rows in registry.paid_sign_ups(event) for one in rows]
    return _make_prepaid_payers(event, sign_ups, sum_prepaid_fees(event)) if sign_ups else {}


def list_prepaid_fees(event: Event) -> list[PrepaidFee]:
    """Return the fees prepaid for registrations of an event, by their receipts."""
    prepaid = sum_prepaid_fees(event)
    if not prepaid:
        return []
    sign_ups = {one.key: one for rows in registry.paid_sign_ups(event) for one in rows}
    lines = ReceiptLine.objects.filter(event=event, sign_up__in=prepaid).order_by()
    first_receipts = dict(lines.values_list("sign_up").annotate(first=Min("receipt")))
    receipts = Receipt.objects.in_bulk(first_receipts.values())
    payers = _make_prepaid_payers(event, sign_ups.values(), prepaid)
    fees = []
    for key, amount in prepaid.items():
        receipt, sign_up = receipts[first_receipts[key]], sign_ups.get(key)
        status = TO_REFUND
        if sign_up is not None and (sign_up.is_active or sign_up.is_retained):
            status = TO_ENTER if sign_up.is_active else RETAINED
        name = sign_up.name if sign_up is not None and sign_up.name else receipt.person
        kept = Payer(0 if status == TO_REFUND else amount, amount)
        payer = payers.get(key, kept)
        fees.append(PrepaidFee(key, name, receipt.note, amount, receipt.number, status, payer))
    return sorted(fees, key=lambda fee: fee.receipt)


def _make_prepaid_payers(
    event: Event, sign_ups: Iterable[PaidSignUp], prepaid: Mapping[str, int]
) -> Mapping[str, Payer]:
    terms, currency = get_terms(event).get(FEES), event.tournament.currency
    if terms is None:
        return {}

    def get_fee(one: PaidSignUp) -> int:
        has_price = one.price is not None and terms.total_fee
        price = count_coins(one.price or Decimal(0), currency) if has_price else terms.total_fee
        return price + count_coins(one.late_fee, currency)

    return {
        one.key: Payer(get_fee(one), prepaid.get(one.key, 0))
        for one in sign_ups
        if one.is_active and one.player is None
    }


def add_prepaid_fees(fund: Fund, prepaid_fees: Iterable[PrepaidFee]) -> Fund:
    """Return the fund of the entry fees with those prepaid for registrations, which are not in its pot."""
    prepaid = sum(fee.amount for fee in prepaid_fees)
    return replace(fund, came_in=fund.came_in + prepaid, prepaid=prepaid)


def sum_to_refund(prepaid_fees: Iterable[PrepaidFee]) -> int:
    """Return the sum of the prepaid fees that are to be refunded."""
    return sum(fee.amount for fee in prepaid_fees if fee.status == TO_REFUND)
