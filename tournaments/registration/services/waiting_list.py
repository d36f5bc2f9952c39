"""The waiting list of an online registration: free places, and who moves up."""

from django.db import transaction
from django.db.models import Max

from rules.errors import Refusal
from tournaments.models import Event, EventStatus
from tournaments.registration.models import (
    Registration,
    RegistrationEvent,
    SignUpStatus,
)
from tournaments.registration.queries import places_left
from tournaments.registration.services.mail import CHANGED, queue_mail
from tournaments.registration.services.sign_up_status import lock_registration, set_status


def get_free_status(registration: Registration, row: RegistrationEvent) -> SignUpStatus:
    """Return the status an approved sign-up gets: confirmed, or waiting if the event is full.

    Raises `registration_full` without a waiting list.
    """
    waiting_places = row.places.filter(status=SignUpStatus.WAITING, is_deferred=False)
    if row.capacity is None or (places_left.count_taken(row) < row.capacity and not waiting_places.exists()):
        return SignUpStatus.CONFIRMED
    if not registration.has_waiting_list:
        raise Refusal("registration_full", event=row.event.name)
    return SignUpStatus.WAITING


def get_next_order(row: RegistrationEvent) -> int:
    """Return the number of the next sign-up for an event."""
    return (row.places.aggregate(last=Max("order"))["last"] or 0) + 1


@transaction.atomic
def promote_waiting(*, event: Event) -> int:
    """Give free places of a locked event to its waiting list, after entries have left it.

    Return the number of people promoted.
    """
    row = (
        RegistrationEvent.objects.select_related("registration__tournament__club").filter(event=event).first()
    )
    if row is None:
        return 0
    registration, rows = lock_registration(row.registration)
    return promote(registration, rows[event.pk])


def promote(registration: Registration, row: RegistrationEvent) -> int:
    """Confirm the first sign-ups of the waiting list while there are places; return how many."""
    tournament = registration.tournament
    if tournament.cancelled_at or tournament.archived_at or not is_event_promoting(row):
        return 0
    waiting_places = row.places.filter(status=SignUpStatus.WAITING, is_deferred=False)
    places = list(waiting_places.select_related("sign_up").order_by("order"))
    if places and row.capacity is not None:
        places = places[: max(0, row.capacity - places_left.count_taken(row))]
    for place in places:
        set_status(place, SignUpStatus.CONFIRMED)
        queue_mail(place.sign_up, CHANGED)
    return len(places)


def is_event_promoting(row: RegistrationEvent) -> bool:
    """Return whether free places still go to the waiting list: until the event is drawn."""
    return row.event.status == EventStatus.DRAFT and row.event.cancelled_at is None
