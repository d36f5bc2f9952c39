"""The prices that the cash desk can choose for a player with one tap."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.finances.messages import USUAL_FEE
from tournaments.finances.models import FundTerms
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import FEES
from tournaments.finances.queries.late_fees import find_late_fees
from tournaments.finances.queries.player_prices import find_player_prices, list_offered_prices
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class PriceChoice:
    """A price in coins, late fee included, and the code of its name.

    `is_default` is the one that a player pays without an individual fee.
    """

    amount: int
    code: str
    is_default: bool = False


def list_price_choices(
    event: Event, terms: Mapping[int, FundTerms], account_list: Iterable[Account]
) -> Mapping[int, list[PriceChoice]]:
    """Return by player the prices they do not pay now, the one without an individual fee first.

    The late fee that is due is added to each but 0, as `registration.queries.event_fees` does.
    """
    entry_fees = terms.get(FEES)
    rows = [account for account in account_list if account.may_owe_fee]
    offered = list_offered_prices(event, entry_fees)
    if entry_fees is None or not offered or not rows:
        return {}
    prices = find_player_prices(event, entry_fees)
    late_fees = find_late_fees(event, [account.player.pk for account in rows])
    others = [(entry_fees.total_fee, USUAL_FEE), *((offer.amount, offer.code) for offer in offered)]
    choices = {}
    for account in rows:
        price, late_fee = prices.get(account.player.pk), late_fees.get(account.player.pk, 0)
        amount, code = (price.amount, price.code) if price is not None else others[0]
        # The price by the records has the amount of that of its category, which is listed once.
        choices_by_amount = {amount: PriceChoice(_add_late_fee(amount, late_fee), code, is_default=True)}
        for other_amount, other_code in others:
            choices_by_amount.setdefault(
                other_amount, PriceChoice(_add_late_fee(other_amount, late_fee), other_code)
            )
        choices[account.player.pk] = [
            choice
            for choice in choices_by_amount.values()
            if (account.has_own_fee or not choice.is_default) and choice.amount != account.fee_to_pay
        ]
    return choices


def _add_late_fee(amount: int, late_fee: int) -> int:
    return amount + late_fee if amount else 0
