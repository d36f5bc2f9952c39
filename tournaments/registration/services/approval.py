"""Services of the desk: approve, decline, defer and withdraw sign-ups, and mark them as paid."""

from collections.abc import Callable, Collection, Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from matches.models import User
from rules.errors import Refusal
from tournaments.models import Event, PaymentMethod
from tournaments.permissions import must_direct
from tournaments.registration.models import (
    ACTIVE,
    EventSignUp,
    Registration,
    SignUp,
    SignUpStatus,
)
from tournaments.registration.queries import places_left, sign_up_lists
from tournaments.registration.services.desk_entries import link_entries
from tournaments.registration.services.mail import CHANGED, queue_mail
from tournaments.registration.services.sign_up_status import (
    get_places,
    load_places,
    lock_registration,
    log_desk_action,
    publish_change,
    set_status,
)
from tournaments.registration.services.waiting_list import get_free_status, get_next_order, promote
from tournaments.signals import paid_sign_ups_changed


@transaction.atomic
def change_status(*, registration: Registration, places: Sequence[int], action: str, by: User) -> int:
    """Approve, decline, move to the waiting list or withdraw sign-ups, by key; return how many changed.

    An approved one is confirmed, or joins the waiting list of a full event. Raises `sign_up_unknown`,
    `sign_up_action_unknown`, `registration_full` and `sign_up_entered`.
    """
    must_direct(by, registration.tournament)
    registration, rows = lock_registration(registration)
    if action not in STATUS_ACTIONS:
        raise Refusal("sign_up_action_unknown")
    selected_places = get_places(registration, places)
    changed_places = [place for place in selected_places if STATUS_ACTIONS[action](registration, place)]
    for event in sorted({place.event.event_id for place in changed_places}):
        promote(registration, rows[event])
    for sign_up in {place.sign_up_id: place.sign_up for place in changed_places}.values():
        queue_mail(sign_up, CHANGED)
    publish_change(registration)
    log_desk_action(registration=registration, kind="sign_ups_changed", places=changed_places, by=by)
    return len(changed_places)


@transaction.atomic
def set_paid(*, registration: Registration, places: Sequence[int], method: str, by: User) -> int:
    """Record how the fees of these sign-ups were paid, "" for not paid; return how many changed.

    Sends `paid_sign_ups_changed` for each of their events: `finances` then writes or reverses the receipt.
    People whom the desk has entered under the same name count as entered. Raises `sign_up_not_active` for
    somebody who has withdrawn or was declined, `payment_method_unknown`.
    """
    must_direct(by, registration.tournament)
    registration, rows = lock_registration(registration)
    chosen_places = get_places(registration, places)
    sign_up_keys = {place.sign_up_id for place in chosen_places}
    if method not in ("", *PaymentMethod.values):
        raise Refusal("payment_method_unknown")
    is_paid = bool(method)
    if is_paid:
        active_keys = _list_payers(sign_up_keys)
        gone = next((place for place in chosen_places if place.sign_up_id not in active_keys), None)
        if gone is not None:
            raise Refusal("sign_up_not_active", name=gone.sign_up.name)
    sign_ups = SignUp.objects.filter(pk__in=sign_up_keys, paid_at__isnull=is_paid)
    changed_keys = list(sign_ups.values_list("pk", flat=True))
    count = sign_ups.update(paid_at=timezone.now() if is_paid else None, payment_method=method)
    changed_places = EventSignUp.objects.filter(sign_up__in=changed_keys)
    changed_places.update(fee_outcome="")
    for event in changed_places.order_by("event__event").values_list("event__event", flat=True).distinct():
        link_entries(event=rows[event].event)
        paid_sign_ups_changed.send(sender=Event, event=rows[event].event, by=by)
    log_desk_action(
        registration=registration,
        kind="sign_ups_paid",
        places=load_places(changed_places),
        by=by,
    )
    return count


def _list_payers(sign_up_keys: Collection[int]) -> set[int]:
    """Return which of these sign-ups can pay: those who take part, or left with a fee still due."""
    active = EventSignUp.objects.filter(sign_up__in=sign_up_keys, status__in=ACTIVE)
    rows = list(places_left.annotate_is_entered(active.select_related("sign_up", "event__event__tournament")))
    states = sign_up_lists.find_fee_states(rows)
    return {row.sign_up_id for row in rows if not row.has_left or states.get(row.pk) is False}


def _approve(registration: Registration, place: EventSignUp) -> bool:
    if place.status == SignUpStatus.CONFIRMED:
        return False
    if place.status == SignUpStatus.WAITING:
        # The desk may choose whom it takes from the waiting list, but not above the capacity.
        if place.event.capacity is not None and places_left.count_taken(place.event) >= place.event.capacity:
            raise Refusal("registration_full", event=place.event.event.name)
        set_status(place, SignUpStatus.CONFIRMED)
        return True
    status = get_free_status(registration, place.event)
    if place.status != SignUpStatus.PENDING:
        place.order = get_next_order(place.event)
    set_status(place, status)
    return True


def _decline(_registration: Registration, place: EventSignUp) -> bool:
    return _end_sign_up(place, SignUpStatus.DECLINED)


def _withdraw(_registration: Registration, place: EventSignUp) -> bool:
    return _end_sign_up(place, SignUpStatus.WITHDRAWN)


def _end_sign_up(place: EventSignUp, status: SignUpStatus) -> bool:
    if place.status not in ACTIVE:
        return False
    set_status(place, status)
    return True


def _move_to_waiting_list(_registration: Registration, place: EventSignUp) -> bool:
    """Put a sign-up at the end of the waiting list, where it stays until the desk approves it."""
    if place.status == SignUpStatus.WAITING:
        return False
    place.order = get_next_order(place.event)
    set_status(place, SignUpStatus.WAITING, is_deferred=True)
    return True


STATUS_ACTIONS: Mapping[str, Callable[[Registration, EventSignUp], bool]] = {
    "approve": _approve,
    "decline": _decline,
    "wait": _move_to_waiting_list,
    "withdraw": _withdraw,
}
