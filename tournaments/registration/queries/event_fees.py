"""The fee of an event for those who sign up, and the late fee on top of it.

Where the event has fees at the cash desk, those are the fee; until then it is the one that the registration
announces. So both always ask for the same.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.utils import timezone
from django.utils.timezone import localtime

from tournaments import registry
from tournaments.models import Event
from tournaments.registration.models import EventSignUp, Registration, RegistrationEvent, SignUp
from tournaments.registry import LateFee


@dataclass(frozen=True, slots=True)
class EventFee:
    """The fee of an event at a time, None if there is none, and the late fee due on top of it."""

    amount: Decimal | None
    late: Decimal = Decimal(0)

    @property
    def total(self) -> Decimal | None:
        """The fee with the late fee."""
        return None if self.amount is None else self.amount + self.late


@dataclass(frozen=True, slots=True)
class LateTerms:
    """A late fee and the day from which it is due."""

    amount: Decimal
    since: date

    @property
    def is_due(self) -> bool:
        """Whether it is due now from those who have not paid."""
        return self.is_due_at(timezone.now())

    def is_due_at(self, at: datetime) -> bool:
        """Whether it is due at this time from those who have not paid."""
        return localtime(at).date() >= self.since


class FeeTable:
    """The fees of some events, those of the cash desk read once."""

    def __init__(self, events: Collection[int]) -> None:
        self._charged: Mapping[int, Decimal] = {
            event: fee for charged in registry.charged_fees(events) for event, fee in charged.items()
        }

    def get_charged_fee(self, event: int) -> Decimal | None:
        """Return the fee that the cash desk asks for, None if the event has no fees there."""
        return self._charged.get(event)

    def get_fee(
        self, row: RegistrationEvent, registration: Registration, at: datetime, sign_up: SignUp | None = None
    ) -> EventFee:
        """Return the fee of an event for those who pay at this time: of a sign-up, or of new ones (None)."""
        charged_fee = self.get_charged_fee(row.event_id)
        amount = row.fee if charged_fee is None else charged_fee
        return EventFee(amount, compute_late_fee(registration, sign_up, at)) if amount else EventFee(None)


def list_announced_only(registration: Registration) -> list[Event]:
    """Return the events whose fee the registration announces, but the cash desk does not take."""
    rows = list(registration.events.exclude(fee=None).select_related("event__tournament__club"))
    table = FeeTable([row.event_id for row in rows])
    return [row.event for row in rows if table.get_charged_fee(row.event_id) is None]


def has_fees(registration: Registration) -> bool:
    """Return whether one of the events has a fee, announced or at the cash desk."""
    rows = list(registration.events.all())
    table = FeeTable([row.event_id for row in rows])
    return any(table.get_charged_fee(row.event_id) or row.fee for row in rows)


def get_late_terms(registration: Registration, sign_up: SignUp | None = None) -> LateTerms | None:
    """Return the late fee of a sign-up, or of new ones (None); None if it has none.

    It is no more than was announced when the person signed up, and is not due before the day named then.
    """
    announced = [(registration.late_fee, registration.late_from)]
    if sign_up is not None:
        announced.append((sign_up.late_fee, sign_up.late_from))
    terms = [(amount, since) for amount, since in announced if amount is not None and since is not None]
    if len(terms) < len(announced):
        return None
    return LateTerms(min(amount for amount, _since in terms), max(since for _amount, since in terms))


def compute_late_fee(registration: Registration, sign_up: SignUp | None, at: datetime) -> Decimal:
    """Return the late fee that is due at this time for a sign-up that is not paid, or for new ones (None)."""
    terms = get_late_terms(registration, sign_up)
    return terms.amount if terms is not None and terms.is_due_at(at) else Decimal(0)


def get_announced_fee(event: Event) -> Decimal | None:
    """Return the fee that the registration of an event announces, without a late fee."""
    return RegistrationEvent.objects.filter(event=event).values_list("fee", flat=True).first()


def get_late_fee(event: Event, at: datetime) -> LateFee | None:
    """Return the late fee that is due at this time for an event with a fee; None if none is.

    One query where none is. Of somebody whose sign-up is marked as paid it is the one paid with the mark.
    """
    row = RegistrationEvent.objects.filter(event=event).select_related("registration").first()
    if row is None or not compute_late_fee(row.registration, None, at):
        return None
    amount = FeeTable([event.pk]).get_fee(row, row.registration, at).late
    if not amount:
        return None
    places = EventSignUp.objects.filter(event=row, player__isnull=False).select_related("sign_up")
    amounts = {
        place.player_id or 0: place.paid_late_fee
        if place.is_marked_as_paid
        else compute_late_fee(row.registration, place.sign_up, at)
        for place in places
    }
    return LateFee(amount, {player: late_fee for player, late_fee in amounts.items() if late_fee < amount})
