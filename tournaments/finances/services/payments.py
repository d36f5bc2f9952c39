"""Services of payments, refunds and prizes: each writes a receipt.

Receipts are numbered without a gap; a wrong one is reversed by another receipt.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db import transaction
from django.db.models import Max, Sum
from django.utils import timezone
from django.utils.formats import date_format

from matches.models import Player, User
from rules.errors import Refusal
from tournaments.currencies import MAX_AMOUNT
from tournaments.finances.models import (
    INCOME_KINDS,
    PAID_KINDS,
    CashDesk,
    FundKind,
    Lot,
    Receipt,
    ReceiptLine,
    ReceiptLineKind,
    Sale,
)
from tournaments.finances.queries import accounts, auctions, dues, money_obstacles, prizes
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.finances.queries.late_fees import is_before_late_fee
from tournaments.finances.queries.prizes import PrizeClaim, RecipientKey
from tournaments.finances.services import cash_desks
from tournaments.finances.services.charges import charge_payment, remove_charges_of_payment
from tournaments.locks import lock_tournament
from tournaments.messages.money import format_money
from tournaments.models import Event
from tournaments.signals import sign_up_payment_voided, sign_up_refund_voided


@dataclass(frozen=True, slots=True)
class NewLine:
    """A receipt line to be written; `amount` is positive, `kind` says whether it is income or paid out.

    `sale` is that for whose buyer it is; then `lot` is its lot, and `player` None.

    `sign_up` is the key of the sign-up with which a fee was paid.
    """

    fund: int
    kind: ReceiptLineKind
    amount: int
    player: Player | None = None
    lot: Lot | None = None
    sign_up: str = ""
    sale: Sale | None = None


@dataclass(frozen=True, slots=True)
class PaymentContext:
    """The author of a receipt, the payment method, the idempotency key and a remark.

    `paid_on` is the day on which it was paid, None for today. It decides whether a late fee is due.
    """

    by: User
    method: str
    key: str
    note: str = ""
    paid_on: date | None = None


def write_receipt(
    *, cash_desk: CashDesk, event: Event, context: PaymentContext, lines: Sequence[NewLine], person: str = ""
) -> Receipt:
    """Write the next receipt of a locked cash desk. Refuses `amount_impossible`."""
    if not lines or not all(0 < line.amount <= MAX_AMOUNT for line in lines):
        raise Refusal("amount_impossible")
    receipt = _create_receipt(cash_desk, context, person)
    ReceiptLine.objects.bulk_create(
        ReceiptLine(
            receipt=receipt,
            event=event,
            fund=line.fund,
            player=line.player,
            lot=line.lot,
            sale=line.sale,
            kind=line.kind,
            amount=line.amount if line.kind in INCOME_KINDS else -line.amount,
            sign_up=line.sign_up,
        )
        for line in lines
    )
    cash_desks.notify_pages(event)
    return receipt


def find_receipt(cash_desk: CashDesk, key: str, *lines: NewLine) -> Receipt | None:
    """Return the receipt written with an idempotency key, or None.

    `lines` are those the caller is about to write. Refuses ("receipt_key_used") if the receipt has others, as
    when an outdated page is submitted.
    """
    receipt = cash_desk.receipts.filter(key=key).first()
    if receipt is not None and lines and _content_of_receipt(receipt) != _content_of_lines(lines):
        raise Refusal("receipt_key_used", number=receipt.number)
    return receipt


def _content_of_receipt(receipt: Receipt) -> tuple[object, ...]:
    lines = list(receipt.lines.all())
    kinds = {(line.kind, line.player_id, None if line.player_id else line.lot_id) for line in lines}
    return kinds, abs(sum(line.amount for line in lines))


def _content_of_lines(lines: Sequence[NewLine]) -> tuple[object, ...]:
    kinds = {
        (line.kind.value, line.player.pk, None)
        if line.player
        else (line.kind.value, None, line.lot.pk if line.lot else None)
        for line in lines
    }
    return kinds, sum(line.amount for line in lines)


@transaction.atomic
def reverse_receipt(*, event: Event, number: int, note: str, by: User, key: str) -> Receipt:
    """Reverse a receipt by one with the opposite lines. Idempotent by `key`.

    Refuses `cashiers_only`, `money_off`, `receipt_unknown`, `taken_back_already`, `take_back_stays` for a
    receipt that is itself a reversal, `refund_stays` for a refund whose registration has changed since,
    `payment_refunded_since` for a payment that was refunded since, and `lot_prize_resold` for the prize of a
    buyer whose lot another one has bought since.
    """
    # A voided fee of a sign-up changes the registration, and that is locked before the cash desk everywhere.
    lock_tournament(event.tournament_id)
    cash_desk = cash_desks.lock_for_payment(event, by)
    earlier = find_receipt(cash_desk, key)
    if earlier is not None:
        if earlier.reverses is None or earlier.reverses.number != number:
            raise Refusal("receipt_key_used", number=earlier.number)
        return earlier
    original = _get_receipt_to_reverse(cash_desk, event, number)
    receipt = _create_receipt(
        cash_desk, PaymentContext(by, original.method, key, note), original.person, original
    )
    ReceiptLine.objects.bulk_create(
        ReceiptLine(
            receipt=receipt,
            event=line.event,
            fund=line.fund,
            player_id=line.player_id,
            lot_id=line.lot_id,
            sale_id=line.sale_id,
            kind=line.kind,
            amount=-line.amount,
            is_reversal=True,
            sign_up=line.sign_up,
        )
        for line in original.lines.all()
    )
    _remove_charges(original, receipt, by)
    _announce_voided_sign_ups(event, original, by)
    cash_desks.notify_pages(event)
    return receipt


def _remove_charges(original: Receipt, reversal: Receipt, by: User) -> None:
    """Take back what the payments of a voided receipt have charged."""
    for line in original.lines.filter(fund=FEES, player__isnull=False).select_related("player", "event"):
        if line.kind == ReceiptLineKind.PAYMENT and line.player is not None:
            remove_charges_of_payment(
                event=line.event,
                player=line.player,
                receipt_key=original.key,
                by=by,
                key=f"void-{reversal.pk}",
            )


def _get_receipt_to_reverse(cash_desk: CashDesk, event: Event, number: int) -> Receipt:
    """Return a receipt with its lines, or refuse it as `reverse_receipt` says."""
    receipts = cash_desk.receipts.prefetch_related("lines__sale", "lines__lot")
    receipt = receipts.filter(number=number, lines__event=event).first()
    if receipt is None:
        raise Refusal("receipt_unknown", number=number)
    if receipt.reverses_id is not None:
        raise Refusal("take_back_stays", number=number)
    if Receipt.objects.filter(reverses=receipt).exists():
        raise Refusal("taken_back_already", number=number)
    for line in receipt.lines.all():
        if line.lot is not None and line.sale is not None and line.kind in prizes.PRIZES:
            _check_lot_not_resold(line.lot, line.sale.buyer)
        elif line.kind in PAID_KINDS:
            _check_not_refunded(line)
    return receipt


def _check_lot_not_resold(lot: Lot, buyer: str) -> None:
    """Refuse to reverse the prize of a buyer whose lot another one has bought since."""
    last_sale = lot.sales.exclude(buyer="").last()
    if last_sale is not None and last_sale.buyer != buyer:
        raise Refusal("lot_prize_resold", lot=lot.number, buyer=last_sale.buyer)


def _check_not_refunded(line: ReceiptLine) -> None:
    """Refuse to reverse a payment of which less is left, after a refund, than the line took."""
    payer = line.sale.buyer if line.sale else line.player.name if line.player else line.receipt.person
    payer_lines = ReceiptLine.objects.filter(event=line.event_id, fund=line.fund)
    if line.sale is not None:
        payer_lines = payer_lines.filter(lot=line.lot_id, sale__buyer=payer)
    elif line.player is not None:
        payer_lines = payer_lines.filter(player=line.player)
    else:
        payer_lines = payer_lines.filter(sign_up=line.sign_up)
    paid = payer_lines.filter(kind__in=PAID_KINDS).aggregate(paid=Sum("amount"))["paid"]
    if paid < line.amount:
        refund = payer_lines.filter(kind=ReceiptLineKind.REFUND, is_reversal=False).last()
        raise Refusal("payment_refunded_since", number=refund.receipt.number if refund else 0, payer=payer)


def _announce_voided_sign_ups(event: Event, original: Receipt, by: User) -> None:
    """Send a signal for each fee of a sign-up that a voided receipt had taken or refunded."""
    signals = {
        ReceiptLineKind.PAYMENT.value: sign_up_payment_voided,
        ReceiptLineKind.REFUND.value: sign_up_refund_voided,
    }
    for kind, key in original.lines.exclude(sign_up="").values_list("kind", "sign_up"):
        signals[kind].send(sender=Event, event=event, sign_up=key, by=by)


def check_nothing_to_refund(event: Event, players: Collection[int]) -> None:
    """Refuse ("entry_paid") if any of these players has paid more to the event than was refunded."""
    payers = money_obstacles.get_paid_players(event)
    lines = money_obstacles.get_payments(event).filter(player__in=players)
    last = lines.filter(player__in=payers, amount__gt=0).select_related("player", "receipt").last()
    if last is not None and last.player is not None:
        raise Refusal("entry_paid", player=last.player.name, number=last.receipt.number)


def _create_receipt(
    cash_desk: CashDesk, context: PaymentContext, person: str, reverses: Receipt | None = None
) -> Receipt:
    last = cash_desk.receipts.aggregate(last=Max("number"))["last"] or 0
    return Receipt.objects.create(
        cash_desk=cash_desk,
        number=last + 1,
        method=context.method,
        person=person,
        note=context.note.strip(),
        by=context.by,
        key=context.key,
        paid_on=None if context.paid_on == timezone.localdate() else context.paid_on,
        reverses=reverses,
    )


@transaction.atomic
def take_payment(*, event: Event, player: Player, amount: int, context: PaymentContext) -> Receipt:
    """Take a payment of a player's dues: the fee first, then pools in their order.

    Of the fee a late fee that is due is paid last; what was paid before its day is taken without it.
    Idempotent by key. Refuses `cashiers_only`, `money_off`, `player_unknown`, `nothing_owed` (already taken
    by another operator), `pays_too_much`, `pays_too_much_in_time` and `paid_in_the_future`.
    """
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    earlier = find_receipt(cash_desk, context.key, NewLine(FEES, ReceiptLineKind.PAYMENT, amount, player))
    if earlier is not None:
        return earlier
    _check_payment_day(context.paid_on)
    account = _get_account(event, player)
    if not account.owes:
        raise Refusal("nothing_owed", player=player.name)
    is_in_time = is_before_late_fee(event, context.paid_on)
    owes = account.owed_in_time if is_in_time else account.owes
    if amount > owes:
        raise _make_excess_refusal(account, owes, context.paid_on, cash_desk.tournament.currency)
    return _write_payment(cash_desk, event, account, amount, context, is_in_time=is_in_time)


def _check_payment_day(paid_on: date | None) -> None:
    """Refuse ("paid_in_the_future") a day of payment to come."""
    if paid_on is not None and paid_on > timezone.localdate():
        raise Refusal("paid_in_the_future", day=date_format(paid_on, "j F Y"))


def _make_excess_refusal(account: Account, owes: int, paid_on: date | None, currency: str) -> Refusal:
    """Return the refusal of an amount above what is owed, or was owed on the day on which it was paid."""
    context = {"player": account.player.name, "owes": format_money(owes, currency)}
    if paid_on is None or owes == account.owes:
        return Refusal("pays_too_much", **context)
    return Refusal("pays_too_much_in_time", day=date_format(paid_on, "j F"), **context)


@transaction.atomic
def take_all_payments(
    *, event: Event, context: PaymentContext, expected: tuple[int, int] | None = None
) -> list[Receipt]:
    """Take all amounts due from all players, a receipt for each; a second call finds nothing due.

    Those who have withdrawn are left out: they are not there to pay, and pay one by one. `expected` are the
    number of players and the sum that were seen, with late fees that are due now; raises `dues_changed` if
    they are others. What was paid before the day of the late fee is taken without it. Refuses
    `paid_in_the_future`.
    """
    _check_payment_day(context.paid_on)
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    if cash_desk.receipts.filter(key__startswith=f"{context.key}-").exists():
        return []
    owing = [one for one in accounts.list_accounts(event) if one.owes and not one.has_withdrawn]
    present = (len(owing), sum(account.owes for account in owing))
    if expected is not None and expected != present:
        raise Refusal("dues_changed", "", count=present[0])
    is_in_time = is_before_late_fee(event, context.paid_on)
    amounts = [(account, account.owed_in_time if is_in_time else account.owes) for account in owing]
    return [
        _write_payment(
            cash_desk,
            event,
            account,
            amount,
            replace(context, key=f"{context.key}-{account.player.pk}"),
            is_in_time=is_in_time,
        )
        for account, amount in amounts
        if amount
    ]


def _write_payment(
    cash_desk: CashDesk,
    event: Event,
    account: Account,
    amount: int,
    context: PaymentContext,
    *,
    is_in_time: bool,
) -> Receipt:
    """Write the receipt of a payment of a player, and before it what the payment charges.

    `is_in_time` is whether it was paid before the day from which the late fee of now is due.
    """
    charge_payment(event=event, account=account, by=context.by, key=context.key, is_in_time=is_in_time)
    lines = list(_allocate_payment(account.without_late_fee if is_in_time else account, amount))
    return write_receipt(cash_desk=cash_desk, event=event, context=context, lines=lines)


@transaction.atomic
def refund_player(
    *, event: Event, player: Player, fund: int, amount: int, context: PaymentContext
) -> Receipt:
    """Refund a player after withdrawal, after leaving a pool, or what was overpaid.

    Refuses `cashiers_only`, `money_off`, `player_unknown`, `refund_too_much`.
    """
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    earlier = find_receipt(cash_desk, context.key, NewLine(fund, ReceiptLineKind.REFUND, amount, player))
    if earlier is not None:
        return earlier
    account = _get_account(event, player)
    refundable = next((due.refundable for due in account.dues if due.terms.fund == fund), 0)
    if not 0 < amount <= refundable:
        raise Refusal(
            "refund_too_much",
            player=player.name,
            most=format_money(refundable, cash_desk.tournament.currency),
        )
    lot = _find_own_lot(event, player, fund)
    line = NewLine(fund, ReceiptLineKind.REFUND, amount, player, lot)
    return write_receipt(cash_desk=cash_desk, event=event, context=context, lines=[line])


@transaction.atomic
def take_lot_payment(
    *, event: Event, fund: int, lot: int, context: PaymentContext, buyer: str = ""
) -> Receipt:
    """Take from the buyer of a lot the full amount due. `buyer` is the one seen, if any.

    Refuses `lot_unknown`, `nothing_owed`, and `lot_buyer_changed` if it has another buyer.
    """
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    state = _get_lot_state(event, fund, lot)
    earlier = find_receipt(cash_desk, context.key)
    if earlier is not None:
        return _check_lot_receipt(earlier, state, ReceiptLineKind.PAYMENT)
    sale = state.valid_sale
    if buyer and sale is not None and buyer != sale.buyer:
        raise Refusal("lot_buyer_changed", lot=lot, buyer=sale.buyer)
    if sale is None or not state.buyer.owes:
        raise Refusal("nothing_owed", player=state.last_buyer)
    line = NewLine(fund, ReceiptLineKind.PAYMENT, state.buyer.owes, lot=state.lot, sale=sale)
    return write_receipt(cash_desk=cash_desk, event=event, context=context, lines=[line], person=sale.buyer)


@transaction.atomic
def refund_lot(*, event: Event, fund: int, lot: int, context: PaymentContext, buyer: str = "") -> Receipt:
    """Refund a buyer of a lot: all that a former one has paid, or what the present one has overpaid.

    `buyer` may be empty if there is only one to refund. Refuses `lot_unknown`, `nothing_owed`, and
    `buyer_missing` if there are several.
    """
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    state = _get_lot_state(event, fund, lot)
    earlier = find_receipt(cash_desk, context.key)
    if earlier is not None:
        return _check_lot_receipt(earlier, state, ReceiptLineKind.REFUND)
    refunds = [one for one in state.refunds if buyer in ("", one.buyer)]
    if not refunds:
        raise Refusal("nothing_owed", player=buyer or state.last_buyer)
    if len(refunds) > 1:
        raise Refusal("buyer_missing")
    sale = state.lot.sales.filter(buyer=refunds[0].buyer).last()
    line = NewLine(fund, ReceiptLineKind.REFUND, refunds[0].amount, lot=state.lot, sale=sale)
    person = refunds[0].buyer
    return write_receipt(cash_desk=cash_desk, event=event, context=context, lines=[line], person=person)


def _get_account(event: Event, player: Player) -> Account:
    account = accounts.get_account(event, player.pk)
    if account is None:
        raise Refusal("player_unknown", player=player.name)
    return account


def _allocate_payment(account: Account, amount: int) -> Iterator[NewLine]:
    """Yield the lines of a payment: the amount spread over the dues, in the order of the funds."""
    for due in account.dues:
        part = min(amount, due.owes)
        if part:
            lot = (
                _find_own_lot(due.terms.event, account.player, due.terms.fund)
                if _is_auction_due(due)
                else None
            )
            yield NewLine(due.terms.fund, ReceiptLineKind.PAYMENT, part, account.player, lot)
        amount -= part


def _is_auction_due(due: dues.Due) -> bool:
    return due.terms.kind == FundKind.AUCTION.value


def _find_own_lot(event: Event, player: Player, fund: int) -> Lot | None:
    return Lot.objects.filter(event=event.pk, fund=fund, lot_players__player=player.pk).first()


def _get_lot_state(event: Event, fund: int, number: int) -> auctions.LotState:
    terms = get_terms(event).get(fund)
    states = auctions.list_lots(event, terms) if terms is not None else []
    state = next((one for one in states if one.lot.number == number), None)
    if state is None:
        raise Refusal("lot_unknown", lot=number)
    return state


def _check_lot_receipt(earlier: Receipt, state: auctions.LotState, kind: ReceiptLineKind) -> Receipt:
    if not earlier.lines.filter(lot=state.lot, player=None, kind=kind).exists():
        raise Refusal("receipt_key_used", number=earlier.number)
    return earlier


@transaction.atomic
def pay_prize(
    *, event: Event, fund: int, recipient: RecipientKey, amount: int, context: PaymentContext
) -> Receipt:
    """Pay a prize, or the rest of it. `amount` is the one displayed on the page.

    Idempotent by key. Refuses `cashiers_only`, `money_off`, `no_prize`, `prize_paid` when it is paid
    already, and `prize_changed` (with the new amount) when it has changed.
    """
    return _write_prize_receipt(event, fund, recipient, amount, context, ReceiptLineKind.PRIZE)


@transaction.atomic
def take_prize_back(
    *, event: Event, fund: int, recipient: RecipientKey, amount: int, context: PaymentContext
) -> Receipt:
    """Take back a prize paid to a player to whom it is not due after a correction.

    Refuses as `pay_prize` does.
    """
    return _write_prize_receipt(event, fund, recipient, amount, context, ReceiptLineKind.RETURN)


def _write_prize_receipt(
    event: Event,
    fund: int,
    recipient: RecipientKey,
    amount: int,
    context: PaymentContext,
    kind: ReceiptLineKind,
) -> Receipt:
    cash_desk = cash_desks.lock_for_payment(event, context.by)
    earlier = find_receipt(cash_desk, context.key)
    if earlier is not None:
        return _check_prize_receipt(earlier, recipient, amount)
    claim = _get_claim(event, fund, recipient)
    amount_due = claim.owed if kind is ReceiptLineKind.PRIZE else -claim.owed
    currency = cash_desk.tournament.currency
    if amount_due <= 0 < claim.paid and claim.owed == 0 and kind is ReceiptLineKind.PRIZE:
        raise Refusal("prize_paid", player=claim.name, paid=format_money(claim.paid, currency))
    if amount != amount_due or amount_due <= 0:
        raise Refusal("prize_changed", player=claim.name, owed=format_money(max(0, amount_due), currency))
    lot = claim.lot.lot if claim.lot else None
    sale = lot.sales.exclude(buyer="").last() if lot is not None and claim.player is None else None
    line = NewLine(fund, kind, amount, claim.player, lot, sale=sale)
    person = "" if claim.player is not None else claim.name
    return write_receipt(cash_desk=cash_desk, event=event, context=context, lines=[line], person=person)


def _check_prize_receipt(earlier: Receipt, recipient: RecipientKey, amount: int) -> Receipt:
    line = earlier.lines.filter(player=recipient[0], lot=recipient[1]).first()
    if line is None or abs(line.amount) != amount:
        raise Refusal("receipt_key_used", number=earlier.number)
    return earlier


def _get_claim(event: Event, fund: int, recipient: RecipientKey) -> PrizeClaim:
    for sheet in prizes.list_prizes(event):
        for claim in sheet.claims:
            if sheet.terms.fund == fund and claim.recipient == recipient:
                return claim
    raise Refusal("no_prize")
