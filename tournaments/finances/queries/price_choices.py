"""The prices that the cash desk can choose for a player with one tap."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.messages import USUAL_FEE
from tournaments.finances.models import FundTerms
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import FEES
from tournaments.finances.queries.late_fees import find_late_fees
from tournaments.finances.queries.player_prices import NamedPrice, find_player_prices, list_offered_prices
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class PriceChoice:
    """A price in coins, the total with the late fee that would be due, and the code of its name.

    `is_default` is the one that a player pays without an individual fee.
    """

    amount: int
    total: int
    code: str
    is_default: bool = False


def list_price_choices(
    event: Event, terms: Mapping[int, FundTerms], account_list: Iterable[Account]
) -> Mapping[int, list[PriceChoice]]:
    """Return by player the prices they do not pay now, the one without an individual fee first.

    The late fee that is due is added to each but 0, as `registration.queries.event_fees` does; to one that
    the player has paid already, only if that was paid late.
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
        price, due_late_fee = prices.get(account.player.pk), late_fees.get(account.player.pk)
        late_fee = due_late_fee.amount if due_late_fee is not None else 0
        amount, code = (price.amount, price.code) if price is not None else others[0]
        # The price by the records has the amount of that of its category, which is listed once.
        codes = {amount: code}
        for other_amount, other_code in others:
            codes.setdefault(other_amount, other_code)
        totals = {each: _add_late_fee(account, each, late_fee) for each in codes}
        choices[account.player.pk] = [
            PriceChoice(each, totals[each], each_code, is_default=each == amount)
            for each, each_code in codes.items()
            if (account.has_own_fee or each != amount) and totals[each] != account.fee_to_pay
        ]
    return choices


def find_uncharged_prices(event: Event, account_list: Iterable[Account]) -> Mapping[int, NamedPrice]:
    """Return by player the price to which the records entitle them, where they have paid a higher one.

    An individual fee is as the desk has set it.
    """
    rows = {
        account.player.pk: account.dues[0]
        for account in account_list
        if account.may_owe_fee and account.has_paid_fee and not account.has_own_fee
    }
    if not rows:
        return {}
    currency = event.tournament.currency
    return {
        player: NamedPrice(count_coins(price.amount, currency), price.code, is_by_records=True)
        for prices in registry.player_prices(event)
        for player, price in prices.items()
        if price.is_by_records and player in rows and count_coins(price.amount, currency) < rows[player].fee
    }


def _add_late_fee(account: Account, amount: int, late_fee: int) -> int:
    """Return what a player would have to pay in all for a price."""
    player_due = account.dues[0]
    paid_late_fee = min(player_due.charged_late_fee, max(0, player_due.payer.paid - amount)) if amount else 0
    is_late = amount > player_due.payer.paid or paid_late_fee < player_due.charged_late_fee
    return amount + max(paid_late_fee, late_fee) if amount and is_late else amount + paid_late_fee
