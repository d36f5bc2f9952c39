"""Calcutta auction services: create the lot list, sell, undo a sale, buy back halves."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Max, Q, Sum

from matches.models import User
from rules.errors import Refusal
from tournaments.currencies import MAX_AMOUNT
from tournaments.finances.models import FundKind, FundTerms, Lot, LotPlayer, Sale
from tournaments.finances.prizes import calcutta
from tournaments.finances.queries import auctions
from tournaments.finances.queries.funds import get_terms
from tournaments.finances.queries.prizes import PRIZES
from tournaments.finances.services import cash_desks
from tournaments.models import Event
from tournaments.permissions import must_direct

LONGEST_BUYER = 120


@transaction.atomic
def make_lots(
    *,
    event: Event,
    fund: int,
    lots: Sequence[Sequence[int]],
    by: User,
    shown_before: Sequence[Sequence[int]] | None = None,
) -> list[Lot]:
    """Create the lot list of an auction, in order of sale; it can be replaced until the first sale.

    `lots` has the entry numbers of each lot, `shown_before` those that were shown, if any were: the present
    lots, or those proposed. Lots that are as they should be already stay.

    Refuses `directors_only`, `money_off`, `auction_unknown`, `lots_sold`, `entry_unknown`, `lot_empty`,
    `lot_twice`, `lots_missing`, and `changed_since_shown` if they are no longer those that were shown.
    """
    must_direct(by, event)
    cash_desks.lock_cash_desk(event.tournament)
    terms = _get_auction_terms(event, fund)
    if not lots:
        raise Refusal("lots_missing")
    calcutta.check_lots(
        [calcutta.SoldLot(number, tuple(entries)) for number, entries in enumerate(lots, start=1)]
    )
    players_by_entry = dict(event.entries.values_list("number", "player"))
    missing = {entry for entries in lots for entry in entries} - set(players_by_entry)
    if missing:
        raise Refusal("entry_unknown", entry=min(missing))
    if Sale.objects.filter(lot__event=event, lot__fund=fund).exists():
        raise Refusal("lots_sold")
    present_lots = auctions.list_lots(event, terms)
    shown_lots = auctions.list_shown_lots(event, present_lots)
    if present_lots and _are_same(shown_lots, lots):
        return [state.lot for state in present_lots]
    if shown_before is not None and not _are_same(shown_lots, shown_before):
        changes = "; ".join(" ".join(map(str, entries)) for entries in shown_lots)
        raise Refusal("changed_since_shown", "", changes=changes or "–")
    rows = _replace_lots(event, fund, [[players_by_entry[entry] for entry in entries] for entries in lots])
    cash_desks.notify_pages(event)
    return rows


def _replace_lots(event: Event, fund: int, players_by_lot: Sequence[Sequence[int]]) -> list[Lot]:
    """Write the lots of an auction with the keys of their players, in place of the present ones."""
    LotPlayer.objects.filter(event=event, fund=fund).delete()
    Lot.objects.filter(event=event, fund=fund).delete()
    new_lots = [Lot(event=event, fund=fund, number=number) for number in range(1, len(players_by_lot) + 1)]
    rows = Lot.objects.bulk_create(new_lots)
    LotPlayer.objects.bulk_create(
        LotPlayer(lot=lot, event=event, fund=fund, player_id=player)
        for lot, players in zip(rows, players_by_lot, strict=True)
        for player in players
    )
    return rows


@transaction.atomic
def sell_lot(
    *,
    event: Event,
    fund: int,
    lot: int,
    buyer: str,
    price: int,
    by: User,
    key: str,
    shown_lot: int | None = None,
) -> Sale:
    """Sell an auction lot. Idempotent by `key`: a repeated call returns the first sale.

    What a former buyer has paid stays theirs, to be refunded; it counts for the same buyer, who is one with
    the same name except for capital letters and spaces. `shown_lot` is the key of the lot that was shown
    with this number, if it was: lots can be created again until the first sale.

    Refuses `cashiers_only`, `money_off`, `auction_unknown`, `lot_unknown`, `lot_sold`, `buyer_missing`,
    `amount_impossible`, `changed_since_shown` if the lot is another one than was seen, and `lot_prize_paid`
    while a former buyer has a prize of the lot.
    """
    cash_desks.lock_for_payment(event, by)
    state = _get_lot_state(event, fund, lot)
    earlier = state.lot.sales.filter(key=key).first()
    if earlier is not None:
        return earlier
    if shown_lot is not None and shown_lot != state.lot.pk:
        raise Refusal("changed_since_shown", "", changes=_describe_lot(state))
    if state.valid_sale is not None:
        raise Refusal("lot_sold", lot=lot, buyer=state.valid_sale.buyer)
    name = _find_buyer_name(state.lot, buyer)
    if not name:
        raise Refusal("buyer_missing")
    if not 0 < price <= MAX_AMOUNT:
        raise Refusal("amount_impossible")
    _check_no_prize_of_another_buyer(state.lot, name)
    return _add_sale(event, state, buyer=name, price=price, by=by, key=key)


@transaction.atomic
def undo_sale(*, event: Event, fund: int, lot: int, by: User, key: str) -> Sale:
    """Undo a sale: the lot is for sale again, and what its buyer has paid becomes refundable to them.

    Refuses `cashiers_only`, `money_off`, `auction_unknown`, `lot_unknown`, `lot_not_sold`.
    Idempotent by `key`.
    """
    cash_desks.lock_for_payment(event, by)
    state = _get_lot_state(event, fund, lot)
    earlier = state.lot.sales.filter(key=key).first()
    if earlier is not None:
        return earlier
    if not state.is_sold:
        raise Refusal("lot_not_sold", lot=lot)
    # A sale without a buyer undoes the one before.
    return _add_sale(event, state, buyer="", price=0, by=by, key=key)


@transaction.atomic
def buy_back_half(*, event: Event, fund: int, lot: int, by: User, key: str) -> Sale:
    """Let the player buy back half of the lot: half of the price is due from player and buyer each.

    Refuses as `undo_sale`, and `lot_bought_back`, `packet_stays` for a lot of several players (a packet), and
    `lot_of_its_player` if its player is its buyer.
    """
    cash_desks.lock_for_payment(event, by)
    state = _get_lot_state(event, fund, lot)
    earlier = state.lot.sales.filter(key=key).first()
    if earlier is not None:
        return earlier
    sale = state.valid_sale
    if sale is None:
        raise Refusal("lot_not_sold", lot=lot)
    if len(state.players) != 1:
        raise Refusal("packet_stays", lot=lot)
    if sale.bought_back:
        raise Refusal("lot_bought_back", lot=lot)
    if state.is_own_buyer:
        raise Refusal("lot_of_its_player", lot=lot, player=sale.buyer)
    return _add_sale(event, state, buyer=sale.buyer, price=sale.price, by=by, key=key, is_bought_back=True)


@transaction.atomic
def anonymise_buyer(*, former_names: Mapping[int, str], placeholder: str) -> None:
    """Anonymise a player who bought at an auction.

    `former_names` are the player's full names by key. A buyer is stored as text: it counts as the player in
    the events the player entered and in those of clubs of which the player is or was a member. Receipts,
    which only cashiers read, retain the name.
    """
    players = list(former_names)
    member = Q(lot__event__tournament__club__memberships__player__in=players)
    is_in_known_events = Q(lot__event__entries__player__in=players) | member
    sales = Sale.objects.filter(is_in_known_events, buyer__in=set(former_names.values())).distinct()
    events = Event.objects.filter(lots__sales__in=sales).select_related("tournament").distinct()
    changed_events = list(events)
    Sale.objects.filter(pk__in=list(sales.values_list("pk", flat=True))).update(buyer=placeholder)
    for event in changed_events:
        cash_desks.notify_pages(event)


def _get_auction_terms(event: Event, fund: int) -> FundTerms:
    terms = get_terms(event).get(fund)
    if terms is None or terms.kind != FundKind.AUCTION.value:
        raise Refusal("auction_unknown")
    return terms


def _get_lot_state(event: Event, fund: int, number: int) -> auctions.LotState:
    states = auctions.list_lots(event, _get_auction_terms(event, fund))
    state = next((one for one in states if one.lot.number == number), None)
    if state is None:
        raise Refusal("lot_unknown", lot=number)
    return state


def _are_same(lots: Sequence[Sequence[int]], others: Sequence[Sequence[int]]) -> bool:
    """Whether two lists have the same lots in the same order; the order within a lot means nothing."""
    return [sorted(entries) for entries in lots] == [sorted(entries) for entries in others]


def _describe_lot(state: auctions.LotState) -> str:
    """Return the number of a lot and its players, as a refusal quotes them."""
    return f"{state.lot.number}: {', '.join(player.desk_name for player in state.players)}"


def _find_buyer_name(lot: Lot, typed_name: str) -> str:
    """Return the name as an earlier sale of the lot has it, so that payments of one buyer stay together."""
    name = " ".join(typed_name.split())[:LONGEST_BUYER]
    earlier_names = lot.sales.exclude(buyer="").values_list("buyer", flat=True)
    return next((one for one in earlier_names if one.casefold() == name.casefold()), name)


def _check_no_prize_of_another_buyer(lot: Lot, buyer: str) -> None:
    """Refuse ("lot_prize_paid") while a buyer with another name has been paid a prize for the lot."""
    lines = lot.lines.filter(player=None, kind__in=PRIZES).exclude(sale__buyer=buyer)
    sums = lines.order_by("sale__buyer").values_list("sale__buyer").annotate(paid=Sum("amount"))
    for other_buyer, amount in sums:
        if amount:
            raise Refusal("lot_prize_paid", lot=lot.number, buyer=other_buyer)


def _add_sale(
    event: Event,
    state: auctions.LotState,
    *,
    buyer: str,
    price: int,
    by: User,
    key: str,
    is_bought_back: bool = False,
) -> Sale:
    seq = (state.lot.sales.aggregate(last=Max("seq"))["last"] or 0) + 1
    cash_desks.notify_pages(event)
    return Sale.objects.create(
        lot=state.lot, seq=seq, buyer=buyer, price=price, bought_back=is_bought_back, by=by, key=key
    )
