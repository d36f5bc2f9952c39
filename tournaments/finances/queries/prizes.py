"""The prizes of an event: every fund with its pot, claims, payments and amounts due."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Sum

from matches.models import Player
from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.models import FundKind, FundTerms, ReceiptLine, ReceiptLineKind
from tournaments.finances.prizes import calcutta
from tournaments.finances.prizes.paid_places import (
    FinalPlace,
    find_certain_places,
    rank_among,
    with_open_places,
)
from tournaments.finances.prizes.pot import Fund
from tournaments.finances.prizes.prize_tables import Parts, get_template_parts, spread_over_fields
from tournaments.finances.prizes.sharing import PrizeShare, Split, split_pot
from tournaments.finances.prizes.stakes import BracketPot
from tournaments.finances.queries import accounts, auctions
from tournaments.finances.queries.accounts import Account
from tournaments.finances.queries.bracket_pots import (
    BracketSplit,
    MiniBrackets,
    compute_bracket_pots,
    find_mini_brackets,
    has_own_pots,
    split_bracket_pots,
)
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.finances.queries.prepaid_fees import list_prepaid_payers
from tournaments.finances.queries.prize_flights import (
    UNDRAWN,
    Flight,
    get_paid_places,
    list_field_keys,
    list_flights,
)
from tournaments.formats.graph import MAIN
from tournaments.journal.final_places import PlacesField, list_fields, list_shared_places
from tournaments.journal.state import EventState
from tournaments.models import Event, Tournament
from tournaments.play.brackets.event_standings import describe_shared_place
from tournaments.play.events import event_state

PRIZES = (ReceiptLineKind.PRIZE, ReceiptLineKind.RETURN)
# Primary keys of player and lot: only the player for a prize of the fees or a pool, only the lot for the
# buyer of a lot, both for a player who bought back half of the own lot.
RecipientKey = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class PrizeClaim:
    """The claim of a recipient to a fund: `due` by the places reached, `paid` so far.

    `player` is None for the buyer of a lot, named by `buyer`. `shares` are those `due` is computed from,
    empty for a prize paid that is no longer due; with `is_half`, half of each is due to the recipient.
    `notes` say why its places are shared after a double no-show, for the director to decide before payment.
    With `is_open` the recipient may still reach a paid place, so that nothing is to be returned yet.
    """

    terms: FundTerms
    player: Player | None
    lot: auctions.LotState | None
    shares: tuple[PrizeShare, ...]
    due: int
    paid: int
    buyer: str = ""
    notes: tuple[str, ...] = ()
    is_open: bool = False

    @property
    def to_return(self) -> int:
        """What was paid and is not due any more; 0 while the recipient may still reach a paid place."""
        return 0 if self.is_open else max(0, -self.owed)

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
        """A suffix for the idempotency keys of its forms."""
        return (
            f"{self.terms.fund}-{self.player.pk if self.player else 0}-{self.lot.lot.pk if self.lot else 0}"
        )

    @property
    def recipient(self) -> RecipientKey:
        """The keys of player and lot."""
        return self.player.pk if self.player else None, self.lot.lot.pk if self.lot else None


@dataclass(frozen=True, slots=True)
class FundPrizes:
    """The prizes of one fund, for the cash desk.

    `brackets` are the pots of mini brackets that have begun, `reserved` the part of the pot that lies in
    none: stakes of players who wait, and money added while another bracket may begin.
    """

    terms: FundTerms
    fund: Fund
    split: Split
    claims: tuple[PrizeClaim, ...]
    entrants: int
    reserved: int = 0
    brackets: tuple[BracketPot, ...] = ()

    @property
    def awarded(self) -> tuple[PrizeClaim, ...]:
        """The claims to places reached; these are public where the prizes of the fund are."""
        return tuple(claim for claim in self.claims if claim.shares)

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes of its claims, each once."""
        return tuple(dict.fromkeys(note for claim in self.claims for note in claim.notes))

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
    """The data from which the prizes of all funds are computed.

    `mini_brackets`: each field is a mini bracket, which has the stakes of its own players.
    """

    event: Event
    accounts: Sequence[Account]
    flights: Mapping[str, Flight]
    fields: tuple[str, ...]
    mini_brackets: MiniBrackets | None
    paid: Mapping[int, Mapping[RecipientKey, int]]
    players: Mapping[int, Player]


