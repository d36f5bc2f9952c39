"""The prizes of an event: every fund with its pot, claims, payments and amounts due."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Sum

from matches.models import Player
from tournaments.finances.models import FundKind, FundTerms, ReceiptLine, ReceiptLineKind
from tournaments.finances.prizes import calcutta
from tournaments.finances.prizes.funds import Fund
from tournaments.finances.prizes.sharing import (
    FinalPlace,
    Parts,
    PrizeShare,
    Split,
    find_certain_places,
    rank_among,
    split_pot,
    table_for,
    with_open_places,
)
from tournaments.finances.queries import accounts, auctions
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.funds import get_terms
from tournaments.formats.graph import BACKDRAW, MAIN
from tournaments.formats.plan import PRESETS
from tournaments.journal.board import final_places, is_finished
from tournaments.journal.standings import Span, is_complete, is_table, spans_of, table_rows
from tournaments.journal.state import EventState
from tournaments.models import Event, Tournament
from tournaments.queries import event_state

PRIZES = (ReceiptLineKind.PRIZE, ReceiptLineKind.RETURN)
# The recipient of a prize: a player by key, a buyer by the key of the lot, the owner of a half by both.
Whose = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight: places reached, whether all are, places that will be shared, and active entries."""

    standings: tuple[FinalPlace, ...]
    is_complete: bool
    shared: tuple[Span, ...]
    members: frozenset[int]

    @property
    def field(self) -> int:
        """The number of entries; 0 if unknown."""
        return len(self.members)


def list_flights(state: EventState) -> dict[str, Flight]:
    """Return the flights by key; `MAIN` has the places of the event itself."""
    over = is_finished(state, state.board)
    by_key = {key: _flight(state, key, over) for key in state.wiring.of_flight if key != MAIN}
    for stage in state.plan.stages:
        if over and stage.key not in by_key:
            by_key[stage.key] = Flight((), is_complete=True, shared=(), members=frozenset())
    return {MAIN: _of_the_event(state, over), **{key: one for key, one in by_key.items() if key != MAIN}}


def list_flight_keys(event: Event) -> tuple[str, ...]:
    """Return the flights prizes can be for, in the order of the plan; the places of the event first."""
    state = event_state.get_event_state(event)
    plan = state.plan if state.plan.stages else PRESETS.get(event.format, state.plan)
    return tuple(dict.fromkeys((MAIN, *(stage.key for stage in plan.stages), *state.wiring.of_flight)))


def get_paid_places(by_key: Mapping[str, Flight], parts: Parts) -> dict[str, tuple[FinalPlace, ...]]:
    """Return the standings of the paid flights, with a placeholder on each paid place still open."""
    return {
        key: _with_open(by_key[key], len(row)) if key in by_key else _with_open(UNDRAWN, len(row))
        for key, row in parts.items()
    }


UNDRAWN = Flight((), is_complete=False, shared=(), members=frozenset())


def _with_open(flight: Flight, places: int) -> tuple[FinalPlace, ...]:
    if flight.is_complete:
        return flight.standings
    place_count = min(places, flight.field) if flight.field else places
    return with_open_places(flight.standings, flight.shared, place_count)


def _of_the_event(state: EventState, over: bool) -> Flight:
    planned = [stage.key for stage in state.plan.stages]
    key = MAIN if MAIN in planned or not planned else planned[-1]
    members = frozenset(state.first.members if state.first else ())
    if BACKDRAW in state.stages:
        spans = final_places(state)
        return Flight(_standings(state, key, spans), over, _shared(state, key), members)
    flight = _flight(state, key, over)
    return Flight(flight.standings, flight.is_complete, flight.shared, flight.members or members)


def _flight(state: EventState, key: str, over: bool) -> Flight:
    spans = spans_of(state, key, state.board)
    drawing = state.stages.get(state.wiring.stage_of.get(key, key))
    is_own = drawing is not None and drawing.stage.key == key
    members = frozenset(drawing.members) if drawing is not None and is_own else frozenset()
    complete = over or is_complete(state, key, state.board)
    return Flight(_standings(state, key, spans), complete, _shared(state, key), members)


