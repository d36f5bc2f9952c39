"""Amounts, reasons of prizes and names of funds in templates."""

from collections.abc import Mapping

from django import template

from tournaments.finances.messages import format_amount_for_input, happened, money, why
from tournaments.finances.models import FundKind, Method, Move, Receipt, Terms, Till
from tournaments.finances.prizes.sharing import Share
from tournaments.finances.queries import receipts as papers
from tournaments.formats.field import MAIN
from tournaments.phrases import flight_name
from tournaments.phrases.names import places

register = template.Library()
register.filter("total", papers.total)
register.filter("name_on", papers.name_on)


@register.filter(name="money")
def written(amount: int | None, till: Till) -> str:
    """An amount of a till in the reader's way of writing."""
    return "" if amount is None else money(amount, till.currency)


@register.filter
def fund_name(terms: Terms) -> str:
    """What a fund is called: its name, or what kind it is."""
    return terms.name or str(FundKind(terms.kind).label)


@register.filter
def below(amount: int) -> int:
    """An amount with the other sign."""
    return -amount


@register.simple_tag
def reasons(share: Share, pot: int, till: Till) -> list[str]:
    """Why a share is what it is."""
    return why(share, pot, till.currency)


@register.filter
def way(paper: Receipt) -> str:
    """How the money of a receipt went: cash, card ..."""
    return str(Method(paper.method).label)


@register.filter
def method_name(method: str) -> str:
    """A way money goes, in words."""
    return str(Method(method).label)


@register.filter
def typed(amount: int, till: Till) -> str:
    """An amount as it stands in a field, with the sign between coins the reader uses."""
    return format_amount_for_input(amount, till.currency)


@register.filter
def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


@register.filter
def place_name(share: Share) -> str:
    """Flight and places of a share: "Consolation, places 3–4"."""
    where = places((share.first, share.last))
    return where if share.flight == MAIN else f"{flight_name(share.flight)}, {where}"


@register.filter
def line_name(move: Move, funds: Mapping[int, Terms]) -> str:
    """What a line of a receipt is for: the name its fund has now."""
    terms = funds.get(move.fund)
    return fund_name(terms) if terms else str(move.fund)


@register.filter
def for_one(key: str, mark: object) -> str:
    """The key of a page for one of its forms: two forms of a page are two acts."""
    return f"{key}.{mark}"


@register.simple_tag
def act_words(act: papers.Act, till: Till) -> str:
    """What was done with money, in words."""
    return happened(act.what, act.facts, till.currency)
