"""The late fee of a registration: from which day it is due, and the fee of an event with it."""

from datetime import datetime
from decimal import Decimal

from django.utils.timezone import localtime

from tournaments.registration.models import Registration, RegistrationEvent


def is_late(registration: Registration, at: datetime) -> bool:
    """Return whether the late fee is due from whoever has not paid at this time."""
    return registration.late_from is not None and localtime(at).date() >= registration.late_from


def compute_fee(row: RegistrationEvent, registration: Registration, at: datetime) -> Decimal | None:
    """Return the fee of an event for those who pay at this time, in euros, with the late fee."""
    if row.fee is None or registration.late_fee is None or not is_late(registration, at):
        return row.fee
    return row.fee + registration.late_fee
