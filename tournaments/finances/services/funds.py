"""The terms of an event's funds: fees, side pools and auctions with what is returned and how prizes go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.finances.models import Charge, FundKind, Lot, LotPlayer, Sale, Terms
from tournaments.finances.prizes.currencies import MOST
from tournaments.finances.prizes.sharing import PLACE, SHARING
from tournaments.finances.prizes.tables import check, suits, table_for
from tournaments.finances.queries import flights as places
from tournaments.finances.queries.funds import FEES, fees_obstacle, terms_of
from tournaments.finances.services import cash_desks as tills
from tournaments.formats.field import MAIN
from tournaments.models import Event
from tournaments.permissions import must_direct

MOST_FUNDS = 12
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Wish:
    """The terms a director asks for; a published `template`, or `parts` by hand."""

    fee: int = 0
    registration: int = 0
    returned: int = 100
    added: int = 0
    unit: int = 1
    sharing: str = PLACE
    template: str = ""
    parts: Mapping[str, Sequence[int]] = field(default_factory=dict)
    name: str = ""
    is_open: bool = True
    is_shown: bool = False


@transaction.atomic
def switch_on(*, event: Event, currency: str, wish: Wish, by: User, key: str) -> Terms:
    """Open the till of the tournament, unless it is open, and let the event go with money on these terms.

    Refuses as `open_till` and `set_fees`; then neither is done.
    """
    tills.open_till(tournament=event.tournament, currency=currency, by=by)
    return set_fees(event=event, wish=wish, by=by, key=key)


@transaction.atomic
def set_fees(*, event: Event, wish: Wish, by: User, key: str, currency: str = "") -> Terms:
    """Let the event go with money on these terms, from now on; what was paid before stays paid. The terms are
    in `currency`, which the till takes if it can.

    Refuses `directors_only`, `money_off`, and what cannot be: `amount_impossible`, `percent_impossible`,
    `sharing_unknown`, `template_unknown`, `template_unfit`, and what tables and `change_currency` refuse.
    """
    must_direct(by, event)
    tills.lock(event.tournament)
    if currency:
        tills.change_currency(tournament=event.tournament, currency=currency, by=by)
    return _set(event, FEES, FundKind.ENTRY, wish, by, key)


@transaction.atomic
def turn_off(*, event: Event, by: User) -> None:
    """Let the event go without fees, pools and auctions, as if they had never been turned on.

    Refuses `directors_only`, `money_off`, and `fees_moved` or `fees_sold` once money of the event has moved.
    """
    must_direct(by, event)
    tills.lock(event.tournament)
    obstacle = fees_obstacle(event)
    if obstacle is not None:
        raise obstacle
    Sale.objects.filter(lot__event=event).delete()
    for rows in (LotPlayer.objects, Lot.objects, Charge.objects, Terms.objects):
        rows.filter(event=event).delete()
    tills.tell_pages(event)


@transaction.atomic
def add_pool(*, event: Event, kind: FundKind, wish: Wish, by: User, key: str) -> Terms:
    """A new side pool or auction.

    Refuses as `set_fees`, and `fund_needs_name`, `funds_too_many`, `no_fees_yet`.
    """
    must_direct(by, event)
    tills.lock(event.tournament)
    known = terms_of(event)
    told = Terms.objects.filter(event=event, key=f"{key}-1", seq=1, name=wish.name.strip()).first()
    if told is not None:
        return told
    if FEES not in known:
        raise Refusal("no_fees_yet")
    if len(known) > MOST_FUNDS:
        raise Refusal("funds_too_many", most=MOST_FUNDS)
    return _set(event, max(known) + 1, kind, wish, by, key)


@transaction.atomic
def change_pool(*, event: Event, fund: int, wish: Wish, by: User, key: str, currency: str = "") -> Terms:
    """Other terms for a pool or auction that is there. Refuses as `set_fees`, and `pool_unknown`."""
    must_direct(by, event)
    tills.lock(event.tournament)
    if currency:
        tills.change_currency(tournament=event.tournament, currency=currency, by=by)
    known = terms_of(event).get(fund)
    if known is None or fund == FEES:
        raise Refusal("pool_unknown", pool=fund)
    return _set(event, fund, FundKind(known.kind), wish, by, key)


def _set(event: Event, fund: int, kind: FundKind, wish: Wish, by: User, key: str) -> Terms:
    held = Terms.objects.filter(event=event, fund=fund).order_by("seq")
    last = held.last()
    if last is not None and last.key.rpartition("-")[0] == key and _is_told(last, wish):
        return last
    seq = last.seq + 1 if last is not None else 1
    _must_be_possible(event, kind, wish)
    tills.tell_pages(event)
    return Terms.objects.create(
        event=event,
        fund=fund,
        seq=seq,
        kind=kind,
        name=wish.name.strip()[:LONGEST_NAME],
        fee=wish.fee if kind is not FundKind.AUCTION else 0,
        registration=wish.registration if kind is FundKind.ENTRY else 0,
        returned=wish.returned,
        added=wish.added,
        unit=wish.unit,
        sharing=wish.sharing,
        template=wish.template,
        parts={} if wish.template else {flight: list(row) for flight, row in wish.parts.items()},
        is_open=wish.is_open,
        is_shown=wish.is_shown,
        by=by,
        key=f"{key}-{seq}",
    )


def _is_told(terms: Terms, wish: Wish) -> bool:
    """Whether a wish sent again asks for what is in force: a page sent back and changed is another wish."""
    asked = (wish.returned, wish.added, wish.unit, wish.sharing, wish.template, wish.is_open, wish.is_shown)
    held = (terms.returned, terms.added, terms.unit, terms.sharing, terms.template)
    if (*held, terms.is_open, terms.is_shown) != asked or terms.name != wish.name.strip()[:LONGEST_NAME]:
        return False
    parts = {} if wish.template else {flight: list(row) for flight, row in wish.parts.items()}
    fees = (wish.fee, wish.registration) if terms.fund == FEES else (wish.fee, terms.registration)
    is_free = terms.kind == FundKind.AUCTION.value
    return terms.parts == parts and (is_free or (terms.fee, terms.registration) == fees)


def _must_be_possible(event: Event, kind: FundKind, wish: Wish) -> None:
    amounts = (wish.fee, wish.registration, wish.added, wish.unit - 1)
    if not all(0 <= amount <= MOST for amount in amounts):
        raise Refusal("amount_impossible")
    if not 0 <= wish.returned <= 100:
        raise Refusal("percent_impossible")
    if wish.sharing not in SHARING:
        raise Refusal("sharing_unknown", sharing=wish.sharing)
    if kind is not FundKind.ENTRY and not wish.name.strip():
        raise Refusal("fund_needs_name")
    flights = places.keys(event) if kind is FundKind.ENTRY else (MAIN,)
    if wish.template:
        table_for(wish.template, 1)
        if not suits(wish.template, flights):
            raise Refusal("template_unfit", template=wish.template)
    else:
        check({flight: tuple(row) for flight, row in wish.parts.items()})
        unknown = set(wish.parts) - set(flights)
        if unknown:
            raise Refusal("flight_unknown", flight=min(unknown))
