"""Receipts: numbered without a gap under the lock of the cash desk, reversed by receipts of their own."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Sum

from matches.models import Player, User
from rules.errors import Refusal
from tournaments.finances.models import COMES_IN, CashDesk, Lot, Receipt, ReceiptLine, ReceiptLineKind
from tournaments.finances.prizes.currencies import MAX_AMOUNT
from tournaments.finances.services import cash_desks
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class NewLine:
    """Money of a fund to be written down; `amount` above zero, the kind says which way it goes."""

    fund: int
    kind: ReceiptLineKind
    amount: int
    player: Player | None = None
    lot: Lot | None = None


@dataclass(frozen=True, slots=True)
class PaymentContext:
    """Who writes a receipt, how the money goes, under which key, with which remark."""

    by: User
    method: str
    key: str
    note: str = ""


def write_receipt(
    *, cash_desk: CashDesk, event: Event, context: PaymentContext, lines: Sequence[NewLine], person: str = ""
) -> Receipt:
    """Write the next receipt of a locked cash desk. Refuses `amount_impossible`."""
    if not lines or not all(0 < line.amount <= MAX_AMOUNT for line in lines):
        raise Refusal("amount_impossible")
    receipt = _numbered(cash_desk, context, person)
    ReceiptLine.objects.bulk_create(
        ReceiptLine(
            receipt=receipt,
            event=event,
            fund=line.fund,
            player=line.player,
            lot=line.lot,
            kind=line.kind,
            amount=line.amount if line.kind in COMES_IN else -line.amount,
        )
        for line in lines
    )
    cash_desks.notify_pages(event)
    return receipt


def find_receipt(cash_desk: CashDesk, key: str, *lines: NewLine) -> Receipt | None:
    """The receipt that was written under a key, if one was.

    Refuses ("receipt_key_used") a key under which other money moved: the page it came from was an old one.
    """
    receipt = cash_desk.receipts.filter(key=key).first()
    if receipt is not None and lines and _content_of_receipt(receipt) != _content_of_lines(lines):
        raise Refusal("receipt_key_used", number=receipt.number)
    return receipt


def _content_of_receipt(receipt: Receipt) -> tuple[object, ...]:
    moves = list(receipt.lines.all())
    kinds = {(line.kind, line.player_id, None if line.player_id else line.lot_id) for line in moves}
    return kinds, abs(sum(line.amount for line in moves))


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
    """Undo a receipt by one with the same lines the other way round. A key used before returns its receipt.

    Refuses `cashiers_only`, `money_off`, `receipt_unknown`, `taken_back_already`, and `take_back_stays` for a
    receipt that takes one back itself.
    """
    cash_desk = cash_desks.lock_for_payment(event, by)
    earlier = find_receipt(cash_desk, key)
    if earlier is not None:
        if earlier.reverses is None or earlier.reverses.number != number:
            raise Refusal("receipt_key_used", number=earlier.number)
        return earlier
    original = cash_desk.receipts.prefetch_related("lines").filter(number=number, lines__event=event).first()
    if original is None:
        raise Refusal("receipt_unknown", number=number)
    if original.reverses_id is not None:
        raise Refusal("take_back_stays", number=number)
    if Receipt.objects.filter(reverses=original).exists():
        raise Refusal("taken_back_already", number=number)
    receipt = _numbered(cash_desk, PaymentContext(by, original.method, key, note), original.person, original)
    ReceiptLine.objects.bulk_create(
        ReceiptLine(
            receipt=receipt,
            event=line.event,
            fund=line.fund,
            player_id=line.player_id,
            lot_id=line.lot_id,
            kind=line.kind,
            amount=-line.amount,
            is_reversal=True,
        )
        for line in original.lines.all()
    )
    cash_desks.notify_pages(event)
    return receipt


def check_nothing_to_refund(event: Event, players: Collection[int]) -> None:
    """Refuse ("entry_paid") to let players leave an event while it holds money they have paid."""
    lines = ReceiptLine.objects.filter(
        event=event, player__in=players, kind__in=(ReceiptLineKind.PAYMENT, ReceiptLineKind.REFUND)
    )
    payers = lines.values("player").annotate(held=Sum("amount")).exclude(held=0).values("player")
    last = lines.filter(player__in=payers, amount__gt=0).select_related("player", "receipt").last()
    if last is not None and last.player is not None:
        raise Refusal("entry_paid", player=last.player.name, number=last.receipt.number)


def _numbered(
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
        reverses=reverses,
    )
