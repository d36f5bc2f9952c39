"""The late fee of a registration: how much it is, and who owes it.

The day from which it is due is decided by `registration.queries.is_late`; `services.late_fees` adds it.
"""

from decimal import Decimal

from tournaments import registry
from tournaments.finances.models import CashDesk
from tournaments.finances.prizes.currencies import get_exponent
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import FEES, REGISTRATION_CURRENCY
from tournaments.models import Event


def get_late_fee(event: Event, cash_desk: CashDesk) -> int:
    """Return the late fee of the registration in the smallest coins; 0 if none is due yet."""
    if cash_desk.currency != REGISTRATION_CURRENCY:
        return 0
    late_fee = next(filter(None, registry.late_fees(event)), Decimal(0))
    return int(late_fee * 10 ** get_exponent(REGISTRATION_CURRENCY))


def owes_late_fee(account: Account) -> bool:
    """Return whether a player has not paid the usual entry fee in full.

    Players with an own fee pay no late fee. An added late fee is an own fee, so it is added once.
    """
    return account.is_playing and any(
        due.owes and not due.own_fee for due in account.dues if due.terms.fund == FEES
    )
