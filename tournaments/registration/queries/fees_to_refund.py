"""Fees that were paid for sign-ups which ended before they were entered."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC
from decimal import Decimal
from typing import Any

from django.utils import timezone

from tournaments import registry
from tournaments.models import Event, EventStatus
from tournaments.play.entries.queries.entry_payments import get_entry_payments
from tournaments.registration.models import ACTIVE, EventSignUp, FeeOutcome, Registration
from tournaments.registration.queries.places_left import annotate_is_entered
from tournaments.registry import EntryPayment

# The moment of a mark in the key of a payment.
PAID_AT = "%Y%m%d%H%M%S%f"


def make_payment_key(place: EventSignUp) -> str:
    """Return the `registry.PaidSignUp.key` of a sign-up that is marked as paid: new with every marking."""
    paid_at = place.paid_at or timezone.now()
    return f"{place.pk}-{paid_at.astimezone(UTC).strftime(PAID_AT)}"


def get_place_of_payment(key: str) -> EventSignUp:
    """Return the sign-up of a `registry.PaidSignUp.key`, whether or not that mark still counts."""
    return EventSignUp.objects.select_related("sign_up__registration").get(pk=key.partition("-")[0])


def has_payment_key(place: EventSignUp, key: str) -> bool:
    """Return whether a sign-up is marked as paid with this `registry.PaidSignUp.key`."""
    return place.paid_at is not None and make_payment_key(place) == key


def has_ended(place: EventSignUp) -> bool:
    """Return whether a sign-up has withdrawn or was declined, or its event is cancelled."""
    event = place.event.event
    is_cancelled = event.cancelled_at is not None or event.tournament.cancelled_at is not None
    return place.status not in ACTIVE or is_cancelled


def plays_no_more(row: Any) -> bool:
    """Return whether a sign-up has ended, or its event was drawn without it: its fee is to refund or to keep.

    The row is annotated by `annotate_is_entered`. The desk can still enter it late; then its fee is paid.
    """
    was_drawn_without = row.event.event.status != EventStatus.DRAFT and row.status in ACTIVE
    return not row.is_entered and (has_ended(row) or was_drawn_without)


def find_refundable_fees(rows: Sequence[Any]) -> Mapping[int, Decimal]:
    """Return by key the fee, until it is refunded, of each paid sign-up that `plays_no_more`.

    The rows are annotated by `annotate_is_entered`. Where the cash desk takes the fees, it says what it
    holds, and holds the fees of entries itself; elsewhere those of withdrawn entries are among them. Fees
    that the club retains are among them, too.
    """
    ended = [row for row in rows if row.is_marked_as_paid and _has_ended_or_left(row)]
    if not ended:
        return {}
    prepaid_by_event = _get_prepaid_fees({row.event.event for row in ended})
    fees = {}
    for row in ended:
        prepaid = prepaid_by_event.get(row.event.event_id)
        fee = row.paid_fee if prepaid is None else prepaid.get(make_payment_key(row))
        if fee:
            fees[row.pk] = fee
    return fees


def _has_ended_or_left(row: Any) -> bool:
    """Return whether a sign-up ended before it was entered, was not drawn, or its entry has withdrawn."""
    return bool(row.has_left) or plays_no_more(row)


def find_payments_of_entries(rows: Sequence[Any]) -> Mapping[int, EntryPayment]:
    """Return by key what the cash desk has taken for the entries of these sign-ups."""
    entered = [row for row in rows if row.player_id is not None]
    payments = {event.pk: get_entry_payments(event) for event in {row.event.event for row in entered}}
    found = {row.pk: payments[row.event.event_id].get(row.player_id) for row in entered}
    return {key: payment for key, payment in found.items() if payment is not None}


def find_payment_methods(rows: Sequence[Any]) -> Mapping[int, Sequence[str]]:
    """Return by key how the fees of these sign-ups were paid: by the cash desk, else by their marks."""
    entered_events = {row.event.event_id: row.event.event for row in rows if row.player_id is not None}
    methods = {
        (key, player): names
        for key, event in entered_events.items()
        for by_player in registry.payment_methods(event)
        for player, names in by_player.items()
    }
    return {
        row.pk: methods.get((row.event.event_id, row.player_id), list(filter(None, [row.payment_method])))
        for row in rows
    }


def sum_fees_to_refund(registration: Registration) -> Decimal:
    """Return the sum of the fees to refund of a registration, without those that the club retains."""
    places = EventSignUp.objects.filter(
        event__registration=registration, paid_at__isnull=False, fee_outcome=""
    )
    rows = places.select_related("event__event__tournament")
    return sum(find_refundable_fees(list(annotate_is_entered(rows))).values(), Decimal(0))


def sum_undecided_fees(registration: Registration) -> Decimal:
    """Return what the cash desk has taken for withdrawn entries, to be refunded or retained there."""
    places = EventSignUp.objects.filter(event__registration=registration, player__isnull=False)
    rows = annotate_is_entered(places.select_related("event__event__tournament__club")).filter(has_left=True)
    return sum((payment.undecided for payment in find_payments_of_entries(list(rows)).values()), Decimal(0))


def has_retained_fees(registration: Registration) -> bool:
    """Return whether the club retains the fee of a sign-up that has ended."""
    places = EventSignUp.objects.filter(event__registration=registration)
    return places.filter(fee_outcome=FeeOutcome.RETAINED).exists()


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
