"""How much the late fee of the registration is at the cash desk.

The day from which it is due is decided by `registration.queries.event_fees`, who owes it by
`dues.may_owe_late_fee`; `services.charges.charge_payment` records with a payment that it was due.
"""

from collections.abc import Collection, Mapping
from datetime import date

from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.queries.dues import DueLateFee
from tournaments.models import Event


def find_late_fees(event: Event, players: Collection[int]) -> Mapping[int, DueLateFee]:
    """Return the late fee that is due now from each of these players, by key, without those of 0.

    Those who signed up when less was announced pay less, or none. No query without players.
    """
    late_fee = next(filter(None, registry.late_fees(event)), None) if players else None
    if late_fee is None:
        return {}
    amounts = {player: late_fee.lower_amounts.get(player, late_fee.amount) for player in players}
    currency = event.tournament.currency
    return {
        player: DueLateFee(count_coins(amount, currency), late_fee.since)
        for player, amount in amounts.items()
        if amount
    }


def get_late_fee_start(event: Event) -> date | None:
    """Return the day from which the late fee of now is due; None if none is."""
    late_fee = next(filter(None, registry.late_fees(event)), None)
    return late_fee.since if late_fee is not None else None


def is_before_late_fee(event: Event, paid_on: date | None) -> bool:
    """Whether a day of payment is before the one from which the late fee of now is due; None is today."""
    since = get_late_fee_start(event) if paid_on is not None else None
    return since is not None and paid_on is not None and paid_on < since
