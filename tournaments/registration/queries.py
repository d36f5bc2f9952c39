"""Queries of registration: its state, places left, sign-ups with waiting-list positions, duplicates."""

import csv
import hashlib
from base64 import urlsafe_b64encode
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from io import StringIO
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from matches.models import Player, User
from matches.names import PAIR_SEPARATOR
from matches.queries.people import get_persons
from tournaments import entries_text
from tournaments.entries_text import LineStatus
from tournaments.exchange.spreadsheets import Sheet
from tournaments.models import Entry, EntryStatus, Event, EventStatus, Presence, Takes, Tournament
from tournaments.queries.entries import event_entries, members_of
from tournaments.registration.models import EventSignUp, Registration, RegistrationEvent, SignUp, SignUpStatus
from tournaments.registry import PaidSignUp

# States of a registration; `EARLY` is before it opens.
OPEN, EARLY, CLOSED = "open", "early", "closed"
TOKEN_BYTES = 16
ENTERED, PAID, UNPAID = "entered", "paid", "unpaid"
# Filters of the list of sign-ups.
FILTERS = (*SignUpStatus.values, ENTERED, PAID, UNPAID)


@dataclass(frozen=True, slots=True)
class SignUpEvent:
    """An event of a registration: places taken and requested, whether one can sign up, and the fee, now."""

    row: RegistrationEvent
    taken: int
    waiting: int
    pending: int
    is_open: bool
    has_waiting_list: bool
    fee: Decimal | None = None

    @property
    def event(self) -> Event:
        """The event."""
        return self.row.event

    @property
    def places_left(self) -> int | None:
        """The number of free places; None without a limit."""
        return None if self.row.capacity is None else max(0, self.row.capacity - self.taken)

    @property
    def is_full(self) -> bool:
        """Whether there is no free place."""
        return self.places_left == 0

    @property
    def takes_sign_ups(self) -> bool:
        """Whether one can sign up: for a place, or for the waiting list."""
        return self.is_open and (not self.is_full or self.has_waiting_list)


@dataclass(frozen=True, slots=True)
class SignUpRow:
    """A sign-up for one event, with its waiting-list position (0 if none) and hints for the desk."""

    row: EventSignUp
    is_entered: bool
    position: int = 0
    hints: tuple[str, ...] = ()

    @property
    def sign_up(self) -> SignUp:
        """The sign-up of the person."""
        return self.row.sign_up

    @property
    def event(self) -> Event:
        """The event."""
        return self.row.event.event

    @property
    def name(self) -> str:
        """The name to be entered: of a player, of both players of a pair, or of a team."""
        if self.row.team:
            return self.row.team
        return get_entry_name(self.row)


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


def is_event_promoting(row: RegistrationEvent) -> bool:
    """Return whether free places still go to the waiting list: until the event is drawn."""
    return row.event.status == EventStatus.DRAFT and row.event.cancelled_at is None


def summarise_events(registration: Registration, now: datetime) -> list[SignUpEvent]:
    """Return the events of a registration with their places; three queries."""
    rows = list(registration.events.select_related("event__tournament").order_by("event"))
    counts = _count_places(registration)
    entered = _count_entries(registration.tournament_id)
    is_open = get_state(registration, now) == OPEN
    return [
        SignUpEvent(
            row,
            taken=counts[row.pk, SignUpStatus.CONFIRMED] + entered[row.event_id],
            waiting=counts[row.pk, SignUpStatus.WAITING],
            pending=counts[row.pk, SignUpStatus.PENDING],
            is_open=is_open and is_event_open(row),
            has_waiting_list=registration.has_waiting_list,
            fee=compute_fee(row, registration, now),
        )
        for row in rows
    ]


def get_shown_state(registration: Registration, summaries: Sequence[SignUpEvent], now: datetime) -> str:
    """Return the state as `get_state`, but `CLOSED` too once every event is closed or drawn."""
    state = get_state(registration, now)
    is_over = state == OPEN and not any(summary.is_open for summary in summaries)
    return CLOSED if is_over else state


