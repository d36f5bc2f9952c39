"""The prizes of an event: every fund with its pot, who takes what of it, what was paid, what is owed."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Sum

from matches.models import Player
from tournaments.finances.models import FundKind, FundTerms, ReceiptLine, ReceiptLineKind
from tournaments.finances.prizes import calcutta
from tournaments.finances.prizes.funds import Fund
from tournaments.finances.prizes.sharing import Share, Split, split
from tournaments.finances.prizes.standing import FinalPlace, find_certain_places, rank_among, with_open_places
from tournaments.finances.prizes.tables import Parts, table_for
from tournaments.finances.queries import accounts, auctions
from tournaments.finances.queries import flights as places
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import get_terms
from tournaments.formats.field import MAIN
from tournaments.models import Event
from tournaments.queries import facts

PRIZES = (ReceiptLineKind.PRIZE, ReceiptLineKind.RETURN)
# Whose prize it is: a player by his key, the buyer of a lot by the lot's, who has half of his lot by both.
Whose = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class PrizeClaim:
    """What somebody is to have of a fund: `due` by the places reached, `paid` so far.

    `player` is None for the buyer of a lot, named by `buyer`. `shares` say where the due is from; where only
    half of them is his, `is_half`.
    """

    terms: FundTerms
    player: Player | None
    lot: auctions.LotState | None
    shares: tuple[Share, ...]
    due: int
    paid: int
    buyer: str = ""

    @property
    def owed(self) -> int:
        """What is still to be paid; below zero it is to be given back."""
        return self.due - self.paid

    @property
    def is_half(self) -> bool:
        """Whether two share what the lot has won."""
        return self.lot is not None and self.lot.value.bought_back

    @property
    def name(self) -> str:
        """Who is paid."""
        if self.player is not None:
            return self.player.name
        return self.buyer

    @property
    def mark(self) -> str:
        """What tells forms about it apart."""
        return (
            f"{self.terms.fund}-{self.player.pk if self.player else 0}-{self.lot.lot.pk if self.lot else 0}"
        )

    @property
    def whose(self) -> Whose:
        """The keys of player and lot."""
        return self.player.pk if self.player else None, self.lot.lot.pk if self.lot else None


@dataclass(frozen=True, slots=True)
class FundPrizes:
    """The prizes of one fund. `open` are places nobody has reached yet."""

    terms: FundTerms
    fund: Fund
    split: Split
    claims: tuple[PrizeClaim, ...]
    entrants: int

    @property
    def awarded(self) -> tuple[PrizeClaim, ...]:
        """The claims that rest on places reached, which are public where the fund is shown."""
        return tuple(claim for claim in self.claims if claim.shares)

    @property
    def open(self) -> tuple[Share, ...]:
        """What whoever comes there will have."""
        return tuple(share for share in self.split.shares if not share.entry)

    @property
    def paid(self) -> int:
        """What was paid out, less what was given back."""
        return sum(claim.paid for claim in self.claims)

    @property
    def owed(self) -> int:
        """What is to be paid out to those who have reached their places."""
        return sum(max(0, claim.owed) for claim in self.claims)


@dataclass(frozen=True, slots=True)
class _Known:
    """What all funds of an event are reckoned from."""

    event: Event
    held: Sequence[Account]
    flights: Mapping[str, places.Flight]
    paid: Mapping[int, Mapping[Whose, int]]
    players: Mapping[int, Player]


def list_prizes(event: Event, terms: Mapping[int, FundTerms] | None = None) -> list[FundPrizes]:
    """The prizes of every fund in force. The number of queries does not grow with the field."""
    terms = get_terms(event) if terms is None else terms
    held = accounts.list_accounts(event, terms)
    by_number = {account.entry.number: account.player for account in held if account.entry is not None}
    flights = places.list_flights(facts.state(event))
    known = _Known(event, held, flights, _paid(event), by_number)
    return [
        _auction(known, one) if one.kind == FundKind.AUCTION.value else _fees(known, one)
        for one in terms.values()
    ]


def get_parts(terms: FundTerms, entrants: int) -> Parts:
    """The table in force: a published one for so many entrants, or that by hand. Pools pay one flight."""
    parts = table_for(terms.template, entrants) if terms.template else terms.parts
    return {
        flight: tuple(row)
        for flight, row in parts.items()
        if terms.kind == FundKind.ENTRY.value or flight == MAIN
    }


def _fees(known: _Known, terms: FundTerms) -> FundPrizes:
    came_in = accounts.sum_fund(known.held, terms)
    inside = accounts.entrants(known.held, terms)
    parts = get_parts(terms, len(inside))
    standing: Mapping[str, Sequence[FinalPlace]]
    if terms.kind == FundKind.ENTRY.value:
        standing = places.get_paid_places(known.flights, parts)
    else:
        standing = _among(known, inside, parts)
    divided = split(came_in.pot, parts, standing, unit=terms.unit, sharing=terms.sharing)
    shares: defaultdict[int, list[Share]] = defaultdict(list)
    for share in divided.shares:
        if share.entry:
            shares[share.entry].append(share)
    paid = dict(known.paid.get(terms.fund, {}))
    claims = [
        PrizeClaim(
            terms,
            known.players[entry],
            None,
            tuple(own),
            sum(share.amount for share in own),
            paid.pop((known.players[entry].pk, None), 0),
        )
        for entry, own in shares.items()
    ]
    return FundPrizes(terms, came_in, divided, (*claims, *_no_more(terms, paid, {})), len(inside))


def _auction(known: _Known, terms: FundTerms) -> FundPrizes:
    lots = auctions.list_lots(known.event, terms)
    came_in = accounts.sum_fund(known.held, terms, [lot.buyer for lot in lots])
    numbers = {player.pk: entry for entry, player in known.players.items()}
    values = [
        calcutta.SoldLot(
            lot.lot.pk,
            tuple(numbers[player.pk] for player in lot.players if player.pk in numbers),
            lot.value.price,
            bought_back=lot.value.bought_back,
        )
        for lot in lots
        if lot.is_sold
    ]
    sold = {entry for value in values for entry in value.players}
    parts = get_parts(terms, len(sold))
    divided = split(came_in.pot, parts, _among(known, sold, parts), unit=terms.unit, sharing=terms.sharing)
    shares: defaultdict[Whose, list[Share]] = defaultdict(list)
    dues: defaultdict[Whose, int] = defaultdict(int)
    for claim in calcutta.divide_among_lots([share for share in divided.shares if share.entry], values):
        player = known.players[claim.share.entry].pk if claim.side == calcutta.PLAYER else None
        shares[player, claim.lot].append(claim.share)
        dues[player, claim.lot] += claim.amount
    paid, by_key = dict(known.paid.get(terms.fund, {})), {lot.lot.pk: lot for lot in lots}
    people = {player.pk: player for player in known.players.values()}
    # A player buys under the full name that the desk reads, and is shown to everybody as he has chosen.
    shown = {player.full_name: player.name for player in people.values()}
    claims = [
        PrizeClaim(
            terms,
            people.get(whose[0] or 0),
            by_key[whose[1] or 0],
            tuple(own),
            dues[whose],
            paid.pop(whose, 0),
            buyer=_buyer(by_key[whose[1] or 0], shown),
        )
        for whose, own in shares.items()
    ]
    return FundPrizes(terms, came_in, divided, (*claims, *_no_more(terms, paid, by_key)), len(sold))


def _among(known: _Known, inside: set[int], parts: Parts) -> dict[str, Sequence[FinalPlace]]:
    """Places among some of the entries, as soon as nothing that is still played can change them."""
    main = known.flights[MAIN]
    most = len(parts.get(MAIN, ()))
    if main.is_complete:
        return {MAIN: rank_among(main.standings, inside)}
    found = find_certain_places(main.standings, inside, main.members)
    return {MAIN: with_open_places(found, (), min(most, len(inside)))}


def _no_more(
    terms: FundTerms, paid: Mapping[Whose, int], lots: Mapping[int, auctions.LotState]
) -> Iterable[PrizeClaim]:
    """Whoever was paid a prize that is his no more, since a result was corrected or money went back."""
    left = {whose: amount for whose, amount in paid.items() if amount}
    found = Player.objects.in_bulk([player for player, _ in left if player]) if left else {}
    for (player, lot), amount in left.items():
        standing = lots.get(lot or 0)
        buyer = _buyer(standing, {}) if standing else ""
        yield PrizeClaim(terms, found.get(player or 0), standing, (), 0, amount, buyer=buyer)


def _buyer(standing: auctions.LotState, shown: Mapping[str, str]) -> str:
    """The buyer of a lot: an entrant as `shown` by full name, anybody else as written."""
    buyer = standing.sale.buyer if standing.sale is not None else ""
    return shown.get(buyer, buyer)


def _paid(event: Event) -> dict[int, dict[Whose, int]]:
    rows = ReceiptLine.objects.filter(event=event.pk, kind__in=PRIZES).order_by()
    found: defaultdict[int, dict[Whose, int]] = defaultdict(dict)
    for fund, player, lot, total in rows.values_list("fund", "player", "lot").annotate(paid=Sum("amount")):
        found[fund][player, lot] = -total
    return found
