"""The prices that were announced at registration, as the cash desk counts them: in coins, with their names.

Which they are is decided by `registration.queries.event_fees`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.models import FundTerms
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class NamedPrice:
    """A price in coins and what it is called."""

    amount: int
    name: str


def find_player_prices(event: Event, entry_fees: FundTerms | None) -> Mapping[int, NamedPrice]:
    """Return by player what they pay instead of the usual fee. No query without a usual fee."""
    if entry_fees is None or not entry_fees.total_fee:
        return {}
    currency = event.tournament.currency
    return {
        player: NamedPrice(count_coins(price.amount, currency), price.name)
        for prices in registry.player_prices(event)
        for player, price in prices.items()
    }


def list_offered_prices(event: Event, entry_fees: FundTerms | None) -> list[NamedPrice]:
    """Return the prices of categories of people, which the cash desk may choose for an entry."""
    if entry_fees is None or not entry_fees.total_fee:
        return []
    currency = event.tournament.currency
    return [
        NamedPrice(count_coins(price.amount, currency), price.name)
        for prices in registry.offered_prices(event)
        for price in prices
    ]