def count_taken(row: RegistrationEvent) -> int:
    """Return the places taken in an event: entries, and confirmed sign-ups not entered yet."""
    confirmed = annotate_is_entered(row.places.filter(status=SignUpStatus.CONFIRMED)).filter(is_entered=False)
    return confirmed.count() + _active_entries().filter(event=row.event_id).count()


def annotate_is_entered(places: QuerySet[EventSignUp]) -> QuerySet[Any]:
    """Annotate sign-ups with `is_entered`: whether the event has an entry of their player."""
    entry = Entry.objects.filter(event=OuterRef("event__event"), player=OuterRef("player"))
    return places.annotate(is_entered=Exists(entry))


def list_public_names(registration: Registration) -> dict[int, list[str]]:
    """Return the public names of confirmed sign-ups by event, for those who agreed to be listed."""
    names: dict[int, list[str]] = defaultdict(list)
    if not registration.lists_names:
        return names
    places = EventSignUp.objects.filter(
        event__registration=registration, status=SignUpStatus.CONFIRMED, sign_up__is_public=True
    )
    rows = places.exclude(sign_up__name="").select_related("sign_up__player", "player", "event")
    for row in rows.order_by("event", "order"):
        names[row.event.event_id].append(_get_public_name(row))
    return names


def list_places(
    registration: Registration, *, event: Event | None = None, status: str = "", hints: bool = False
) -> list[SignUpRow]:
    """Return the sign-ups of a tournament by event and order, filtered.

    `status` is one of `FILTERS` or empty. With `hints`, possible duplicates are described.
    """
    places = EventSignUp.objects.filter(event__registration=registration)
    annotated = annotate_is_entered(
        places.select_related("sign_up__player", "event__event__tournament__club")
    )
    rows = list(annotated.order_by("event__event", "order"))
    positions = _compute_waiting_positions(rows)
    hints_by_place = _find_hints(rows) if hints else {}
    all_places = [
        SignUpRow(row, row.is_entered, positions.get(row.pk, 0), tuple(hints_by_place.get(row.pk, ())))
        for row in rows
    ]
    event_places = [place for place in all_places if event is None or place.row.event.event_id == event.pk]
    return [place for place in event_places if _matches_filter(place, status)]


def list_places_of(sign_up: SignUp) -> list[SignUpRow]:
    """Return the events of one sign-up, with positions on the waiting lists."""
    rows = annotate_is_entered(sign_up.places.select_related("sign_up__player", "event__event")).order_by(
        "event__event"
    )
    return [SignUpRow(row, row.is_entered, _get_waiting_position(row)) for row in rows]


def is_late(registration: Registration, at: datetime) -> bool:
    """Return whether the late fee is due from whoever has not paid at this time."""
    return registration.late_from is not None and localtime(at).date() >= registration.late_from


def compute_fee(row: RegistrationEvent, registration: Registration, at: datetime) -> Decimal | None:
    """Return the fee of an event for those who pay at this time, in euros, with the late fee."""
    if row.fee is None or registration.late_fee is None or not is_late(registration, at):
        return row.fee
    return row.fee + registration.late_fee


def sum_fees(sign_up: SignUp, places: Iterable[SignUpRow], now: datetime) -> Decimal:
    """Return the fees of the confirmed events of a sign-up, in euros: those of the day it was paid."""
    events = [place.row.event for place in places if place.row.status == SignUpStatus.CONFIRMED.value]
    fees = (compute_fee(event, sign_up.registration, sign_up.paid_at or now) for event in events)
    return sum((fee for fee in fees if fee is not None), Decimal(0))


def list_paid_entries(event: Event) -> list[int]:
    """Return the numbers of the entries whose sign-up is marked as paid; one query."""
    paid = EventSignUp.objects.filter(event__event=event, sign_up__paid_at__isnull=False)
    entries = Entry.objects.filter(event=event, player__in=paid.values("player"))
    return list(entries.values_list("number", flat=True))


