"""Fees that were paid for sign-ups which ended before they were entered."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone

from tournaments import registry
from tournaments.models import Event
from tournaments.registration.models import ACTIVE, EventSignUp, FeeOutcome, Registration
from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.queries.places_left import annotate_is_entered

# The moment of a mark in the key of a payment.
PAID_AT = "%Y%m%d%H%M%S%f"


def make_payment_key(place: EventSignUp) -> str:
    """Return the `registry.PaidSignUp.key` of a sign-up that is marked as paid: new with every marking."""
    paid_at = place.sign_up.paid_at or timezone.now()
    return f"{place.pk}-{paid_at.astimezone(UTC).strftime(PAID_AT)}"


def read_payment_key(key: str) -> tuple[int, datetime]:
    """Return the key of the sign-up and the moment of its mark, from a key of `make_payment_key`."""
    place, _, moment = key.partition("-")
    return int(place), datetime.strptime(moment, PAID_AT).replace(tzinfo=UTC)


def has_ended(place: EventSignUp) -> bool:
    """Return whether a sign-up has withdrawn or was declined, or its event is cancelled."""
    event = place.event.event
    is_cancelled = event.cancelled_at is not None or event.tournament.cancelled_at is not None
    return place.status not in ACTIVE or is_cancelled


def find_fees_to_refund(rows: Sequence[Any]) -> Mapping[int, Decimal]:
    """Return by key the fee to refund of each sign-up that was paid and ended before it was entered.

    The rows are annotated by `annotate_is_entered`. Where the cash desk takes the fees, it says what it
    holds; elsewhere the fee was paid if the sign-up ended after it was marked as paid.
    """
    ended = [
        row
        for row in rows
        if row.sign_up.paid_at is not None and not row.is_entered and not row.fee_outcome and has_ended(row)
    ]
    if not ended:
        return {}
    prepaid_by_event = _get_prepaid_fees({row.event.event for row in ended})
    table = FeeTable({row.event.event_id for row in ended})
    fees = {}
    for row in ended:
        prepaid = prepaid_by_event.get(row.event.event_id)
        if prepaid is not None:
            fee = prepaid.get(make_payment_key(row))
        else:
            fee = table.get_fee(row.event, row.sign_up.registration, row.sign_up.paid_at).total
            fee = fee if row.status in ACTIVE or row.changed_at > row.sign_up.paid_at else None
        if fee:
            fees[row.pk] = fee
    return fees


def sum_fees_to_refund(registration: Registration) -> Decimal:
    """Return the sum of the fees to refund of a registration."""
    places = EventSignUp.objects.filter(
        event__registration=registration, sign_up__paid_at__isnull=False, fee_outcome=""
    )
    rows = places.select_related("sign_up__registration", "event__event__tournament")
    return sum(find_fees_to_refund(list(annotate_is_entered(rows))).values(), Decimal(0))


def is_fee_retained(place: EventSignUp) -> bool:
    """Return whether the fee of a sign-up that has ended is retained."""
    return place.fee_outcome == FeeOutcome.RETAINED


def _get_prepaid_fees(events: Collection[Event]) -> Mapping[int, Mapping[str, Decimal]]:
    """Return the fees prepaid at the cash desk by event, without the events that have no fees there."""
    return {
        event.pk: prepaid
        for event in events
        for prepaid in registry.prepaid_fees(event)
        if prepaid is not None
    }