def list_prizes(
    event: Event, terms: Mapping[int, FundTerms] | None = None, state: EventState | None = None
) -> list[FundPrizes]:
    """Return the prizes of every fund in force, by the present state of the event, or that of a preview.

    The number of queries does not grow with the field.
    """
    terms = get_terms(event) if terms is None else terms
    account_list = accounts.list_accounts(event, terms, state)
    by_number = {
        account.entry.number: account.player for account in account_list if account.entry is not None
    }
    state = event_state.get_event_state(event) if state is None else state
    fields = list_fields(state)
    field_keys = list_field_keys(state, fields)
    context = _PrizeContext(
        event,
        account_list,
        list_flights(state, fields),
        field_keys,
        find_mini_brackets(state, fields),
        _sum_paid_prizes(event),
        by_number,
    )
    notes = _explain_shared_places(state, fields, {entry: one.name for entry, one in by_number.items()})
    sheets = [
        _compute_auction_prizes(context, one)
        if one.kind == FundKind.AUCTION.value
        else _compute_fund_prizes(context, one)
        for one in terms.values()
    ]
    return [_add_notes(_mark_open_claims(context, sheet), notes) for sheet in sheets]


def _explain_shared_places(
    state: EventState, fields: Sequence[PlacesField], names: Mapping[int, str]
) -> dict[tuple[str, int], str]:
    """Return why entries share places of a flight after a double no-show, by flight and entry."""
    notes: dict[tuple[str, int], str] = {}
    has_one_field = list_field_keys(state, fields) == (MAIN,)
    for shared in list_shared_places(state):
        flight = state.graph.by_id[shared.pairing].flight
        stage = state.index.stage_of[flight]
        keys = [MAIN if has_one_field else one.key for one in fields if stage in one.stages]
        note = describe_shared_place(state, shared, names)
        notes |= {(key, entry): note for key in (flight, *keys) for entry in shared.sharing}
    return notes


def _mark_open_claims(context: _PrizeContext, sheet: FundPrizes) -> FundPrizes:
    """Mark the claims that were paid too much while their recipients may still reach a paid place."""
    if all(claim.owed >= 0 for claim in sheet.claims):
        return sheet
    numbers = {player.pk: entry for entry, player in context.players.items()}
    keys = {*get_parts(sheet.terms, sheet.entrants), *context.fields}
    flights = [context.flights[key] for key in keys if key in context.flights]
    claims = []
    for claim in sheet.claims:
        players = claim.lot.players if claim.lot is not None else [claim.player]
        entries = {numbers[one.pk] for one in players if one is not None and one.pk in numbers}
        is_open = claim.owed < 0 and any(flight.may_still_place(entries) for flight in flights)
        claims.append(replace(claim, is_open=is_open))
    return replace(sheet, claims=tuple(claims))


def _add_notes(sheet: FundPrizes, notes: Mapping[tuple[str, int], str]) -> FundPrizes:
    claims = []
    for claim in sheet.claims:
        keys = [(share.flight, share.entry) for share in claim.shares if share.tied > 1]
        claims.append(replace(claim, notes=tuple(notes[key] for key in keys if key in notes)))
    return replace(sheet, claims=tuple(claims))


@dataclass(frozen=True, slots=True)
class PublicPot:
    """The pot so far of a fund with public prizes.

    Of the entry fees, `late_fee` is due on top from those who pay now, and `prepaid` was paid at registration
    for people who are not entered yet, so that it is not in the pot.
    """

    event: Event
    terms: FundTerms
    fund: Fund
    late_fee: int = 0
    prepaid: int = 0


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
        account_list = accounts.list_accounts(event, terms_of_event)
        for terms in terms_of_event.values():
            pot = PublicPot(event, terms, accounts.sum_fund(account_list, terms))
            pots.append(_add_registration(pot) if terms.fund == FEES else pot)
    return pots


def _add_registration(pot: PublicPot) -> PublicPot:
    """Return the pot of the entry fees with the late fee of now and what waits for the entries."""
    late_fee = next(filter(None, registry.late_fees(pot.event)), None)
    payers = list_prepaid_payers(pot.event).values()
    coins = count_coins(late_fee.amount, pot.event.tournament.currency) if late_fee is not None else 0
    return replace(pot, late_fee=coins, prepaid=sum(payer.paid for payer in payers))


