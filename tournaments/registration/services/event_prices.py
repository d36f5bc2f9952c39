"""Services of the prices of an event: the table that a director sets, and the price of a sign-up."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments import club_log
from tournaments.currencies import get_exponent
from tournaments.messages.money import format_fee
from tournaments.models import Event
from tournaments.permissions import must_be_active, must_be_open, must_direct
from tournaments.registration.models import JUNIOR, MEMBER, USUAL, EventPrice, EventSignUp, RegistrationEvent
from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.services.sign_up_status import lock_registration, publish_change

MOST_PRICES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceOptions:
    """A price of an event, as the columns of `EventPrice`."""

    category: str = USUAL
    amount: Decimal
    until: date | None = None
    born_from: int | None = None


@transaction.atomic
def save_prices(*, event: Event, prices: Sequence[PriceOptions], by: User) -> list[EventPrice]:
    """Replace the prices of an event beside its usual fee by these, which may be none; return them.

    Those who have signed up keep the price that was announced to them.
    Raises `registration_missing` for an event without registration, `prices_many`, `price_twice`,
    `price_day_missing`, `price_year_missing`, `price_above_usual`, `fee_not_whole`, `tournament_archived`,
    `tournament_cancelled`.
    """
    must_direct(by, event.tournament)
    must_be_open(event.tournament.club)
    row = RegistrationEvent.objects.filter(event=event).select_related("registration").first()
    if row is None:
        raise Refusal("registration_missing", name=event.name)
    registration, rows = lock_registration(row.registration)
    must_be_active(registration.tournament)
    row, prices = rows[event.pk], [_normalise_category(price) for price in prices]
    _check_prices(prices, registration.tournament.currency)
    _check_amounts(prices, FeeTable([event.pk]).get_usual_fee(row), registration.tournament.currency)
    row.prices.all().delete()
    saved = EventPrice.objects.bulk_create(
        EventPrice(
            event=row,
            category=price.category,
            amount=price.amount,
            until=price.until,
            born_from=price.born_from,
            by=by,
        )
        for price in prices
    )
    tournament = registration.tournament
    about = {"name": tournament.name, "evening": tournament.slug}
    club_log.log_action(club=tournament.club, kind="registration_changed", by=by, about=about)
    publish_change(registration)
    return saved


def set_price(*, place: EventSignUp, category: str, at: datetime) -> None:
    """Give a sign-up for an event the price of a category at this time; the sign-up is not saved.

    For services that hold the lock of the registration. Raises `price_not_offered`.
    """
    table = FeeTable([place.event.event_id])
    offers = table.list_offers(place.event, at)
    offer = next((offer for offer in offers if offer.category == category), None)
    if offer is None and category != USUAL:
        raise Refusal("price_not_offered", event=place.event.event.name)
    place.category = category
    place.price = None if offer is None or offer.is_usual else offer.amount
    place.announced_fee = table.get_usual_fee(place.event) if place.price is None else None


def _normalise_category(price: PriceOptions) -> PriceOptions:
    """Return a price with the name of its category without superfluous spaces; "Member" is `MEMBER`."""
    name = " ".join(price.category.split())
    key = name.casefold()
    return replace(price, category=key if key in (MEMBER, JUNIOR) else name)


def _check_prices(prices: Sequence[PriceOptions], currency: str) -> None:
    """Refuse a table of prices as `save_prices` says."""
    if len(prices) > MOST_PRICES:
        raise Refusal("prices_many", most=MOST_PRICES)
    if get_exponent(currency) == 0 and any(price.amount != int(price.amount) for price in prices):
        raise Refusal("fee_not_whole", currency=currency)
    for price in prices:
        if price.category == USUAL and price.until is None:
            raise Refusal("price_day_missing")
        if (price.category == JUNIOR) != (price.born_from is not None):
            raise Refusal("price_year_missing")
    if len({(price.category.casefold(), price.until) for price in prices}) < len(prices):
        raise Refusal("price_twice")


def _check_amounts(prices: Sequence[PriceOptions], usual_fee: Decimal | None, currency: str) -> None:
    """Refuse an early price above the price without a last day, and one of members or juniors above the fee.

    Another category may pay more. Without a usual fee there is nothing to compare with.
    """
    if usual_fee is None:
        return
    plain = {price.category.casefold(): price.amount for price in prices if price.until is None}
    for price in prices:
        highest = plain.get(price.category.casefold(), usual_fee) if price.until is not None else usual_fee
        if price.amount > highest and (price.until is not None or price.category in (MEMBER, JUNIOR)):
            texts = {"price": format_fee(price.amount, currency), "fee": format_fee(highest, currency)}
            raise Refusal("price_above_usual", **texts)
