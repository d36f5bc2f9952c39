"""The money of an event as files: tables for spreadsheets, and everything that was done as JSON."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.exchange.sheets import CSV_TYPE, XLSX_TYPE, Cell, Sheet, as_csv, as_xlsx
from tournaments.finances.models import (
    CashCount,
    CashDesk,
    Charge,
    FundKind,
    FundTerms,
    Receipt,
    ReceiptLineKind,
    Sale,
)
from tournaments.finances.prizes.currencies import exponent
from tournaments.finances.queries import accounts, cash_accounts, ledger, prizes
from tournaments.models import Event

JSON_TYPE = "application/json"
SCHEMA = "crawford-money/1"
Held = Mapping[int, FundTerms]


def receipts(event: Event, cash_desk: CashDesk, terms: Held) -> Sheet:
    """Every line of every receipt, in the order of the numbers."""
    heads = [_("Receipt"), _("Date"), _("Name"), _("For"), _("What"), _("Amount"), _("Currency")]
    heads += [_("Method"), _("Operator"), _("Takes back"), _("Remark")]
    rows: list[list[Cell]] = []
    for receipt in reversed(ledger.list_receipts(cash_desk, event)):
        rows += [
            [
                receipt.number,
                receipt.at.isoformat(timespec="seconds"),
                _whose(receipt, line),
                fund_name(terms, line.fund),
                str(ReceiptLineKind(line.kind).label),
                _cell(line.amount, cash_desk),
                cash_desk.currency,
                receipt.method,
                receipt.by.get_username(),
                receipt.reverses.number if receipt.reverses else None,
                receipt.note,
            ]
            for line in receipt.lines.all()
        ]
    return Sheet(_("Receipts"), heads, rows)


def owed(event: Event, cash_desk: CashDesk, terms: Held) -> Sheet:
    """What every player owes and has paid, fund by fund."""
    heads = [_("Number"), _("Name"), _("For"), _("Due"), _("Paid"), _("Owes"), _("Too much")]
    rows: list[list[Cell]] = [
        [
            account.entry.number if account.entry else None,
            account.player.full_name,
            fund_name(terms, due.terms.fund),
            _cell(due.payer.due, cash_desk),
            _cell(due.payer.paid, cash_desk),
            _cell(due.payer.owes, cash_desk),
            _cell(due.payer.surplus, cash_desk),
        ]
        for account in accounts.list_accounts(event, terms)
        for due in account.dues
    ]
    return Sheet(_("Accounts"), heads, rows)


def prize_list(event: Event, cash_desk: CashDesk, terms: Held) -> Sheet:
    """Every prize with its place, what was paid and what is owed."""
    heads = [_("For"), _("Flight"), _("Place"), _("Shared to"), _("Name"), _("Prize"), _("Paid"), _("Owed")]
    rows: list[list[Cell]] = []
    for sheet in prizes.list_prizes(event, terms):
        for claim in sheet.claims:
            first = claim.shares[0] if claim.shares else None
            rows.append(
                [
                    fund_name(terms, sheet.terms.fund),
                    first.flight if first else "",
                    first.first if first else None,
                    first.last if first else None,
                    claim.name,
                    _cell(claim.due, cash_desk),
                    _cell(claim.paid, cash_desk),
                    _cell(claim.owed, cash_desk),
                ]
            )
    return Sheet(_("Prizes"), heads, rows)


def cash(event: Event, cash_desk: CashDesk, terms: Held) -> Sheet:
    """The cash accounts day by day."""
    heads = [_("Day"), _("Operator"), _("Opening float"), _("Cash in"), _("Cash out"), _("Expected")]
    heads += [_("Counted"), _("Difference")]
    rows: list[list[Cell]] = [
        [
            one.day.isoformat(),
            one.operator.get_username(),
            *(_cell(amount, cash_desk) for amount in (one.began, one.came_in, one.went_out, one.expected)),
            *("" if amount is None else _cell(amount, cash_desk) for amount in (one.counted, one.difference)),
        ]
        for one in cash_accounts.list_cash_accounts(cash_desk)
    ]
    return Sheet(_("Cash-up"), heads, rows)


def _amounts(one: cash_accounts.CashAccount) -> tuple[int | None, ...]:
    return one.began, one.came_in, one.went_out, one.expected, one.counted, one.difference


def everything(event: Event, cash_desk: CashDesk, terms: Held) -> bytes:
    """All facts about the money of an event, the oldest first, with nothing left out and nothing reckoned."""
    told = {
        "schema": SCHEMA,
        "tournament": event.tournament.slug,
        "event": event.slug,
        "currency": cash_desk.currency,
        "terms": [_terms(one) for one in FundTerms.objects.filter(event=event.pk).select_related("by")],
        "charges": [
            _charge(one) for one in Charge.objects.filter(event=event.pk).select_related("by", "player")
        ],
        "sales": [_sale(one) for one in Sale.objects.filter(lot__event=event.pk).select_related("by", "lot")],
        "receipts": [_receipt(one) for one in reversed(ledger.list_receipts(cash_desk, event))],
        "counts": [
            _count(one)
            for one in CashCount.objects.filter(cash_desk=cash_desk.pk).select_related("by", "operator")
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True).encode()


def _cell(amount: int | None, cash_desk: CashDesk) -> Fraction | None:
    return None if amount is None else Fraction(amount, 10 ** exponent(cash_desk.currency))


def fund_name(terms: Held, fund: int) -> str:
    """What a fund is called now."""
    one = terms[fund]
    return one.name or str(FundKind(one.kind).label)


def _whose(receipt: Receipt, line: Any) -> str:
    return line.player.full_name if line.player else receipt.person


def _terms(one: FundTerms) -> dict[str, Any]:
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
        for line in one.lines.all()
    ]
    told = {"number": one.number, "method": one.method, "person": one.person, "note": one.note}
    back = one.reverses.number if one.reverses else None
    return {**told, "reverses": back, "lines": lines, **_signed(one)}


def _count(one: CashCount) -> dict[str, Any]:
    told = {"operator": one.operator.get_username(), "kind": one.kind, "amount": one.amount}
    return {**told, "note": one.note, **_signed(one)}


def _signed(one: Any) -> dict[str, str]:
    return {"by": one.by.get_username(), "at": one.at.isoformat()}


Maker = Callable[[Event, CashDesk, Held], bytes]
TABLES: Mapping[str, Callable[[Event, CashDesk, Held], Sheet]] = {
    "receipts": receipts,
    "accounts": owed,
    "prizes": prize_list,
    "cash": cash,
}


def _as_csv(table: Callable[[Event, CashDesk, Held], Sheet]) -> Maker:
    return lambda event, cash_desk, terms: as_csv(table(event, cash_desk, terms))


def _workbook(event: Event, cash_desk: CashDesk, terms: Held) -> bytes:
    return as_xlsx([table(event, cash_desk, terms) for table in TABLES.values()])


FILES: Mapping[str, tuple[str, Maker]] = {
    **{f"{name}.csv": (CSV_TYPE, _as_csv(table)) for name, table in TABLES.items()},
    "money.xlsx": (XLSX_TYPE, _workbook),
    "money.json": (JSON_TYPE, everything),
}