def list_paid_sign_ups(event: Event) -> list[PaidSignUp]:
    """Return the entries whose sign-up is marked as paid, with the fee of the registration."""
    entries = Entry.objects.filter(event=event, player=OuterRef("player"))
    places = EventSignUp.objects.filter(Exists(entries), event__event=event, sign_up__paid_at__isnull=False)
    return [
        PaidSignUp(
            key=f"{place.pk}-{place.sign_up.paid_at:%Y%m%d%H%M%S%f}",
            reference=place.sign_up.reference,
            player=place.player,
            fee=fee,
            late_fee=fee - place.event.fee if fee is not None and place.event.fee is not None else Decimal(0),
        )
        for place in places.select_related("sign_up", "event__registration", "player").order_by("order")
        if place.player is not None and place.sign_up.paid_at is not None
        for fee in [compute_fee(place.event, place.event.registration, place.sign_up.paid_at)]
    ]


def get_entry_name(row: EventSignUp) -> str:
    """Return the name under which a player or a pair is entered."""
    names = [row.sign_up.name, *([row.partner] if row.partner else [])]
    return PAIR_SEPARATOR.join(names)


def get_token(sign_up: SignUp) -> str:
    """Return the token of a personal link; "" if the site's secret key has changed since."""
    token = derive_token(sign_up.nonce)
    return token if constant_time_compare(hash_token(token), sign_up.token_hash) else ""


