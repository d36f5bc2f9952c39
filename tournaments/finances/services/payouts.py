"""Prizes are paid out by the standings, and taken back when a corrected result gave them to somebody else."""

from django.db import transaction

from rules.errors import Refusal
from tournaments.finances.models import Receipt, ReceiptLineKind
from tournaments.finances.prizes.currencies import plain
from tournaments.finances.queries import prizes
from tournaments.finances.queries.prizes import PrizeClaim, Whose
from tournaments.finances.services import cash_desks
from tournaments.finances.services.receipts import NewLine, PaymentContext, find_receipt, write_receipt
from tournaments.models import Event


@transaction.atomic
def pay_prize(*, event: Event, fund: int, whose: Whose, amount: int, context: PaymentContext) -> Receipt:
    """Pay the prize somebody has won, or the rest of it. `amount` is what the page showed.

    A key that was used before returns the receipt it made. Refuses `cashiers_only`, `money_off`,
    `no_prize`, and `prize_changed` when it is no longer that amount, with what it is.
    """
    return _settle(event, fund, whose, amount, context, ReceiptLineKind.PRIZE)


@transaction.atomic
def take_prize_back(
    *, event: Event, fund: int, whose: Whose, amount: int, context: PaymentContext
) -> Receipt:
    """Take in again what was paid to somebody whose prize it is not, since a result was corrected.

    Refuses as `pay_prize` does.
    """
    return _settle(event, fund, whose, amount, context, ReceiptLineKind.RETURN)


def _settle(
    event: Event, fund: int, whose: Whose, amount: int, context: PaymentContext, kind: ReceiptLineKind
) -> Receipt:
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    told = find_receipt(cash_desk, context.key)
    if told is not None:
        return _same(told, whose, amount)
    claim = _claim(event, fund, whose)
    owed = claim.owed if kind is ReceiptLineKind.PRIZE else -claim.owed
    if amount != owed or owed <= 0:
        raise Refusal("prize_changed", player=claim.name, owed=plain(max(0, owed), cash_desk.currency))
    line = NewLine(fund, kind, amount, claim.player, claim.lot.lot if claim.lot else None)
    person = "" if claim.player is not None else claim.name
    return write_receipt(cash_desk=cash_desk, event=event, context=context, lines=[line], person=person)


def _same(told: Receipt, whose: Whose, amount: int) -> Receipt:
    move = told.lines.filter(player=whose[0], lot=whose[1]).first()
    if move is None or abs(move.amount) != amount:
        raise Refusal("receipt_key_used", number=told.number)
    return told


def _claim(event: Event, fund: int, whose: Whose) -> PrizeClaim:
    for sheet in prizes.list_prizes(event):
        for claim in sheet.claims:
            if sheet.terms.fund == fund and claim.whose == whose:
                return claim
    raise Refusal("no_prize")
