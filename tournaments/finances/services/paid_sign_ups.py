"""Receipts of sign-ups whose fee the desk marked as paid: written, assigned to players, reversed, refunded.

The fee is in the books from the mark on. Until the person is entered its lines have no player.
"""

from collections.abc import Collection, Sequence

from django.db import transaction

from matches.actors import require_actor
from matches.models import Player, User
from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.models import CashDesk, Charge, Receipt, ReceiptLine, ReceiptLineKind
from tournaments.finances.permissions import must_handle_money
from tournaments.finances.queries import accounts
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.dues import ChargeRow, summarize_charges
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.finances.queries.prepaid_fees import sum_prepaid_fees
from tournaments.finances.services import cash_desks
from tournaments.finances.services.charges import remove_charges_of_payment, write_late_fee
from tournaments.finances.services.payments import (
    NewLine,
    PaymentContext,
    reverse_receipt,
    write_receipt,
)
from tournaments.models import Event
from tournaments.registry import PaidSignUp

KEY_PREFIX, REVERSAL_KEY_PREFIX, REFUND_KEY_PREFIX = "sign-up", "sign-up-back", "sign-up-refund"


@transaction.atomic
def take_marked_fees(*, event: Event, by: User, keys: Collection[str] | None = None) -> None:
    """Write a receipt for each of these sign-ups (`PaidSignUp.key`), None for all, that is marked as paid.

    The fee is taken once, by the method of the mark. Of a sign-up that is not entered it is the fee that was
    due when it was marked, prepaid without a player until the person is entered. Of an entry it is what is
    still due, and no more than was due before it was entered. A late fee that is part of the fee is added to
    the dues of the player. Nothing happens while fees are off.

    For services that act on payments or fees. Refuses `cashiers_only`.
    """
    cash_desk = _lock_cash_desk(event)
    if cash_desk is None:
        return
    must_handle_money(by, event.tournament)
    lines_by_key = _load_lines(event)
    for sign_up in _list_paid_sign_ups(event):
        receipts = _list_payments(lines_by_key.get(sign_up.key, ()))
        is_taken = any(not hasattr(receipt, "reversed_by") for receipt in receipts)
        if not is_taken and (keys is None or sign_up.key in keys):
            _take_fee(cash_desk, event, sign_up, len(receipts) + 1, by)


@transaction.atomic
def reverse_marked_fees(*, event: Event, by: User, keys: Collection[str]) -> None:
    """Reverse the receipts of these sign-ups (`PaidSignUp.key`), whose marks were removed.

    Refuses as `reverse_receipt`: `cashiers_only`, and `payment_refunded_since` for a fee that was refunded.
    """
    require_actor(by)
    if _lock_cash_desk(event) is None:
        return
    lines_by_key = _load_lines(event)
    for key in keys:
        for receipt in _list_payments(lines_by_key.get(key, ())):
            if not hasattr(receipt, "reversed_by"):
                reverse_receipt(
                    event=event,
                    number=receipt.number,
                    note=receipt.note,
                    by=by,
                    key=f"{REVERSAL_KEY_PREFIX}-{receipt.pk}",
                )


@transaction.atomic
def assign_receipts(*, event: Event, by: User) -> None:
    """Assign the receipts of sign-ups marked as paid to the players they are entered as, or to none.

    It follows what the desk does with entries, undo and redo among it, and writes no receipt: the money that
    was taken stays as it is. A late fee that was paid is added to the dues of a player. What was refunded to
    a player at the cash desk stays with the player.

    For services that have checked the permission of `by`.
    """
    require_actor(by)
    cash_desk = _lock_cash_desk(event)
    if cash_desk is None:
        return
    lines_by_key = _load_lines(event)
    for sign_up in _list_paid_sign_ups(event):
        if sign_up.key in lines_by_key:
            _assign_lines(cash_desk, event, sign_up, lines_by_key[sign_up.key], by)


def _lock_cash_desk(event: Event) -> CashDesk | None:
    """Return the locked cash desk of an event, None while its fees are off."""
    cash_desk = CashDesk.objects.select_for_update().filter(tournament=event.tournament_id).first()
    return cash_desk if cash_desk is not None and FEES in get_terms(event) else None


def _list_paid_sign_ups(event: Event) -> list[PaidSignUp]:
    return [one for rows in registry.paid_sign_ups(event) for one in rows]


def _load_lines(event: Event) -> dict[str, list[ReceiptLine]]:
    """Return the lines of sign-ups by `PaidSignUp.key`, the oldest first."""
    lines_by_key: dict[str, list[ReceiptLine]] = {}
    rows = ReceiptLine.objects.filter(event=event).exclude(sign_up="").select_related("receipt__reversed_by")
    for line in rows.order_by("receipt__number"):
        lines_by_key.setdefault(line.sign_up, []).append(line)
    return lines_by_key


def _list_payments(lines: Sequence[ReceiptLine]) -> list[Receipt]:
    """Return the receipts by which the fee of a sign-up was taken."""
    return [line.receipt for line in lines if line.kind == ReceiptLineKind.PAYMENT and not line.is_reversal]


