"""Export files of finances: tables for spreadsheets, and all data as JSON."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.db.models import Q
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from matches.messages.stored_reasons import describe_stored_reason
from matches.models import Player
from matches.queries.people import make_person_q
from tournaments.currencies import get_exponent
from tournaments.exchange.spreadsheets import CSV_TYPE, XLSX_TYPE, Cell, MoneyCell, Sheet, as_csv, as_xlsx
from tournaments.finances.models import (
    PAID_KINDS,
    CashCount,
    CashDesk,
    Charge,
    FundKind,
    FundTerms,
    Lot,
    LotPlayer,
    Receipt,
    ReceiptLine,
    ReceiptLineKind,
    Sale,
)
from tournaments.finances.prizes.pot import Payer
from tournaments.finances.prizes.sharing import PrizeShare
from tournaments.finances.queries import accounts, auctions, dues, ledger, prepaid_fees, prizes
from tournaments.finances.queries.entered_brackets import find_brackets_of_entry
from tournaments.finances.queries.funds import FEES, filter_by_kind
from tournaments.finances.queries.late_fees import find_late_fees
from tournaments.finances.queries.player_prices import find_player_prices
from tournaments.finances.queries.prizes import PrizeClaim
from tournaments.formats.graph import MAIN
from tournaments.messages import flight_name
from tournaments.models import Entry, Event
from tournaments.models.payment_method import PaymentMethod

JSON_TYPE = "application/json"
SCHEMA = "crawford-money/1"
TermsByFund = Mapping[int, FundTerms]


def tabulate_receipts(event: Event, cash_desk: CashDesk, terms: TermsByFund) -> Sheet:
    """Return every line of every receipt, in the order of the numbers."""
    headings = [_("Receipt"), _("Date"), _("Paid on"), _("Name"), _("For"), _("Item"), _("Amount")]
    headings += [_("Currency"), _("Method"), _("Operator"), _("Voids receipt"), _("Note")]
    rows: list[list[Cell]] = []
    for receipt in reversed(ledger.list_receipts(cash_desk, event)):
        rows += [
            [
                receipt.number,
                localtime(receipt.at).isoformat(timespec="seconds"),
                receipt.payment_day.isoformat(),
                _get_payer_name(receipt, line),
                fund_name(terms, line.fund),
                str(ReceiptLineKind(line.kind).label),
                _to_decimal(line.amount, cash_desk),
                cash_desk.tournament.currency,
                str(PaymentMethod(receipt.method).label) if receipt.method else "",
                receipt.by.get_username(),
                receipt.reverses.number if receipt.reverses else None,
                describe_stored_reason(receipt.note),
            ]
            for line in receipt.lines.all()
        ]
    return Sheet(_("Receipts"), headings, rows)


def tabulate_dues(event: Event, cash_desk: CashDesk, terms: TermsByFund) -> Sheet:
    """Return the dues and payments of all players, fund by fund, then those of others.

    The others are the buyers at auctions, former ones included, and fees prepaid for registrations.
    """
    headings = [_("Number"), _("Name"), _("For"), _("Due"), _("Paid"), _("Owes"), _("Overpaid")]
    payers = [
        (account.entry.number if account.entry else None, account.player.desk_name, due.terms.fund, due.payer)
        for account in accounts.list_accounts(event, terms)
        for due in account.dues
    ]
    payers += [
        (None, name, lot.lot.fund, payer)
        for lot in _list_auction_states(event, terms)
        for name, payer in lot.buyers.items()
    ]
    rows: list[list[Cell]] = [
        [
            number,
            name,
            fund_name(terms, fund),
            *(_to_decimal(one, cash_desk) for one in (payer.due, payer.paid, payer.owes, payer.surplus)),
        ]
        for number, name, fund, payer in payers
    ]
    for fee in prepaid_fees.list_prepaid_fees(event):
        payer = fee.payer
        amounts = (payer.due, payer.paid, payer.owes, payer.surplus)
        figures = [_to_decimal(amount, cash_desk) for amount in amounts]
        rows.append([None, fee.name, fund_name(terms, FEES), *figures])
    return Sheet(_("Accounts"), headings, rows)


def tabulate_prizes(event: Event, cash_desk: CashDesk, terms: TermsByFund) -> Sheet:
    """Return all prizes with place, amount paid and amount due: a row for each share of a prize."""
    headings = [
        _("For"),
        _("Flight"),
        _("Place"),
        _("Last tied place"),
        _("Name"),
        _("Prize"),
        _("Paid"),
        _("Owed"),
    ]
    rows: list[list[Cell]] = []
    for sheet in prizes.list_prizes(event, terms):
        rows += [
            [
                fund_name(terms, sheet.terms.fund),
                _get_flight_name(event, share) if share else "",
                share.first if share else None,
                share.last if share else None,
                claim.name,
                *(_to_decimal(amount, cash_desk) for amount in (amount_due, paid, amount_due - paid)),
            ]
            for claim in sheet.claims
            for share, amount_due, paid in _divide_claim(claim)
        ]
    return Sheet(_("Prizes"), headings, rows)


def _divide_claim(claim: PrizeClaim) -> Iterator[tuple[PrizeShare | None, int, int]]:
    """Yield the shares of a prize with the amounts due and paid, which add up to those of the prize.

    Payments cover the shares in their order; the last has what is left. A prize that is no longer due has no
    share.
    """
    if not claim.shares:
        yield None, claim.due, claim.paid
    remaining = claim.paid
    for share in claim.shares:
        half = share.amount // 2 if claim.is_half else 0
        amount_due = half if claim.is_half and claim.player is not None else share.amount - half
        paid = remaining if share is claim.shares[-1] else min(amount_due, remaining)
        remaining -= paid
        yield share, amount_due, paid


def _get_flight_name(event: Event, share: PrizeShare) -> str:
    """Return the name of the flight whose place is paid, that of the event if it is a place of the event."""
    return event.name if share.flight == MAIN and not share.is_of_one_field else flight_name(share.flight)


def tabulate_cash(event: Event, cash_desk: CashDesk, terms: TermsByFund) -> Sheet:
    """Return the cash accounts day by day."""
    headings = [_("Day"), _("Operator"), _("Opening float"), _("Cash in"), _("Cash out"), _("Expected")]
    headings += [_("Counted"), _("Difference")]
    rows: list[list[Cell]] = [
        [
            one.day.isoformat(),
            one.operator.get_username(),
            *(
                _to_decimal(amount, cash_desk)
                for amount in (one.began, one.came_in, one.went_out, one.expected)
            ),
            *(
                "" if amount is None else _to_decimal(amount, cash_desk)
                for amount in (one.counted, one.difference)
            ),
        ]
        for one in ledger.list_cash_accounts(cash_desk)
    ]
    return Sheet(_("Cash-up"), headings, rows)


def _export_prices(event: Event, terms: TermsByFund) -> dict[str, list[dict[str, Any]]]:
    """Return the prices that players pay instead of the usual fee, and what is to pay of late fees now."""
    account_list = accounts.list_accounts(event, terms)
    prices = find_player_prices(event, terms.get(FEES))
    late_fees = {account.player.pk: account.late_fee for account in account_list if account.late_fee}
    amounts = {"prices": {key: price.amount for key, price in prices.items()}, "late_fees": late_fees}
    return {
        part: [
            {"player": account.player.code, "amount": by_player[account.player.pk]}
            for account in account_list
            if account.player.pk in by_player
        ]
        for part, by_player in amounts.items()
    }


def export_all(event: Event, cash_desk: CashDesk, terms: TermsByFund) -> bytes:
    """Return all stored rows of the finances of an event as JSON, oldest first, and the figures shown.

    docs/money-file.md describes the file.
    """
    document = {
        "schema": SCHEMA,
        "tournament": event.tournament.slug,
        "event": event.slug,
        "currency": cash_desk.tournament.currency,
        "terms": [
            _export_terms(one) for one in FundTerms.objects.filter(event=event.pk).select_related("by")
        ],
        "charges": [
            _export_charge(one)
            for one in Charge.objects.filter(event=event.pk).select_related("by", "player")
        ],
        **_export_prices(event, terms),
        "lots": _export_lot_players(event),
        "sales": [
            _export_sale(one) for one in Sale.objects.filter(lot__event=event.pk).select_related("by", "lot")
        ],
        "receipts": [_export_receipt(one) for one in reversed(ledger.list_receipts(cash_desk, event))],
        "counts": [
            _export_count(one)
            for one in CashCount.objects.filter(cash_desk=cash_desk.pk).select_related("by", "operator")
        ],
        "shown": _export_shown_figures(event, terms),
    }
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True).encode()


def _to_decimal(amount: int | None, cash_desk: CashDesk) -> MoneyCell | None:
    if amount is None:
        return None
    exponent = get_exponent(cash_desk.tournament.currency)
    return MoneyCell(Fraction(amount, 10**exponent), exponent)


def fund_name(terms: TermsByFund, fund: int) -> str:
    """Return the name of a fund by the terms in force, or the label of its kind."""
    one = terms[fund]
    return one.name or str(FundKind(one.kind).label)


def _get_payer_name(receipt: Receipt, line: Any) -> str:
    return line.player.desk_name if line.player else receipt.person


def _export_terms(one: FundTerms) -> dict[str, Any]:
    amounts = ("fee", "registration", "returned", "added", "unit", "sharing", "template", "parts")
    names = ("fund", "seq", "kind", "name", *amounts, "is_open", "is_shown")
    return {**{name: getattr(one, name) for name in names}, **_export_author(one)}


def _export_charge(one: Charge) -> dict[str, Any]:
    row = {"player": one.player.code, "fund": one.fund, "kind": one.kind, "amount": one.amount}
    return {**row, "adds_late_fee": one.adds_late_fee, "note": one.note, **_export_author(one)}


def _export_lot_players(event: Event) -> list[dict[str, Any]]:
    """Return each lot of the auctions with the codes of its players."""
    rows = Lot.objects.filter(event=event.pk).prefetch_related("lot_players__player")
    return [
        {
            "fund": lot.fund,
            "lot": lot.number,
            "players": [row.player.code for row in lot.lot_players.all()],
        }
        for lot in rows
    ]


def _export_shown_figures(event: Event, terms: TermsByFund) -> dict[str, Any]:
    """Return the dues, pots and prizes as the pages show them, which the checker computes again."""
    dues_of_players = [
        _export_amounts(due.terms.fund, account.player, None, due.payer.due, due.payer.paid)
        for account in accounts.list_accounts(event, terms)
        for due in account.dues
        if due.payer.due or due.payer.paid
    ]
    lot_states = _list_auction_states(event, terms)
    dues_of_buyers = [
        _export_amounts(lot.lot.fund, None, lot.lot, lot.buyer.due, lot.buyer.paid)
        for lot in lot_states
        if lot.buyer.due or lot.buyer.paid
    ]
    former_buyers = [
        {"fund": lot.lot.fund, "lot": lot.lot.number, "buyer": one.buyer, "paid": one.amount}
        for lot in lot_states
        for one in lot.former_buyers
    ]
    sheets = prizes.list_prizes(event, terms)
    return {
        "accounts": [*dues_of_players, *dues_of_buyers],
        "former_buyers": former_buyers,
        "pots": [{"fund": sheet.terms.fund, "pot": sheet.fund.pot} for sheet in sheets],
        "brackets": [
            {"fund": sheet.terms.fund, "bracket": one.bracket, "stakes": one.stakes, "pot": one.pot}
            for sheet in sheets
            for one in sheet.brackets
        ],
        "prizes": [
            _export_amounts(
                sheet.terms.fund, claim.player, claim.lot.lot if claim.lot else None, claim.due, claim.paid
            )
            for sheet in sheets
            for claim in sheet.claims
        ],
    }


def _list_auction_states(event: Event, terms: TermsByFund) -> list[auctions.LotState]:
    """Return each lot of each auction of an event."""
    auction_terms = filter_by_kind(terms, FundKind.AUCTION)
    return [lot for one in auction_terms for lot in auctions.list_lots(event, one)]


def _export_amounts(fund: int, player: Player | None, lot: Lot | None, due: int, paid: int) -> dict[str, Any]:
    recipient = {"player": player.code if player else None, "lot": lot.number if lot else None}
    return {"fund": fund, **recipient, "due": due, "paid": paid}


def _export_sale(one: Sale) -> dict[str, Any]:
    row = {"fund": one.lot.fund, "lot": one.lot.number, "seq": one.seq, "buyer": one.buyer}
    return {**row, "price": one.price, "bought_back": one.bought_back, **_export_author(one)}


def _export_receipt(one: Receipt) -> dict[str, Any]:
    lines = [
        {
            "fund": line.fund,
            "kind": line.kind,
            "amount": line.amount,
            "player": line.player.code if line.player else None,
            "lot": line.lot.number if line.lot else None,
            "sale": line.sale.seq if line.sale else None,
        }
        for line in one.lines.all()
    ]
    row = {"number": one.number, "method": one.method, "person": one.person, "note": one.note}
    row["paid_on"] = one.payment_day.isoformat()
    back = one.reverses.number if one.reverses else None
    return {**row, "takes_back": back, "lines": lines, **_export_author(one)}


def _export_count(one: CashCount) -> dict[str, Any]:
    row = {"operator": one.operator.get_username(), "kind": one.kind, "amount": one.amount}
    return {**row, "note": one.note, **_export_author(one)}


def _export_author(one: Any) -> dict[str, str]:
    return {"by": one.by.get_username(), "at": one.at.isoformat()}


Exporter = Callable[[Event, CashDesk, TermsByFund], bytes]
TABLES: Mapping[str, Callable[[Event, CashDesk, TermsByFund], Sheet]] = {
    "receipts": tabulate_receipts,
    "accounts": tabulate_dues,
    "prizes": tabulate_prizes,
    "cash": tabulate_cash,
}


def _as_csv(table: Callable[[Event, CashDesk, TermsByFund], Sheet]) -> Exporter:
    return lambda event, cash_desk, terms: as_csv(table(event, cash_desk, terms))


def _export_workbook(event: Event, cash_desk: CashDesk, terms: TermsByFund) -> bytes:
    return as_xlsx([table(event, cash_desk, terms) for table in TABLES.values()])


# By file name: the content type, and the function that makes the file.
FILES: Mapping[str, tuple[str, Exporter]] = {
    **{f"{name}.csv": (CSV_TYPE, _as_csv(table)) for name, table in TABLES.items()},
    "money.xlsx": (XLSX_TYPE, _export_workbook),
    "money.json": (JSON_TYPE, export_all),
}


TermsByEvent = dict[int, dict[int, FundTerms]]


def export_payments(player: Player) -> dict[str, Any]:
    """Return the payments of a player, for their personal data export.

    `events`: dues by fund, charges, and the auction lot of the player; `receipts`: their own lines. Amounts
    are whole numbers of the smallest coin, positive for money received by the desk, negative for money paid
    out; the fund of entry fees is called "entry". Times are ISO 8601 with their offset. Buyers are left out,
    and so are remarks of receipts with lines of other people. Eight queries, nine with auctions,
    and those for the late fee of each event in which the player may owe it.
    """
    finances = _PersonalFinances(make_person_q("player", player))
    return {
        "events": [finances.event(event) for event in finances.events],
        "receipts": list(finances.receipts()),
    }


class _PersonalFinances:
    """The rows about one player, loaded at once; a player may have several spellings."""

    def __init__(self, own_rows: Q) -> None:
        self._lines = list(ReceiptLine.objects.filter(own_rows).order_by("id"))
        self._charges = list(Charge.objects.filter(own_rows).order_by("id"))
        self._lots = list(LotPlayer.objects.filter(own_rows).select_related("lot").order_by("lot"))
        self._entries = {(row.event_id, row.player_id): row for row in Entry.objects.filter(own_rows)}
        self._sales = _load_last_sales(row.lot_id for row in self._lots)
        self._charge_summaries = dues.summarize_charges(
            (
                (row.event_id, row.player_id, row.fund),
                dues.ChargeRow(row.kind, row.amount, row.note, row.adds_late_fee, row.at),
            )
            for row in self._charges
        )
        self._people = sorted(
            {
                *self._entries,
                *((row.event_id, row.player_id) for row in self._charges),
                *((row.event_id, row.player_id) for row in self._lots),
                *((row.event_id, row.player_id or 0) for row in self._lines),
            }
        )
        self._terms_by_event = _load_terms(event for event, _ in self._people)
        events = Event.objects.filter(pk__in=self._terms_by_event).select_related("tournament")
        self.events = list(events.order_by("pk"))
        self._withdrawn_after_draw = {
            key
            for event in self.events
            for key in dues.list_withdrawn_after_draw(
                event, [entry for entry in self._entries.values() if entry.event_id == event.pk]
            )
        }

    def event(self, event: Event) -> dict[str, Any]:
        """Return one event with fees."""
        terms = self._terms_by_event[event.pk]
        dues = [
            self._due(event.pk, person, one)
            for number, person in self._people
            if number == event.pk
            for one in terms.values()
        ]
        return {
            "tournament": event.tournament.name,
            "event": event.name,
            "currency": event.tournament.currency,
            "dues": [due for due in dues if due["due"] or due["paid"]],
            "changes": [_export_own_charge(row, terms) for row in self._charges if row.event_id == event.pk],
            "lots": [self._lot(row, terms) for row in self._lots if row.event_id == event.pk],
        }

    def receipts(self) -> Iterator[dict[str, Any]]:
        """Return every receipt with a line of this player, oldest first."""
        own_line_ids = {row.pk for row in self._lines}
        for receipt in ledger.list_receipts_by_key({row.receipt_id for row in self._lines}):
            lines = receipt.lines.all()
            own_lines = [line for line in lines if line.pk in own_line_ids]
            yield {
                "tournament": receipt.cash_desk.tournament.name,
                "number": receipt.number,
                "currency": receipt.cash_desk.tournament.currency,
                "method": receipt.method,
                "takes_back": receipt.reverses.number if receipt.reverses else None,
                "lines": [self._line(line) for line in own_lines],
                "note": describe_stored_reason(receipt.note) if len(own_lines) == len(lines) else "",
                "at": receipt.at.isoformat(),
                "paid_on": receipt.payment_day.isoformat(),
            }

    def _due(self, event: int, person: int, terms: FundTerms) -> dict[str, Any]:
        paid = self._paid(event, person, terms.fund)
        if terms.kind == FundKind.AUCTION.value:
            payer = Payer(self._bought_back_half(event, person, terms.fund), max(0, paid.paid))
        else:
            entry = self._entries.get((event, person))
            participation = dues.get_participation(entry, self._withdrawn_after_draw)
            summary = self._charge_summaries[event, person, terms.fund]
            if terms.fund == FEES:
                brackets = find_brackets_of_entry(terms.event, entry.number if entry else 0)
                price = find_player_prices(terms.event, terms).get(person)
                summary = replace(summary, price=price, brackets=brackets)
            due = dues.compute_due(terms, participation, summary, paid)
            if dues.may_owe_late_fee(due) and (late_fees := find_late_fees(terms.event, [person])):
                due = dues.add_late_fee(due, summary, late_fees[person])
            payer = due.payer
        amounts = {"due": payer.due, "paid": payer.paid, "owes": payer.owes, "surplus": payer.surplus}
        return {"for": _raw_fund_name(terms), "kind": terms.kind, **amounts}

    def _paid(self, event: int, person: int, fund: int) -> dues.Payments:
        of_fund = [
            row for row in self._lines if (row.event_id, row.player_id, row.fund) == (event, person, fund)
        ]
        received, refunded = (sum(row.amount for row in of_fund if row.kind == kind) for kind in PAID_KINDS)
        return dues.Payments(received, refunded)

    def _bought_back_half(self, event: int, person: int, fund: int) -> int:
        """Return what the player owes for their part of the lots in which they bought themselves back."""
        own_lots = [
            row for row in self._lots if (row.event_id, row.player_id, row.fund) == (event, person, fund)
        ]
        sales = [self._sales.get(row.lot_id) for row in own_lots]
        bought = [sale for sale in sales if sale is not None and sale.bought_back]
        return sum(auctions.sold_lot_of(0, (person,), sale).due_of_player for sale in bought)

    def _lot(self, row: LotPlayer, terms: Mapping[int, FundTerms]) -> dict[str, Any]:
        sale = self._sales.get(row.lot_id)
        price, bought_back = (sale.price, sale.bought_back) if sale is not None else (0, False)
        data = {"for": _raw_fund_name(terms[row.fund]), "lot": row.lot.number}
        return {**data, "price": price, "bought_back": bought_back}

    def _line(self, line: ReceiptLine) -> dict[str, Any]:
        data = {
            "event": line.event.name,
            "for": _raw_fund_name(self._terms_by_event[line.event_id][line.fund]),
        }
        return {**data, "kind": line.kind, "amount": line.amount}


def _load_last_sales(lots: Iterable[int]) -> dict[int, Sale]:
    rows = Sale.objects.filter(lot__in=list(lots)).order_by("lot", "seq")
    return {sale.lot_id: sale for sale in rows}


def _load_terms(events: Iterable[int]) -> TermsByEvent:
    terms: defaultdict[int, dict[int, FundTerms]] = defaultdict(dict)
    for row in (
        FundTerms.objects.filter(event__in=set(events))
        .select_related("event__tournament")
        .order_by("event", "fund", "seq")
    ):
        terms[row.event_id][row.fund] = row
    return terms


def _export_own_charge(row: Charge, terms: Mapping[int, FundTerms]) -> dict[str, Any]:
    data = {"for": _raw_fund_name(terms[row.fund]), "kind": row.kind, "amount": row.amount, "note": row.note}
    return {**data, "at": row.at.isoformat()}


def _raw_fund_name(terms: FundTerms) -> str:
    """Return the name of a fund, or its kind, untranslated."""
    return terms.name or terms.kind
