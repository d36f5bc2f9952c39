"""Who has the late fee to pay of a registration, and how much that is at the cash desk.

The day from which it is due is decided by `registration.queries.event_fees`; `services.charges` adds it.
"""

from collections.abc import Iterable
from decimal import Decimal

from django.db.models import QuerySet

from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.models import Charge, ChargeKind
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import FEES
from tournaments.models import Event


def get_late_fee(event: Event, currency: str) -> int:
    """Return the late fee of the registration in the smallest coins of the currency; 0 if none is due yet."""
    return count_coins(next(filter(None, registry.late_fees(event)), Decimal(0)), currency)


def list_late_payers(event: Event, account_list: Iterable[Account]) -> list[Account]:
    """Return the accounts of the players who have not paid the usual entry fee in full. One query.

    Whoever has had an individual fee is left out: so a late fee is added once, and stays waived.
    """
    players_with_own_fee = set(list_own_fees(event).values_list("player", flat=True))
    return [
        account
        for account in account_list
        if account.is_playing
        and account.player.pk not in players_with_own_fee
        and any(due.owes for due in account.dues if due.terms.fund == FEES)
    ]


def list_own_fees(event: Event) -> QuerySet[Charge]:
    """Return the individual fees that players of the event have had, waived late fees among them."""
    return Charge.objects.filter(event=event, fund=FEES, kind=ChargeKind.OWN_FEE)
