"""Sign-ups that are marked as paid, and what was taken for them."""

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from tournaments import registry
from tournaments.models import Entry, Event, Tournament
from tournaments.registration.models import ACTIVE, EventSignUp, FeeOutcome
from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.queries.fees_due import find_fee_balances, find_fees_due
from tournaments.registration.queries.fees_to_refund import is_fee_retained, make_payment_key, plays_no_more
from tournaments.registration.queries.places_left import annotate_is_entered
from tournaments.registration.queries.sign_up_lists import get_desk_name
from tournaments.registry import EntryPayment, FeeBalance, FeeDebt, PageLink, PaidSignUp


def has_paid_sign_ups(tournament: Tournament) -> bool:
    """Return whether a sign-up of a tournament is marked as paid."""
    places = EventSignUp.objects.filter(event__registration__tournament=tournament)
    return places.filter(paid_at__isnull=False).exists()


def has_paid_places(event: Event) -> bool:
    """Return whether a sign-up for an event is marked as paid. One query."""
    return EventSignUp.objects.filter(event__event=event, paid_at__isnull=False).exists()


def list_paid_entries(event: Event) -> list[int]:
    """Return the numbers of the entries whose sign-up is marked as paid and have nothing more to pay.

    One query if no sign-up of the event is marked as paid.
    """
    if not has_paid_places(event):
        return []
    paid = EventSignUp.objects.filter(event__event=event, paid_at__isnull=False)
    rows = list(annotate_is_entered(paid).select_related("sign_up__registration", "event__event__tournament"))
    fees_due = find_fees_due(rows)
    players = {row.player_id for row in rows if fees_due.get(row.pk) == 0}
    entries = Entry.objects.filter(event=event, player__in=players) if players else Entry.objects.none()
    return list(entries.values_list("number", flat=True))


def get_payments_of_entries(event: Event) -> Mapping[int, EntryPayment]:
    """Return by player the fees marked as paid of the entries of an event without fees at the cash desk."""
    if FeeTable([event.pk]).get_charged_fee(event.pk) is not None:
        return {}
    paid = EventSignUp.objects.filter(event__event=event, paid_at__isnull=False, paid_fee__gt=0)
    tournament = event.tournament
    address = reverse("registration", args=[tournament.club.slug, tournament.slug])
    page = PageLink(gettext("Registrations"), address)
    return {
        row.player_id: EntryPayment(row.paid_fee, Decimal(0), page)
        for row in annotate_is_entered(paid.exclude(fee_outcome=FeeOutcome.REFUNDED))
        if row.is_entered
    }


def list_fee_debts(event: Event) -> Mapping[str, FeeDebt]:
    """Return the fee of those who have signed up for an event, and what they have paid, by a key of each.

    Without those who are entered where the cash desk takes the fee: it tells theirs.
    """
    places = annotate_is_entered(EventSignUp.objects.filter(event__event=event, status__in=ACTIVE))
    rows = list(places.select_related("sign_up__registration", "event__event__tournament").order_by("order"))
    if FeeTable([event.pk]).get_charged_fee(event.pk) is not None:
        rows = [row for row in rows if not row.is_entered]
    balances = find_fee_balances(rows)
    return {
        f"player-{row.player_id}" if row.is_entered else f"sign-up-{row.pk}": FeeDebt(
            row.team or get_desk_name(row), balances.get(row.pk, FeeBalance(Decimal(0), Decimal(0)))
        )
        for row in rows
    }


def list_unpaid(places: Collection[int]) -> list[EventSignUp]:
    """Return those of these sign-ups, by key, that are not marked as paid, or were refunded."""
    is_unpaid = Q(paid_at=None) | Q(fee_outcome=FeeOutcome.REFUNDED)
    rows = EventSignUp.objects.filter(is_unpaid, pk__in=places)
    return list(rows.select_related("sign_up").order_by("pk"))


def sum_payments(places: Collection[EventSignUp]) -> dict[int, Decimal]:
    """Return what the cash desk has taken since they were marked for these sign-ups, by their key.

    Those for which nothing was taken are left out.
    """
    rows = EventSignUp.objects.filter(pk__in=[place.pk for place in places], paid_at__isnull=False)
    places_by_event: dict[Event, list[EventSignUp]] = {}
    for place in rows.select_related("event__event__tournament"):
        places_by_event.setdefault(place.event.event, []).append(place)
    amounts = {
        place.pk: payments.get(make_payment_key(place), Decimal(0))
        for event, event_places in places_by_event.items()
        for payments in registry.sign_up_payments(event)
        for place in event_places
    }
    return {place: amount for place, amount in amounts.items() if amount}


def list_paid_sign_ups(event: Event) -> list[PaidSignUp]:
    """Return the sign-ups of an event that are marked as paid, with the fee that was due then.

    Those whose fee was refunded are left out.
    """
    paid = EventSignUp.objects.filter(event__event=event, paid_at__isnull=False)
    places = annotate_is_entered(paid.exclude(fee_outcome=FeeOutcome.REFUNDED))
    rows = places.select_related("sign_up", "event__event__tournament", "player")
    table = FeeTable([event.pk])
    return [_make_paid_sign_up(place, table) for place in rows.order_by("order")]


def _make_paid_sign_up(place: Any, table: FeeTable) -> PaidSignUp:
    price = table.get_price(place.event, place)
    return PaidSignUp(
        key=make_payment_key(place),
        reference=place.sign_up.reference,
        name=place.team or get_desk_name(place),
        method=place.payment_method,
        player=place.player if place.is_entered else None,
        fee=place.paid_fee,
        late_fee=place.paid_late_fee,
        price=None if price is None or price.is_usual else price.amount,
        is_active=place.is_entered or not plays_no_more(place),
        is_retained=is_fee_retained(place),
    )
