"""Fees are taken and given back: by one player, by everybody at once, by the buyer of a lot."""

from collections.abc import Iterator

from django.db import transaction

from matches.models import Player
from rules.errors import Refusal
from tournaments.finances.models import CashDesk, FundKind, Lot, Receipt, ReceiptLineKind
from tournaments.finances.prizes.currencies import format_with_code
from tournaments.finances.queries import accounts, auctions, prizes
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.finances.queries.prizes import PrizeClaim, Whose
from tournaments.finances.services import cash_desks
from tournaments.finances.services.receipts import NewLine, PaymentContext, find_receipt, write_receipt
from tournaments.models import Event


@transaction.atomic
def take_payment(*, event: Event, player: Player, amount: int, context: PaymentContext) -> Receipt:
    """Take what a player pays of what he owes: the fee first, then pools in their order.

    A key that was used before returns the receipt it made. Refuses `cashiers_only`, `money_off`,
    `player_unknown`, `nothing_owed` (somebody else has taken it), `pays_too_much`.
    """
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    earlier = find_receipt(cash_desk, context.key, NewLine(FEES, ReceiptLineKind.PAYMENT, amount, player))
    if earlier is not None:
        return earlier
    account = _account(event, player)
    if not account.owes:
        raise Refusal("nothing_owed", player=player.name)
    if amount > account.owes:
        raise Refusal(
            "pays_too_much", player=player.name, owes=format_with_code(account.owes, cash_desk.currency)
        )
    return write_receipt(
        cash_desk=cash_desk, event=event, context=context, lines=list(_lines(account, amount))
    )


@transaction.atomic
def take_all_payments(*, event: Event, context: PaymentContext) -> list[Receipt]:
    """Take from everybody all that is owed, a receipt for each. Done twice, the second finds nothing owed."""
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    if cash_desk.receipts.filter(key__startswith=f"{context.key}-").exists():
        return []
    return [
        write_receipt(
            cash_desk=cash_desk,
            event=event,
            context=PaymentContext(
                context.by, context.method, f"{context.key}-{account.player.pk}", context.note
            ),
            lines=list(_lines(account, account.owes)),
        )
        for account in accounts.list_accounts(event)
        if account.owes
    ]


@transaction.atomic
def refund_player(
    *, event: Event, player: Player, fund: int, amount: int, context: PaymentContext
) -> Receipt:
    """Give back what a player has paid and need not pay: after he withdrew, left a pool, or paid too much.

    Refuses `cashiers_only`, `money_off`, `player_unknown`, `refund_too_much`.
    """
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    earlier = find_receipt(cash_desk, context.key, NewLine(fund, ReceiptLineKind.REFUND, amount, player))
    if earlier is not None:
        return earlier
    account = _account(event, player)
    refundable = next((due.refundable for due in account.dues if due.terms.fund == fund), 0)
    if not 0 < amount <= refundable:
        raise Refusal(
            "refund_too_much", player=player.name, most=format_with_code(refundable, cash_desk.currency)
        )
    lot = _own_lot(event, player, fund)
    line = NewLine(fund, ReceiptLineKind.REFUND, amount, player, lot)
    return write_receipt(cash_desk=cash_desk, event=event, context=context, lines=[line])


@transaction.atomic
def take_lot_payment(*, event: Event, fund: int, lot: int, context: PaymentContext) -> Receipt:
    """Take from the buyer of a lot all he owes for it. Refuses `lot_unknown`, `nothing_owed`."""
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    state = _lot(event, fund, lot)
    earlier = find_receipt(cash_desk, context.key)
    if earlier is not None:
        return _check_lot_receipt(earlier, state)
    buyer = state.sale.buyer if state.sale else ""
    if not state.buyer.owes:
        raise Refusal("nothing_owed", player=buyer)
    line = NewLine(fund, ReceiptLineKind.PAYMENT, state.buyer.owes, lot=state.lot)
    return write_receipt(cash_desk=cash_desk, event=event, context=context, lines=[line], person=buyer)


