"""Fees are taken and given back: by one player, by everybody at once, by the buyer of a lot."""

from collections.abc import Iterator

from django.db import transaction

from matches.models import Player
from rules.errors import Refusal
from tournaments.finances.models import FundKind, Lot, MoveKind, Receipt, Till
from tournaments.finances.prizes.currencies import plain
from tournaments.finances.queries import accounts, auctions
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import FEES, terms_of
from tournaments.finances.services import cash_desks as tills
from tournaments.finances.services.receipts import Hand, Line, write, written
from tournaments.models import Event


@transaction.atomic
def take(*, event: Event, player: Player, amount: int, hand: Hand) -> Receipt:
    """Take what a player pays of what he owes: the fee first, then pools in their order.

    A key that was used before returns the receipt it made. Refuses `cashiers_only`, `money_off`,
    `player_unknown`, `nothing_owed` (somebody else has taken it), `pays_too_much`.
    """
    till = tills.lock_for(event, hand.by)
    told = written(till, hand.key, Line(FEES, MoveKind.PAYMENT, amount, player))
    if told is not None:
        return told
    account = _account(event, player)
    if not account.owes:
        raise Refusal("nothing_owed", player=player.name)
    if amount > account.owes:
        raise Refusal("pays_too_much", player=player.name, owes=plain(account.owes, till.currency))
    return write(till=till, event=event, hand=hand, lines=list(_lines(account, amount)))


@transaction.atomic
def take_everybody(*, event: Event, hand: Hand) -> list[Receipt]:
    """Take from everybody all that is owed, a receipt for each. Done twice, the second finds nothing owed."""
    till = tills.lock_for(event, hand.by)
    if till.receipts.filter(key__startswith=f"{hand.key}-").exists():
        return []
    return [
        write(
            till=till,
            event=event,
            hand=Hand(hand.by, hand.method, f"{hand.key}-{account.player.pk}", hand.note),
            lines=list(_lines(account, account.owes)),
        )
        for account in accounts.accounts(event)
        if account.owes
    ]


@transaction.atomic
def refund(*, event: Event, player: Player, fund: int, amount: int, hand: Hand) -> Receipt:
    """Give back what a player has paid and need not pay: after he withdrew, left a pool, or paid too much.

    Refuses `cashiers_only`, `money_off`, `player_unknown`, `refund_too_much`.
    """
    till = tills.lock_for(event, hand.by)
    told = written(till, hand.key, Line(fund, MoveKind.REFUND, amount, player))
    if told is not None:
        return told
    account = _account(event, player)
    most = next((due.refundable for due in account.dues if due.terms.fund == fund), 0)
    if not 0 < amount <= most:
        raise Refusal("refund_too_much", player=player.name, most=plain(most, till.currency))
    lot = _own_lot(event, player, fund)
    line = Line(fund, MoveKind.REFUND, amount, player, lot)
    return write(till=till, event=event, hand=hand, lines=[line])


@transaction.atomic
def take_for_lot(*, event: Event, fund: int, lot: int, hand: Hand) -> Receipt:
    """Take from the buyer of a lot all he owes for it. Refuses `lot_unknown`, `nothing_owed`."""
    till = tills.lock_for(event, hand.by)
    found = _lot(event, fund, lot)
    told = written(till, hand.key)
    if told is not None:
        return _same_lot(told, found)
    buyer = found.sale.buyer if found.sale else ""
    if not found.buyer.owes:
        raise Refusal("nothing_owed", player=buyer)
    line = Line(fund, MoveKind.PAYMENT, found.buyer.owes, lot=found.lot)
    return write(till=till, event=event, hand=hand, lines=[line], person=buyer)


@transaction.atomic
def refund_lot(*, event: Event, fund: int, lot: int, hand: Hand) -> Receipt:
    """Give the buyer of a lot back what he paid too much for it. Refuses `lot_unknown`, `nothing_owed`."""
    till = tills.lock_for(event, hand.by)
    found = _lot(event, fund, lot)
    told = written(till, hand.key)
    if told is not None:
        return _same_lot(told, found)
    person = _last_buyer(till, found)
    if not found.buyer.surplus:
        raise Refusal("nothing_owed", player=person)
    line = Line(fund, MoveKind.REFUND, found.buyer.surplus, lot=found.lot)
    return write(till=till, event=event, hand=hand, lines=[line], person=person)


def _account(event: Event, player: Player) -> Account:
    found = accounts.account_of(event, player.pk)
    if found is None:
        raise Refusal("player_unknown", player=player.name)
    return found


def _lines(account: Account, amount: int) -> Iterator[Line]:
    """The amount over what is owed, in the order of the funds."""
    for due in account.dues:
        part = min(amount, due.owes)
        if part:
            lot = _own_lot(due.terms.event, account.player, due.terms.fund) if _is_half(due) else None
            yield Line(due.terms.fund, MoveKind.PAYMENT, part, account.player, lot)
        amount -= part


def _is_half(due: accounts.Due) -> bool:
    return due.terms.kind == FundKind.AUCTION.value


def _own_lot(event: Event, player: Player, fund: int) -> Lot | None:
    return Lot.objects.filter(event=event.pk, fund=fund, held__player=player.pk).first()


def _lot(event: Event, fund: int, number: int) -> auctions.Standing:
    terms = terms_of(event).get(fund)
    found = auctions.lots(event, terms) if terms is not None else []
    standing = next((one for one in found if one.lot.number == number), None)
    if standing is None:
        raise Refusal("lot_unknown", lot=number)
    return standing


def _same_lot(told: Receipt, found: auctions.Standing) -> Receipt:
    if not told.moves.filter(lot=found.lot, player=None).exists():
        raise Refusal("receipt_key_used", number=told.number)
    return told


def _last_buyer(till: Till, found: auctions.Standing) -> str:
    paid = till.receipts.filter(moves__lot=found.lot, moves__player=None).exclude(person="").last()
    return paid.person if paid is not None else ""
