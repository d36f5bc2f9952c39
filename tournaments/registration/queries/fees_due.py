"""What is still to be paid for sign-ups: for the list of the desk, personal links and the API."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils import timezone

from tournaments import registry
from tournaments.models import Event
from tournaments.registration.models import EventSignUp, SignUpStatus
from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.queries.fees_to_refund import has_ended


def find_fees_due(rows: Sequence[Any]) -> Mapping[int, Decimal]:
    """Return by key what is due now for each sign-up, 0 if it is paid, without those that need not pay.

    The rows are annotated by `annotate_is_entered`. Where the cash desk collects the fee, it says what is
    due for an entry. A confirmed sign-up has to pay the fee of its event.
    """
    fees = FeeTable({row.event.event_id for row in rows})
    at_cash_desk = _find_fees_of_entries([row for row in rows if row.is_entered])
    now = timezone.now()
    fees_due = {}
    for row in rows:
        charged_fee = fees.get_charged_fee(row.event.event_id)
        fee = fees.get_fee(row.event, row.sign_up.registration, now, row.sign_up).total
        if row.pk in at_cash_desk:
            fees_due[row.pk] = at_cash_desk[row.pk]
        elif row.is_entered and charged_fee:
            continue
        elif row.is_marked_as_paid:
            fees_due[row.pk] = Decimal(0)
        elif (
            fee is not None and row.status == SignUpStatus.CONFIRMED and not (row.has_left or has_ended(row))
        ):
            fees_due[row.pk] = fee
    return fees_due


def sum_fees_with_place(rows: Sequence[EventSignUp]) -> Decimal:
    """Return what will be due for those of these sign-ups that have no place yet, by the fees of now.

    The rows are of people who are not entered. Those that are marked as paid are left out.
    """
    fees, now = FeeTable({row.event.event_id for row in rows}), timezone.now()
    waiting = [
        row
        for row in rows
        if row.status in (SignUpStatus.PENDING, SignUpStatus.WAITING)
        and not (row.is_marked_as_paid or has_ended(row))
    ]
    amounts = (fees.get_fee(row.event, row.sign_up.registration, now, row.sign_up).total for row in waiting)
    return sum(filter(None, amounts), Decimal(0))


def _find_fees_of_entries(rows: Sequence[Any]) -> Mapping[int, Decimal]:
    """Return by key what is due for the entries of these sign-ups at the cash desk of their event."""
    rows_by_event: dict[Event, list[EventSignUp]] = {}
    for row in rows:
        rows_by_event.setdefault(row.event.event, []).append(row)
    return {
        row.pk: fees_due[row.player_id]
        for event, event_rows in rows_by_event.items()
        for fees_due in registry.fees_due(event)
        for row in event_rows
        if row.player_id is not None and row.player_id in fees_due
    }
