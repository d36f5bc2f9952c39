"""Fees of sign-ups, and which are marked as paid."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

from django.db.models import Exists, OuterRef

from tournaments.models import Entry, Event, Tournament
from tournaments.registration.models import EventSignUp, SignUp, SignUpStatus
from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.queries.sign_up_lists import SignUpRow
from tournaments.registry import PaidSignUp


def sum_fees(sign_up: SignUp, places: Iterable[SignUpRow], now: datetime) -> Decimal:
    """Return the fees of the confirmed events of a sign-up: those of the day it was paid."""
    events = [place.row.event for place in places if place.row.status == SignUpStatus.CONFIRMED.value]
    table = FeeTable([row.event_id for row in events])
    fees = (table.get_fee(row, sign_up.registration, sign_up.paid_at or now).total for row in events)
    return sum((fee for fee in fees if fee is not None), Decimal(0))


def has_paid_sign_ups(tournament: Tournament) -> bool:
    """Return whether a sign-up of a tournament is marked as paid."""
    return SignUp.objects.filter(registration__tournament=tournament, paid_at__isnull=False).exists()


def list_paid_entries(event: Event) -> list[int]:
    """Return the numbers of the entries whose sign-up is marked as paid; one query."""
    paid = EventSignUp.objects.filter(event__event=event, sign_up__paid_at__isnull=False)
    entries = Entry.objects.filter(event=event, player__in=paid.values("player"))
    return list(entries.values_list("number", flat=True))


def list_paid_sign_ups(event: Event) -> list[PaidSignUp]:
    """Return the entries whose sign-up is marked as paid, with the fee of the registration."""
    entries = Entry.objects.filter(event=event, player=OuterRef("player"))
    places = EventSignUp.objects.filter(Exists(entries), event__event=event, sign_up__paid_at__isnull=False)
    table = FeeTable([event.pk])
    return [
        PaidSignUp(
            key=f"{place.pk}-{place.sign_up.paid_at:%Y%m%d%H%M%S%f}",
            reference=place.sign_up.reference,
            method=place.sign_up.payment_method,
            player=place.player,
            fee=fee.total,
            late_fee=fee.late,
        )
        for place in places.select_related("sign_up", "event__registration", "player").order_by("order")
        if place.player is not None and place.sign_up.paid_at is not None
        for fee in [table.get_fee(place.event, place.event.registration, place.sign_up.paid_at)]
    ]
