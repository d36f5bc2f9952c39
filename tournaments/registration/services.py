"""Services of registration: settings, sign-ups, approval and waiting lists, entry, deletion of details."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone
from django.utils.translation import gettext, override

from matches.actors import Identity, require_actor
from matches.models import Player, User
from matches.services import live, outbox, players
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments import teams_text
from tournaments.entries_text import Particulars, folded
from tournaments.models import Entry, Event, Membership, Takes, Tournament
from tournaments.permissions import must_be_active, must_be_open, must_direct
from tournaments.queries.entries import event_entries
from tournaments.registration import queries
from tournaments.registration.models import (
    ACTIVE,
    Approval,
    EventSignUp,
    Registration,
    RegistrationEvent,
    SignUp,
    SignUpStatus,
)
from tournaments.services import entries, teams
from tournaments.services.locks import lock_event, lock_tournament

MAIL = "mail_sign_up"
RECEIVED, CHANGED, CANCELLED = "received", "changed", "cancelled"
MOST_SIGN_UPS = 3000
NOT_IN_NAMES = frozenset("/:;\n\r\t")
# Details that a forgotten sign-up loses, and those of its events.
FORGOTTEN_DETAILS: dict[str, Any] = {"name": "", "country": "", "club": "", "rating": 0, "email": ""}
FORGOTTEN_PLACE: dict[str, Any] = {"partner": "", "team": "", "members": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationOptions:
    """Settings of a registration, as `Registration` has them."""

    opens_at: datetime | None = None
    closes_at: datetime | None = None
    approval: str = Approval.AUTOMATIC.value
    has_waiting_list: bool = True
    lists_names: bool = True
    late_fee: str = ""
    payment: str = ""
    account_name: str = ""
    iban: str = ""
    privacy: str = ""
    keep_days: int = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOptions:
    """Whether an event takes sign-ups, its capacity and its fee in euros."""

    is_open: bool = True
    capacity: int | None = None
    fee: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpDetails:
    """What a person states about themselves; `country` is a code, `rating` 0 if unknown."""

    name: str
    country: str = ""
    club: str = ""
    rating: int = 0
    email: str = ""
    is_public: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChoice:
    """An event one signs up for, by key: with a partner, or as a team with its members."""

    event: int
    partner: str = ""
    team: str = ""
    members: Sequence[str] = field(default_factory=tuple)


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
    personal links. Raises `tournament_archived`, `tournament_cancelled`.
    """
    must_direct(by, tournament)
    must_be_open(tournament.club)
    locked_events = lock_tournament(tournament.pk)
    must_be_active(tournament)
    values = {name: getattr(options, name) for name in RegistrationOptions.__dataclass_fields__}
    registration, _created = Registration.objects.update_or_create(
        tournament=tournament, defaults={**values, "by": by, "page_prefix": page_prefix}
    )
    for key, event_options in events.items():
        if key in locked_events:
            _save_event(registration, locked_events[key], event_options)
    for row in registration.events.select_related("event__tournament"):
        _promote(registration, row)
    _publish(registration)
    return registration


def _save_event(registration: Registration, event: Event, options: EventOptions) -> None:
    row = RegistrationEvent.objects.filter(event=event).first()
    if row is None and not options.is_open:
        return
    row = row or RegistrationEvent(registration=registration, event=event)
    row.capacity, row.fee, row.is_closed = options.capacity, options.fee, not options.is_open
    row.save()


