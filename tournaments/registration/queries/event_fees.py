"""The fee of an event for those who sign up, and the late fee on top of it.

Where the event has fees at the cash desk, those are the fee; until then it is the one that the registration
announces. So both always ask for the same.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.utils.timezone import localtime

from tournaments import registry
from tournaments.models import Event
from tournaments.registration.models import Registration, RegistrationEvent


@dataclass(frozen=True, slots=True)
class EventFee:
    """The fee of an event at a time, None if there is none, and the late fee due on top of it."""

    amount: Decimal | None
    late: Decimal = Decimal(0)

    @property
    def total(self) -> Decimal | None:
        """The fee with the late fee."""
        return None if self.amount is None else self.amount + self.late


class FeeTable:
    """The fees of some events, those of the cash desk read once."""

    def __init__(self, events: Collection[int]) -> None:
        self._charged: Mapping[int, Sequence[tuple[datetime, Decimal]]] = {
            event: fees for charged in registry.charged_fees(events) for event, fees in charged.items()
        }

    def get_charged_fee(self, event: int) -> Decimal | None:
        """Return the fee that the cash desk asks for now, None if the event has no fees there."""
        fees = self._charged.get(event)
        return fees[-1][1] if fees else None

    def get_fee(self, row: RegistrationEvent, registration: Registration, at: datetime) -> EventFee:
        """Return the fee of an event for those who pay at this time."""
        charged = [fee for since, fee in self._charged.get(row.event_id, ()) if since <= at]
        amount = charged[-1] if charged else row.fee
        if not amount:
            return EventFee(None)
        late_fee = registration.late_fee if is_late(registration, at) else None
        return EventFee(amount, late_fee or Decimal(0))


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


def is_late(registration: Registration, at: datetime) -> bool:
    """Return whether the late fee is due from whoever has not paid at this time."""
    return registration.late_from is not None and localtime(at).date() >= registration.late_from


def get_announced_fee(event: Event) -> Decimal | None:
    """Return the fee that the registration of an event announces, without a late fee."""
    return RegistrationEvent.objects.filter(event=event).values_list("fee", flat=True).first()


def get_late_fee(event: Event, at: datetime) -> Decimal | None:
    """Return the late fee that is due at this time for an event with a fee; None if none is."""
    row = RegistrationEvent.objects.filter(event=event).select_related("registration").first()
    if row is None:
        return None
    return FeeTable([event.pk]).get_fee(row, row.registration, at).late or None
