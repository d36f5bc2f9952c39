"""What somebody who has signed up still has to pay, and how: for the personal link, the mail and the API."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournaments.models import Tournament
from tournaments.payment_codes.code_texts import PaymentRequest
from tournaments.registration.models import Registration, SignUp, SignUpStatus
from tournaments.registration.queries import event_fees
from tournaments.registration.queries.fees_to_refund import has_ended
from tournaments.registration.queries.places_left import was_left_out
from tournaments.registration.queries.sign_up_lists import SignUpRow
from tournaments.registration.queries.ways_to_pay import ShownWay, list_ways_of_tournament, show_ways


@dataclass(frozen=True, slots=True)
class PaymentNotice:
    """The fee that is due, 0 if none is known, and the ways to pay it.

    It is the rest of `whole_fee`, of which `paid` was paid already.
    """

    fee: Decimal
    whole_fee: Decimal
    paid: Decimal
    currency: str
    ways: Sequence[ShownWay]


def get_payment_notice(sign_up: SignUp, places: Sequence[SignUpRow]) -> PaymentNotice | None:
    """Return what is to pay for a sign-up with these places; None if nothing is.

    A tournament that names no fees but ways to pay of its own shows them too.
    """
    registration = sign_up.registration
    tournament = registration.tournament
    # What was paid for an event that was left is no part of the fee.
    balances = [
        place.balance
        for place in places
        if place.balance is not None and (place.balance.due or not (place.has_left or has_ended(place.row)))
    ]
    fee = sum((balance.due for balance in balances), Decimal(0))
    is_payable = any(
        place.status == SignUpStatus.CONFIRMED and not (place.is_paid or was_left_out(place.row))
        for place in places
    )
    has_fees = fee > 0 or event_fees.has_fees(registration)
    if not is_payable or (has_fees and fee <= 0):
        return None
    request = PaymentRequest(
        amount=fee if fee > 0 else None,
        currency=tournament.currency,
        reference=sign_up.reference,
        purpose=tournament.name,
    )
    ways = show_ways(list_ways_of_tournament(tournament, has_fees=has_fees), request)
    if fee <= 0 and not ways:
        return None
    whole_fee = sum((balance.fee for balance in balances), Decimal(0))
    paid = sum((balance.paid - balance.surplus for balance in balances), Decimal(0))
    return PaymentNotice(fee, whole_fee, paid, tournament.currency, ways)


def list_public_ways(registration: Registration) -> list[ShownWay]:
    """Return the ways to pay for everybody to see, without an amount or a reference."""
    tournament: Tournament = registration.tournament
    has_fees = event_fees.has_fees(registration)
    request = PaymentRequest(amount=None, currency=tournament.currency)
    return show_ways(list_ways_of_tournament(tournament, has_fees=has_fees), request)