def _standings(state: EventState, key: str, spans: Mapping[int, Span]) -> tuple[FinalPlace, ...]:
    levels = _levels(state, key) if spans else {}
    return tuple(FinalPlace(entry, *span, levels.get(entry)) for entry, span in spans.items())


def _levels(state: EventState, key: str) -> dict[int, object]:
    """Return the levels: equal first figures in a table, equal places in a bracket."""
    stage = state.wiring.stage_of.get(key)
    if stage is None or not is_table(state.stages[stage].stage):
        return {}
    rows = table_rows(state, key, state.board)
    return {row.entry: row.values[0].amount for row in rows if row.values}


def _shared(state: EventState, key: str) -> tuple[Span, ...]:
    pairings = [state.graph.by_id[name] for name in state.wiring.of_flight.get(key, ())]
    spans = {span for pairing in pairings for span in (pairing.loser_range, pairing.winner_range)}
    return tuple(sorted(span for span in spans if _is_exit(span, spans)))


def _is_exit(span: Span, spans: set[Span]) -> bool:
    """Whether a span is final: no other one lies inside it."""
    return not any(other != span and span[0] <= other[0] and other[1] <= span[1] for other in spans)


@dataclass(frozen=True, slots=True)
class PrizeClaim:
    """The claim of a recipient to a fund: `due` by the places reached, `paid` so far.

    `player` is None for the buyer of a lot, named by `buyer`. `shares` are the sources of the due; where only
    half of them is the recipient's, `is_half`.
    """

    terms: FundTerms
    player: Player | None
    lot: auctions.LotState | None
    shares: tuple[PrizeShare, ...]
    due: int
    paid: int
    buyer: str = ""

    @property
    def owed(self) -> int:
        """The amount still to be paid; negative if it is to be returned."""
        return self.due - self.paid

    @property
    def is_half(self) -> bool:
        """Whether the prize of the lot is shared by two."""
        return self.lot is not None and self.lot.value.bought_back

    @property
    def name(self) -> str:
        """The name of the recipient."""
        if self.player is not None:
            return self.player.name
        return self.buyer

    @property
    def mark(self) -> str:
        """The key of its forms."""
        return (
            f"{self.terms.fund}-{self.player.pk if self.player else 0}-{self.lot.lot.pk if self.lot else 0}"
        )

    @property
    def whose(self) -> Whose:
        """The keys of player and lot."""
        return self.player.pk if self.player else None, self.lot.lot.pk if self.lot else None


@dataclass(frozen=True, slots=True)
class FundPrizes:
    """The prizes of one fund. `open` are places not reached yet."""

    terms: FundTerms
    fund: Fund
    split: Split
    claims: tuple[PrizeClaim, ...]
    entrants: int

    @property
    def awarded(self) -> tuple[PrizeClaim, ...]:
        """The claims to places reached, which are public where the fund is."""
        return tuple(claim for claim in self.claims if claim.shares)

    @property
    def open(self) -> tuple[PrizeShare, ...]:
        """The amounts of the places still open."""
        return tuple(share for share in self.split.shares if not share.entry)

    @property
    def paid(self) -> int:
        """The amount paid out, minus returns."""
        return sum(claim.paid for claim in self.claims)

    @property
    def owed(self) -> int:
        """The amount still to be paid out."""
        return sum(max(0, claim.owed) for claim in self.claims)


@dataclass(frozen=True, slots=True)
class _PrizeContext:
    """The data from which the prizes of all funds are computed."""

    event: Event
    accounts: Sequence[Account]
    flights: Mapping[str, Flight]
    paid: Mapping[int, Mapping[Whose, int]]
    players: Mapping[int, Player]


