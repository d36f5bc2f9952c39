"""The service that opens and changes the registration of a tournament."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db import transaction

from matches.models import User
from tournaments.models import Event, Tournament
from tournaments.permissions import must_be_active, must_be_open, must_direct
from tournaments.registration.models import (
    Approval,
    Registration,
    RegistrationEvent,
)
from tournaments.registration.services.sign_up_status import publish_change
from tournaments.registration.services.waiting_list import promote
from tournaments.services import clubs
from tournaments.services.locks import lock_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationOptions:
    """Settings of a registration, as `Registration` has them."""

    opens_at: datetime | None = None
    closes_at: datetime | None = None
    approval: str = Approval.AUTOMATIC.value
    has_waiting_list: bool = True
    lists_names: bool = True
    late_fee: Decimal | None = None
    late_from: date | None = None
    payment: str = ""
    account_name: str = ""
    iban: str = ""
    privacy: str = ""
    keep_days: int = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOptions:
    """Whether an event takes sign-ups, its capacity and its fee in euros."""

    is_open: bool = True
    capacity: int | None = None
    fee: Decimal | None = None


@transaction.atomic
def save_settings(
    *,
    tournament: Tournament,
    options: RegistrationOptions,
    events: Mapping[int, EventOptions],
    by: User,
    page_prefix: str = "",
) -> Registration:
    """Create or change the registration of a tournament; free places go to the waiting lists at once.

    `events` are options by event key; events not named stay as they are. `page_prefix` precedes the token in
    personal links. Raises `tournament_archived`, `tournament_cancelled`.
    """
    must_direct(by, tournament)
    must_be_open(tournament.club)
    locked_events = lock_tournament(tournament.pk)
    must_be_active(tournament)
    values = {name: getattr(options, name) for name in RegistrationOptions.__dataclass_fields__}
    registration, _created = Registration.objects.update_or_create(
        tournament=tournament, defaults={**values, "by": by, "page_prefix": page_prefix}
    )
    for key, event_options in events.items():
        if key in locked_events:
            _save_event(registration, locked_events[key], event_options)
    for row in registration.events.select_related("event__tournament"):
        promote(registration, row)
    about = {"name": tournament.name, "evening": tournament.slug}
    clubs.log_action(club=tournament.club, kind="registration_changed", by=by, about=about)
    publish_change(registration)
    return registration


def _save_event(registration: Registration, event: Event, options: EventOptions) -> None:
    row = RegistrationEvent.objects.filter(event=event).first()
    if row is None and not options.is_open:
        return
    row = row or RegistrationEvent(registration=registration, event=event)
    row.capacity, row.fee, row.is_closed = options.capacity, options.fee, not options.is_open
    row.save()
