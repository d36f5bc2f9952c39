"""Receipts: numbered without a gap under the lock of the cash desk, reversed by receipts of their own."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Sum

from matches.models import Player, User
from rules.errors import Refusal
from tournaments.finances.models import COMES_IN, CashDesk, Lot, Receipt, ReceiptLine, ReceiptLineKind
from tournaments.finances.prizes.currencies import MOST
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
    if not lines or not all(0 < line.amount <= MOST for line in lines):
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
    found = cash_desk.receipts.filter(key=key).first()
    if found is not None and lines and _of(found) != _asked(lines):
        raise Refusal("receipt_key_used", number=found.number)
    return found


def _of(receipt: Receipt) -> tuple[object, ...]:
    moves = list(receipt.lines.all())
    kinds = {(move.kind, move.player_id, None if move.player_id else move.lot_id) for move in moves}
    return kinds, abs(sum(move.amount for move in moves))


def _asked(lines: Sequence[NewLine]) -> tuple[object, ...]:
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
    told = find_receipt(cash_desk, key)
    if told is not None:
        if told.reverses is None or told.reverses.number != number:
            raise Refusal("receipt_key_used", number=told.number)
        return told
    found = cash_desk.receipts.prefetch_related("lines").filter(number=number, lines__event=event).first()
    if found is None:
        raise Refusal("receipt_unknown", number=number)
    if found.reverses_id is not None:
        raise Refusal("take_back_stays", number=number)
    if Receipt.objects.filter(reverses=found).exists():
        raise Refusal("taken_back_already", number=number)
    receipt = _numbered(cash_desk, PaymentContext(by, found.method, key, note), found.person, found)
    ReceiptLine.objects.bulk_create(
        ReceiptLine(
            receipt=receipt,
            event=move.event,
            fund=move.fund,
            player_id=move.player_id,
            lot_id=move.lot_id,
            kind=move.kind,
            amount=-move.amount,
            is_reversal=True,
        )
        for move in found.lines.all()
    )
    cash_desks.notify_pages(event)
    return receipt


def must_owe_nothing_back(event: Event, players: Collection[int]) -> None:
    """Refuse ("entry_paid") to let players leave an event while it holds money they have paid."""
    moves = ReceiptLine.objects.filter(
        event=event, player__in=players, kind__in=(ReceiptLineKind.PAYMENT, ReceiptLineKind.REFUND)
    )
    held = moves.values("player").annotate(held=Sum("amount")).exclude(held=0).values("player")
    last = moves.filter(player__in=held, amount__gt=0).select_related("player", "receipt").last()
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