@transaction.atomic
def sign_up(
    *,
    registration: Registration,
    details: SignUpDetails,
    choices: Sequence[EventChoice],
    identity: Identity,
    language: str = "en",
    key: str = "",
) -> SignUp:
    """Sign a person up for events; each is confirmed, put on the waiting list, or waits for approval.

    A used `key` returns its sign-up. The token of the personal link is `queries.get_token`. Raises
    `registration_closed`, `registration_not_open`, `registration_full`, `already_signed_up`,
    `sign_ups_none`, `sign_up_partner_missing`, `sign_up_team_wrong`, `sign_up_slash`, `registration_many`.
    """
    require_actor(identity)
    registration, rows = _lock(registration)
    existing = queries.get_by_key(registration, key)
    if existing is not None:
        return existing
    _check_open(registration)
    if not choices:
        raise Refusal("sign_ups_none")
    if registration.sign_ups.count() >= MOST_SIGN_UPS:
        raise Refusal("registration_many", most=MOST_SIGN_UPS)
    nonce = secrets.token_hex(16)
    new_sign_up = SignUp(
        registration=registration,
        user=identity.user,
        language=language,
        nonce=nonce,
        token_hash=queries.hash_token(queries.derive_token(nonce)),
        key=key,
    )
    _set_details(new_sign_up, details)
    new_sign_up.save()
    for choice in choices:
        _add_place(new_sign_up, rows.get(choice.event), choice)
    _mail(new_sign_up, RECEIVED)
    _publish(registration)
    return new_sign_up


@transaction.atomic
def update_own(
    *, token: str, details: SignUpDetails, choices: Sequence[EventChoice], identity: Identity
) -> SignUp:
    """Change the details of a sign-up by its personal link; `choices` are partners and teams by event.

    Raises `sign_up_unknown`, `sign_up_forgotten`, and `sign_up_entered` for a name that is entered already.
    """
    require_actor(identity)
    row, _rows = _lock_own(token)
    return _update(row, details, choices)


@transaction.atomic
def withdraw_own(*, token: str, events: Sequence[int] | None, identity: Identity) -> SignUp:
    """Withdraw from events (by key), or from all (None), by the personal link; the next one is promoted.

    Raises `sign_up_unknown`, and `sign_up_entered` for an event one is entered in.
    """
    require_actor(identity)
    row, rows = _lock_own(token)
    places = [
        place for place in _places(row.places.all()) if events is None or place.event.event_id in events
    ]
    for place in places:
        if place.status in ACTIVE:
            _set_status(place, SignUpStatus.WITHDRAWN)
    for place in places:
        _promote(row.registration, rows[place.event.event_id])
    _mail(row, CHANGED)
    _publish(row.registration)
    return row


@transaction.atomic
def update_sign_up(
    *, sign_up: SignUp, details: SignUpDetails, choices: Sequence[EventChoice], by: User
) -> SignUp:
    """Correct the details of a sign-up at the desk. Raises as `update_own`."""
    must_direct(by, sign_up.registration.tournament)
    registration, _rows = _lock(sign_up.registration)
    row = SignUp.objects.select_for_update(of=("self",)).get(pk=sign_up.pk)
    row.registration = registration
    return _update(row, details, choices)


@transaction.atomic
def change_status(*, registration: Registration, places: Sequence[int], action: str, by: User) -> int:
    """Approve, decline, move to the waiting list or withdraw sign-ups, by key; return how many changed.

    An approved one is confirmed, or joins the waiting list of a full event. Raises `sign_up_unknown`,
    `sign_up_action_unknown`, `registration_full` and `sign_up_entered`.
    """
    must_direct(by, registration.tournament)
    registration, rows = _lock(registration)
    if action not in STATUS_ACTIONS:
        raise Refusal("sign_up_action_unknown")
    chosen = _chosen_places(registration, places)
    changed = [place for place in chosen if STATUS_ACTIONS[action](registration, place)]
    for event in sorted({place.event.event_id for place in changed}):
        _promote(registration, rows[event])
    for row in {place.sign_up_id: place.sign_up for place in changed}.values():
        _mail(row, CHANGED)
    _publish(registration)
    return len(changed)


@transaction.atomic
def set_paid(*, registration: Registration, places: Sequence[int], is_paid: bool, by: User) -> int:
    """Record that the fees of these sign-ups were paid, or that they were not; return how many changed."""
    must_direct(by, registration.tournament)
    registration, _rows = _lock(registration)
    people = {place.sign_up_id for place in _chosen_places(registration, places)}
    sign_ups = SignUp.objects.filter(pk__in=people, paid_at__isnull=is_paid)
    return sign_ups.update(paid_at=timezone.now() if is_paid else None)


