"""Amounts, reasons of prizes and names of funds in templates."""

from collections.abc import Mapping

from django import template

from tournaments.finances.messages import describe_entry, explain_share, format_amount_for_input, format_money
from tournaments.finances.models import CashDesk, FundKind, FundTerms, PaymentMethod, Receipt, ReceiptLine
from tournaments.finances.prizes.sharing import Share
from tournaments.finances.queries import ledger
from tournaments.formats.graph import MAIN
from tournaments.phrases import flight_name
from tournaments.phrases.names import places

register = template.Library()
register.filter("total", ledger.total_of)
register.filter("name_on", ledger.name_on_receipt)


@register.filter(name="money")
def written(amount: int | None, cash_desk: CashDesk) -> str:
    """An amount of a cash desk in the reader's way of writing."""
    return "" if amount is None else format_money(amount, cash_desk.currency)


@register.filter
def fund_name(terms: FundTerms) -> str:
    """What a fund is called: its name, or what kind it is."""
    return terms.name or str(FundKind(terms.kind).label)


@register.filter
def below(amount: int) -> int:
    """An amount with the other sign."""
    return -amount


@register.simple_tag
def reasons(share: Share, pot: int, cash_desk: CashDesk) -> list[str]:
    """Why a share is what it is."""
    return explain_share(share, pot, cash_desk.currency)


@register.filter
def way(receipt: Receipt) -> str:
    """How the money of a receipt went: cash, card ..."""
    return str(PaymentMethod(receipt.method).label)


@register.filter
def method_name(method: str) -> str:
    """A way money goes, in words."""
    return str(PaymentMethod(method).label)


@register.filter
def typed(amount: int, cash_desk: CashDesk) -> str:
    """An amount as it stands in a field, with the sign between coins the reader uses."""
    return format_amount_for_input(amount, cash_desk.currency)


@register.filter(name="words")
def split_text(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


@register.filter
def place_name(share: Share) -> str:
    """Flight and places of a share: "Consolation, places 3–4"."""
    where = places((share.first, share.last))
    return where if share.flight == MAIN else f"{flight_name(share.flight)}, {where}"


@register.filter
def line_name(move: ReceiptLine, funds: Mapping[int, FundTerms]) -> str:
    """What a line of a receipt is for: the name its fund has now."""
    terms = funds.get(move.fund)
    return fund_name(terms) if terms else str(move.fund)


@register.filter
def for_one(key: str, mark: object) -> str:
    """The key of a page for one of its forms: two forms of a page are two acts."""
    return f"{key}.{mark}"


@register.simple_tag(name="act_words")
def entry_text(act: ledger.LedgerEntry, cash_desk: CashDesk) -> str:
    """What was done with money, in words."""
    return describe_entry(act.what, act.facts, cash_desk.currency)
