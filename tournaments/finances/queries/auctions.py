"""Auctions: each lot with its players, buyer, price and payments."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import F, Sum

from matches.models import Player
from tournaments.finances.models import (
    PAID_KINDS,
    FundKind,
    FundTerms,
    Lot,
    LotPlayer,
    ReceiptLine,
    Sale,
)
from tournaments.finances.prizes import calcutta
from tournaments.finances.prizes.pot import Payer
from tournaments.finances.queries.funds import get_terms
from tournaments.models import EntryStatus, Event


@dataclass(frozen=True, slots=True)
class LotRefund:
    """An amount to be refunded to a buyer of a lot."""

    buyer: str
    amount: int


@dataclass(frozen=True, slots=True)
class LotState:
    """An auction lot, its players, its last sale (None before the first), and the payments for it.

    `buyer` has the payments of its present buyer, `half` those of its player for the half bought back.
    `former_buyers` are to be refunded all that they have paid, in the order of their sales. `last_buyer` is
    the buyer of the last sale that had one: the present buyer, if it is sold.
    """

    lot: Lot
    players: tuple[Player, ...]
    sale: Sale | None
    buyer: Payer
    half: Payer
    former_buyers: tuple[LotRefund, ...] = ()
    last_buyer: str = ""

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
    def refunds(self) -> tuple[LotRefund, ...]:
        """What is to be refunded to buyers: former ones, and the present one who has overpaid."""
        surplus = self.buyer.surplus
        own_refund = (LotRefund(self.last_buyer, surplus),) if surplus else ()
        return (*self.former_buyers, *own_refund)

    @property
    def buyers(self) -> dict[str, Payer]:
        """The dues and payments by name of all its buyers; nothing is due from former ones."""
        present = {self.last_buyer: self.buyer} if self.is_sold else {}
        return {**{one.buyer: Payer(0, one.amount) for one in self.former_buyers}, **present}

    @property
    def may_buy_back(self) -> bool:
        """Whether its only player may still buy back half."""
        sale = self.valid_sale
        is_open = sale is not None and len(self.players) == 1 and not sale.bought_back
        return is_open and not self.is_own_buyer

    @property
    def is_own_buyer(self) -> bool:
        """Whether its only player has bought it: the buyer has a name of the player."""
        if len(self.players) != 1:
            return False
        player = self.players[0]
        names = {player.full_name, player.desk_name, player.name, player.undistinguished_name}
        return self.last_buyer.casefold() in {name.casefold() for name in names}


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction with its lots. In its totals `total == paid + unpaid`; `to_refund` comes on top."""

    fund: int
    name: str
    lots: list[LotState]

    @property
    def sold(self) -> int:
        """The number of lots that have a buyer."""
        return sum(lot.is_sold for lot in self.lots)

    @property
    def total(self) -> int:
        """The sum of the prices."""
        return sum(lot.value.price for lot in self.lots)

    @property
    def paid(self) -> int:
        """What buyers, and players who bought back half, have paid of it."""
        return sum(payer.paid - payer.surplus for payer in self._payers)

    @property
    def unpaid(self) -> int:
        """What buyers, and players who bought back half, still have to pay."""
        return sum(payer.owes for payer in self._payers)

    @property
    def to_refund(self) -> int:
        """What was paid beyond what is due: by former buyers, and for halves of sales undone since."""
        return sum(payer.surplus for payer in self._payers)

    @property
    def _payers(self) -> list[Payer]:
        return [payer for lot in self.lots for payer in (*lot.buyers.values(), lot.half)]


def get_auction(event: Event, fund: int) -> Auction | None:
    """Return the auction with this number of an event, or None."""
    terms = get_terms(event).get(fund)
    if terms is None or terms.kind != FundKind.AUCTION:
        return None
    return build_auction(event, terms)


