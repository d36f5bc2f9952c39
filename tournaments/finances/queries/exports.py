"""The money of an event as files: tables for spreadsheets, and everything that was done as JSON."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.exchange.sheets import CSV_TYPE, XLSX_TYPE, Cell, Sheet, as_csv, as_xlsx
from tournaments.finances.models import Charge, Count, FundKind, MoveKind, Receipt, Sale, Terms, Till
from tournaments.finances.prizes.currencies import exponent
from tournaments.finances.queries import accounts, prizes
from tournaments.finances.queries import cash_desks as drawers
from tournaments.finances.queries import receipts as papers
from tournaments.models import Event

JSON_TYPE = "application/json"
SCHEMA = "crawford-money/1"
Held = Mapping[int, Terms]


def receipts(event: Event, till: Till, terms: Held) -> Sheet:
    """Every line of every receipt, in the order of the numbers."""
    heads = [_("Receipt"), _("Date"), _("Name"), _("For"), _("What"), _("Amount"), _("Currency")]
    heads += [_("Method"), _("Operator"), _("Takes back"), _("Remark")]
    rows: list[list[Cell]] = []
    for paper in reversed(papers.receipts(till, event)):
        rows += [
            [
                paper.number,
                paper.at.isoformat(timespec="seconds"),
                _whose(paper, line),
                fund_name(terms, line.fund),
                str(MoveKind(line.kind).label),
                _cell(line.amount, till),
                till.currency,
                paper.method,
                paper.by.get_username(),
                paper.takes_back.number if paper.takes_back else None,
                paper.note,
            ]
            for line in papers.lines_of(paper)
        ]
    return Sheet(_("Receipts"), heads, rows)


def owed(event: Event, till: Till, terms: Held) -> Sheet:
    """What every player owes and has paid, fund by fund."""
    heads = [_("Number"), _("Name"), _("For"), _("Due"), _("Paid"), _("Owes"), _("Too much")]
    rows: list[list[Cell]] = [
        [
            account.entry.number if account.entry else None,
            account.player.full_name,
            fund_name(terms, due.terms.fund),
            _cell(due.payer.due, till),
            _cell(due.payer.paid, till),
            _cell(due.payer.owes, till),
            _cell(due.payer.surplus, till),
        ]
        for account in accounts.accounts(event, terms)
        for due in account.dues
    ]
    return Sheet(_("Accounts"), heads, rows)


def prize_list(event: Event, till: Till, terms: Held) -> Sheet:
    """Every prize with its place, what was paid and what is owed."""
    heads = [_("For"), _("Flight"), _("Place"), _("Shared to"), _("Name"), _("Prize"), _("Paid"), _("Owed")]
    rows: list[list[Cell]] = []
    for sheet in prizes.sheets(event, terms):
        for claim in sheet.claims:
            first = claim.shares[0] if claim.shares else None
            rows.append(
                [
                    fund_name(terms, sheet.terms.fund),
                    first.flight if first else "",
                    first.first if first else None,
                    first.last if first else None,
                    claim.name,
                    _cell(claim.due, till),
                    _cell(claim.paid, till),
                    _cell(claim.owed, till),
                ]
            )
    return Sheet(_("Prizes"), heads, rows)


def cash(event: Event, till: Till, terms: Held) -> Sheet:
    """The drawers day by day."""
    heads = [_("Day"), _("Operator"), _("Opening float"), _("Cash in"), _("Cash out"), _("Expected")]
    heads += [_("Counted"), _("Difference")]
    rows: list[list[Cell]] = [
        [
            one.day.isoformat(),
            one.operator.get_username(),
            *(_cell(amount, till) for amount in (one.began, one.came_in, one.went_out, one.expected)),
            *("" if amount is None else _cell(amount, till) for amount in (one.counted, one.difference)),
        ]
        for one in drawers.drawers(till)
    ]
    return Sheet(_("Cash-up"), heads, rows)


def _amounts(one: drawers.Drawer) -> tuple[int | None, ...]:
    return one.began, one.came_in, one.went_out, one.expected, one.counted, one.difference


def everything(event: Event, till: Till, terms: Held) -> bytes:
    """All facts about the money of an event, the oldest first, with nothing left out and nothing reckoned."""
    told = {
        "schema": SCHEMA,
        "tournament": event.tournament.slug,
        "event": event.slug,
        "currency": till.currency,
        "terms": [_terms(one) for one in Terms.objects.filter(event=event.pk).select_related("by")],
        "charges": [
            _charge(one) for one in Charge.objects.filter(event=event.pk).select_related("by", "player")
        ],
        "sales": [_sale(one) for one in Sale.objects.filter(lot__event=event.pk).select_related("by", "lot")],
        "receipts": [_receipt(one) for one in reversed(papers.receipts(till, event))],
        "counts": [
            _count(one) for one in Count.objects.filter(till=till.pk).select_related("by", "operator")
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True).encode()


def _cell(amount: int | None, till: Till) -> Fraction | None:
    return None if amount is None else Fraction(amount, 10 ** exponent(till.currency))


def fund_name(terms: Held, fund: int) -> str:
    """What a fund is called now."""
    one = terms[fund]
    return one.name or str(FundKind(one.kind).label)


def _whose(paper: Receipt, line: Any) -> str:
    return line.player.full_name if line.player else paper.person


def _terms(one: Terms) -> dict[str, Any]:
    amounts = ("fee", "registration", "returned", "added", "unit", "sharing", "template", "parts")
    names = ("fund", "seq", "kind", "name", *amounts, "is_open", "is_shown")
    return {**{name: getattr(one, name) for name in names}, **_signed(one)}


def _charge(one: Charge) -> dict[str, Any]:
    told = {"player": one.player.code, "fund": one.fund, "kind": one.kind, "amount": one.amount}
    return {**told, "note": one.note, **_signed(one)}


def _sale(one: Sale) -> dict[str, Any]:
    told = {"fund": one.lot.fund, "lot": one.lot.number, "buyer": one.buyer, "price": one.price}
    return {**told, "bought_back": one.bought_back, **_signed(one)}


def _receipt(one: Receipt) -> dict[str, Any]:
    lines = [
        {
            "fund": line.fund,
            "kind": line.kind,
            "amount": line.amount,
            "player": line.player.code if line.player else None,
            "lot": line.lot.number if line.lot else None,
        }
        for line in papers.lines_of(one)
    ]
    told = {"number": one.number, "method": one.method, "person": one.person, "note": one.note}
    back = one.takes_back.number if one.takes_back else None
    return {**told, "takes_back": back, "lines": lines, **_signed(one)}


def _count(one: Count) -> dict[str, Any]:
    told = {"operator": one.operator.get_username(), "kind": one.kind, "amount": one.amount}
    return {**told, "note": one.note, **_signed(one)}


def _signed(one: Any) -> dict[str, str]:
    return {"by": one.by.get_username(), "at": one.at.isoformat()}


Maker = Callable[[Event, Till, Held], bytes]
TABLES: Mapping[str, Callable[[Event, Till, Held], Sheet]] = {
    "receipts": receipts,
    "accounts": owed,
    "prizes": prize_list,
    "cash": cash,
}


def _as_csv(table: Callable[[Event, Till, Held], Sheet]) -> Maker:
    return lambda event, till, terms: as_csv(table(event, till, terms))


def _workbook(event: Event, till: Till, terms: Held) -> bytes:
    return as_xlsx([table(event, till, terms) for table in TABLES.values()])


FILES: Mapping[str, tuple[str, Maker]] = {
    **{f"{name}.csv": (CSV_TYPE, _as_csv(table)) for name, table in TABLES.items()},
    "money.xlsx": (XLSX_TYPE, _workbook),
    "money.json": (JSON_TYPE, everything),
}