@transaction.atomic
def enter(*, registration: Registration, places: Sequence[int] | None, by: User) -> int:
    """Enter confirmed sign-ups, by key or all (None), into their events; return how many were entered.

    Each event gets one command, which can be undone. One that is entered already stays so, and a person
    whose name the desk has typed before is not entered again. Raises `nothing_to_enter`,
    `sign_up_not_confirmed`, `sign_up_same_person`, and what entering players and teams raises.
    """
    must_direct(by, registration.tournament)
    registration, rows = _lock(registration)
    chosen = _confirmed_places(registration) if places is None else _chosen_places(registration, places)
    unconfirmed = next((each for each in chosen if each.status != SignUpStatus.CONFIRMED), None)
    if unconfirmed is not None:
        raise Refusal("sign_up_not_confirmed", name=unconfirmed.sign_up.name)
    new_places = [place for place in chosen if not _is_entered(place)]
    if not new_places:
        raise Refusal("nothing_to_enter")
    for event_id in sorted({place.event.event_id for place in new_places}):
        event_places = [place for place in new_places if place.event.event_id == event_id]
        event = lock_event(rows[event_id].event)
        must_be_active(event)
        enter_places = _enter_teams if event.takes == Takes.TEAMS else _enter_players
        enter_places(event, event_places, by)
    _publish(registration)
    return len(new_places)


@transaction.atomic
def promote_waiting(*, event: Event) -> int:
    """Give free places of an event to its waiting list, after entries left it; the event is locked.

    Return the number of people promoted.
    """
    row = (
        RegistrationEvent.objects.select_related("registration__tournament__club").filter(event=event).first()
    )
    if row is None:
        return 0
    registration, rows = _lock(row.registration)
    return _promote(registration, rows[event.pk])


def notify_cancelled(*, tournament: Tournament) -> int:
    """Queue an e-mail to everybody signed up for a cancelled tournament; return their number."""
    sign_ups = SignUp.objects.filter(registration__tournament=tournament, places__status__in=ACTIVE)
    rows = list(sign_ups.exclude(email="").distinct())
    for row in rows:
        _mail(row, CANCELLED)
    return len(rows)


def forget_due(*, now: datetime) -> int:
    """Delete the details of sign-ups of tournaments that began `keep_days` days ago; return their number."""
    due = Registration.objects.filter(sign_ups__forgotten_at=None, sign_ups__isnull=False).distinct()
    rows = [
        row
        for row in due.select_related("tournament")
        if row.tournament.starts_at + timedelta(days=row.keep_days) <= now
    ]
    return sum(_forget(row, now) for row in rows)


@transaction.atomic
def _forget(registration: Registration, now: datetime) -> int:
    """Delete e-mail addresses, and all details of people without an account who did not enter."""
    registration, _rows = _lock(registration)
    remaining = SignUp.objects.filter(registration=registration, forgotten_at=None)
    claimed = Q(player__isnull=False) | Q(places__player__isnull=False)
    claimed_keys = list(remaining.filter(claimed).values_list("pk", flat=True).distinct())
    count = remaining.filter(pk__in=claimed_keys).update(email="", forgotten_at=now)
    unclaimed_keys = list(remaining.values_list("pk", flat=True))
    EventSignUp.objects.filter(sign_up__in=unclaimed_keys).update(**FORGOTTEN_PLACE)
    return count + remaining.filter(pk__in=unclaimed_keys).update(**FORGOTTEN_DETAILS, forgotten_at=now)


def anonymise_player(*, former_names: Mapping[int, str], placeholder: str) -> None:
    """Delete the details of a person from sign-ups: their own, and where they are a partner or in a team."""
    keys, names = list(former_names), set(former_names.values())
    accounts = Q(player__in=keys) | Q(places__player__in=keys)
    own = list(SignUp.objects.filter(accounts).values_list("pk", flat=True).distinct())
    pairs = Q(player__first__in=keys) | Q(player__second__in=keys)
    for place in EventSignUp.objects.filter(pairs).select_related("sign_up"):
        if place.partner in names:
            EventSignUp.objects.filter(pk=place.pk).update(partner=placeholder)
        else:
            own.append(place.sign_up_id)
    EventSignUp.objects.filter(
        event__event__entries__members__player__in=keys, player=F("event__event__entries__player")
    ).update(members="")
    details = {**FORGOTTEN_DETAILS, "name": placeholder, "forgotten_at": timezone.now()}
    SignUp.objects.filter(pk__in=own).update(**details)


