"""The printed prize list."""

from collections.abc import Iterator

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.finances.messages import describe_share_places
from tournaments.finances.models import FundKind
from tournaments.finances.queries import prizes
from tournaments.finances.queries.funds import get_cash_desk, get_public_funds, get_terms
from tournaments.messages.money import format_money
from tournaments.models import Event
from tournaments.registry import Printout, PrintTable


def tabulate_prizes(event: Event) -> list[PrintTable]:
    """Return the prizes of every fund by place, with recipients; empty without a cash desk."""
    cash_desk = get_cash_desk(event.tournament)
    if cash_desk is None:
        return []
    return [_build_table(sheet, event.tournament.currency) for sheet in prizes.list_prizes(event)]


def tabulate_public_prizes(event: Event) -> list[PrintTable]:
    """Return the prizes reached in every public fund, without a column for signatures."""
    cash_desk, public_funds = get_cash_desk(event.tournament), get_public_funds(event)
    if cash_desk is None or not public_funds:
        return []
    sheets = prizes.list_prizes(event)
    columns = ((gettext("Place"), "left"), (gettext("Name"), "left"), (gettext("Prize"), "right"))
    return [
        PrintTable(
            _format_title(sheet, event.tournament.currency),
            columns,
            _build_public_rows(sheet, event.tournament.currency),
            " ".join(sheet.notes),
        )
        for sheet in sheets
        if sheet.terms.fund in public_funds and sheet.awarded
    ]


def _build_public_rows(sheet: prizes.FundPrizes, currency: str) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (", ".join(map(describe_share_places, claim.shares)), claim.name, format_money(claim.due, currency))
        for claim in sheet.awarded
    )


def _format_title(sheet: prizes.FundPrizes, currency: str) -> str:
    """Return "Prizes", the fund unless it is that of the entry fees, and the prize pool."""
    is_main = sheet.terms.kind == FundKind.ENTRY and not sheet.terms.name
    fund = "" if is_main else sheet.terms.name or str(FundKind(sheet.terms.kind).label)
    return " · ".join(filter(None, (gettext("Prizes"), fund, format_money(sheet.fund.pot, currency))))


def _build_table(sheet: prizes.FundPrizes, currency: str) -> PrintTable:
    columns = (
        (gettext("Place"), "left"),
        (gettext("Name"), "left"),
        (gettext("Prize"), "right"),
        (gettext("Signature"), "wide"),
    )
    rows = tuple(_build_rows(sheet, currency))
    return PrintTable(_format_title(sheet, currency), columns, rows, " ".join(sheet.notes))


def _build_rows(sheet: prizes.FundPrizes, currency: str) -> Iterator[tuple[str, ...]]:
    for claim in sheet.claims:
        if claim.shares:
            where = ", ".join(describe_share_places(share) for share in claim.shares)
            yield where, claim.name, format_money(claim.due, currency), ""
    for share in sheet.open:
        yield (
            describe_share_places(share),
            gettext("not decided yet"),
            format_money(share.amount, currency),
            "",
        )


PRIZE_LIST = Printout(_("Prize list"), lambda event: bool(get_terms(event)), tabulate_prizes)