def get_parts(terms: FundTerms, entrants: int) -> Parts:
    """Return the prize table of a fund: the published one for so many entrants, or the manual one.

    Pools and auctions only pay places of the event itself (`MAIN`).
    """
    parts = get_template_parts(terms.template, entrants) if terms.template else terms.parts
    return {
        flight: tuple(row)
        for flight, row in parts.items()
        if terms.kind == FundKind.ENTRY.value or flight == MAIN
    }


def _compute_fund_prizes(context: _PrizeContext, terms: FundTerms) -> FundPrizes:
    fund = accounts.sum_fund(context.accounts, terms)
    entries = accounts.list_entries_in_fund(context.accounts, terms)
    of_brackets = _split_over_brackets(context, terms, fund, entries)
    split = of_brackets.split if of_brackets else _split_pot(context, terms, fund.pot, entries)
    shares: defaultdict[int, list[PrizeShare]] = defaultdict(list)
    for share in split.shares:
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
    all_claims = (*claims, *_forfeited_claims(terms, paid, {}))
    reserved, pots = (of_brackets.reserved, of_brackets.pots) if of_brackets else (0, ())
    return FundPrizes(terms, fund, split, all_claims, len(entries), reserved, pots)


def _split_over_brackets(
    context: _PrizeContext, terms: FundTerms, fund: Fund, entries: set[int]
) -> BracketSplit | None:
    """Return the pots of the mini brackets, divided; None where the pot of the fund is one."""
    brackets = context.mini_brackets
    if brackets is None or not has_own_pots(brackets, terms):
        return None
    pots = compute_bracket_pots(brackets, context.accounts, terms)
    return split_bracket_pots(brackets, pots, fund, terms, context.flights, entries, get_parts)


def _compute_auction_prizes(context: _PrizeContext, terms: FundTerms) -> FundPrizes:
    people = {player.pk: player for player in context.players.values()}
    lots = auctions.list_lots(context.event, terms, people)
    fund = accounts.sum_fund(
        context.accounts, terms, [payer for lot in lots for payer in lot.buyers.values()]
    )
    numbers = {player.pk: entry for entry, player in context.players.items()}
    values = [_sold_lot(lot, numbers) for lot in lots if lot.is_sold]
    sold = {entry for value in values for entry in value.players}
    split = _split_pot(context, terms, fund.pot, sold)
    shares: defaultdict[RecipientKey, list[PrizeShare]] = defaultdict(list)
    dues: defaultdict[RecipientKey, int] = defaultdict(int)
    for claim in calcutta.divide_among_lots([share for share in split.shares if share.entry], values):
        player = context.players[claim.share.entry].pk if claim.side == calcutta.PLAYER else None
        shares[player, claim.lot].append(claim.share)
        dues[player, claim.lot] += claim.amount
    paid, by_key = dict(context.paid.get(terms.fund, {})), {lot.lot.pk: lot for lot in lots}
    # A buyer is registered under the full name at the desk, and displayed under the public name.
    public_names = {player.full_name: player.undistinguished_name for player in people.values()}
    public_names |= {player.desk_name: player.name for player in people.values()}
    claims = [
        PrizeClaim(
            terms,
            people.get(recipient[0] or 0),
            by_key[recipient[1] or 0],
            tuple(claim_shares),
            dues[recipient],
            paid.pop(recipient, 0),
            buyer=_get_buyer_name(by_key[recipient[1] or 0], public_names),
        )
        for recipient, claim_shares in shares.items()
    ]
    return FundPrizes(terms, fund, split, (*claims, *_forfeited_claims(terms, paid, by_key)), len(sold))


def _sold_lot(lot: auctions.LotState, numbers: Mapping[int, int]) -> calcutta.SoldLot:
    entries = tuple(numbers[player.pk] for player in lot.players if player.pk in numbers)
    return calcutta.SoldLot(lot.lot.pk, entries, lot.value.price, bought_back=lot.value.bought_back)


