"""Services of fund terms: fees, side pools and auctions, with what is returned and the prize tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.currencies import MAX_AMOUNT
from tournaments.finances.models import Charge, FundKind, FundTerms, Lot, LotPlayer, Sale
from tournaments.finances.prizes.prize_tables import check_table, get_template_parts, template_fits
from tournaments.finances.prizes.sharing import PLACE, SHARING
from tournaments.finances.queries import prize_flights
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.finances.queries.money_obstacles import get_fees_obstacle
from tournaments.finances.services import cash_desks, paid_sign_ups
from tournaments.formats.graph import MAIN
from tournaments.models import Event
from tournaments.permissions import must_direct
from tournaments.play.tournaments.services.currency import change_currency

MOST_FUNDS = 12
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class FundOptions:
    """The fund terms a director chooses, as in `FundTerms`: a published `template`, or manual `parts`."""

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

    @property
    def stored_parts(self) -> dict[str, list[int]]:
        """The manual prize table as `FundTerms` has it: none where there is a published one."""
        return {} if self.template else {flight: list(row) for flight, row in self.parts.items()}


@transaction.atomic
def turn_on_fees(*, event: Event, currency: str, options: FundOptions, by: User, key: str) -> FundTerms:
    """Turn on fees on these terms, opening the cash desk of the tournament if necessary.

    Refuses as `open_cash_desk` and `set_fees`.
    """
    cash_desks.open_cash_desk(tournament=event.tournament, currency=currency, by=by)
    return set_fees(event=event, options=options, by=by, key=key)


@transaction.atomic
def set_fees(*, event: Event, options: FundOptions, by: User, key: str, currency: str = "") -> FundTerms:
    """Set the terms of the fees. Everybody owes the new fee, those who have paid the difference.

    Receipts are written for sign-ups marked as paid. With `currency`, the tournament is changed to it
    first, as by `change_currency`. Refuses `directors_only`, `money_off`,
    and invalid terms: `amount_impossible`, `percent_impossible`, `sharing_unknown`, `template_unknown`,
    `template_unfit`, `flight_unknown`, and as `check_table` and `change_currency`.
    """
    must_direct(by, event)
    if currency:
        change_currency(tournament=event.tournament, currency=currency, by=by)
    cash_desks.lock_cash_desk(event.tournament)
    terms = _add_terms(event, FEES, FundKind.ENTRY, options, by, key)
    paid_sign_ups.take_marked_fees(event=event, by=by)
    return terms


@transaction.atomic
def turn_off_fees(*, event: Event, by: User) -> None:
    """Turn off fees, deleting all terms, pools and auctions of the event.

    Refuses `directors_only`, `money_off`, and `fees_moved` or `fees_sold` once money of the event has moved.
    """
    must_direct(by, event)
    cash_desks.lock_cash_desk(event.tournament)
    obstacle = get_fees_obstacle(event)
    if obstacle is not None:
        raise obstacle
    Sale.objects.filter(lot__event=event).delete()
    for rows in (LotPlayer.objects, Lot.objects, Charge.objects, FundTerms.objects):
        rows.filter(event=event).delete()
    cash_desks.notify_pages(event)


@transaction.atomic
def open_fund(*, event: Event, kind: FundKind, options: FundOptions, by: User, key: str) -> FundTerms:
    """Open a side pool or auction.

    Refuses as `set_fees`, and `fund_needs_name`, `funds_too_many`, `no_fees_yet`.
    """
    must_direct(by, event)
    cash_desks.lock_cash_desk(event.tournament)
    terms = get_terms(event)
    earlier = FundTerms.objects.filter(event=event, key=f"{key}-1", seq=1, name=options.name.strip()).first()
    if earlier is not None:
        return earlier
    if FEES not in terms:
        raise Refusal("no_fees_yet")
    if len(terms) > MOST_FUNDS:
        raise Refusal("funds_too_many", most=MOST_FUNDS)
    return _add_terms(event, max(terms) + 1, kind, options, by, key)


@transaction.atomic
def change_fund(*, event: Event, fund: int, options: FundOptions, by: User, key: str) -> FundTerms:
    """Change the terms of a pool or auction. Refuses as `set_fees`, and `pool_unknown`."""
    must_direct(by, event)
    cash_desks.lock_cash_desk(event.tournament)
    terms = get_terms(event).get(fund)
    if terms is None or fund == FEES:
        raise Refusal("pool_unknown", pool=fund)
    return _add_terms(event, fund, FundKind(terms.kind), options, by, key)


def _add_terms(
    event: Event, fund: int, kind: FundKind, options: FundOptions, by: User, key: str
) -> FundTerms:
    rows = FundTerms.objects.filter(event=event, fund=fund).order_by("seq")
    last = rows.last()
    if last is not None and last.key.rpartition("-")[0] == key and _equals_terms(last, options):
        return last
    seq = last.seq + 1 if last is not None else 1
    _check_options(event, kind, options)
    cash_desks.notify_pages(event)
    return FundTerms.objects.create(
        event=event,
        fund=fund,
        seq=seq,
        kind=kind,
        name=options.name.strip()[:LONGEST_NAME],
        fee=options.fee if kind is not FundKind.AUCTION else 0,
        registration=options.registration if kind is FundKind.ENTRY else 0,
        returned=options.returned,
        added=options.added,
        unit=options.unit,
        sharing=options.sharing,
        template=options.template,
        parts=options.stored_parts,
        is_open=options.is_open,
        is_shown=options.is_shown,
        by=by,
        key=f"{key}-{seq}",
    )


def _equals_terms(terms: FundTerms, options: FundOptions) -> bool:
    """Whether these options equal the terms, as when a form is submitted twice."""
    requested = (
        options.returned,
        options.added,
        options.unit,
        options.sharing,
        options.template,
        options.is_open,
        options.is_shown,
    )
    current = (terms.returned, terms.added, terms.unit, terms.sharing, terms.template)
    if (*current, terms.is_open, terms.is_shown) != requested or terms.name != options.name.strip()[
        :LONGEST_NAME
    ]:
        return False
    fees = (options.fee, options.registration) if terms.fund == FEES else (options.fee, terms.registration)
    is_free = terms.kind == FundKind.AUCTION.value
    return terms.parts == options.stored_parts and (is_free or (terms.fee, terms.registration) == fees)


def _check_options(event: Event, kind: FundKind, options: FundOptions) -> None:
    amounts = (options.fee, options.registration, options.added, options.unit - 1)
    if not all(0 <= amount <= MAX_AMOUNT for amount in amounts):
        raise Refusal("amount_impossible")
    if not 0 <= options.returned <= 100:
        raise Refusal("percent_impossible")
    if options.sharing not in SHARING:
        raise Refusal("sharing_unknown", sharing=options.sharing)
    if kind is not FundKind.ENTRY and not options.name.strip():
        raise Refusal("fund_needs_name")
    flights = prize_flights.list_flight_keys(event) if kind is FundKind.ENTRY else (MAIN,)
    if options.template:
        get_template_parts(options.template, 1)
        if not template_fits(options.template, flights):
            raise Refusal("template_unfit", template=options.template)
    else:
        check_table(options.parts)
        unknown = set(options.parts) - set(flights)
        if unknown:
            raise Refusal("flight_unknown", flight=min(unknown))
