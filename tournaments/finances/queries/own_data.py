"""What the money ledger holds about one person, as plain data for that person: nobody else's money."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Q

from matches.models import Player
from matches.queries.people import is_one
from tournaments.finances.models import Charge, FundKind, FundTerms, LotPlayer, ReceiptLine, Sale
from tournaments.finances.prizes.funds import Payer
from tournaments.finances.queries import accounts, auctions, ledger
from tournaments.models import Entry, Event

Named = dict[int, dict[int, FundTerms]]


def export_payments(player: Player) -> dict[str, Any]:
    """`events`: dues by fund, what changed them, the lots the person was; `receipts`: their own lines.

    Amounts are whole numbers of the smallest coin; above zero a line came in at the desk, below zero it went
    out; the fees of an event are called "entry". Times are ISO 8601 with their offset. Buyers of lots are
    left out, and remarks of receipts that are over others' money too. Eight queries, nine with lots.
    """
    held = _Held(is_one("player", player))
    return {"events": [held.event(event) for event in held.events], "receipts": list(held.receipts())}


class _Held:
    """The rows about one person, gathered at once; a person may have been entered under several spellings."""

    def __init__(self, mine: Q) -> None:
        self._moves = list(ReceiptLine.objects.filter(mine).order_by("id"))
        self._charges = list(Charge.objects.filter(mine).order_by("id"))
        self._lots = list(LotPlayer.objects.filter(mine).select_related("lot").order_by("lot"))
        self._entries = {(row.event_id, row.player_id): row for row in Entry.objects.filter(mine)}
        self._sales = _last_sales(row.lot_id for row in self._lots)
        told = ((row.event_id, row.player_id, row.fund) for row in self._charges)
        self._told = accounts.summarize_charges(
            (key, row.kind, row.amount) for key, row in zip(told, self._charges, strict=True)
        )
        self._people = sorted(
            {
                *self._entries,
                *((row.event_id, row.player_id) for row in self._charges),
                *((row.event_id, row.player_id) for row in self._lots),
                *((row.event_id, row.player_id or 0) for row in self._moves),
            }
        )
        self._terms = _terms_of(event for event, _ in self._people)
        known = Event.objects.filter(pk__in=self._terms).select_related("tournament__cash_desk")
        self.events = list(known.order_by("pk"))

    def event(self, event: Event) -> dict[str, Any]:
        """One event that goes with money."""
        terms = self._terms[event.pk]
        dues = [
            self._due(event.pk, person, one)
            for number, person in self._people
            if number == event.pk
            for one in terms.values()
        ]
        return {
            "tournament": event.tournament.name,
            "event": event.name,
            "currency": event.tournament.cash_desk.currency,
            "dues": [due for due in dues if due["due"] or due["paid"]],
            "changes": [_change(row, terms) for row in self._charges if row.event_id == event.pk],
            "lots": [self._lot(row, terms) for row in self._lots if row.event_id == event.pk],
        }

    def receipts(self) -> Iterator[dict[str, Any]]:
        """Every receipt with a line of this person, the oldest first."""
        own = {row.pk for row in self._moves}
        for receipt in ledger.list_receipts_by_key({row.receipt_id for row in self._moves}):
            lines = receipt.lines.all()
            mine = [line for line in lines if line.pk in own]
            yield {
                "tournament": receipt.cash_desk.tournament.name,
                "number": receipt.number,
                "currency": receipt.cash_desk.currency,
                "method": receipt.method,
                "reverses": receipt.reverses.number if receipt.reverses else None,
                "lines": [self._line(line) for line in mine],
                "note": receipt.note if len(mine) == len(lines) else "",
                "at": receipt.at.isoformat(),
            }

    def _due(self, event: int, person: int, terms: FundTerms) -> dict[str, Any]:
        paid = self._paid(event, person, terms.fund)
        if terms.kind == FundKind.AUCTION.value:
            payer = Payer(self._half(event, person, terms.fund), max(0, paid))
        else:
            plays_on = accounts.owes_fee(self._entries.get((event, person)))
            told = self._told[event, person, terms.fund]
            payer = accounts.compute_due(terms, plays_on, told, paid).payer
        amounts = {"due": payer.due, "paid": payer.paid, "owes": payer.owes, "surplus": payer.surplus}
        return {"for": _name(terms), "kind": terms.kind, **amounts}

    def _paid(self, event: int, person: int, fund: int) -> int:
        of_fund = [
            row for row in self._moves if (row.event_id, row.player_id, row.fund) == (event, person, fund)
        ]
        return sum(row.amount for row in of_fund if row.kind in accounts.INTO_FUND)

    def _half(self, event: int, person: int, fund: int) -> int:
        own = [row for row in self._lots if (row.event_id, row.player_id, row.fund) == (event, person, fund)]
        sales = [self._sales.get(row.lot_id) for row in own]
        bought = [sale for sale in sales if sale is not None and sale.bought_back]
        return sum(auctions.sold_lot_of(0, (person,), sale).due_of_player for sale in bought)

    def _lot(self, row: LotPlayer, terms: Mapping[int, FundTerms]) -> dict[str, Any]:
        sale = self._sales.get(row.lot_id)
        price, is_half_own = (sale.price, sale.bought_back) if sale is not None else (0, False)
        told = {"for": _name(terms[row.fund]), "lot": row.lot.number}
        return {**told, "price": price, "bought_back": is_half_own}

    def _line(self, line: ReceiptLine) -> dict[str, Any]:
        told = {"event": line.event.name, "for": _name(self._terms[line.event_id][line.fund])}
        return {**told, "kind": line.kind, "amount": line.amount}


def _last_sales(lots: Iterable[int]) -> dict[int, Sale]:
    rows = Sale.objects.filter(lot__in=list(lots)).order_by("lot", "seq")
    return {sale.lot_id: sale for sale in rows}


def _terms_of(events: Iterable[int]) -> Named:
    found: defaultdict[int, dict[int, FundTerms]] = defaultdict(dict)
    for row in FundTerms.objects.filter(event__in=set(events)).order_by("event", "fund", "seq"):
        found[row.event_id][row.fund] = row
    return found


def _change(row: Charge, terms: Mapping[int, FundTerms]) -> dict[str, Any]:
    told = {"for": _name(terms[row.fund]), "kind": row.kind, "amount": row.amount, "note": row.note}
    return {**told, "at": row.at.isoformat()}


def _name(terms: FundTerms) -> str:
    return terms.name or terms.kind
