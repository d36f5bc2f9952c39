"""Sign-ups for an event whose people are not entered in it."""

from tournaments.models import Event
from tournaments.registration.models import EventSignUp, SignUpStatus
from tournaments.registration.queries.places_left import annotate_is_entered
from tournaments.registration.queries.sign_up_lists import get_desk_name
from tournaments.registry import SignUpToEnter


def list_sign_ups_to_enter(event: Event) -> list[SignUpToEnter]:
    """Return the confirmed sign-ups of an event that are not entered in it, in their order; one query."""
    return _list_unentered_sign_ups(event, SignUpStatus.CONFIRMED)


def list_waiting_sign_ups(event: Event) -> list[SignUpToEnter]:
    """Return the sign-ups on the waiting list of an event, in their order; one query."""
    return _list_unentered_sign_ups(event, SignUpStatus.WAITING)


def _list_unentered_sign_ups(event: Event, status: SignUpStatus) -> list[SignUpToEnter]:
    sign_ups = EventSignUp.objects.filter(event__event=event, status=status)
    places = annotate_is_entered(sign_ups).filter(is_entered=False).select_related("sign_up")
    return [
        SignUpToEnter(place.pk, place.team or get_desk_name(place) or place.sign_up.reference)
        for place in places.order_by("order")
    ]
