"""What a change of the late fee leaves as it was: terms of those who have signed up, and what was paid."""

from collections import Counter
from collections.abc import Mapping

from django.utils import timezone

from tournaments.registration.models import Registration, SignUp, SignUpStatus
from tournaments.registration.queries.event_fees import LateTerms, get_late_terms
from tournaments.registration.queries.sign_up_lists import SignUpRow, list_places

PLACE_AWAITED = (SignUpStatus.PENDING, SignUpStatus.WAITING)


def count_kept_terms(registration: Registration) -> Mapping[LateTerms | None, int]:
    """Return how many people keep another late fee than new ones have, by that fee; None is no late fee.

    They have signed up when less, a later day, or no late fee was announced, and have still to pay.
    """
    current_terms = get_late_terms(registration)
    terms_of_people = (
        get_late_terms(registration, sign_up) for sign_up in _list_people_to_pay(registration).values()
    )
    return Counter(terms for terms in terms_of_people if terms != current_terms)


def count_late_fees_not_due(registration: Registration) -> int:
    """Return how many people have paid a late fee that they would not have to pay now."""
    now = timezone.now()
    payers = {
        place.sign_up
        for place in list_places(registration)
        if place.row.paid_late_fee and place.row.is_marked_as_paid
    }
    terms_of_payers = [get_late_terms(registration, sign_up) for sign_up in payers]
    return sum(terms is None or not terms.is_due_at(now) for terms in terms_of_payers)


def _list_people_to_pay(registration: Registration) -> Mapping[int, SignUp]:
    return {place.sign_up.pk: place.sign_up for place in list_places(registration) if _has_to_pay(place)}


def _has_to_pay(place: SignUpRow) -> bool:
    """Whether something is due for a sign-up, or will be when it gets a place."""
    is_awaiting = place.row.status in PLACE_AWAITED and not place.is_entered
    return place.is_unpaid or (is_awaiting and not place.is_paid)
