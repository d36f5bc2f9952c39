"""What is still to be paid for sign-ups: for the list of the desk, personal links and the API."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils import timezone

from tournaments import registry
from tournaments.models import Event, EventStatus
from tournaments.registration.models import WITHOUT_PLACE, EventSignUp, SignUpStatus
from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.queries.fees_to_refund import has_ended, make_payment_key
from tournaments.registration.queries.places_left import was_left_out
from tournaments.registry import FeeBalance

NOTHING = Decimal(0)


def find_fees_due(rows: Sequence[Any]) -> Mapping[int, Decimal]:
    """Return by key what is due now for each sign-up, 0 if it is paid, without those that need not pay.

    The rows are annotated by `annotate_is_entered`.
    """
    return {key: balance.due for key, balance in find_fee_balances(rows).items()}


def find_fee_balances(rows: Sequence[Any]) -> Mapping[int, FeeBalance]:
    """Return by key the fee of each sign-up and what was paid of it, without those that need not pay.

    The rows are annotated by `annotate_is_entered`. Where the cash desk collects the fee, it says what is
    due for an entry, and what will be due for a sign-up that is marked as paid once it is entered. A
    confirmed sign-up has to pay the fee of its event, unless it was left out of the draw; one without a place
    has no rest to pay yet.
    """
    fees = FeeTable({row.event.event_id for row in rows})
    at_cash_desk = _find_balances_of_entries([row for row in rows if row.is_entered])
    prepaid = _find_prepaid_balances(rows)
    now = timezone.now()
    balances = {}
    for row in rows:
        charged_fee = fees.get_charged_fee(row.event.event_id)
        fee = fees.get_fee(row.event, row.sign_up.registration, now, row).total
        is_without_place = not row.is_entered and row.status in WITHOUT_PLACE
        if row.pk in at_cash_desk:
            balances[row.pk] = at_cash_desk[row.pk]
        elif row.is_entered and charged_fee:
            continue
        elif row.pk in prepaid:
            if not (is_without_place and prepaid[row.pk].due):
                balances[row.pk] = prepaid[row.pk]
        elif row.is_marked_as_paid:
            paid_fee = row.paid_fee or NOTHING
            balances[row.pk] = FeeBalance(paid_fee, paid_fee)
        elif (
            fee is not None
            and row.status == SignUpStatus.CONFIRMED
            and not (row.has_left or has_ended(row) or was_left_out(row))
        ):
            balances[row.pk] = FeeBalance(fee, NOTHING)
    return balances


def sum_fees_with_place(rows: Sequence[EventSignUp]) -> Decimal:
    """Return what will be due for those of these sign-ups that have no place yet, by the fees of now.

    The rows are of people who are not entered, annotated by `annotate_is_entered`. Of those that are marked
    as paid it is the rest. Nobody gets a place in an event that has begun.
    """
    fees, now = FeeTable({row.event.event_id for row in rows}), timezone.now()
    waiting = [
        row
        for row in rows
        if row.status in WITHOUT_PLACE and row.event.event.status == EventStatus.DRAFT and not has_ended(row)
    ]
    prepaid = _find_prepaid_balances(waiting)
    amounts = (
        fees.get_fee(row.event, row.sign_up.registration, now, row).total
        for row in waiting
        if not row.is_marked_as_paid
    )
    rest = sum((balance.due for balance in prepaid.values()), NOTHING)
    return sum(filter(None, amounts), rest)


def _find_balances_of_entries(rows: Sequence[Any]) -> Mapping[int, FeeBalance]:
    """Return by key the fees of the entries of these sign-ups at the cash desk of their event."""
    return {
        row.pk: balances[row.player_id]
        for event, event_rows in _group_by_event(rows).items()
        for balances in registry.fee_balances(event)
        for row in event_rows
        if row.player_id is not None and row.player_id in balances
    }


def _find_prepaid_balances(rows: Sequence[Any]) -> Mapping[int, FeeBalance]:
    """Return by key the fees of the sign-ups marked as paid that wait for their entry, by the cash desk."""
    marked = [row for row in rows if row.is_marked_as_paid and not (row.is_entered or has_ended(row))]
    return {
        row.pk: balances[make_payment_key(row)]
        for event, event_rows in _group_by_event(marked).items()
        for balances in registry.prepaid_balances(event)
        for row in event_rows
        if make_payment_key(row) in balances
    }


def _group_by_event(rows: Sequence[Any]) -> Mapping[Event, list[Any]]:
    """Return sign-ups by their event."""
    rows_by_event: dict[Event, list[Any]] = {}
    for row in rows:
        rows_by_event.setdefault(row.event.event, []).append(row)
    return rows_by_event