def detach_account(*, user: User) -> None:
    """Delete address and account from the sign-ups of an account that is being closed."""
    SignUp.objects.filter(user=user).update(user=None, email="")


def deliver(payload: dict[str, Any]) -> None:
    """E-mail the status of a sign-up. Outbox handler of "mail_sign_up", outside any transaction."""
    rows = SignUp.objects.select_related("registration__tournament__club")
    row = rows.filter(pk=payload["sign_up"]).exclude(email="").first()
    token = queries.get_token(row) if row is not None else ""
    if row is None or not token:
        return
    with override(row.language):
        title, text = _compose_mail(row, str(payload["what"]), token)
    try:
        send_mail(title, text, settings.DEFAULT_FROM_EMAIL, [row.email])
    except SMTPRecipientsRefused as refused:
        codes = sorted({code for code, _ in refused.recipients.values()})
        raise OSError(f"The mail server refuses the address: {codes}") from None


def _compose_mail(row: SignUp, what: str, token: str) -> tuple[str, str]:
    """Return subject and text of an e-mail. What people typed is not in it: it may go to anybody."""
    tournament = row.registration.tournament
    titles = {
        RECEIVED: gettext("Sign-up for %(tournament)s"),
        CHANGED: gettext("Your sign-up for %(tournament)s has changed"),
        CANCELLED: gettext("%(tournament)s is cancelled"),
    }
    title = titles[what] % {"tournament": " ".join(tournament.name.split())}
    lines = [f"{place.event.name}: {describe_status(place)}" for place in queries.list_places_of(row)]
    text = gettext("%(tournament)s, %(club)s, %(day)s") % {
        "tournament": tournament.name,
        "club": tournament.club.name,
        "day": timezone.localdate(tournament.starts_at).isoformat(),
    }
    parts = [title, text, "\n".join(lines), gettext("Reference: %(code)s") % {"code": row.reference}]
    if row.registration.page_prefix:
        link = f"{row.registration.page_prefix}{token}/"
        parts.append(gettext("See or change your sign-up, or withdraw:\n%(link)s") % {"link": link})
    return title, "\n\n".join(parts) + "\n"


def describe_status(place: queries.Place) -> str:
    """Return the status of a sign-up as a text, with its position on the waiting list."""
    if place.is_entered:
        return gettext("entered")
    if place.position:
        return gettext("on the waiting list, position %(position)s") % {"position": place.position}
    return str(SignUpStatus(place.row.status).label)


def _lock(registration: Registration) -> tuple[Registration, dict[int, RegistrationEvent]]:
    """Return the registration and its events, by event key, under the lock of the tournament."""
    events = lock_tournament(registration.tournament_id)
    rows = Registration.objects.select_for_update(of=("self",))
    locked = rows.select_related("tournament__club", "tournament__desk").get(pk=registration.pk)
    event_rows = {row.event_id: row for row in locked.events.all()}
    for key, row in event_rows.items():
        row.event = events[key]
    return locked, event_rows


def _lock_own(token: str) -> tuple[SignUp, dict[int, RegistrationEvent]]:
    row = queries.get_by_token(token)
    if row is None:
        raise Refusal("sign_up_unknown")
    registration, rows = _lock(row.registration)
    locked = SignUp.objects.select_for_update(of=("self",)).get(pk=row.pk)
    locked.registration = registration
    return locked, rows


def _check_open(registration: Registration) -> None:
    tournament = registration.tournament
    must_be_open(tournament.club)
    must_be_active(tournament)
    state = queries.get_state(registration, timezone.now())
    if state != queries.OPEN:
        code = "registration_not_open" if state == queries.EARLY else "registration_closed"
        raise Refusal(code, name=tournament.name)


