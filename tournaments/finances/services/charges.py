"""Charges of players: individual fees, the late fee, pools they enter and leave."""

from django.db import transaction

from matches.actors import require_actor
from matches.models import Player, User
from rules.errors import Refusal
from tournaments.currencies import MAX_AMOUNT
from tournaments.finances.models import Charge, ChargeKind
from tournaments.finances.queries import accounts
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.dues import find_fee_for_amount
from tournaments.finances.queries.funds import FEES
from tournaments.finances.services import cash_desks
from tournaments.models import Event
from tournaments.permissions import must_direct
from tournaments.registry import RETAIN_FEE, WAIVE_FEE

# What the key of the charge of a price by the records has after the key of the payment.
PRICE_OF_PAYMENT = "-price"


def write_charge(  # noqa: PLR0913 - each is a column of the charge
    *,
    event: Event,
    fund: int,
    player: Player,
    kind: ChargeKind,
    by: User,
    key: str,
    amount: int = 0,
    adds_late_fee: bool = False,
    note: str = "",
) -> Charge:
    """Write a charge of a player and notify the pages.

    For services that have checked the permission of `by` and hold the lock of the cash desk.
    """
    require_actor(by)
    seq = Charge.objects.filter(event=event, fund=fund, player=player).count() + 1
    cash_desks.notify_pages(event)
    return Charge.objects.create(
        event=event,
        fund=fund,
        player=player,
        seq=seq,
        kind=kind,
        amount=amount,
        adds_late_fee=adds_late_fee,
        note=note.strip(),
        by=by,
        key=f"{key}-{seq}",
    )


def charge_payment(*, event: Event, account: Account, by: User, key: str, is_in_time: bool = False) -> None:
    """Record with a payment which late fee is due, so that what is paid of it stays, and a price that may go.

    That is a price by the records of the club, which can change. With what was paid `is_in_time` no late fee
    was due; one that an earlier payment has recorded stays. For services as `write_charge`.
    """
    require_actor(by)
    entry_fee = account.dues[0]
    if entry_fee.is_by_records and entry_fee.fee:
        write_charge(
            event=event,
            fund=FEES,
            player=account.player,
            kind=ChargeKind.OWN_FEE,
            by=by,
            key=f"{key}{PRICE_OF_PAYMENT}",
            amount=entry_fee.fee,
            adds_late_fee=True,
            note=entry_fee.price,
        )
    is_late_fee_new = entry_fee.late_fee_in_all != entry_fee.charged_late_fee
    if entry_fee.owes and is_late_fee_new and not is_in_time:
        write_late_fee(event=event, player=account.player, amount=entry_fee.late_fee_in_all, by=by, key=key)


def remove_charges_of_payment(*, event: Event, player: Player, receipt_key: str, by: User, key: str) -> None:
    """Take back what a voided payment has recorded, once nothing is paid of the fee: see `charge_payment`.

    `receipt_key` is the key of the receipt. For services as `write_charge`.
    """
    require_actor(by)
    account = accounts.get_account(event, player.pk)
    if account is None or account.has_paid_fee:
        return
    if _list_late_fees(event, player)[-1:] not in ([], [0]):
        write_late_fee(event=event, player=player, amount=0, by=by, key=key)
    prices = Charge.objects.filter(event=event, fund=FEES, player=player).exclude(kind=ChargeKind.LATE_FEE)
    last_price = prices.order_by("seq").last()
    price_key = f"{receipt_key}{PRICE_OF_PAYMENT}-"
    if last_price is not None and last_price.key.startswith(price_key):
        write_charge(
            event=event, fund=FEES, player=player, kind=ChargeKind.USUAL_FEE, by=by, key=f"{key}-usual"
        )


def _list_late_fees(event: Event, player: Player) -> list[int]:
    charges = Charge.objects.filter(event=event, fund=FEES, player=player, kind=ChargeKind.LATE_FEE)
    return list(charges.order_by("seq").values_list("amount", flat=True))


def write_late_fee(*, event: Event, player: Player, amount: int, by: User, key: str) -> Charge:
    """Write the charge of a late fee, 0 for none any more, as `charges.write_charge`."""
    return write_charge(
        event=event,
        fund=FEES,
        player=player,
        kind=ChargeKind.LATE_FEE,
        amount=amount,
        by=by,
        key=f"{key}-late",
    )


@transaction.atomic
def set_own_fee(
    *,
    event: Event,
    player: Player,
    amount: int | None,
    note: str,
    by: User,
    key: str,
    adds_late_fee: bool = False,
) -> Charge | None:
    """Set a player's own fee instead of fee and registration; return None if unchanged.

    It stays when that changes; without `adds_late_fee` no late fee is due. None sets the usual fee again.

    Refuses `directors_only`, `money_off`, `plays_no_more`, `amount_impossible`.
    """
    must_direct(by, event)
    cash_desks.lock_cash_desk(event.tournament)
    account = accounts.get_account(event, player.pk)
    if account is None or not account.may_owe_fee:
        raise Refusal("plays_no_more", player=player.name)
    due, kind, fee = account.dues[0], ChargeKind.USUAL_FEE, 0
    if amount is not None:
        if not 0 <= amount <= MAX_AMOUNT:
            raise Refusal("amount_impossible")
        kind, fee = ChargeKind.OWN_FEE, find_fee_for_amount(due, amount)
    is_same = amount is None or (fee, adds_late_fee) == (due.fee, due.adds_late_fee)
    if due.own_fee == (amount is not None) and is_same:
        return None
    return write_charge(
        event=event,
        fund=FEES,
        player=player,
        kind=kind,
        amount=fee,
        adds_late_fee=adds_late_fee and amount is not None,
        note=note,
        by=by,
        key=key,
    )


@transaction.atomic
def keep_payment(*, event: Event, player: Player, fund: int, by: User, key: str) -> Charge | None:
    """Keep what a player who has withdrawn has paid to the fees or a pool; None if it is retained already.

    It can still be refunded. Refuses `cashiers_only`, `money_off`, `player_unknown`, and `nothing_to_keep`.
    """
    cash_desks.lock_for_payment(event, by)
    account = accounts.get_account(event, player.pk)
    if account is None:
        raise Refusal("player_unknown", player=player.name)
    due = next((one for one in account.undecided if one.terms.fund == fund), None)
    if due is not None:
        return write_charge(
            event=event,
            fund=fund,
            player=player,
            kind=ChargeKind.RETAINED,
            amount=due.payer.paid,
            by=by,
            key=key,
        )
    if account.retained and any(one.retained for one in account.dues if one.terms.fund == fund):
        return None
    raise Refusal("nothing_to_keep", player=player.name)


@transaction.atomic
def decide_fee_of_withdrawn(event: Event, player: int, decision: str, by: User, key: str) -> None:
    """Waive what a player who has withdrawn still owes of the entry fee, or keep what they have paid of it.

    Nothing happens where nothing is owed, or nothing was paid. Refuses as `keep_payment`.
    """
    must_direct(by, event)
    cash_desks.lock_cash_desk(event.tournament)
    account = accounts.get_account(event, player)
    if account is None:
        return
    charge_key = f"{key}-fee"
    if decision == RETAIN_FEE and any(one.terms.fund == FEES for one in account.undecided):
        keep_payment(event=event, player=account.player, fund=FEES, by=by, key=charge_key)
    elif decision == WAIVE_FEE and account.fee_due:
        write_charge(
            event=event,
            fund=FEES,
            player=account.player,
            kind=ChargeKind.WAIVED,
            amount=find_fee_for_amount(account.dues[0], account.paid_fee),
            by=by,
            key=charge_key,
        )
