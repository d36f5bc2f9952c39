"""Services of the desk: approve, decline, defer and withdraw sign-ups."""

from collections.abc import Callable, Mapping, Sequence

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.permissions import must_direct
from tournaments.registration.models import (
    ACTIVE,
    EventSignUp,
    Registration,
    SignUpStatus,
)
from tournaments.registration.queries import places_left
from tournaments.registration.services.desk_entries import link_withdrawn
from tournaments.registration.services.mail import CHANGED, queue_mail
from tournaments.registration.services.sign_up_status import (
    check_entrant_is_new,
    get_places,
    lock_registration,
    log_desk_action,
    publish_change,
    set_status,
)
from tournaments.registration.services.waiting_list import get_free_status, get_next_order, promote


@transaction.atomic
def change_status(*, registration: Registration, places: Sequence[int], action: str, by: User) -> int:
    """Approve, decline, move to the waiting list or withdraw sign-ups, by key; return how many changed.

    "same-person" says that a withdrawn one is that of the entry of its name. An approved one is confirmed, or
    joins the waiting list of a full event. Raises `sign_up_unknown`, `sign_up_action_unknown`,
    `registration_full`, `sign_up_entered`, `sign_up_without_entry`, and `pair_signed_up` or `team_signed_up`
    for one that had ended and whose pair or team has another registration.
    """
    must_direct(by, registration.tournament)
    registration, rows = lock_registration(registration)
    if action not in STATUS_ACTIONS:
        raise Refusal("sign_up_action_unknown")
    selected_places = get_places(registration, places)
    changed_places = [place for place in selected_places if STATUS_ACTIONS[action](registration, place, by)]
    for event in sorted({place.event.event_id for place in changed_places}):
        promote(registration, rows[event])
    for sign_up in {place.sign_up_id: place.sign_up for place in changed_places}.values():
        queue_mail(sign_up, CHANGED)
    publish_change(registration)
    log_desk_action(registration=registration, kind="sign_ups_changed", places=changed_places, by=by)
    return len(changed_places)


def _approve(registration: Registration, place: EventSignUp, _by: User) -> bool:
    if place.status == SignUpStatus.CONFIRMED:
        return False
    if place.status == SignUpStatus.WAITING:
        # The desk may choose whom it takes from the waiting list, but not above the capacity.
        if place.event.capacity is not None and places_left.count_taken(place.event) >= place.event.capacity:
            raise Refusal("registration_full", event=place.event.event.name)
        set_status(place, SignUpStatus.CONFIRMED)
        return True
    if place.status not in ACTIVE:
        check_entrant_is_new(place)
    status = get_free_status(registration, place.event)
    if place.status != SignUpStatus.PENDING:
        place.order = get_next_order(place.event)
    set_status(place, status)
    return True


def _decline(_registration: Registration, place: EventSignUp, _by: User) -> bool:
    return _end_sign_up(place, SignUpStatus.DECLINED)


def _withdraw(_registration: Registration, place: EventSignUp, _by: User) -> bool:
    return _end_sign_up(place, SignUpStatus.WITHDRAWN)


def _end_sign_up(place: EventSignUp, status: SignUpStatus) -> bool:
    if place.status not in ACTIVE:
        return False
    set_status(place, status)
    return True


def _move_to_waiting_list(_registration: Registration, place: EventSignUp, _by: User) -> bool:
    """Put a sign-up at the end of the waiting list, where it stays until the desk approves it."""
    if place.status == SignUpStatus.WAITING:
        return False
    if place.status not in ACTIVE:
        check_entrant_is_new(place)
    place.order = get_next_order(place.event)
    set_status(place, SignUpStatus.WAITING, is_deferred=True)
    return True


def _take_as_entered(_registration: Registration, place: EventSignUp, by: User) -> bool:
    """Take a withdrawn sign-up as that of the person whom the desk has entered under its name."""
    if place.status != SignUpStatus.WITHDRAWN:
        return False
    link_withdrawn(place=place, by=by)
    return True


STATUS_ACTIONS: Mapping[str, Callable[[Registration, EventSignUp, User], bool]] = {
    "approve": _approve,
    "decline": _decline,
    "wait": _move_to_waiting_list,
    "withdraw": _withdraw,
    "same-person": _take_as_entered,
}