def _set_details(row: SignUp, details: SignUpDetails) -> None:
    row.name = _check_name(details.name)
    row.country, row.club, row.rating = details.country, details.club, details.rating
    row.email, row.is_public = details.email, details.is_public
    # Somebody may also sign up a friend: only the account's own name stands for its player.
    own_player = getattr(row.user, "player", None)
    is_own = own_player is not None and folded(own_player.full_name) == folded(row.name)
    row.player = own_player if is_own else None


def _check_name(name: str) -> str:
    if NOT_IN_NAMES & set(name.strip()):
        raise Refusal("sign_up_slash")
    return normalise_name(name)


def _add_place(row: SignUp, event_row: RegistrationEvent | None, choice: EventChoice) -> None:
    if event_row is None or not queries.is_event_open(event_row):
        name = event_row.event.name if event_row is not None else row.registration.tournament.name
        raise Refusal("registration_closed", name=name)
    _check_not_signed_up(row, event_row)
    place = EventSignUp(sign_up=row, event=event_row)
    _set_entrant(place, choice)
    if row.registration.approval == Approval.DESK:
        place.status = SignUpStatus.PENDING
    else:
        place.status = _free_or_waiting(row.registration, event_row)
    place.order = _next_order(event_row)
    place.save()


def _set_entrant(place: EventSignUp, choice: EventChoice) -> None:
    """Set partner or team, as the event requires."""
    event, name = place.event.event, place.sign_up.name
    place.partner = place.team = place.members = ""
    if event.takes == Takes.TEAMS:
        members = [_check_name(each) for each in choice.members if each.strip()]
        if "," in "".join(members) or not choice.team.strip() or teams_text.fault_of(members):
            raise Refusal("sign_up_team_wrong", event=event.name)
        place.team, place.members = _check_name(choice.team), "\n".join(members)
        return
    if choice.partner.strip() and event.takes != Takes.PLAYERS:
        place.partner = _check_name(choice.partner)
    is_pair = bool(place.partner) and folded(place.partner) != folded(name)
    if (event.takes == Takes.PAIRS and not is_pair) or (place.partner and not is_pair):
        raise Refusal("sign_up_partner_missing", event=event.name)


def _check_not_signed_up(row: SignUp, event_row: RegistrationEvent) -> None:
    """Raise `already_signed_up` for a player, or a name with the same address, that is active there."""
    active = event_row.places.filter(status__in=ACTIVE).exclude(sign_up=row.pk).select_related("sign_up")
    is_known = Q(sign_up__player=row.player) if row.player is not None else Q(pk__in=[])
    if row.email:
        is_known |= Q(sign_up__email__iexact=row.email)
    for other in active.filter(is_known):
        if folded(other.sign_up.name) == folded(row.name):
            raise Refusal("already_signed_up", name=row.name, event=event_row.event.name)


def _free_or_waiting(registration: Registration, row: RegistrationEvent) -> SignUpStatus:
    """Return the status of an approved sign-up. Raises `registration_full` without a waiting list."""
    waiting = row.places.filter(status=SignUpStatus.WAITING, is_deferred=False)
    if row.capacity is None or (queries.count_taken(row) < row.capacity and not waiting.exists()):
        return SignUpStatus.CONFIRMED
    if not registration.has_waiting_list:
        raise Refusal("registration_full", event=row.event.name)
    return SignUpStatus.WAITING


def _next_order(row: RegistrationEvent) -> int:
    return (row.places.aggregate(last=Max("order"))["last"] or 0) + 1


def _promote(registration: Registration, row: RegistrationEvent) -> int:
    """Confirm the first of the waiting list while there are places; return how many."""
    tournament = registration.tournament
    if tournament.cancelled_at or tournament.archived_at or not queries.is_event_promoting(row):
        return 0
    waiting = row.places.filter(status=SignUpStatus.WAITING, is_deferred=False)
    places = list(waiting.select_related("sign_up").order_by("order"))
    if places and row.capacity is not None:
        places = places[: max(0, row.capacity - queries.count_taken(row))]
    for place in places:
        _set_status(place, SignUpStatus.CONFIRMED)
        _mail(place.sign_up, CHANGED)
    return len(places)


