"""Fees of sign-ups, and which are marked as paid."""

from collections.abc import Collection, Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Exists, OuterRef

from tournaments import registry
from tournaments.models import Entry, Event, Tournament
from tournaments.registration.models import EventSignUp, FeeOutcome, SignUp, SignUpStatus
from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.queries.fees_to_refund import has_ended, is_fee_retained, make_payment_key
from tournaments.registration.queries.places_left import annotate_is_entered
from tournaments.registration.queries.sign_up_lists import SignUpRow, get_desk_name
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


def has_paid_places(event: Event) -> bool:
    """Return whether a sign-up for an event is marked as paid. One query."""
    return EventSignUp.objects.filter(event__event=event, sign_up__paid_at__isnull=False).exists()


def list_paid_entries(event: Event) -> list[int]:
    """Return the numbers of the entries whose sign-up is marked as paid; one query."""
    paid = EventSignUp.objects.filter(event__event=event, sign_up__paid_at__isnull=False)
    entries = Entry.objects.filter(event=event, player__in=paid.values("player"))
    return list(entries.values_list("number", flat=True))


def list_unpaid(places: Collection[int]) -> list[SignUp]:
    """Return the sign-ups of these places (by key) that are not marked as paid."""
    return list(SignUp.objects.filter(places__in=places, paid_at=None).order_by("pk").distinct())


def sum_payments(sign_ups: Collection[SignUp]) -> dict[int, Decimal]:
    """Return what the cash desk has taken since they were marked for these sign-ups, by their key.

    All their events count. Those from whom nothing was taken are left out.
    """
    places = EventSignUp.objects.filter(sign_up__in=sign_ups, sign_up__paid_at__isnull=False)
    places_by_event: dict[Event, list[EventSignUp]] = {}
    for place in places.select_related("sign_up", "event__event__tournament"):
        places_by_event.setdefault(place.event.event, []).append(place)
    sums: dict[int, Decimal] = {}
    for event, event_places in places_by_event.items():
        for payments in registry.sign_up_payments(event):
            for place in event_places:
                amount = payments.get(make_payment_key(place), Decimal(0))
                sums[place.sign_up_id] = sums.get(place.sign_up_id, Decimal(0)) + amount
    return {sign_up: amount for sign_up, amount in sums.items() if amount}


def list_paid_sign_ups(event: Event) -> list[PaidSignUp]:
    """Return the sign-ups of an event that are marked as paid, with the fee of the registration.

    Those whose fee was refunded are left out.
    """
    others = EventSignUp.objects.filter(
        sign_up=OuterRef("sign_up"), status__in=(SignUpStatus.PENDING, SignUpStatus.CONFIRMED)
    )
    paid = EventSignUp.objects.filter(event__event=event, sign_up__paid_at__isnull=False)
    places = annotate_is_entered(paid.exclude(fee_outcome=FeeOutcome.REFUNDED))
    rows = places.annotate(takes_part=Exists(others)).select_related(
        "sign_up", "event__registration", "event__event__tournament", "player"
    )
    table = FeeTable([event.pk])
    return [_make_paid_sign_up(place, table) for place in rows.order_by("order")]


def _make_paid_sign_up(place: Any, table: FeeTable) -> PaidSignUp:
    sign_up = place.sign_up
    fee = table.get_fee(place.event, place.event.registration, sign_up.paid_at)
    takes_part = place.status in (SignUpStatus.PENDING, SignUpStatus.CONFIRMED)
    may_be_due = place.status == SignUpStatus.WAITING or place.changed_at > sign_up.paid_at
    return PaidSignUp(
        key=make_payment_key(place),
        reference=sign_up.reference,
        name=place.team or get_desk_name(place),
        method=sign_up.payment_method,
        player=place.player if place.is_entered else None,
        fee=fee.total,
        late_fee=fee.late,
        is_due=takes_part or (may_be_due and not place.takes_part),
        is_active=not has_ended(place),
        is_retained=is_fee_retained(place),
    )