def _split_pot(context: _PrizeContext, terms: FundTerms, pot: int, entries: set[int]) -> Split:
    """Return the shares of a fund. Several fields, such as split flights, each have a part of the pot.

    The row of the event in the prize table is for the fields without a row of their own; of split flights the
    first has the same key as the event, and that row is its own where others have one.
    """
    parts = _order_parts(context, get_parts(terms, len(entries)))
    has_several = context.fields != (MAIN,)
    is_spread = MAIN not in context.fields or not set(context.fields) & set(parts) - {MAIN}
    if has_several and MAIN in parts and is_spread:
        parts = _order_parts(context, _spread_parts(context, terms, parts, entries))
    places_by_flight: Mapping[str, Sequence[FinalPlace]]
    if terms.kind == FundKind.ENTRY.value:
        places_by_flight = get_paid_places(context.flights, parts)
    else:
        flights = {key: context.flights.get(key, UNDRAWN) for key in parts}
        if _has_one_payer(context, terms):
            # Others may still join, or the player leave: nobody has won it before the event is over.
            flights = {key: flight if flight.is_complete else UNDRAWN for key, flight in flights.items()}
        places_by_flight = {key: _rank_in_fund(flights[key], entries, len(row)) for key, row in parts.items()}
    split = split_pot(pot, parts, places_by_flight, unit=terms.unit, sharing=terms.sharing)
    if not has_several:
        return split
    shares = (replace(share, is_of_one_field=share.flight in context.fields) for share in split.shares)
    return replace(split, shares=tuple(shares))


def _order_parts(context: _PrizeContext, parts: Parts) -> Parts:
    """Return a prize table in the order of the event: the event or its fields first, then other flights.

    What is left of the pot goes to first place, so the order must not depend on that of stored JSON.
    """
    order = dict.fromkeys([MAIN, *context.fields, *context.flights, *parts])
    return {flight: parts[flight] for flight in order if flight in parts}


def _has_one_payer(context: _PrizeContext, terms: FundTerms) -> bool:
    """Whether nobody but one player is in a pool; who has paid and withdrawn from the event was in it."""
    dues = [due for account in context.accounts for due in account.dues if due.terms.fund == terms.fund]
    payers = sum(due.is_in or due.payer.paid_fee > 0 for due in dues)
    return terms.kind == FundKind.POOL.value and payers == 1


def _spread_parts(context: _PrizeContext, terms: FundTerms, parts: Parts, entries: set[int]) -> Parts:
    """Return the prize table with a row for each field without one, instead of that of the event.

    The row is that of so many entries. Fields have the pot in proportion to their entries, mini brackets of
    the entry fees to the stakes that lie in them.
    """
    fields = [key for key in context.fields if key == MAIN or key not in parts]
    sizes = {key: len(context.flights[key].members & entries) for key in fields}
    rows = {key: get_parts(terms, size).get(MAIN, ()) for key, size in sizes.items()}
    stakes: dict[str, int] = {}
    if context.mini_brackets is not None and terms.kind == FundKind.ENTRY.value:
        pots = compute_bracket_pots(context.mini_brackets, context.accounts, terms)
        stakes = {one.bracket: one.stakes for one in pots if one.bracket in fields}
    return spread_over_fields(parts, rows, stakes if any(stakes.values()) else sizes)


def _rank_in_fund(flight: Flight, entries: set[int], paid_places: int) -> Sequence[FinalPlace]:
    """Return the places of these entries among themselves, as soon as no future match can change them."""
    if flight.is_complete:
        return rank_among(flight.standings, entries)
    certain_places = find_certain_places(flight.standings, entries, flight.members)
    return with_open_places(certain_places, (), min(paid_places, len(entries)))


def _forfeited_claims(
    terms: FundTerms, paid: Mapping[RecipientKey, int], lots: Mapping[int, auctions.LotState]
) -> Iterable[PrizeClaim]:
    """Yield claims of 0 for prizes that were paid and are no longer due, as after a correction."""
    unclaimed = {recipient: amount for recipient, amount in paid.items() if amount}
    players = Player.objects.in_bulk([player for player, _ in unclaimed if player]) if unclaimed else {}
    for (player, lot), amount in unclaimed.items():
        state = lots.get(lot or 0)
        buyer = _get_buyer_name(state, {}) if state else ""
        yield PrizeClaim(terms, players.get(player or 0), state, (), 0, amount, buyer=buyer)


def _get_buyer_name(state: auctions.LotState, public_names: Mapping[str, str]) -> str:
    """Return the buyer of a lot: an entrant under the public name, anybody else as written."""
    return public_names.get(state.last_buyer, state.last_buyer)


def _sum_paid_prizes(event: Event) -> dict[int, dict[RecipientKey, int]]:
    rows = ReceiptLine.objects.filter(event=event.pk, kind__in=PRIZES).order_by()
    sums: defaultdict[int, dict[RecipientKey, int]] = defaultdict(dict)
    for fund, player, lot, total in rows.values_list("fund", "player", "lot").annotate(paid=Sum("amount")):
        sums[fund][player, lot] = -total
    return sums
