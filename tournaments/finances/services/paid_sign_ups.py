"""Receipts of sign-ups whose fee the desk marked as paid: written, and reversed when the mark is removed."""

from django.db import transaction

from matches.models import User
from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.models import CashDesk, Receipt, ReceiptLineKind
from tournaments.finances.permissions import must_handle_money
from tournaments.finances.queries import accounts
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.finances.queries.late_fee_payers import list_own_fees
from tournaments.finances.services.charges import write_late_fee
from tournaments.finances.services.payments import (
    NewLine,
    PaymentContext,
    reverse_receipt,
    write_receipt,
)
from tournaments.models import Event
from tournaments.registry import PaidSignUp

KEY_PREFIX, REVERSAL_KEY_PREFIX = "sign-up", "sign-up-back"


@transaction.atomic
def update_receipts(*, event: Event, by: User) -> None:
    """Write a receipt for each sign-up marked as paid, and reverse those of marks that were withdrawn.

    The entry fee of each marked entry is taken once, by the method of its mark: what it still owes, and no
    more than the fee of the registration. A late fee that is part of that fee is added to the dues first. A
    receipt is reversed when its mark or its entry is removed. A receipt that was reversed at the cash desk is
    not written again. Nothing happens while fees are off.

    Refuses `cashiers_only`.
    """
    cash_desk = CashDesk.objects.select_for_update().filter(tournament=event.tournament_id).first()
    if cash_desk is None or FEES not in get_terms(event):
        return
    must_handle_money(by, event.tournament)
    paid_by_prefix = {
        _get_key_prefix(event, sign_up): sign_up
        for sign_ups in registry.paid_sign_ups(event)
        for sign_up in sign_ups
    }
    receipts: dict[str, list[Receipt]] = {}
    rows = cash_desk.receipts.filter(key__startswith=f"{KEY_PREFIX}-{event.pk}-").select_related(
        "reversed_by"
    )
    for receipt in rows.order_by("number"):
        receipts.setdefault(receipt.key.rpartition("-")[0], []).append(receipt)
    for prefix, prefix_receipts in receipts.items():
        if prefix not in paid_by_prefix and not _is_reversed(prefix_receipts[-1]):
            _reverse_receipt(event, prefix_receipts[-1], by)
    for prefix, sign_up in paid_by_prefix.items():
        prefix_receipts = receipts.get(prefix, [])
        if all(_was_withdrawn(receipt) for receipt in prefix_receipts):
            _take_fee(cash_desk, event, sign_up, f"{prefix}-{len(prefix_receipts) + 1}", by)


def _get_key_prefix(event: Event, sign_up: PaidSignUp) -> str:
    return f"{KEY_PREFIX}-{event.pk}-{sign_up.key}"


def _take_fee(cash_desk: CashDesk, event: Event, sign_up: PaidSignUp, key: str, by: User) -> None:
    if sign_up.late_fee and not list_own_fees(event).filter(player=sign_up.player):
        late_fee = count_coins(sign_up.late_fee, cash_desk.tournament.currency)
        write_late_fee(event=event, player=sign_up.player, amount=late_fee, by=by, key=key)
    account = accounts.get_account(event, sign_up.player.pk)
    dues = account.dues if account is not None else ()
    owes = next((due.owes for due in dues if due.terms.fund == FEES), 0)
    if sign_up.fee is not None:
        owes = min(owes, count_coins(sign_up.fee, cash_desk.tournament.currency))
    if owes > 0:
        write_receipt(
            cash_desk=cash_desk,
            event=event,
            context=PaymentContext(by, sign_up.method, key, sign_up.reference),
            lines=[NewLine(FEES, ReceiptLineKind.PAYMENT, owes, sign_up.player)],
        )


def _reverse_receipt(event: Event, receipt: Receipt, by: User) -> None:
    key = f"{REVERSAL_KEY_PREFIX}-{receipt.pk}"
    reverse_receipt(event=event, number=receipt.number, note=receipt.note, by=by, key=key)


def _is_reversed(receipt: Receipt) -> bool:
    return hasattr(receipt, "reversed_by")


def _was_withdrawn(receipt: Receipt) -> bool:
    """Whether a receipt was reversed because its mark or its entry was removed."""
    return _is_reversed(receipt) and receipt.reversed_by.key.startswith(REVERSAL_KEY_PREFIX)
