"""Fees taken with a registration whose player is not entered: held until then, to refund, or kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Min, Sum

from tournaments import registry
from tournaments.finances.models import Receipt, ReceiptLine
from tournaments.finances.prizes.pot import Fund
from tournaments.models import Event

TO_ENTER, TO_REFUND, KEPT = "to_enter", "to_refund", "kept"


@dataclass(frozen=True, slots=True)
class HeldFee:
    """The fee held for a registration, in the smallest coin.

    `key` is that of the `registry.PaidSignUp`, `receipt` the number of the receipt. `status` is `TO_ENTER`
    while the person may still be entered, `TO_REFUND` after the registration has ended, or `KEPT`.
    """

    key: str
    name: str
    reference: str
    amount: int
    receipt: int
    status: str


def sum_held_fees(event: Event) -> Mapping[str, int]:
    """Return the fees held for registrations of an event by the key of the sign-up. One query."""
    held = ReceiptLine.objects.filter(event=event, player=None).exclude(sign_up="").order_by()
    sums = held.values("sign_up").annotate(held=Sum("amount")).filter(held__gt=0)
    return dict(sums.values_list("sign_up", "held"))


def list_held_fees(event: Event) -> list[HeldFee]:
    """Return the fees held for registrations of an event, by their receipts."""
    held = sum_held_fees(event)
    if not held:
        return []
    sign_ups = {one.key: one for rows in registry.paid_sign_ups(event) for one in rows}
    lines = ReceiptLine.objects.filter(event=event, sign_up__in=held).order_by()
    first_receipts = dict(lines.values_list("sign_up").annotate(first=Min("receipt")))
    receipts = Receipt.objects.in_bulk(first_receipts.values())
    fees = []
    for key, amount in held.items():
        receipt, sign_up = receipts[first_receipts[key]], sign_ups.get(key)
        status = TO_REFUND
        if sign_up is not None and (sign_up.is_active or sign_up.is_kept):
            status = TO_ENTER if sign_up.is_active else KEPT
        name = sign_up.name if sign_up is not None and sign_up.name else receipt.person
        fees.append(HeldFee(key, name, receipt.note, amount, receipt.number, status))
    return sorted(fees, key=lambda fee: fee.receipt)


def add_held_fees(fund: Fund, held_fees: Iterable[HeldFee]) -> Fund:
    """Return the fund of the entry fees with those held for registrations, which are not in its pot."""
    held = sum(fee.amount for fee in held_fees)
    return replace(fund, came_in=fund.came_in + held, held=held)


def sum_to_refund(held_fees: Iterable[HeldFee]) -> int:
    """Return the sum of the held fees that are to be refunded."""
    return sum(fee.amount for fee in held_fees if fee.status == TO_REFUND)
