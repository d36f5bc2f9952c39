"""The late fee of a registration: from which day it is due, and the fee of an event with it."""

from datetime import datetime
from decimal import Decimal

from django.utils.timezone import localtime

from tournaments.models import Event
from tournaments.registration.models import Registration, RegistrationEvent


def is_late(registration: Registration, at: datetime) -> bool:
    """Return whether the late fee is due from whoever has not paid at this time."""
    return registration.late_from is not None and localtime(at).date() >= registration.late_from


def compute_fee(row: RegistrationEvent, registration: Registration, at: datetime) -> Decimal | None:
    """Return the fee of an event for those who pay at this time, with the late fee."""
    if row.fee is None or registration.late_fee is None or not is_late(registration, at):
        return row.fee
    return row.fee + registration.late_fee


def get_late_fee(event: Event, at: datetime) -> Decimal | None:
    """Return the late fee that is due at this time for an event with a fee; None if none is."""
    rows = RegistrationEvent.objects.filter(event=event, fee__isnull=False)
    row = rows.select_related("registration").first()
    if row is None or not is_late(row.registration, at):
        return None
    return row.registration.late_fee
