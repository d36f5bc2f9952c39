"""Auctions: each lot with its players, buyer, price and payments."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Sum

from matches.models import Player
from tournaments.finances.models import (
    FundKind,
    FundTerms,
    Lot,
    LotPlayer,
    ReceiptLine,
    ReceiptLineKind,
    Sale,
)
from tournaments.finances.prizes import calcutta
from tournaments.finances.prizes.pot import Payer
from tournaments.finances.queries.funds import get_terms
from tournaments.models import Event

PAID = (ReceiptLineKind.PAYMENT, ReceiptLineKind.REFUND)


@dataclass(frozen=True, slots=True)
class LotState:
    """An auction lot, its players, its last sale (None before the first), and its buyer's payments."""

    lot: Lot
    players: tuple[Player, ...]
    sale: Sale | None
    buyer: Payer

    @property
    def valid_sale(self) -> Sale | None:
        """The sale to its present buyer, if it is sold: one without a buyer undoes the one before."""
        return self.sale if self.sale is not None and self.sale.buyer else None

    @property
    def is_sold(self) -> bool:
        """Whether it has a buyer."""
        return self.valid_sale is not None

    @property
    def value(self) -> calcutta.SoldLot:
        """The lot as a value of the auction rules; players by primary key."""
        return sold_lot_of(self.lot.number, tuple(player.pk for player in self.players), self.sale)

    @property
    def may_buy_back(self) -> bool:
        """Whether its only player may still buy back half."""
        sale = self.valid_sale
        return sale is not None and len(self.players) == 1 and not sale.bought_back


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction with its lots."""

    fund: int
    name: str
    lots: list[LotState]


def get_auction(event: Event, fund: int) -> Auction | None:
    """Return the auction with this number of an event, or None."""
    terms = get_terms(event).get(fund)
    if terms is None or terms.kind != FundKind.AUCTION:
        return None
    return build_auction(event, terms)


def build_auction(event: Event, terms: FundTerms) -> Auction:
    """Return the auction with these terms."""
    return Auction(terms.fund, terms.name, list_lots(event, terms))


def list_lots(event: Event, terms: FundTerms, players: Mapping[int, Player] | None = None) -> list[LotState]:
    """Return the auction list by lot number; `players` are those loaded already, by key.

    Five queries, four if all players of the lots are loaded.
    """
    lots = list(Lot.objects.filter(event=event.pk, fund=terms.fund).order_by("number"))
    rows = LotPlayer.objects.filter(event=event.pk, fund=terms.fund).order_by("id")
    keys = list(rows.values_list("lot", "player"))
    missing = {player for _, player in keys} - set(players or ())
    people = {**(players or {}), **(Player.objects.in_bulk(missing) if missing else {})}
    players_by_lot: defaultdict[int, list[Player]] = defaultdict(list)
    for lot, player in keys:
        players_by_lot[lot].append(people[player])
    sales = _load_last_sales(event, [terms.fund])
    paid = _sum_payments_by_lot(event, terms.fund)
    return [
        LotState(
            lot,
            tuple(players_by_lot[lot.pk]),
            sales.get(lot.pk),
            _build_buyer(lot, players_by_lot[lot.pk], sales, paid),
        )
        for lot in lots
    ]


def sum_bought_halves(event: Event, terms: Mapping[int, FundTerms]) -> defaultdict[tuple[int, int], int]:
    """Return the amounts due from players for halves they bought back, by player and fund."""
    sums: defaultdict[tuple[int, int], int] = defaultdict(int)
    funds = [one.fund for one in terms.values() if one.kind == FundKind.AUCTION.value]
    if not funds:
        return sums
    values = {lot: value for lot, value in _load_sold_lots(event, funds).items() if value.bought_back}
    rows = LotPlayer.objects.filter(lot__in=values).values_list("lot", "fund", "player") if values else ()
    for lot, fund, player in rows:
        sums[player, fund] = values[lot].due_of_player
    return sums


def list_buyers(event: Event, terms: FundTerms) -> list[Payer]:
    """Return the dues and payments of the buyers of an auction by lot number. Three queries."""
    values, paid = _load_sold_lots(event, [terms.fund]), _sum_payments_by_lot(event, terms.fund)
    numbers = Lot.objects.filter(event=event.pk, fund=terms.fund).order_by("number")
    return [
        Payer(values[lot].due_of_buyer if lot in values else 0, max(0, paid.get(lot, 0)))
        for lot in numbers.values_list("pk", flat=True)
    ]


def _load_sold_lots(event: Event, funds: list[int]) -> dict[int, calcutta.SoldLot]:
    """Return each lot by its last sale, without its players."""
    rows = Sale.objects.filter(lot__event=event.pk, lot__fund__in=funds).order_by("lot", "seq")
    values = rows.values_list("lot", "price", "bought_back")
    return {lot: calcutta.SoldLot(0, (), price, bought_back=is_back) for lot, price, is_back in values}


def _load_last_sales(event: Event, funds: list[int]) -> dict[int, Sale]:
    rows = Sale.objects.filter(lot__event=event.pk, lot__fund__in=funds).order_by("lot", "seq")
    return {sale.lot_id: sale for sale in rows}


def _sum_payments_by_lot(event: Event, fund: int) -> dict[int, int]:
    rows = ReceiptLine.objects.filter(event=event.pk, fund=fund, kind__in=PAID, player=None).order_by()
    return dict(rows.values_list("lot").annotate(paid=Sum("amount")))


def _build_buyer(
    lot: Lot, players: list[Player], sales: Mapping[int, Sale], paid: Mapping[int, int]
) -> Payer:
    value = sold_lot_of(lot.number, tuple(player.pk for player in players), sales.get(lot.pk))
    return Payer(value.due_of_buyer, max(0, paid.get(lot.pk, 0)))


def sold_lot_of(number: int, players: tuple[int, ...], sale: Sale | None) -> calcutta.SoldLot:
    """Return a lot as a value of the auction rules, by its last sale."""
    price, bought_back = (sale.price, sale.bought_back) if sale is not None else (0, False)
    return calcutta.SoldLot(number, players, price, bought_back=bought_back)
