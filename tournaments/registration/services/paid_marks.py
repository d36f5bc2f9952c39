"""Services that mark single registrations for events as paid or not paid."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.actors import require_actor
from matches.models import User
from rules.errors import Refusal
from tournaments.models import Event, PaymentMethod
from tournaments.permissions import must_direct
from tournaments.registration.models import ACTIVE, EventSignUp, Registration
from tournaments.registration.queries.event_fees import EventFee, FeeTable
from tournaments.registration.queries.fees_due import find_fees_due
from tournaments.registration.queries.fees_to_refund import (
    find_payments_of_entries,
    get_place_of_payment,
    has_payment_key,
    make_payment_key,
)
from tournaments.registration.queries.places_left import annotate_is_entered
from tournaments.registration.queries.sign_up_lists import get_entry_name
from tournaments.registration.services.desk_entries import link_entries
from tournaments.registration.services.sign_up_status import (
    clear_paid_mark,
    get_places,
    lock_registration,
    log_desk_action,
    publish_change,
)
from tournaments.signals import sign_up_marks_changed


@transaction.atomic
def set_paid(*, registration: Registration, places: Sequence[int], method: str, by: User) -> int:
    """Record how the fees of these sign-ups for events were paid, "" for not paid; return how many changed.

    What was due is recorded with the mark: what is announced later changes nothing for those who have
    paid. Sends `sign_up_marks_changed` for each of the events: `finances` then writes or reverses the
    receipts, and refuses what was refunded (`payment_refunded_since`). People whom the desk has entered under
    the same name count as entered. Raises `sign_up_not_active` for somebody who has withdrawn or was
    declined, `rest_due_at_cash_desk` for somebody who was marked already and has more to pay since,
    `rest_due_after_entry` if they are not entered yet, `payment_method_unknown`, and
    `paid_at_cash_desk` for an entry whose fee was taken without a mark.
    """
    must_direct(by, registration.tournament)
    registration, rows = lock_registration(registration)
    chosen_places = get_places(registration, places)
    if method not in ("", *PaymentMethod.values):
        raise Refusal("payment_method_unknown")
    events = [rows[key].event for key in sorted({place.event.event_id for place in chosen_places})]
    for event in events:
        link_entries(event=event, reader=by)
    chosen_rows = _load_rows([place.pk for place in chosen_places])
    paid = _mark_as_paid(chosen_rows, method) if method else {}
    unpaid = {} if method else _mark_as_unpaid(chosen_rows)
    if not (method or unpaid):
        _check_taken_at_cash_desk(chosen_rows)
    for event in events:
        keys = [
            [key for key, place in changed.items() if place.event.event_id == event.pk]
            for changed in (paid, unpaid)
        ]
        sign_up_marks_changed.send(sender=Event, event=event, paid=keys[0], unpaid=keys[1], by=by)
    publish_change(registration)
    changed_places = [*paid.values(), *unpaid.values()]
    log_desk_action(registration=registration, kind="sign_ups_paid", places=changed_places, by=by)
    return len(changed_places)


@transaction.atomic
def remove_paid_mark(*, payment_key: str, by: User) -> None:
    """Mark a sign-up as not paid whose receipt was voided at the cash desk, unless it is so already.

    `payment_key` is the `PaidSignUp.key`. The permission is that of the cash desk.
    """
    require_actor(by)
    registration, _rows = lock_registration(get_place_of_payment(payment_key).sign_up.registration)
    place = get_place_of_payment(payment_key)
    if has_payment_key(place, payment_key):
        clear_paid_mark(place)
        publish_change(registration)


def _load_rows(places: Collection[int]) -> list[Any]:
    rows = EventSignUp.objects.filter(pk__in=places).select_related(
        "sign_up__registration", "event__event__tournament"
    )
    return list(annotate_is_entered(rows).order_by("event", "order"))


def _mark_as_paid(rows: Sequence[Any], method: str) -> dict[str, EventSignUp]:
    """Mark those of these sign-ups that are not paid yet, at the cash desk or here.

    Return them by the keys of their payments.
    """
    fees_due, table = find_fees_due(rows), FeeTable({row.event.event_id for row in rows})
    _check_payers(rows, fees_due)
    now = timezone.now()
    places = [row for row in rows if not row.is_marked_as_paid and fees_due.get(row.pk) != 0]
    for place in places:
        fee = _get_fee_of_mark(place, table, now)
        _set_price_by_records(place, table)
        place.paid_at, place.payment_method, place.fee_outcome = now, method, ""
        place.paid_fee, place.paid_late_fee = fee.amount, fee.late
    EventSignUp.objects.bulk_update(
        places,
        [
            "category",
            "price",
            "announced_fee",
            "paid_at",
            "payment_method",
            "paid_fee",
            "paid_late_fee",
            "fee_outcome",
        ],
    )
    return {make_payment_key(place): place for place in places}


def _check_payers(rows: Sequence[Any], fees_due: Mapping[int, Decimal]) -> None:
    """Refuse somebody who has left and has nothing to pay, or who has more to pay than was marked."""
    for row in rows:
        fee_due = fees_due.get(row.pk)
        if not fee_due and (row.status not in ACTIVE or row.has_left):
            raise Refusal("sign_up_not_active", name=row.sign_up.name)
        if fee_due and row.is_marked_as_paid:
            code = "rest_due_at_cash_desk" if row.is_entered else "rest_due_after_entry"
            raise Refusal(code, name=row.sign_up.name, event=row.event.event.name)


def _check_taken_at_cash_desk(rows: Sequence[Any]) -> None:
    """Raise `paid_at_cash_desk` if the fee of one of these entries was taken there, without a mark."""
    payments = find_payments_of_entries(rows)
    row = next((row for row in rows if row.pk in payments and payments[row.pk].paid), None)
    if row is not None:
        raise Refusal("paid_at_cash_desk", name=get_entry_name(row))


def _get_fee_of_mark(place: Any, table: FeeTable, now: datetime) -> EventFee:
    """Return the fee that is paid with a mark now; its amount includes the late fee.

    The amount is None for an entry at the cash desk, which pays what is due there.
    """
    fee = table.get_fee(place.event, place.sign_up.registration, now, place)
    late_fee = Decimal(0) if place.has_left else fee.late
    is_at_cash_desk = place.is_entered and table.get_charged_fee(place.event.event_id) is not None
    return EventFee(None if is_at_cash_desk else fee.total, late_fee)


def _set_price_by_records(place: Any, table: FeeTable) -> None:
    """Give a sign-up the price to which the records entitle it: who pays that keeps it when they change."""
    price = table.get_price(place.event, place)
    if price is not None and price.is_by_records:
        place.category, place.price, place.announced_fee = price.category, price.amount, None


def _mark_as_unpaid(rows: Sequence[Any]) -> dict[str, EventSignUp]:
    """Remove the marks of these sign-ups, except where the fee was refunded.

    Return those that had one by the keys of their payments.
    """
    places = {make_payment_key(row): row for row in rows if row.is_marked_as_paid}
    for place in places.values():
        clear_paid_mark(place)
    return places
