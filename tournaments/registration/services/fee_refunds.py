"""Fees of sign-ups that ended before they were entered: refunded, or retained."""

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal

from django.db import transaction
from django.db.models import Q

from matches.actors import require_actor
from matches.models import User
from rules.errors import Refusal
from tournaments.models import Event, PaymentMethod
from tournaments.permissions import must_direct
from tournaments.registration.models import ACTIVE, EventSignUp, FeeOutcome, Registration, SignUp
from tournaments.registration.queries.fees_to_refund import (
    find_fees_to_refund,
    make_payment_key,
    read_payment_key,
)
from tournaments.registration.queries.places_left import annotate_is_entered
from tournaments.registration.services.sign_up_status import (
    get_places,
    lock_registration,
    log_desk_action,
    publish_change,
)
from tournaments.signals import sign_up_fee_refunded


@transaction.atomic
def refund_fees(*, registration: Registration, places: Sequence[int], method: str, by: User) -> int:
    """Record that the fees of these sign-ups were refunded by a method; return how many.

    Sends `sign_up_fee_refunded` for each: `finances` then writes the receipt. A sign-up of which nothing else
    was paid is not marked as paid any more. Raises `no_fee_to_refund`, `payment_method_unknown`.
    """
    must_direct(by, registration.tournament)
    if method not in PaymentMethod.values:
        raise Refusal("payment_method_unknown")
    registration, rows = lock_registration(registration)
    chosen_places = _get_places_to_refund(registration, places)
    for place in chosen_places:
        key = make_payment_key(place)
        event = rows[place.event.event_id].event
        sign_up_fee_refunded.send(sender=Event, event=event, sign_up=key, method=method, by=by)
    _save_outcome(registration, chosen_places, FeeOutcome.REFUNDED, by)
    _remove_settled_marks({place.sign_up_id for place in chosen_places})
    return len(chosen_places)


@transaction.atomic
def keep_fees(*, registration: Registration, places: Sequence[int], by: User) -> int:
    """Record that the fees of these sign-ups are not refunded; return how many. Raises `no_fee_to_refund`."""
    must_direct(by, registration.tournament)
    registration, _rows = lock_registration(registration)
    chosen_places = _get_places_to_refund(registration, places)
    _save_outcome(registration, chosen_places, FeeOutcome.RETAINED, by)
    return len(chosen_places)


@transaction.atomic
def restore_fee(*, payment_key: str, method: str, by: User) -> None:
    """Let a fee be to refund again, after the receipt of its refund was voided at the cash desk.

    `payment_key` is the `PaidSignUp.key` of the mark that counts again, `method` its method of payment. The
    permission is that of the cash desk. Raises `refund_stays` if the registration takes part again, or was
    marked as paid anew.
    """
    require_actor(by)
    key, paid_at = read_payment_key(payment_key)
    place = EventSignUp.objects.select_related("sign_up__registration").get(pk=key)
    registration, _rows = lock_registration(place.sign_up.registration)
    sign_up = place.sign_up
    others = EventSignUp.objects.filter(sign_up=sign_up, status__in=ACTIVE)
    is_paid_anew = sign_up.paid_at not in {None, paid_at} or (sign_up.paid_at is None and others.exists())
    if place.fee_outcome != FeeOutcome.REFUNDED or place.status in ACTIVE or is_paid_anew:
        raise Refusal("refund_stays", name=sign_up.name or sign_up.reference)
    SignUp.objects.filter(pk=sign_up.pk).update(paid_at=paid_at, payment_method=method)
    _save_outcome(registration, [place], None, by)


def _get_places_to_refund(registration: Registration, keys: Sequence[int]) -> list[EventSignUp]:
    places = get_places(registration, keys)
    fees = _find_fees_to_refund([place.sign_up_id for place in places])
    settled = next((place for place in places if place.pk not in fees), None)
    if settled is not None:
        raise Refusal("no_fee_to_refund", name=settled.sign_up.name or settled.sign_up.reference)
    return places


def _find_fees_to_refund(sign_ups: Collection[int]) -> Mapping[int, Decimal]:
    places = EventSignUp.objects.filter(sign_up__in=sign_ups)
    rows = places.select_related("sign_up__registration", "event__event__tournament")
    return find_fees_to_refund(list(annotate_is_entered(rows)))


def _save_outcome(
    registration: Registration, places: Sequence[EventSignUp], outcome: FeeOutcome | None, by: User
) -> None:
    for place in places:
        place.fee_outcome = outcome or ""
    EventSignUp.objects.bulk_update(places, ["fee_outcome"])
    publish_change(registration)
    log_desk_action(registration=registration, kind="sign_ups_changed", places=places, by=by)


def _remove_settled_marks(sign_ups: Collection[int]) -> None:
    """Mark those of these sign-ups as not paid of which nothing is paid any more."""
    places = EventSignUp.objects.filter(sign_up__in=sign_ups)
    is_paid = Q(status__in=ACTIVE, fee_outcome="") | Q(fee_outcome=FeeOutcome.RETAINED)
    paid_places = places.filter(is_paid | Q(pk__in=_find_fees_to_refund(sign_ups)))
    paid_sign_ups = set(paid_places.values_list("sign_up", flat=True))
    SignUp.objects.filter(pk__in=set(sign_ups) - paid_sign_ups).update(paid_at=None, payment_method="")
