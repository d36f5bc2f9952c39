"""Template tags of finances: amounts, explanations of prizes, names of funds."""

from collections.abc import Mapping, Sequence

from django import template

from tournaments.finances.messages import describe_entry, describe_share_places, explain_share, get_fund_name
from tournaments.finances.models import CashDesk, Receipt
from tournaments.finances.prizes.sharing import PrizeShare
from tournaments.finances.queries import ledger
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.other_debts import OtherDebt
from tournaments.finances.queries.player_prices import NamedPrice
from tournaments.finances.queries.price_choices import PriceChoice
from tournaments.finances.queries.prizes import PrizeClaim
from tournaments.messages.journal import describe_number_of_entries
from tournaments.messages.money import format_amount_for_input, format_money
from tournaments.models import Event, PaymentMethod
from tournaments.play.entrants.queries.entries import describe_kind

register = template.Library()
register.filter("total", ledger.sum_receipt)
register.filter("name_on", ledger.get_name_on_receipt)
register.filter("fund_name", get_fund_name)
register.filter("place_name", describe_share_places)
register.filter("money_in", format_money)


@register.filter
def money(amount: int | None, cash_desk: CashDesk) -> str:
    """Return an amount of a cash desk in the reader's locale."""
    return "" if amount is None else format_money(amount, cash_desk.tournament.currency)


@register.filter
def negated(amount: int) -> int:
    """Return an amount with the opposite sign."""
    return -amount


@register.filter
def absolute(amount: int) -> int:
    """Return an amount without its sign."""
    return abs(amount)


@register.simple_tag
def reasons(share: PrizeShare, cash_desk: CashDesk) -> list[str]:
    """Return the explanation of a share."""
    return explain_share(share, cash_desk.tournament.currency)


@register.simple_tag
def other_debts_of(other_debts: Mapping[int, Sequence[OtherDebt]], account: Account) -> Sequence[OtherDebt]:
    """Return the debts of the player of an account in other events."""
    return other_debts.get(account.player.pk, ())


@register.simple_tag
def price_choices_of(choices: Mapping[int, Sequence[PriceChoice]], account: Account) -> Sequence[PriceChoice]:
    """Return the prices that can be chosen for the player of an account."""
    return choices.get(account.player.pk, ())


@register.simple_tag
def uncharged_price_of(prices: Mapping[int, NamedPrice], account: Account) -> NamedPrice | None:
    """Return the lower price to which the records entitle the player of an account; None without one."""
    return prices.get(account.player.pk)


@register.filter
def count_payers(accounts: Sequence[Account], event: Event) -> str:
    """Return how many accounts these are: players, pairs or teams."""
    kind = describe_kind(event, [account.player.kind for account in accounts])
    return describe_number_of_entries(kind, len(accounts))


@register.filter
def payment_method(receipt: Receipt) -> str:
    """Return the payment method of a receipt: cash, card ..."""
    return str(PaymentMethod(receipt.method).label)


@register.filter
def method_name(method: str) -> str:
    """Return the name of a payment method."""
    return str(PaymentMethod(method).label)


@register.filter
def amount_for_input(amount: int, cash_desk: CashDesk) -> str:
    """Return an amount for an input field, with the reader's decimal separator."""
    return format_amount_for_input(amount, cash_desk.tournament.currency)


@register.filter
def key_for(key: str, mark: object) -> str:
    """Return a separate idempotency key for one of several forms of a page."""
    return f"{key}.{mark}"


@register.simple_tag
def debt_of(debts: Mapping[int, int], claim: PrizeClaim) -> int:
    """Return what the recipient of a prize owes to the event, in the smallest coins; 0 if nothing."""
    return debts.get(claim.player.pk, 0) if claim.player is not None else 0


@register.simple_tag
def ledger_entry_text(entry: ledger.LedgerEntry, cash_desk: CashDesk) -> str:
    """Return the text of a ledger entry."""
    return describe_entry(entry.what, entry.facts, cash_desk.tournament.currency)