def _set_status(place: EventSignUp, status: SignUpStatus, *, is_deferred: bool = False) -> None:
    """Change the status of a sign-up that is not entered. Raises `sign_up_entered`."""
    if _is_entered(place):
        raise Refusal("sign_up_entered", name=place.sign_up.name)
    place.status, place.is_deferred, place.player = status, is_deferred, None
    place.save(update_fields=["status", "is_deferred", "player", "order", "changed_at"])


def _is_entered(place: EventSignUp) -> bool:
    if place.player_id is None:
        return False
    return Entry.objects.filter(event=place.event.event_id, player=place.player_id).exists()


def _approve(registration: Registration, place: EventSignUp) -> bool:
    if place.status == SignUpStatus.CONFIRMED:
        return False
    if place.status == SignUpStatus.WAITING:
        # The desk may choose whom it takes from the waiting list, but not above the capacity.
        if place.event.capacity is not None and queries.count_taken(place.event) >= place.event.capacity:
            raise Refusal("registration_full", event=place.event.event.name)
        _set_status(place, SignUpStatus.CONFIRMED)
        return True
    status = _free_or_waiting(registration, place.event)
    if place.status != SignUpStatus.PENDING:
        place.order = _next_order(place.event)
    _set_status(place, status)
    return True


def _decline(_registration: Registration, place: EventSignUp) -> bool:
    return _leave(place, SignUpStatus.DECLINED)


def _withdraw(_registration: Registration, place: EventSignUp) -> bool:
    return _leave(place, SignUpStatus.WITHDRAWN)


def _leave(place: EventSignUp, status: SignUpStatus) -> bool:
    if place.status not in ACTIVE:
        return False
    _set_status(place, status)
    return True


def _move_to_waiting_list(_registration: Registration, place: EventSignUp) -> bool:
    """Put a sign-up at the end of the waiting list, where it stays until the desk approves it."""
    if place.status == SignUpStatus.WAITING:
        return False
    place.order = _next_order(place.event)
    _set_status(place, SignUpStatus.WAITING, is_deferred=True)
    return True


STATUS_ACTIONS: Mapping[str, Callable[[Registration, EventSignUp], bool]] = {
    "approve": _approve,
    "decline": _decline,
    "wait": _move_to_waiting_list,
    "withdraw": _withdraw,
}


def _places(rows: Any) -> list[EventSignUp]:
    return list(
        rows.select_related("sign_up__player__person__face", "event__event").order_by("event", "order")
    )


def _chosen_places(registration: Registration, keys: Sequence[int]) -> list[EventSignUp]:
    """Return these sign-ups of a registration. Raises `sign_up_unknown`."""
    rows = _places(EventSignUp.objects.filter(event__registration=registration, pk__in=keys))
    if len(rows) < len(set(keys)):
        raise Refusal("sign_up_unknown")
    return rows


def _confirmed_places(registration: Registration) -> list[EventSignUp]:
    confirmed = EventSignUp.objects.filter(event__registration=registration, status=SignUpStatus.CONFIRMED)
    return _places(confirmed.exclude(sign_up__name=""))


def _update(row: SignUp, details: SignUpDetails, choices: Sequence[EventChoice]) -> SignUp:
    if row.forgotten_at is not None:
        raise Refusal("sign_up_forgotten")
    places = {place.event.event_id: place for place in _places(row.places.all())}
    entered = {key for key, place in places.items() if _is_entered(place)}
    previous_name = row.name
    _set_details(row, details)
    if entered and row.name != previous_name:
        raise Refusal("sign_up_entered", name=previous_name)
    row.save()
    for choice in choices:
        place = places.get(choice.event)
        if place is None or choice.event in entered:
            continue
        place.sign_up = row
        _set_entrant(place, choice)
        place.save(update_fields=["partner", "team", "members", "changed_at"])
    _publish(row.registration)
    return row


