"""The service that opens and changes the registration of a tournament."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime

from matches.models import User
from rules.errors import Refusal
from tournaments import club_log
from tournaments.currencies import get_exponent
from tournaments.locks import lock_tournament
from tournaments.models import Event, Tournament
from tournaments.permissions import must_be_active, must_be_open, must_direct
from tournaments.play.tournaments.services.currency import change_currency
from tournaments.play.tournaments.services.tournament_copies import move_by_days
from tournaments.registration.models import (
    Approval,
    EventPrice,
    EventSignUp,
    Registration,
    RegistrationEvent,
)
from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.services.questions import copy_questions
from tournaments.registration.services.sign_up_status import publish_change
from tournaments.registration.services.waiting_list import promote


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationOptions:
    """Settings of a registration, and the currency of its tournament; an empty one stays as it is."""

    opens_at: datetime | None = None
    closes_at: datetime | None = None
    approval: str = Approval.AUTOMATIC.value
    has_waiting_list: bool = True
    lists_names: bool = True
    currency: str = ""
    late_fee: Decimal | None = None
    late_from: date | None = None
    privacy: str = ""
    keep_days: int = 30


# The options that are fields of `Registration`.
SETTING_NAMES = tuple(name for name in RegistrationOptions.__dataclass_fields__ if name != "currency")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOptions:
    """Whether an event takes sign-ups, its capacity and its fee."""

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
    personal links. Raises `tournament_archived`, `tournament_cancelled`, `fee_not_whole`, `fee_is_charged`
    for another fee than that of the cash desk, `late_fee_after_end`, and what `change_currency` does.
    """
    must_direct(by, tournament)
    must_be_open(tournament.club)
    locked_events = lock_tournament(tournament.pk)
    must_be_active(tournament)
    _check_late_day(tournament, options.late_from)
    if options.currency:
        change_currency(tournament=tournament, currency=options.currency, by=by)
    else:
        tournament.refresh_from_db(fields=["currency"])
    _check_fees(tournament.currency, [options.late_fee, *(event.fee for event in events.values())])
    values = {name: getattr(options, name) for name in SETTING_NAMES}
    registration, _created = Registration.objects.update_or_create(
        tournament=tournament, defaults={**values, "by": by, "page_prefix": page_prefix}
    )
    fees = FeeTable(locked_events)
    for key, event_options in events.items():
        if key in locked_events:
            charged_fee = fees.get_charged_fee(key)
            _save_event(registration, locked_events[key], event_options, charged_fee)
    for row in registration.events.select_related("event__tournament"):
        promote(registration, row)
    about = {"name": tournament.name, "evening": tournament.slug}
    club_log.log_action(club=tournament.club, kind="registration_changed", by=by, about=about)
    publish_change(registration)
    return registration


@transaction.atomic
def copy_registration(
    *, original: Tournament, tournament: Tournament, events: Mapping[int, Event], days: timedelta, by: User
) -> Registration | None:
    """Give a copied tournament the registration of the original, without sign-ups; None if it has none.

    `events` are the copies by the keys of the original events. Days and times move by `days`.
    """
    must_direct(by, tournament)
    must_be_open(tournament.club)
    registration = Registration.objects.filter(tournament=original).first()
    if registration is None:
        return None
    values = {name: getattr(registration, name) for name in SETTING_NAMES}
    for name in ("opens_at", "closes_at"):
        values[name] = values[name] and move_by_days(values[name], days)
    values["late_from"] = values["late_from"] and values["late_from"] + days
    copy = Registration.objects.create(
        tournament=tournament, **values, page_prefix=registration.page_prefix, by=by
    )
    RegistrationEvent.objects.bulk_create(
        RegistrationEvent(
            registration=copy,
            event=events[row.event_id],
            capacity=row.capacity,
            fee=row.fee,
            is_closed=row.is_closed,
        )
        for row in registration.events.filter(event__in=events).order_by("event")
    )
    _copy_prices(registration, copy, events, days, by)
    copy_questions(original=registration, copy=copy, events=events, by=by)
    return copy


