"""Whether an event takes sign-ups now: opening times and places left."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet

from tournaments.models import Entry, EntryStatus, Event, EventStatus, Presence, Tournament
from tournaments.registration.models import EventSignUp, Registration, RegistrationEvent, SignUpStatus
from tournaments.registration.queries.event_fees import (
    EventFee,
    FeeTable,
    PriceOffer,
    compute_late_fee,
)

# States of a registration; `EARLY` is before it opens.
NO_FEE = Decimal(0)
OPEN, EARLY, CLOSED = "open", "early", "closed"


@dataclass(frozen=True, slots=True)
class SignUpEvent:
    """An event of a registration: places taken and requested, whether one can sign up, and the fee, now.

    `offers` are the prices of those who sign up now: that of everybody first, then those of categories.
    Nobody waits for a place or for approval any more once the draw is made.
    """

    row: RegistrationEvent
    taken: int
    waiting: int
    pending: int
    is_open: bool
    has_waiting_list: bool
    fee: EventFee
    offers: Sequence[PriceOffer] = ()

    @property
    def event(self) -> Event:
        """The event."""
        return self.row.event

    @property
    def usual_late_fee(self) -> Decimal:
        """The late fee that is added to the usual fee now; 0 while an earlier price stands in its place."""
        return NO_FEE if self.offers and not self.offers[0].is_usual else self.fee.late

    @property
    def places_left(self) -> int | None:
        """The number of free places; None without a limit."""
        return None if self.row.capacity is None else max(0, self.row.capacity - self.taken)

    @property
    def is_overfull(self) -> bool:
        """Whether the desk has entered more than there are places."""
        return self.row.capacity is not None and self.taken > self.row.capacity

    @property
    def is_full(self) -> bool:
        """Whether there is no free place."""
        return self.places_left == 0

    @property
    def takes_sign_ups(self) -> bool:
        """Whether one can sign up: for a place, or for the waiting list."""
        return self.is_open and (not self.is_full or self.has_waiting_list)


def get_registration(tournament: Tournament) -> Registration | None:
    """Return the registration of a tournament, if it has one."""
    rows = Registration.objects.select_related("tournament__club", "tournament__desk")
    return rows.filter(tournament=tournament).first()


def get_state(registration: Registration, now: datetime) -> str:
    """Return whether a registration is open, opens later, or is closed."""
    tournament = registration.tournament
    if tournament.cancelled_at or tournament.archived_at or tournament.club.archived_at:
        return CLOSED
    if registration.closes_at is not None and registration.closes_at <= now:
        return CLOSED
    return EARLY if registration.opens_at is not None and registration.opens_at > now else OPEN


def is_event_open(row: RegistrationEvent) -> bool:
    """Return whether an event still takes sign-ups, while the registration is open."""
    return not row.is_closed and row.event.status == EventStatus.DRAFT and row.event.cancelled_at is None


def summarise_events(registration: Registration, now: datetime) -> list[SignUpEvent]:
    """Return the events of a registration with their places and fees; five queries."""
    rows = list(registration.events.select_related("event__tournament").order_by("event"))
    counts = _count_places(registration)
    entered = _count_entries(registration.tournament_id)
    is_open = get_state(registration, now) == OPEN
    fees = FeeTable([row.event_id for row in rows])
    late_fee = compute_late_fee(registration, None, now)
    return [
        SignUpEvent(
            row,
            # Once the draw is made, who is not entered has been left out of the draw.
            taken=(counts[row.pk, SignUpStatus.CONFIRMED] if _gives_places(row) else 0)
            + entered[row.event_id],
            waiting=counts[row.pk, SignUpStatus.WAITING] if _gives_places(row) else 0,
            pending=counts[row.pk, SignUpStatus.PENDING] if _gives_places(row) else 0,
            is_open=is_open and is_event_open(row),
            has_waiting_list=registration.has_waiting_list,
            fee=fees.get_fee(row, registration, now),
            offers=[
                replace(offer, late=late_fee if offer.amount else NO_FEE)
                for offer in fees.list_offers(row, now)
            ],
        )
        for row in rows
    ]


def _gives_places(row: RegistrationEvent) -> bool:
    """Return whether an event that has not begun may still give places to those who wait."""
    return row.event.status == EventStatus.DRAFT


def get_shown_state(registration: Registration, summaries: Sequence[SignUpEvent], now: datetime) -> str:
    """Return the state as `get_state`, but `CLOSED` too once every event is closed or drawn."""
    state = get_state(registration, now)
    is_over = state == OPEN and not any(summary.is_open for summary in summaries)
    return CLOSED if is_over else state


def has_only_waiting_lists(summaries: Sequence[SignUpEvent]) -> bool:
    """Return whether one can sign up, but only for the waiting lists of full events."""
    open_events = [summary for summary in summaries if summary.takes_sign_ups]
    return bool(open_events) and all(summary.is_full for summary in open_events)


def count_signed_up(events: Sequence[Event]) -> dict[int, int]:
    """Return the places taken by event key, for the events with confirmed sign-ups not entered yet."""
    confirmed = EventSignUp.objects.filter(event__event__in=events, status=SignUpStatus.CONFIRMED)
    to_enter = annotate_is_entered(confirmed).filter(is_entered=False).order_by().values_list("event__event")
    counts = dict(to_enter.annotate(count=Count("pk")))
    entries = _active_entries().filter(event__in=counts).order_by().values_list("event")
    entered = dict(entries.annotate(count=Count("pk"))) if counts else {}
    return {event: count + entered.get(event, 0) for event, count in counts.items()}


def count_taken(row: RegistrationEvent) -> int:
    """Return the places taken in an event: entries, and confirmed sign-ups not entered yet."""
    confirmed = annotate_is_entered(row.places.filter(status=SignUpStatus.CONFIRMED)).filter(is_entered=False)
    return confirmed.count() + _active_entries().filter(event=row.event_id).count()


def was_left_out(place: EventSignUp) -> bool:
    """Whether an event was drawn without a confirmed sign-up; the row is annotated by `annotate_is_entered`.

    The desk can still enter it late, where the format allows that.
    """
    is_drawn = place.event.event.status != EventStatus.DRAFT
    return place.status == SignUpStatus.CONFIRMED and is_drawn and not getattr(place, "is_entered", False)


def annotate_is_entered(places: QuerySet[EventSignUp]) -> QuerySet[Any]:
    """Annotate sign-ups with `is_entered`: whether the event has an entry of their player.

    `has_left` is whether this entry has withdrawn.
    """
    entry = Entry.objects.filter(event=OuterRef("event__event"), player=OuterRef("player"))
    withdrawn = entry.filter(status=EntryStatus.WITHDRAWN)
    return places.annotate(is_entered=Exists(entry), has_left=Exists(withdrawn))


def _active_entries() -> QuerySet[Entry]:
    return Entry.objects.filter(status=EntryStatus.ENTERED).exclude(presence=Presence.WAITING)


def _count_places(registration: Registration) -> Counter[tuple[int, str]]:
    places = annotate_is_entered(EventSignUp.objects.filter(event__registration=registration))
    rows = places.filter(is_entered=False).values_list("event", "status").order_by("event", "status")
    return Counter({(event, status): count for event, status, count in rows.annotate(count=Count("pk"))})


def _count_entries(tournament_id: int) -> Counter[int]:
    rows = _active_entries().filter(event__tournament=tournament_id).values_list("event").order_by("event")
    return Counter(dict(rows.annotate(count=Count("pk"))))
