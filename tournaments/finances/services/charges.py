"""Charges of players: individual fees, the late fee, pools they enter and leave."""

from django.db import transaction

from matches.actors import require_actor
from matches.models import Player, User
from rules.errors import Refusal
from tournaments.currencies import MAX_AMOUNT
from tournaments.finances.models import Charge, ChargeKind
from tournaments.finances.queries import accounts
from tournaments.finances.queries.dues import find_fee_for_amount
from tournaments.finances.queries.funds import FEES
from tournaments.finances.queries.late_fee_payers import list_late_fees
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


@transaction.atomic
def add_late_fee(
    *, event: Event, by: User, key: str, payers: int | None = None, fee: int | None = None
) -> list[Charge]:
    """Add the late fee of the registration to the fee of those who have to pay it (`list_late_fees`).

    `payers` and `fee` are the number of players and the highest fee that were seen, None if not known.
    Refuses `directors_only`, `money_off`, and `late_payers_changed` if they are others now.
    """
    must_direct(by, event)
    cash_desk = cash_desks.lock_cash_desk(event.tournament)
    late_fees = list_late_fees(event, accounts.list_accounts(event), cash_desk.tournament.currency)
    highest_fee = max((amount for _account, amount in late_fees), default=0)
    if payers not in (None, len(late_fees)) or fee not in (None, highest_fee):
        raise Refusal("late_payers_changed", "", count=len(late_fees))
    return [
        write_late_fee(event=event, player=account.player, amount=amount, by=by, key=key)
        for account, amount in late_fees
    ]


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
    """Set a player's own fee instead of fee and registration; return None if unchanged.

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