def derive_token(nonce: str) -> str:
    """Return the token of a link, derived from its nonce and the site's secret key."""
    digest = salted_hmac("crawford.sign-up", nonce, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def hash_token(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(f"sign-up:{token}".encode()).hexdigest()


def get_by_token(token: str) -> SignUp | None:
    """Return the sign-up of a personal link, or None; a link does not expire."""
    rows = SignUp.objects.select_related(
        "registration__tournament__club", "registration__tournament__desk", "player"
    )
    return rows.filter(token_hash=hash_token(token)).first()


def get_by_key(registration: Registration, key: str) -> SignUp | None:
    """Return the sign-up made with this idempotency key, or None."""
    return registration.sign_ups.filter(key=key).first() if key else None


def has_active_places(places: QuerySet[EventSignUp]) -> bool:
    """Return whether some of these sign-ups are neither declined, withdrawn nor entered."""
    active = (SignUpStatus.PENDING, SignUpStatus.CONFIRMED, SignUpStatus.WAITING)
    return annotate_is_entered(places.filter(status__in=active)).filter(is_entered=False).exists()


def export_sheet(places: Iterable[SignUpRow]) -> Sheet:
    """Return the sign-ups as a table for spreadsheets."""
    headings = [
        _("Reference"),
        _("Event"),
        _("Name"),
        _("Partner"),
        _("Team"),
        _("Team members"),
        _("Country"),
    ]
    headings += [_("Club"), _("Rating"), _("E-mail"), _("Status"), _("Waiting list"), _("Entered"), _("Paid")]
    headings += [_("Signed up")]
    rows = [
        [
            place.sign_up.reference,
            place.event.name,
            place.sign_up.name,
            place.row.partner,
            place.row.team,
            ", ".join(place.row.members.splitlines()),
            place.sign_up.country,
            place.sign_up.club,
            place.sign_up.rating or None,
            place.sign_up.email,
            str(SignUpStatus(place.row.status).label),
            place.position or None,
            _("Yes") if place.is_entered else _("No"),
            _("Yes") if place.sign_up.paid_at else _("No"),
            place.sign_up.created_at.isoformat(timespec="seconds"),
        ]
        for place in places
    ]
    return Sheet(_("Sign-ups"), headings, rows)


def export_sign_ups(player: Player) -> list[dict[str, Any]]:
    """Return the sign-ups of a person, for the copy of their data."""
    is_own = Q(player=player) | Q(places__player=player)
    if player.user_id is not None:
        is_own |= Q(user=player.user_id)
    rows = SignUp.objects.filter(is_own).select_related("registration__tournament__club").distinct()
    return [
        {
            "tournament": str(row.registration.tournament),
            "club_of_tournament": str(row.registration.tournament.club),
            "at": row.created_at.isoformat(),
            "name": row.name,
            "country": row.country,
            "club": row.club,
            "rating": row.rating,
            "email": row.email,
            "is_listed": row.is_public,
            "wants_messages": row.wants_messages,
            "events": [
                {
                    "event": place.event.name,
                    "status": place.row.status,
                    "partner": place.row.partner,
                    "team": place.row.team,
                    "members": place.row.members.splitlines(),
                }
                for place in list_places_of(row)
            ],
        }
        for row in rows.order_by("pk")
    ]


def get_own_sign_up(registration: Registration, user: User | None) -> SignUp | None:
    """Return the last sign-up of an account in this registration, if any."""
    if user is None:
        return None
    return registration.sign_ups.filter(user=user, forgotten_at=None).order_by("-pk").first()


def _matches_filter(place: SignUpRow, status: str) -> bool:
    if status == ENTERED:
        return place.is_entered
    if status in (PAID, UNPAID):
        return (place.sign_up.paid_at is not None) == (status == PAID)
    return not status or place.row.status == status


def _active_entries() -> QuerySet[Entry]:
    return Entry.objects.filter(status=EntryStatus.ENTERED).exclude(presence=Presence.WAITING)


def _count_places(registration: Registration) -> Counter[tuple[int, str]]:
    places = annotate_is_entered(EventSignUp.objects.filter(event__registration=registration))
    rows = places.filter(is_entered=False).values_list("event", "status").order_by("event", "status")
    return Counter({(event, status): count for event, status, count in rows.annotate(count=Count("pk"))})


def _count_entries(tournament_id: int) -> Counter[int]:
    rows = _active_entries().filter(event__tournament=tournament_id).values_list("event").order_by("event")
    return Counter(dict(rows.annotate(count=Count("pk"))))


def _get_public_name(row: EventSignUp) -> str:
    if row.player is not None:
        return row.player.name
    name = row.sign_up.player.name if row.sign_up.player is not None else row.sign_up.name
    return row.team or PAIR_SEPARATOR.join([name, *([row.partner] if row.partner else [])])


def _compute_waiting_positions(rows: Sequence[EventSignUp]) -> dict[int, int]:
    counts: Counter[int] = Counter()
    positions = {}
    for row in rows:
        if row.status == SignUpStatus.WAITING:
            counts[row.event_id] += 1
            positions[row.pk] = counts[row.event_id]
    return positions


def _get_waiting_position(row: EventSignUp) -> int:
    if row.status != SignUpStatus.WAITING:
        return 0
    waiting = EventSignUp.objects.filter(event=row.event_id, status=SignUpStatus.WAITING)
    return waiting.filter(order__lte=row.order).count()


def _find_hints(rows: Sequence[EventSignUp]) -> Mapping[int, list[str]]:
    """Return hints for the desk by sign-up key: names signed up twice, entered, or similar to others."""
    by_event: dict[int, list[EventSignUp]] = defaultdict(list)
    for row in rows:
        if row.status in (SignUpStatus.PENDING, SignUpStatus.CONFIRMED, SignUpStatus.WAITING):
            by_event[row.event_id].append(row)
    hints: dict[int, list[str]] = defaultdict(list)
    for event_rows in by_event.values():
        event = event_rows[0].event.event
        persons = [(row, name) for row in event_rows for name in _list_person_names(row)]
        entered = {person.pk for entry in event_entries(event) for person in get_persons(entry.player)}
        lines = entries_text.read(
            _write_name_list([name for _row, name in persons]), members_of(event), entered
        )
        for line in lines:
            row = persons[line.number - 2][0]
            hint = "" if getattr(row, "is_entered", False) else _describe_match(line)
            if hint:
                hints[row.pk].append(hint)
    return hints


def _describe_match(line: entries_text.MatchedLine) -> str:
    if line.standing in (LineStatus.REPEATED, LineStatus.SITS):
        return _("%(name)s has signed up twice.") % {"name": line.name}
    if line.standing is LineStatus.ENTERED:
        return _("%(name)s is already entered.") % {"name": line.name}
    if line.near:
        return _("%(name)s: similar to %(others)s") % {
            "name": line.name,
            "others": ", ".join(line.near[:3]),
        }
    return ""


def _list_person_names(row: EventSignUp) -> list[str]:
    if row.event.event.takes == Takes.TEAMS.value:
        return row.members.splitlines()
    return [row.sign_up.name, *([row.partner] if row.partner else [])]


def _write_name_list(names: Iterable[str]) -> str:
    """Return names as text that `entries_text.read` reads: a heading, then one name per line."""
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerow(["name", "club"])
    writer.writerows([name, ""] for name in names)
    return text.getvalue()
