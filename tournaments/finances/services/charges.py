"""Charges of players: individual fees, the late fee, pools they enter and leave."""

from django.db import transaction
from django.utils.translation import gettext

from matches.actors import require_actor
from matches.models import Player, User
from rules.errors import Refusal
from tournaments.currencies import MAX_AMOUNT
from tournaments.finances.models import Charge, ChargeKind
from tournaments.finances.queries import accounts
from tournaments.finances.queries.dues import find_fee_for_amount
from tournaments.finances.queries.funds import FEES
from tournaments.finances.queries.late_fee_payers import get_late_fee, list_late_payers
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
    """Add the late fee of the registration to the fee of each player who has not paid the usual one in full.

    Adds nothing before the first day of the late fee. Players who have had an individual fee are left out, so
    a late fee is added once, and one that was waived is not added again.
    `payers` and `fee` are the number of players and the fee that were seen, None if that is not known.
    Refuses `directors_only`, `money_off`, and `late_payers_changed` if they are others now.
    """
    must_direct(by, event)
    cash_desk = cash_desks.lock_cash_desk(event.tournament)
    late_fee = get_late_fee(event, cash_desk.tournament.currency)
    if not late_fee:
        return []
    late = list_late_payers(event, accounts.list_accounts(event))
    if payers not in (None, len(late)) or fee not in (None, late_fee):
        raise Refusal("late_payers_changed", "", count=len(late))
    return [
        write_late_fee(event=event, player=account.player, amount=late_fee, by=by, key=key)
        for account in late
    ]


def write_late_fee(*, event: Event, player: Player, amount: int, by: User, key: str) -> Charge:
    """Write the charge of a late fee, as `charges.write_charge`."""
    return write_charge(
        event=event,
        fund=FEES,
        player=player,
        kind=ChargeKind.OWN_FEE,
        amount=amount,
        note=gettext("late fee"),
        by=by,
        key=key,
    )


@transaction.atomic
def set_own_fee(*, event: Event, player: Player, amount: int, note: str, by: User, key: str) -> Charge | None:
    """Set a player's own fee instead of fee and registration; return None if unchanged.

    Refuses `directors_only`, `money_off`, `plays_no_more`, `amount_impossible`.
    """
    must_direct(by, event)
    cash_desks.lock_cash_desk(event.tournament)
    account = accounts.get_account(event, player.pk)
    if account is None or not account.may_owe_fee:
        raise Refusal("plays_no_more", player=player.name)
    if not 0 <= amount <= MAX_AMOUNT:
        raise Refusal("amount_impossible")
    difference = find_fee_for_amount(account.dues[0], amount) - account.dues[0].fee
    if not difference:
        return None
    return write_charge(
        event=event,
        fund=FEES,
        player=player,
        kind=ChargeKind.OWN_FEE,
        amount=difference,
        note=note,
        by=by,
        key=key,
    )