def _assign_lines(
    cash_desk: CashDesk, event: Event, sign_up: PaidSignUp, lines: Sequence[ReceiptLine], by: User
) -> None:
    player = sign_up.player
    former_players = {line.player_id for line in lines}
    if former_players == {player.pk if player is not None else None}:
        return
    if any(key is not None and _was_refunded(event, key, lines) for key in former_players):
        return
    ReceiptLine.objects.filter(pk__in=[line.pk for line in lines]).update(player=player)
    person = sign_up.name if player is None else ""
    Receipt.objects.filter(pk__in=[line.receipt_id for line in lines]).update(person=person)
    for former_player in Player.objects.filter(pk__in=[key for key in former_players if key is not None]):
        key = f"{KEY_PREFIX}-{event.pk}-{sign_up.key}-moved"
        remove_charges_of_payment(event=event, player=former_player, receipt_key="", by=by, key=key)
    if player is not None and sum(line.amount for line in lines) > 0:
        _add_late_fee(cash_desk, event, sign_up, player, by)
    cash_desks.notify_pages(event)


def _was_refunded(event: Event, player: int, lines: Sequence[ReceiptLine]) -> bool:
    """Whether a player has less left at the cash desk than was paid with the sign-up."""
    return _get_paid_fees(event, player) < sum(line.amount for line in lines if line.player_id == player)


def _get_paid_fees(event: Event, player: int) -> int:
    account = accounts.get_account(event, player)
    dues = account.dues if account is not None else ()
    return next((due.payer.paid for due in dues if due.terms.fund == FEES), 0)


def _take_fee(cash_desk: CashDesk, event: Event, sign_up: PaidSignUp, number: int, by: User) -> None:
    currency = cash_desk.tournament.currency
    amount = None if sign_up.fee is None else count_coins(sign_up.fee, currency)
    player = sign_up.player
    if player is not None:
        _add_late_fee(cash_desk, event, sign_up, player, by)
        account = accounts.get_account(event, player.pk)
        unpaid_fee = _get_unpaid_fee(account, count_coins(sign_up.late_fee, currency)) if account else 0
        amount = unpaid_fee if amount is None else min(unpaid_fee, amount)
    if not amount:
        return
    key = f"{KEY_PREFIX}-{event.pk}-{sign_up.key}-{number}"
    write_receipt(
        cash_desk=cash_desk,
        event=event,
        context=PaymentContext(by, sign_up.method, key, sign_up.reference),
        lines=[NewLine(FEES, ReceiptLineKind.PAYMENT, amount, player, sign_up=sign_up.key)],
        person=sign_up.name if player is None else "",
    )


def _get_unpaid_fee(account: Account, marked_late_fee: int) -> int:
    """Return what is still to pay of the fee, with the late fee that was due at the mark."""
    player_due = next(each for each in account.dues if each.terms.fund == FEES)
    late_fee = min(marked_late_fee, player_due.charged_late_fee)
    return player_due.owes + max(0, late_fee - player_due.late_fee_in_all) if player_due.owes else 0


def _add_late_fee(cash_desk: CashDesk, event: Event, sign_up: PaidSignUp, player: Player, by: User) -> None:
    """Add the late fee that was paid with a sign-up to the dues, unless one was charged or replaced."""
    charges = Charge.objects.filter(event=event, fund=FEES, player=player).order_by("id")
    rows = [(player.pk, ChargeRow._make(row)) for row in charges.values_list(*ChargeRow._fields)]
    summary = summarize_charges(rows)[player.pk]
    if sign_up.late_fee and summary.adds_late_fee and not summary.late_fee:
        amount = count_coins(sign_up.late_fee, cash_desk.tournament.currency)
        key = f"{KEY_PREFIX}-{event.pk}-{sign_up.key}-{len(rows) + 1}"
        write_late_fee(event=event, player=player, amount=amount, by=by, key=key)


@transaction.atomic
def refund_prepaid_fee(*, event: Event, sign_up: str, method: str, by: User) -> Receipt | None:
    """Refund the fee prepaid for a sign-up (a `PaidSignUp.key`); return the receipt, None if there is none.

    Refuses `cashiers_only` and `money_off`.
    """
    if not get_terms(event):
        return None
    cash_desk = cash_desks.lock_for_payment(event, by)
    amount = sum_prepaid_fees(event).get(sign_up, 0)
    if not amount:
        return None
    lines = ReceiptLine.objects.filter(event=event, sign_up=sign_up).select_related("receipt")
    receipt = lines.order_by("receipt__number")[0].receipt
    return write_receipt(
        cash_desk=cash_desk,
        event=event,
        context=PaymentContext(by, method, f"{REFUND_KEY_PREFIX}-{receipt.pk}-{lines.count()}", receipt.note),
        lines=[NewLine(FEES, ReceiptLineKind.REFUND, amount, sign_up=sign_up)],
        person=receipt.person,
    )
