"""Who has the late fee to pay of a registration, and how much that is at the cash desk.

The day from which it is due is decided by `registration.queries.event_fees`; `services.charges` adds it.
"""

from collections.abc import Iterable

from django.db.models import QuerySet

from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.models import Charge, ChargeKind
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import FEES
from tournaments.models import Event


def list_late_fees(event: Event, account_list: Iterable[Account], currency: str) -> list[tuple[Account, int]]:
    """Return the players who have to pay the late fee of the registration, with its amount in coins.

    They have not paid the usual entry fee in full. Those who have had an individual fee are left out: so a
    late fee is added once, and stays waived. Those who signed up when less was announced pay less, or none.
    """
    late_fee = next(filter(None, registry.late_fees(event)), None)
    if late_fee is None:
        return []
    players_with_own_fee = set(list_own_fees(event).values_list("player", flat=True))
    late_fees = [
        (account, count_coins(late_fee.lower_amounts.get(account.player.pk, late_fee.amount), currency))
        for account in account_list
        if account.is_playing and account.player.pk not in players_with_own_fee and account.fee_due
    ]
    return [(account, amount) for account, amount in late_fees if amount]


def list_own_fees(event: Event) -> QuerySet[Charge]:
    """Return the individual fees and the late fees that players of the event have had."""
    kinds = (ChargeKind.OWN_FEE, ChargeKind.LATE_FEE)
    return Charge.objects.filter(event=event, fund=FEES, kind__in=kinds)