@transaction.atomic
def refund_lot(*, event: Event, fund: int, lot: int, context: PaymentContext) -> Receipt:
    """Give the buyer of a lot back what he paid too much for it. Refuses `lot_unknown`, `nothing_owed`."""
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    state = _lot(event, fund, lot)
    earlier = find_receipt(cash_desk, context.key)
    if earlier is not None:
        return _check_lot_receipt(earlier, state)
    person = _last_buyer(cash_desk, state)
    if not state.buyer.surplus:
        raise Refusal("nothing_owed", player=person)
    line = NewLine(fund, ReceiptLineKind.REFUND, state.buyer.surplus, lot=state.lot)
    return write_receipt(cash_desk=cash_desk, event=event, context=context, lines=[line], person=person)


def _account(event: Event, player: Player) -> Account:
    account = accounts.get_account(event, player.pk)
    if account is None:
        raise Refusal("player_unknown", player=player.name)
    return account


def _lines(account: Account, amount: int) -> Iterator[NewLine]:
    """The amount over what is owed, in the order of the funds."""
    for due in account.dues:
        part = min(amount, due.owes)
        if part:
            lot = _own_lot(due.terms.event, account.player, due.terms.fund) if _is_half(due) else None
            yield NewLine(due.terms.fund, ReceiptLineKind.PAYMENT, part, account.player, lot)
        amount -= part


def _is_half(due: accounts.Due) -> bool:
    return due.terms.kind == FundKind.AUCTION.value


def _own_lot(event: Event, player: Player, fund: int) -> Lot | None:
    return Lot.objects.filter(event=event.pk, fund=fund, lot_players__player=player.pk).first()


def _lot(event: Event, fund: int, number: int) -> auctions.LotState:
    terms = get_terms(event).get(fund)
    states = auctions.list_lots(event, terms) if terms is not None else []
    state = next((one for one in states if one.lot.number == number), None)
    if state is None:
        raise Refusal("lot_unknown", lot=number)
    return state


def _check_lot_receipt(earlier: Receipt, state: auctions.LotState) -> Receipt:
    if not earlier.lines.filter(lot=state.lot, player=None).exists():
        raise Refusal("receipt_key_used", number=earlier.number)
    return earlier


def _last_buyer(cash_desk: CashDesk, state: auctions.LotState) -> str:
    receipt = cash_desk.receipts.filter(lines__lot=state.lot, lines__player=None).exclude(person="").last()
    return receipt.person if receipt is not None else ""


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
    earlier = find_receipt(cash_desk, context.key)
    if earlier is not None:
        return _check_prize_receipt(earlier, whose, amount)
    claim = _claim(event, fund, whose)
    amount_due = claim.owed if kind is ReceiptLineKind.PRIZE else -claim.owed
    if amount != amount_due or amount_due <= 0:
        raise Refusal(
            "prize_changed", player=claim.name, owed=format_with_code(max(0, amount_due), cash_desk.currency)
        )
    line = NewLine(fund, kind, amount, claim.player, claim.lot.lot if claim.lot else None)
    person = "" if claim.player is not None else claim.name
    return write_receipt(cash_desk=cash_desk, event=event, context=context, lines=[line], person=person)


def _check_prize_receipt(earlier: Receipt, whose: Whose, amount: int) -> Receipt:
    line = earlier.lines.filter(player=whose[0], lot=whose[1]).first()
    if line is None or abs(line.amount) != amount:
        raise Refusal("receipt_key_used", number=earlier.number)
    return earlier


def _claim(event: Event, fund: int, whose: Whose) -> PrizeClaim:
    for sheet in prizes.list_prizes(event):
        for claim in sheet.claims:
            if sheet.terms.fund == fund and claim.whose == whose:
                return claim
    raise Refusal("no_prize")
