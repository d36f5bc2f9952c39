"""What people of a list of entries pay, by the price that the list names, and what it marks as paid."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from django.db.models.functions import Coalesce

from matches.models import Player
from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.messages import EXEMPT, USUAL_FEE
from tournaments.finances.queries.dues import DueLateFee
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.finances.queries.late_fees import find_late_fees
from tournaments.finances.queries.player_prices import NamedPrice, list_offered_prices
from tournaments.models import Event
from tournaments.name_lists.listed_payments import AMOUNT, GUEST, YES, ListedPayment, read_category
from tournaments.name_lists.payment_terms import is_exempt
from tournaments.registry import ListedDue

# The key that stands for somebody who is no player yet.
NEW_PLAYER = 0


def list_listed_dues(event: Event, payments: Sequence[ListedPayment]) -> dict[int, ListedDue]:
    """Return what each line of a list means in coins, by its number; empty for an event without fees.

    A line without a price has that of the records of the club, else the usual fee. No more than the price is
    counted as paid.
    """
    terms = get_terms(event).get(FEES)
    if terms is None or not terms.total_fee or not payments:
        return {}
    offers = list_offered_prices(event, terms)
    keys = {payment.player for payment in payments if payment.player is not None}
    # The records of the club are those of the person, by whichever spelling the list has the name.
    players = dict(Player.objects.filter(pk__in=keys).values_list("pk", Coalesce("person__face", "pk")))
    by_records = {
        player: NamedPrice(count_coins(price.amount, event.tournament.currency), price.code)
        for prices in registry.prices_by_records(event, players)
        for player, price in prices.items()
    }
    currency = event.tournament.currency
    late_fees = find_late_fees(event, [*players, NEW_PLAYER])
    usual = NamedPrice(terms.total_fee, USUAL_FEE)
    dues = {}
    for payment in payments:
        player = payment.player or NEW_PLAYER
        listed_price = _find_named_price(payment.price, offers, usual, currency) if payment.price else None
        price = listed_price or by_records.get(player, usual)
        listed_due = _make_listed_due(payment, price, late_fees.get(player), currency)
        dues[payment.number] = replace(
            listed_due,
            is_own=listed_price is not None and listed_price is not usual,
            is_unclear=bool(payment.price) and listed_price is None,
        )
    return dues


def _make_listed_due(
    payment: ListedPayment, price: NamedPrice, late_fee: DueLateFee | None, currency: str
) -> ListedDue:
    """Return what a line means at a price, to which a late fee is added unless it was paid in time."""
    stated = _count_stated(payment.paid, currency)
    late_fee = late_fee if price.amount else None
    is_in_time = late_fee is not None and _is_paid_in_time(payment, stated, price.amount, late_fee)
    total = price.amount + (late_fee.amount if late_fee is not None and not is_in_time else 0)
    return ListedDue(
        price=total,
        price_alone=price.amount,
        code=price.code,
        paid=total if payment.paid == YES else min(total, stated),
        is_own=False,
        is_unclear=False,
        stated=stated,
        is_in_time=is_in_time,
    )


def _find_named_price(
    text: str, offers: Sequence[NamedPrice], usual: NamedPrice, currency: str
) -> NamedPrice | None:
    """Return the price that a list names: 0 if exempt, that of its category or amount; None if unclear."""
    if is_exempt(text):
        return NamedPrice(0, EXEMPT)
    if AMOUNT.match(text):
        coins = _count_stated(text.replace(",", "."), currency)
        return next((price for price in (usual, *offers) if price.amount == coins), None)
    exact = [offer for offer in offers if offer.code.casefold() == text.casefold().strip()]
    category = read_category(text)
    coded = [offer for offer in offers if category and offer.code == f"category_{category}"]
    alike = [offer for offer in offers if category and read_category(offer.code) == category]
    matching = exact or coded or (alike if category == GUEST else [])
    if matching:
        return matching[0]
    return usual if category else None


def _count_stated(text: str, currency: str) -> int:
    """Return the amount that a line says is paid, in coins; 0 for a mark without an amount."""
    if not text or text == YES:
        return 0
    try:
        return count_coins(Decimal(text), currency)
    except InvalidOperation:
        return 0


def _is_paid_in_time(payment: ListedPayment, stated: int, price: int, late_fee: DueLateFee) -> bool:
    """Whether a line says that the whole price was paid before the day from which the late fee is due."""
    is_before = payment.paid_on is not None and payment.paid_on < late_fee.since
    return is_before and (payment.paid == YES or stated >= price)
