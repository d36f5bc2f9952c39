"""Registrations for single events: loaded under lock, their status changed, announced and logged."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from matches.models import User
from matches.services import live
from rules.errors import Refusal
from tournaments import club_log
from tournaments.locks import lock_tournament
from tournaments.models import Entry, Event
from tournaments.permissions import must_direct
from tournaments.registration.models import (
    ACTIVE,
    EventSignUp,
    FeeOutcome,
    Registration,
    RegistrationEvent,
    SignUpStatus,
)
from tournaments.registration.queries.duplicates import find_places_of_same_entrant
from tournaments.signals import sign_up_confirmed, sign_up_withdrawn

# References named in one line of the audit log.
MOST_LISTED = 20


def lock_registration(registration: Registration) -> tuple[Registration, dict[int, RegistrationEvent]]:
    """Return the registration and its events, by event key, under the lock of the tournament."""
    events = lock_tournament(registration.tournament_id)
    rows = Registration.objects.select_for_update(of=("self",))
    locked = rows.select_related("tournament__club", "tournament__desk").get(pk=registration.pk)
    event_rows = {row.event_id: row for row in locked.events.all()}
    for key, row in event_rows.items():
        row.event = events[key]
    return locked, event_rows


def load_places(rows: Any) -> list[EventSignUp]:
    """Return these sign-ups with their person and event, by event and order."""
    return list(
        rows.select_related("sign_up__player__person__face", "event__event").order_by("event", "order")
    )


def get_places(registration: Registration, keys: Sequence[int]) -> list[EventSignUp]:
    """Return the sign-ups with these keys. Raises `sign_up_unknown` unless all belong to the registration."""
    rows = load_places(EventSignUp.objects.filter(event__registration=registration, pk__in=keys))
    if len(rows) < len(set(keys)):
        raise Refusal("sign_up_unknown")
    return rows


def is_entered(place: EventSignUp) -> bool:
    """Whether the player of a sign-up is entered in its event."""
    if place.player_id is None:
        return False
    return Entry.objects.filter(event=place.event.event_id, player=place.player_id).exists()


def check_entrant_is_new(place: EventSignUp) -> None:
    """Raise `pair_signed_up` or `team_signed_up` if the pair or team of a sign-up has another active one."""
    if place.pk not in find_places_of_same_entrant([place]):
        return
    name, event = place.sign_up.name, place.event.event.name
    if place.team:
        raise Refusal("team_signed_up", team=place.team, event=event)
    raise Refusal("pair_signed_up", name=name, partner=place.partner, event=event)


def set_status(place: EventSignUp, status: SignUpStatus, *, is_deferred: bool = False) -> None:
    """Change the status of a sign-up that is not entered. Raises `sign_up_entered`."""
    if is_entered(place):
        raise Refusal("sign_up_entered", name=place.sign_up.name)
    place.status, place.is_deferred, place.player = status, is_deferred, None
    place.status_before_entry = ""
    if status in ACTIVE:
        if place.fee_outcome == FeeOutcome.REFUNDED:
            clear_paid_mark(place)
        place.fee_outcome = ""
    fields = ["status", "status_before_entry", "is_deferred", "player", "order", "fee_outcome", "changed_at"]
    place.save(update_fields=fields)
    announce_status(place)


def clear_paid_mark(place: EventSignUp) -> None:
    """Mark a sign-up as not paid."""
    place.paid_at, place.payment_method, place.fee_outcome = None, "", ""
    place.paid_fee, place.paid_late_fee = None, Decimal(0)
    place.save(update_fields=["paid_at", "payment_method", "paid_fee", "paid_late_fee", "fee_outcome"])


def announce_status(place: EventSignUp) -> None:
    """Send `sign_up_confirmed` or `sign_up_withdrawn`, if that is the status."""
    signals = {SignUpStatus.CONFIRMED: sign_up_confirmed, SignUpStatus.WITHDRAWN: sign_up_withdrawn}
    signal = signals.get(SignUpStatus(place.status))
    if signal is not None:
        signal.send(sender=Event, event=place.event.event, reference=place.sign_up.reference)


def publish_change(registration: Registration) -> None:
    """Notify the open pages of the tournament."""
    club = registration.tournament.club_id
    live.publish(topic=f"club:{club}", kind="club", data={"club": club})


def log_desk_action(
    *, registration: Registration, kind: str, places: Iterable[EventSignUp], by: User
) -> None:
    """Write a line about sign-ups, by reference, in the audit log of the club, unless there are none."""
    must_direct(by, registration.tournament)
    references = sorted({place.sign_up.reference for place in places})
    tournament = registration.tournament
    if references:
        reference_list = ", ".join(references[:MOST_LISTED]) + ("…" if len(references) > MOST_LISTED else "")
        about = {"name": tournament.name, "evening": tournament.slug, "references": reference_list}
        club_log.log_action(club=tournament.club, kind=kind, by=by, about=about)
