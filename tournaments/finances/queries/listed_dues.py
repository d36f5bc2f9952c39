"""What people of a list of entries pay, by the price that the list names, and what it marks as paid."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from tournaments import registry
from tournaments.currencies import count_coins
from tournaments.finances.messages import EXEMPT, USUAL_FEE
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.finances.queries.late_fees import find_late_fees
from tournaments.finances.queries.player_prices import NamedPrice, list_offered_prices
from tournaments.models import Event
from tournaments.name_lists.listed_payments import GUEST, YES, ListedPayment, read_category
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
    players = {payment.player: payment.player for payment in payments if payment.player is not None}
    by_records = {
        player: NamedPrice(count_coins(price.amount, event.tournament.currency), price.code)
        for prices in registry.prices_by_records(event, players)
        for player, price in prices.items()
    }
    late_fees = find_late_fees(event, [*players, NEW_PLAYER])
    usual = NamedPrice(terms.total_fee, USUAL_FEE)
    dues = {}
    for payment in payments:
        listed_price = _find_named_price(payment.price, offers, usual) if payment.price else None
        price = listed_price or by_records.get(payment.player or NEW_PLAYER, usual)
        late_fee = late_fees.get(payment.player or NEW_PLAYER) if price.amount else None
        total = price.amount + (late_fee.amount if late_fee is not None else 0)
        paid = _count_paid(payment.paid, total, event.tournament.currency)
        dues[payment.number] = ListedDue(
            price=total,
            price_alone=price.amount,
            code=price.code,
            paid=paid,
            is_own=listed_price is not None and listed_price is not usual,
            is_unclear=bool(payment.price) and listed_price is None,
        )
    return dues


def _find_named_price(text: str, offers: Sequence[NamedPrice], usual: NamedPrice) -> NamedPrice | None:
    """Return the price that a list names: 0 if exempt, of its category, or the usual; None if unclear."""
    if is_exempt(text):
        return NamedPrice(0, EXEMPT)
    exact = [offer for offer in offers if offer.code.casefold() == text.casefold().strip()]
    category = read_category(text)
    coded = [offer for offer in offers if category and offer.code == f"category_{category}"]
    alike = [offer for offer in offers if category and read_category(offer.code) == category]
    matching = exact or coded or (alike if category == GUEST else [])
    if matching:
        return matching[0]
    return usual if category else None


def _count_paid(text: str, total: int, currency: str) -> int:
    """Return what is paid in coins: all for a mark without an amount, and never more than the price."""
    if not text:
        return 0
    try:
        return total if text == YES else min(total, count_coins(Decimal(text), currency))
    except InvalidOperation:
        return 0
