"""The prices that were announced at registration, as the cash desk counts them: in coins, with their names.

Which they are is decided by `registration.queries.event_fees`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.models import PAID_KINDS, FundTerms, ReceiptLine
from tournaments.finances.queries.funds import FEES
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class NamedPrice:
    """A price in coins and the code of its name; `is_by_records` as in `registry.PlayerPrice`."""

    amount: int
    code: str
    is_by_records: bool = False


def find_player_prices(event: Event, entry_fees: FundTerms | None) -> Mapping[int, NamedPrice]:
    """Return by player what they pay instead of the usual fee. No query without a usual fee.

    A price by the records of the club is not for those who have paid: they paid another one, which holds for
    them, and who pays it keeps it as their own fee (`services.charges.charge_payment`), whatever becomes of
    the records.
    """
    if entry_fees is None or not entry_fees.total_fee:
        return {}
    prices = {player: price for prices in registry.player_prices(event) for player, price in prices.items()}
    by_records = [player for player, price in prices.items() if price.is_by_records]
    if by_records:
        lines = ReceiptLine.objects.filter(event=event, fund=FEES, kind__in=PAID_KINDS, player__in=by_records)
        for player in set(lines.values_list("player", flat=True)):
            other_price = prices.pop(player or 0).without_records
            if other_price is not None:
                prices[player or 0] = other_price
    currency = event.tournament.currency
    return {
        player: NamedPrice(count_coins(price.amount, currency), price.code, price.is_by_records)
        for player, price in prices.items()
    }


def list_offered_prices(event: Event, entry_fees: FundTerms | None) -> list[NamedPrice]:
    """Return the prices of categories of people, which the cash desk may choose for an entry."""
    if entry_fees is None or not entry_fees.total_fee:
        return []
    currency = event.tournament.currency
    return [
        NamedPrice(count_coins(price.amount, currency), price.code)
        for prices in registry.offered_prices(event)
        for price in prices
    ]
