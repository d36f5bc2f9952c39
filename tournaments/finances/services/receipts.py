"""Receipts: numbered without a gap under the lock of the till, and taken back by receipts of their own."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Sum

from matches.models import Player, User
from rules.errors import Refusal
from tournaments.finances.models import COMES_IN, Lot, Move, MoveKind, Receipt, Till
from tournaments.finances.prizes.currencies import MOST
from tournaments.finances.services import cash_desks as tills
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Line:
    """Money of a fund to be written down; `amount` above zero, the kind says which way it goes."""

    fund: int
    kind: MoveKind
    amount: int
    player: Player | None = None
    lot: Lot | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """Who writes a receipt, how the money goes, under which key, with which remark."""

    by: User
    method: str
    key: str
    note: str = ""


def write(*, till: Till, event: Event, hand: Hand, lines: Sequence[Line], person: str = "") -> Receipt:
    """The next receipt of a till that is locked. Refuses `amount_impossible` for nothing or far too much."""
    if not lines or not all(0 < line.amount <= MOST for line in lines):
        raise Refusal("amount_impossible")
    receipt = _numbered(till, hand, person)
    Move.objects.bulk_create(
        Move(
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
    tills.tell_pages(event)
    return receipt


def written(till: Till, key: str, *lines: Line) -> Receipt | None:
    """The receipt that was written under a key, if one was.

    Refuses ("receipt_key_used") a key under which other money moved: the page it came from was an old one.
    """
    found = till.receipts.filter(key=key).first()
    if found is not None and lines and _of(found) != _asked(lines):
        raise Refusal("receipt_key_used", number=found.number)
    return found


def _of(receipt: Receipt) -> tuple[object, ...]:
    moves = list(receipt.moves.all())
    kinds = {(move.kind, move.player_id, None if move.player_id else move.lot_id) for move in moves}
    return kinds, abs(sum(move.amount for move in moves))


def _asked(lines: Sequence[Line]) -> tuple[object, ...]:
    kinds = {
        (line.kind.value, line.player.pk, None)
        if line.player
        else (line.kind.value, None, line.lot.pk if line.lot else None)
        for line in lines
    }
    return kinds, sum(line.amount for line in lines)


@transaction.atomic
def take_back(*, event: Event, number: int, note: str, by: User, key: str) -> Receipt:
    """Undo a receipt by one with the same lines the other way round. A key used before returns its receipt.

    Refuses `cashiers_only`, `money_off`, `receipt_unknown`, `taken_back_already`, and `take_back_stays` for a
    receipt that takes one back itself.
    """
    till = tills.lock_for(event, by)
    told = written(till, key)
    if told is not None:
        if told.takes_back is None or told.takes_back.number != number:
            raise Refusal("receipt_key_used", number=told.number)
        return told
    found = till.receipts.prefetch_related("moves").filter(number=number, moves__event=event).first()
    if found is None:
        raise Refusal("receipt_unknown", number=number)
    if found.takes_back_id is not None:
        raise Refusal("take_back_stays", number=number)
    if Receipt.objects.filter(takes_back=found).exists():
        raise Refusal("taken_back_already", number=number)
    receipt = _numbered(till, Hand(by, found.method, key, note), found.person, found)
    Move.objects.bulk_create(
        Move(
            receipt=receipt,
            event=move.event,
            fund=move.fund,
            player_id=move.player_id,
            lot_id=move.lot_id,
            kind=move.kind,
            amount=-move.amount,
            is_counter=True,
        )
        for move in found.moves.all()
    )
    tills.tell_pages(event)
    return receipt


def must_owe_nothing_back(event: Event, players: Collection[int]) -> None:
    """Refuse ("entry_paid") to let players leave an event while it holds money they have paid."""
    moves = Move.objects.filter(event=event, player__in=players, kind__in=(MoveKind.PAYMENT, MoveKind.REFUND))
    held = moves.values("player").annotate(held=Sum("amount")).exclude(held=0).values("player")
    last = moves.filter(player__in=held, amount__gt=0).select_related("player", "receipt").last()
    if last is not None and last.player is not None:
        raise Refusal("entry_paid", player=last.player.name, number=last.receipt.number)


def _numbered(till: Till, hand: Hand, person: str, takes_back: Receipt | None = None) -> Receipt:
    last = till.receipts.aggregate(last=Max("number"))["last"] or 0
    return Receipt.objects.create(
        till=till,
        number=last + 1,
        method=hand.method,
        person=person,
        note=hand.note.strip(),
        by=hand.by,
        key=hand.key,
        takes_back=takes_back,
    )
