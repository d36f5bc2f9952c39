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


def write_charge(
    *,
    event: Event,
    fund: int,
    player: Player,
    kind: ChargeKind,
    by: User,
    key: str,
    amount: int = 0,
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
        note=note.strip(),
        by=by,
        key=f"{key}-{seq}",
    )


def charge_first_payment(*, event: Event, account: Account, by: User, key: str) -> Charge | None:
    """Make what a player pays now a charge, so that it stays: the late fee that is due, or the whole fee.

    The whole fee where the records of the club have set its price, which can change. None if neither is so.
    For services as `write_charge`.
    """
    require_actor(by)
    entry_fee = account.dues[0]
    if entry_fee.is_by_records and entry_fee.fee:
        return write_charge(
            event=event,
            fund=FEES,
            player=account.player,
            kind=ChargeKind.OWN_FEE,
            by=by,
            key=key,
            amount=entry_fee.fee,
            note=entry_fee.price,
        )
    if not account.late_fee:
        return None
    return write_late_fee(event=event, player=account.player, amount=account.late_fee, by=by, key=key)


def write_late_fee(*, event: Event, player: Player, amount: int, by: User, key: str) -> Charge:
    """Write the charge of a late fee, as `charges.write_charge`."""
    return write_charge(
        event=event,
        fund=FEES,
        player=player,
        kind=ChargeKind.LATE_FEE,
        amount=amount,
        by=by,
        key=key,
    )


@transaction.atomic
def set_own_fee(
    *, event: Event, player: Player, amount: int | None, note: str, by: User, key: str
) -> Charge | None:
    """Set a player's own fee instead of fee, registration and late fee; return None if unchanged.

    It stays when the usual fee changes. `amount` None sets the usual fee again.

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
    if due.own_fee == (amount is not None) and (amount is None or fee == due.fee):
        return None
    return write_charge(
        event=event,
        fund=FEES,
        player=player,
        kind=kind,
        amount=fee,
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