def list_prizes(event: Event, terms: Mapping[int, FundTerms] | None = None) -> list[FundPrizes]:
    """Return the prizes of every fund in force. The number of queries does not grow with the field."""
    terms = get_terms(event) if terms is None else terms
    account_rows = accounts.list_accounts(event, terms)
    by_number = {
        account.entry.number: account.player for account in account_rows if account.entry is not None
    }
    flights = list_flights(event_state.get_event_state(event))
    context = _PrizeContext(event, account_rows, flights, _paid(event), by_number)
    return [
        _auction(context, one) if one.kind == FundKind.AUCTION.value else _fees(context, one)
        for one in terms.values()
    ]


@dataclass(frozen=True, slots=True)
class PublicPot:
    """The pot so far of a fund whose prizes are public."""

    event: Event
    terms: FundTerms
    fund: Fund


def list_public_pots(tournament: Tournament) -> list[PublicPot]:
    """Return the pots of the public fees and pools of a tournament, without auctions.

    Its queries grow with the number of events, not with their fields.
    """
    rows = FundTerms.objects.filter(event__tournament=tournament, event__cancelled_at=None)
    in_force = {(terms.event_id, terms.fund): terms for terms in rows.order_by("event", "fund", "seq")}
    public_terms = [
        terms for terms in in_force.values() if terms.is_shown and terms.kind != FundKind.AUCTION.value
    ]
    events = Event.objects.in_bulk({terms.event_id for terms in public_terms})
    pots = []
    for key, event in sorted(events.items()):
        event.tournament = tournament
        terms_of_event = {terms.fund: terms for terms in public_terms if terms.event_id == key}
        account_rows = accounts.list_accounts(event, terms_of_event)
        pots += [
            PublicPot(event, terms, accounts.sum_fund(account_rows, terms))
            for terms in terms_of_event.values()
        ]
    return pots


def get_parts(terms: FundTerms, entrants: int) -> Parts:
    """Return the table in force: a published one for so many entrants, or a manual one.

    Pools pay one flight.
    """
    parts = table_for(terms.template, entrants) if terms.template else terms.parts
    return {
        flight: tuple(row)
        for flight, row in parts.items()
        if terms.kind == FundKind.ENTRY.value or flight == MAIN
    }


def _fees(context: _PrizeContext, terms: FundTerms) -> FundPrizes:
    came_in = accounts.sum_fund(context.accounts, terms)
    entries = accounts.entrants(context.accounts, terms)
    parts = get_parts(terms, len(entries))
    places_by_flight: Mapping[str, Sequence[FinalPlace]]
    if terms.kind == FundKind.ENTRY.value:
        places_by_flight = get_paid_places(context.flights, parts)
    else:
        places_by_flight = _among(context, entries, parts)
    division = split_pot(came_in.pot, parts, places_by_flight, unit=terms.unit, sharing=terms.sharing)
    shares: defaultdict[int, list[PrizeShare]] = defaultdict(list)
    for share in division.shares:
        if share.entry:
            shares[share.entry].append(share)
    paid = dict(context.paid.get(terms.fund, {}))
    claims = [
        PrizeClaim(
            terms,
            context.players[entry],
            None,
            tuple(entry_shares),
            sum(share.amount for share in entry_shares),
            paid.pop((context.players[entry].pk, None), 0),
        )
        for entry, entry_shares in shares.items()
    ]
    return FundPrizes(terms, came_in, division, (*claims, *_forfeited_claims(terms, paid, {})), len(entries))