def list_shown_lots(event: Event, lots: Iterable[LotState]) -> list[list[int]]:
    """Return the entry numbers of each lot as the form shows them, in order of sale.

    They are the present lots, before there are any one for each entry that plays, seeds first.
    """
    seeds_first = event.entries.order_by(F("seed").asc(nulls_last=True), "number")
    present_lots = list(lots)
    if not present_lots:
        playing = seeds_first.filter(status=EntryStatus.ENTERED)
        return [[number] for number in playing.values_list("number", flat=True)]
    number_by_player = dict(seeds_first.values_list("player", "number"))
    numbers = [
        [number_by_player[one.pk] for one in lot.players if one.pk in number_by_player]
        for lot in present_lots
    ]
    return [each for each in numbers if each]


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
    sales, paid = _load_sales(event, terms.fund), _sum_payments(event, terms.fund)
    return [_build_lot(lot, tuple(players_by_lot[lot.pk]), sales[lot.pk], paid[lot.pk]) for lot in lots]


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


def list_buyers(event: Event, terms: FundTerms) -> list[tuple[str, Payer]]:
    """Return the buyers of an auction with their dues and payments, by lot number. Three queries."""
    sales, paid = _load_sales(event, terms.fund), _sum_payments(event, terms.fund)
    lots = Lot.objects.filter(event=event.pk, fund=terms.fund).order_by("number")
    return [
        buyer for lot in lots for buyer in _build_lot(lot, (), sales[lot.pk], paid[lot.pk]).buyers.items()
    ]


def sum_debts(buyers: Iterable[tuple[str, Payer]]) -> dict[str, int]:
    """Return what buyers still have to pay in all, by name; without those who have nothing to pay.

    One buyer may be written with other capital letters for another lot.
    """
    names: dict[str, str] = {}
    debts: defaultdict[str, int] = defaultdict(int)
    for name, payer in buyers:
        if payer.owes:
            debts[names.setdefault(name.casefold(), name)] += payer.owes
    return dict(debts)


def _load_sold_lots(event: Event, funds: list[int]) -> dict[int, calcutta.SoldLot]:
    """Return each lot by its last sale, without its players."""
    rows = Sale.objects.filter(lot__event=event.pk, lot__fund__in=funds).order_by("lot", "seq")
    values = rows.values_list("lot", "price", "bought_back")
    return {lot: calcutta.SoldLot(0, (), price, bought_back=is_back) for lot, price, is_back in values}


def _load_sales(event: Event, fund: int) -> defaultdict[int, list[Sale]]:
    """Return the sales of each lot in their order. One query."""
    sales: defaultdict[int, list[Sale]] = defaultdict(list)
    for sale in Sale.objects.filter(lot__event=event.pk, lot__fund=fund).order_by("lot", "seq"):
        sales[sale.lot_id].append(sale)
    return sales


def _sum_payments(event: Event, fund: int) -> defaultdict[int, dict[str, int]]:
    """Return what was paid and not refunded, by lot and buyer; that of its player is under "". One query.

    Payments belong to the buyer, and not to one sale: a buyer who buys the lot again has paid already.
    """
    rows = ReceiptLine.objects.filter(event=event.pk, fund=fund, kind__in=PAID_KINDS, lot__isnull=False)
    sums: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for lot, buyer, amount in rows.order_by().values_list("lot", "sale__buyer").annotate(paid=Sum("amount")):
        sums[lot][buyer or ""] = amount
    return sums


def _build_lot(lot: Lot, players: tuple[Player, ...], sales: list[Sale], paid: Mapping[str, int]) -> LotState:
    last_sale = sales[-1] if sales else None
    value = sold_lot_of(lot.number, (), last_sale)
    # In the order of their first sales.
    buyers = list(dict.fromkeys(sale.buyer for sale in sales if sale.buyer))
    present_buyer = last_sale.buyer if last_sale is not None else ""
    return LotState(
        lot,
        players,
        last_sale,
        Payer(value.due_of_buyer, max(0, paid.get(present_buyer, 0)) if present_buyer else 0),
        Payer(value.due_of_player, max(0, paid.get("", 0))),
        tuple(
            LotRefund(name, paid[name]) for name in buyers if name != present_buyer and paid.get(name, 0) > 0
        ),
        next((sale.buyer for sale in reversed(sales) if sale.buyer), ""),
    )


def sold_lot_of(number: int, players: tuple[int, ...], sale: Sale | None) -> calcutta.SoldLot:
    """Return a lot as a value of the auction rules, by its last sale."""
    price, bought_back = (sale.price, sale.bought_back) if sale is not None else (0, False)
    return calcutta.SoldLot(number, players, price, bought_back=bought_back)