def _enter_players(event: Event, places: Sequence[EventSignUp], by: User) -> None:
    """Enter players and pairs as one command; those in the event already are only noted."""
    persons = _get_persons(event, places, by)
    entrants = {
        place.pk: players.get_or_create_pair(one=persons[place.pk][0], other=persons[place.pk][1])
        if place.partner
        else persons[place.pk][0]
        for place in places
    }
    seen: dict[int, EventSignUp] = {}
    for place in places:
        other = seen.setdefault(entrants[place.pk].pk, place)
        if other is not place:
            raise Refusal("sign_up_same_person", name=queries.entry_name(place), event=event.name)
    existing = event_entries(event)
    new_places = []
    for place in places:
        entry = next((each for each in existing if each.player.is_one_with(entrants[place.pk])), None)
        place.player = entry.player if entry is not None else entrants[place.pk]
        if entry is None:
            new_places.append(place)
    if new_places:
        entries.enter_players(
            event=event,
            players=[entrants[place.pk] for place in new_places],
            about=[_particulars(place.sign_up) for place in new_places],
            by=by,
            key=_command_key(event, new_places),
        )
    _save_players(places)


def _enter_teams(event: Event, places: Sequence[EventSignUp], by: User) -> None:
    """Enter teams as one command; the first player named is the captain."""
    existing = {folded(entry.player.full_name): entry.player for entry in event_entries(event)}
    new_places = []
    for place in places:
        place.player = existing.get(folded(place.team))
        if place.player is None:
            new_places.append(place)
    if new_places:
        lines = [f"{place.team}: {', '.join(place.members.splitlines())}" for place in new_places]
        line = teams.enter_teams(
            event=event, text="\n".join(lines), by=by, key=_command_key(event, new_places)
        )
        players_by_number = {entry.number: entry.player for entry in event_entries(event)}
        for place, item in zip(new_places, line.payload["entries"], strict=True):
            place.player = players_by_number[item["entry"]]
    _save_players(places)


def _get_persons(event: Event, places: Sequence[EventSignUp], by: User) -> dict[int, list[Player]]:
    """Return the players of each sign-up: that of an account, or the club's player of the name."""
    named = [(place, name) for place in places for name in _names_without_account(place)]
    found_players = entries.get_or_create_persons(event=event, names=[name for _, name in named], by=by)
    persons: dict[int, list[Player]] = {place.pk: [] for place in places}
    for place in places:
        if place.sign_up.player is not None:
            player = place.sign_up.player
            canonical = player if player.person is None else player.person.face
            persons[place.pk].append(canonical)
            if not Membership.objects.filter(club=event.tournament.club_id, player=canonical).exists():
                Membership.objects.create(club=event.tournament.club, player=canonical)
    for (place, _name), player in zip(named, found_players, strict=True):
        persons[place.pk].append(player)
    return persons


def _names_without_account(place: EventSignUp) -> list[str]:
    names = [] if place.sign_up.player is not None else [place.sign_up.name]
    return [*names, *([place.partner] if place.partner else [])]


def _particulars(row: SignUp) -> Particulars:
    return Particulars(club=row.club, country=row.country, rating=row.rating)


def _command_key(event: Event, places: Iterable[EventSignUp]) -> str:
    """Return a key that is new after an undo, as the event's version has grown then."""
    return f"sign-ups-{event.version}-{min(place.pk for place in places)}"


def _save_players(places: Sequence[EventSignUp]) -> None:
    for place in places:
        place.save(update_fields=["player", "changed_at"])


def _mail(row: SignUp, what: str) -> None:
    if row.email and settings.HAS_MAIL:
        outbox.post_message(kind=MAIL, payload={"sign_up": row.pk, "what": what})


def _publish(registration: Registration) -> None:
    """Notify the open pages of the tournament."""
    club = registration.tournament.club_id
    live.publish(topic=f"club:{club}", kind="club", data={"club": club})