def _auction(context: _PrizeContext, terms: FundTerms) -> FundPrizes:
    lots = auctions.list_lots(context.event, terms)
    came_in = accounts.sum_fund(context.accounts, terms, [lot.buyer for lot in lots])
    numbers = {player.pk: entry for entry, player in context.players.items()}
    values = [_sold_lot(lot, numbers) for lot in lots if lot.is_sold]
    sold = {entry for value in values for entry in value.players}
    parts = get_parts(terms, len(sold))
    division = split_pot(
        came_in.pot, parts, _among(context, sold, parts), unit=terms.unit, sharing=terms.sharing
    )
    shares: defaultdict[Whose, list[PrizeShare]] = defaultdict(list)
    dues: defaultdict[Whose, int] = defaultdict(int)
    for claim in calcutta.divide_among_lots([share for share in division.shares if share.entry], values):
        player = context.players[claim.share.entry].pk if claim.side == calcutta.PLAYER else None
        shares[player, claim.lot].append(claim.share)
        dues[player, claim.lot] += claim.amount
    paid, by_key = dict(context.paid.get(terms.fund, {})), {lot.lot.pk: lot for lot in lots}
    people = {player.pk: player for player in context.players.values()}
    # A buyer is registered under the full name at the desk, and displayed under the public name.
    public_names = {player.full_name: player.name for player in people.values()}
    claims = [
        PrizeClaim(
            terms,
            people.get(whose[0] or 0),
            by_key[whose[1] or 0],
            tuple(claim_shares),
            dues[whose],
            paid.pop(whose, 0),
            buyer=_buyer(by_key[whose[1] or 0], public_names),
        )
        for whose, claim_shares in shares.items()
    ]
    return FundPrizes(terms, came_in, division, (*claims, *_forfeited_claims(terms, paid, by_key)), len(sold))


def _sold_lot(lot: auctions.LotState, numbers: Mapping[int, int]) -> calcutta.SoldLot:
    entries = tuple(numbers[player.pk] for player in lot.players if player.pk in numbers)
    return calcutta.SoldLot(lot.lot.pk, entries, lot.value.price, bought_back=lot.value.bought_back)


def _among(context: _PrizeContext, inside: set[int], parts: Parts) -> dict[str, Sequence[FinalPlace]]:
    """Return places among some of the entries, as soon as no future match can change them."""
    main = context.flights[MAIN]
    paid_places = len(parts.get(MAIN, ()))
    if main.is_complete:
        return {MAIN: rank_among(main.standings, inside)}
    certain_places = find_certain_places(main.standings, inside, main.members)
    return {MAIN: with_open_places(certain_places, (), min(paid_places, len(inside)))}


def _forfeited_claims(
    terms: FundTerms, paid: Mapping[Whose, int], lots: Mapping[int, auctions.LotState]
) -> Iterable[PrizeClaim]:
    """Yield paid prizes that are no longer due, after a correction or a return."""
    unclaimed = {whose: amount for whose, amount in paid.items() if amount}
    players = Player.objects.in_bulk([player for player, _ in unclaimed if player]) if unclaimed else {}
    for (player, lot), amount in unclaimed.items():
        state = lots.get(lot or 0)
        buyer = _buyer(state, {}) if state else ""
        yield PrizeClaim(terms, players.get(player or 0), state, (), 0, amount, buyer=buyer)


def _buyer(state: auctions.LotState, public_names: Mapping[str, str]) -> str:
    """Return the buyer of a lot: an entrant under the public name, anybody else as written."""
    buyer = state.sale.buyer if state.sale is not None else ""
    return public_names.get(buyer, buyer)


def _paid(event: Event) -> dict[int, dict[Whose, int]]:
    rows = ReceiptLine.objects.filter(event=event.pk, kind__in=PRIZES).order_by()
    sums: defaultdict[int, dict[Whose, int]] = defaultdict(dict)
    for fund, player, lot, total in rows.values_list("fund", "player", "lot").annotate(paid=Sum("amount")):
        sums[fund][player, lot] = -total
    return sums


def get_prize_receipts(event: Event) -> dict[tuple[int, Whose], int]:
    """Return the number of the latest receipt for a prize, by fund and recipient. One query."""
    rows = ReceiptLine.objects.filter(event=event, kind=ReceiptLineKind.PRIZE, is_reversal=False).order_by(
        "id"
    )
    columns = rows.values_list("fund", "player", "lot", "receipt__number")
    return {(fund, (player, lot)): number for fund, player, lot, number in columns}
