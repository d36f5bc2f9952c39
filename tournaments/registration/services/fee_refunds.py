"""Fees of sign-ups that ended before they were entered: refunded, or retained."""

from collections.abc import Mapping, Sequence

from django.db import transaction

from matches.actors import require_actor
from matches.models import User
from rules.errors import Refusal
from tournaments.models import Event, PaymentMethod
from tournaments.permissions import must_direct
from tournaments.registration.models import EventSignUp, FeeOutcome, Registration
from tournaments.registration.queries.fees_to_refund import (
    find_refundable_fees,
    get_place_of_payment,
    has_payment_key,
    is_fee_retained,
    make_payment_key,
)
from tournaments.registration.queries.places_left import annotate_is_entered
from tournaments.registration.services.sign_up_status import (
    get_places,
    lock_registration,
    log_desk_action,
    publish_change,
)
from tournaments.signals import sign_up_fee_refunded

OUTCOME_LOG_KINDS: Mapping[FeeOutcome | None, str] = {
    FeeOutcome.REFUNDED: "sign_up_fees_refunded",
    FeeOutcome.RETAINED: "sign_up_fees_kept",
    None: "sign_ups_changed",
}


@transaction.atomic
def refund_fees(*, registration: Registration, places: Sequence[int], method: str, by: User) -> int:
    """Record that the fees of these sign-ups were refunded by a method; return how many.

    A fee that was retained can be refunded later. Sends `sign_up_fee_refunded` for each: `finances` then
    writes the receipt. Raises `no_fee_to_refund`, `payment_method_unknown`.
    """
    must_direct(by, registration.tournament)
    if method not in PaymentMethod.values:
        raise Refusal("payment_method_unknown")
    registration, rows = lock_registration(registration)
    chosen_places = _get_places_with_fees(registration, places)
    for place in chosen_places:
        key = make_payment_key(place)
        event = rows[place.event.event_id].event
        sign_up_fee_refunded.send(sender=Event, event=event, sign_up=key, method=method, by=by)
    _save_outcome(registration, chosen_places, FeeOutcome.REFUNDED, by)
    return len(chosen_places)


@transaction.atomic
def keep_fees(*, registration: Registration, places: Sequence[int], by: User) -> int:
    """Record that the fees of these sign-ups are not refunded; return how many. Raises `no_fee_to_refund`."""
    must_direct(by, registration.tournament)
    registration, _rows = lock_registration(registration)
    chosen_places = _get_places_with_fees(registration, places)
    retained = next((place for place in chosen_places if is_fee_retained(place)), None)
    if retained is not None:
        raise _refuse(retained)
    _save_outcome(registration, chosen_places, FeeOutcome.RETAINED, by)
    return len(chosen_places)


@transaction.atomic
def restore_fee(*, payment_key: str, by: User) -> None:
    """Let a fee be to refund again, after the receipt of its refund was voided at the cash desk.

    `payment_key` is the `PaidSignUp.key` of the mark that counts again. The permission is that of the cash
    desk. Raises `refund_stays` if the registration takes part again, or was marked as paid anew.
    """
    require_actor(by)
    registration, _rows = lock_registration(get_place_of_payment(payment_key).sign_up.registration)
    place = get_place_of_payment(payment_key)
    if place.fee_outcome != FeeOutcome.REFUNDED or not has_payment_key(place, payment_key):
        raise Refusal("refund_stays", name=place.sign_up.name or place.sign_up.reference)
    _save_outcome(registration, [place], None, by)


def _get_places_with_fees(registration: Registration, keys: Sequence[int]) -> list[EventSignUp]:
    """Return these sign-ups, each of which has ended and has a fee that is not refunded."""
    places = get_places(registration, keys)
    rows = EventSignUp.objects.filter(pk__in=keys).select_related("event__event__tournament")
    fees = find_refundable_fees(list(annotate_is_entered(rows)))
    settled = next((place for place in places if place.pk not in fees), None)
    if settled is not None:
        raise _refuse(settled)
    return places


def _refuse(place: EventSignUp) -> Refusal:
    return Refusal("no_fee_to_refund", name=place.sign_up.name or place.sign_up.reference)


def _save_outcome(
    registration: Registration, places: Sequence[EventSignUp], outcome: FeeOutcome | None, by: User
) -> None:
    for place in places:
        place.fee_outcome = outcome or ""
    EventSignUp.objects.bulk_update(places, ["fee_outcome"])
    publish_change(registration)
    log_desk_action(registration=registration, kind=OUTCOME_LOG_KINDS[outcome], places=places, by=by)