def _copy_prices(
    registration: Registration, copy: Registration, events: Mapping[int, Event], days: timedelta, by: User
) -> None:
    """Copy the prices of the events; their last days move by `days`."""
    rows = {row.event_id: row for row in copy.events.all()}
    prices = EventPrice.objects.filter(event__registration=registration, event__event__in=events)
    EventPrice.objects.bulk_create(
        EventPrice(
            event=rows[events[price.event.event_id].pk],
            category=price.category,
            amount=price.amount,
            until=price.until and price.until + days,
            born_from=price.born_from,
            by=by,
        )
        for price in prices.select_related("event").order_by("pk")
    )


@transaction.atomic
def round_fees(*, tournament: Tournament) -> None:
    """Round the fees to whole amounts after the tournament changed to a currency without decimals."""
    registration = Registration.objects.select_for_update().filter(tournament=tournament).first()
    if registration is None:
        return
    if get_exponent(tournament.currency) == 0:
        registration.late_fee = _round_fee(registration.late_fee)
        registration.save(update_fields=["late_fee", "at"])
        for sign_up in registration.sign_ups.exclude(late_fee=None):
            sign_up.late_fee = _round_fee(sign_up.late_fee)
            sign_up.save(update_fields=["late_fee"])
        for row in registration.events.exclude(fee=None):
            row.fee = _round_fee(row.fee)
            row.save(update_fields=["fee"])
        for price in EventPrice.objects.filter(event__registration=registration, amount__gt=0):
            price.amount = _round_fee(price.amount) or price.amount
            price.save(update_fields=["amount"])
        for place in EventSignUp.objects.filter(event__registration=registration, price__gt=0):
            place.price = _round_fee(place.price)
            place.save(update_fields=["price"])
        for place in EventSignUp.objects.filter(event__registration=registration, announced_fee__gt=0):
            place.announced_fee = _round_fee(place.announced_fee)
            place.save(update_fields=["announced_fee"])
    publish_change(registration)


def _check_fees(currency: str, fees: Iterable[Decimal | None]) -> None:
    if get_exponent(currency) == 0 and any(fee is not None and fee != int(fee) for fee in fees):
        raise Refusal("fee_not_whole", currency=currency)


def _round_fee(fee: Decimal | None) -> Decimal | None:
    """Return a fee as a whole amount, at least 1."""
    return None if fee is None else Decimal(max(1, round(fee)))


def _save_event(
    registration: Registration, event: Event, options: EventOptions, charged_fee: Decimal | None
) -> None:
    """Save the options of an event. The fee of the cash desk, if it has one, is the fee here too."""
    if charged_fee is not None and options.fee not in (None, charged_fee):
        raise Refusal("fee_is_charged", name=event.name)
    row = RegistrationEvent.objects.filter(event=event).first()
    fee = options.fee if charged_fee is None else None
    if row is None and not options.is_open and options.capacity is None and fee is None:
        return
    row = row or RegistrationEvent(registration=registration, event=event)
    row.capacity, row.is_closed = options.capacity, not options.is_open
    if charged_fee is None:
        row.fee = options.fee
    row.save()


def _check_late_day(tournament: Tournament, late_from: date | None) -> None:
    """Refuse a late fee from a day after the last one of the tournament: nobody would ever pay it.

    One that stays as it was is not refused: the tournament may have been moved.
    """
    stored = Tournament.objects.get(pk=tournament.pk)
    last = stored.ends_on or localtime(stored.starts_at).date()
    is_stored = Registration.objects.filter(tournament=tournament, late_from=late_from).exists()
    if late_from is not None and late_from > last and not is_stored:
        raise Refusal("late_fee_after_end", last=date_format(last, "j F Y"))
