"""The late fee of a registration, added to the dues of the players at the cash desk."""

from django.db import transaction
from django.utils.translation import gettext

from matches.models import Player, User
from tournaments.finances.models import Charge, ChargeKind
from tournaments.finances.queries import accounts
from tournaments.finances.queries.funds import FEES
from tournaments.finances.queries.late_fees import get_late_fee, list_late_payers
from tournaments.finances.services import cash_desks
from tournaments.finances.services.charges import write_charge
from tournaments.models import Event
from tournaments.permissions import must_direct


@transaction.atomic
def add_late_fee(*, event: Event, by: User, key: str) -> list[Charge]:
    """Add the late fee of the registration to the fee of each player who has not paid the usual one in full.

    Adds nothing before the first day of the late fee. Players who have had an individual fee are left out, so
    a late fee is added once, and one that was waived is not added again.
    Refuses `directors_only`, `money_off`.
    """
    must_direct(by, event)
    late_fee = get_late_fee(event, cash_desks.lock_cash_desk(event.tournament))
    if not late_fee:
        return []
    return [
        write_late_fee(event=event, player=account.player, amount=late_fee, by=by, key=key)
        for account in list_late_payers(event, accounts.list_accounts(event))
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
