"""Services of sign-ups: sign up, change and withdraw, by the personal link or at the desk."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.actors import Identity, require_actor
from matches.models import User
from matches.names import fold_name
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments.models import Takes
from tournaments.name_lists.details import SIGN_UP_LABELS, EntryDetails
from tournaments.permissions import must_be_active, must_be_open, must_direct
from tournaments.play.entrants.queries.namesakes import are_details_of_one
from tournaments.play.teams import teams_text
from tournaments.registration.models import (
    ACTIVE,
    USUAL,
    Approval,
    EventSignUp,
    Registration,
    RegistrationEvent,
    SignUp,
    SignUpStatus,
)
from tournaments.registration.queries import personal_links, places_left, sign_up_lists
from tournaments.registration.queries.duplicates import find_known_names
from tournaments.registration.queries.unclear_names import find_named_player
from tournaments.registration.services.event_prices import set_price
from tournaments.registration.services.mail import CHANGED, RECEIVED, queue_mail
from tournaments.registration.services.questions import write_answers
from tournaments.registration.services.sign_up_status import (
    announce_status,
    check_entrant_is_new,
    is_entered,
    load_places,
    lock_registration,
    log_desk_action,
    publish_change,
    set_status,
)
from tournaments.registration.services.waiting_list import get_free_status, get_next_order, promote

MOST_SIGN_UPS = 3000
# These separate names in pairs and in lists of teams.
FORBIDDEN_IN_NAMES = frozenset("/:;\n\r\t")


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpDetails(EntryDetails):
    """The details a person gives about themselves; of an entry those in `SIGN_UP_LABELS`.

    `distinction` is what the desk adds to tell two people of one name apart; None leaves it unchanged.
    `answers` are those to the questions of the registration, by key; None leaves them unchanged. With
    `is_another` a new sign-up is of another person than the one of its name.
    """

    name: str
    email: str = ""
    is_public: bool = False
    wants_messages: bool = False
    distinction: str | None = None
    is_another: bool = False
    answers: Mapping[int, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChoice:
    """An event one signs up for, by key: with a partner, or as a team with its members.

    `category` is that of the fee (see `EventPrice`); None for the usual one, or as it is in a change.
    """

    event: int
    partner: str = ""
    team: str = ""
    members: Sequence[str] = field(default_factory=tuple)
    category: str | None = None


@transaction.atomic
def sign_up(
    *,
    registration: Registration,
    details: SignUpDetails,
    choices: Sequence[EventChoice],
    identity: Identity,
    language: str = "en",
    key: str = "",
    own_references: Collection[str] = (),
) -> SignUp:
    """Sign a person up for events; each is confirmed, put on the waiting list, or waits for approval.

    Idempotent by `key`. Events of somebody whom the same account has signed up are added to that sign-up. A
    name that is listed, or has one of `own_references` (of the same device), needs `is_another`.
    Raises `registration_closed`, `registration_not_open`, `registration_full`, `already_signed_up`,
    `pair_signed_up`, `team_signed_up`, `sign_ups_none`, `sign_up_name_known`, `sign_up_slash`,
    `registration_many`, and as `_set_entrant`, `set_price` and `write_answers`.
    """
    require_actor(identity)
    registration, rows = lock_registration(registration)
    existing = sign_up_lists.get_by_key(registration, key)
    if existing is not None and _is_same_request(existing, details, choices):
        return existing
    # A form whose key was used, filled in again for another person.
    key = "" if existing is not None else key
    _check_choices(registration, choices)
    earlier = _find_earlier_sign_up(registration, identity, details, choices)
    if earlier is not None:
        return _join_sign_up(earlier, rows, details, choices, key)
    if registration.sign_ups.count() >= MOST_SIGN_UPS:
        raise Refusal("registration_many", most=MOST_SIGN_UPS)
    new_sign_up = _build_sign_up(registration, identity, language, key)
    _set_details(new_sign_up, details)
    new_sign_up.save()
    _check_name_is_new(new_sign_up, details, choices, own_references)
    _add_places(new_sign_up, rows, choices)
    write_answers(sign_up=new_sign_up, answers=details.answers or {}, requires_all=True)
    queue_mail(new_sign_up, RECEIVED)
    publish_change(registration)
    return new_sign_up


@transaction.atomic
def add_events(
    *, token: str, choices: Sequence[EventChoice], answers: Mapping[int, str], identity: Identity
) -> SignUp:
    """Sign up for more events by the personal link, with the answers to the questions about them.

    Each is confirmed, put on the waiting list, or waits for approval, as in a new sign-up. Events that the
    person is signed up for, as after a button pressed twice, stay as they are.
    Raises `sign_up_unknown`, `sign_up_forgotten`, `event_left` for an event from which the person has
    withdrawn or was declined, and as `sign_up`.
    """
    require_actor(identity)
    row, rows = _lock_own(token)
    if row.forgotten_at is not None:
        raise Refusal("sign_up_forgotten")
    _check_open(row.registration)
    if not choices:
        raise Refusal("sign_ups_none")
    places = {place.event.event_id: place for place in load_places(row.places.all())}
    left_place = next(
        (places[choice.event] for choice in choices if _has_ended(places.get(choice.event))), None
    )
    if left_place is not None:
        raise Refusal("event_left", event=left_place.event.event.name)
    new_choices = [choice for choice in choices if choice.event not in places]
    if not new_choices:
        return row
    _add_places(row, rows, new_choices)
    new_events = [choice.event for choice in new_choices]
    write_answers(sign_up=row, answers=answers, requires_all=True, events=new_events)
    queue_mail(row, CHANGED)
    publish_change(row.registration)
    return row


@transaction.atomic
def update_own(
    *, token: str, details: SignUpDetails, choices: Sequence[EventChoice], identity: Identity
) -> SignUp:
    """Change the details of a sign-up by its personal link; `choices` are partners and teams by event.

    Raises `sign_up_unknown`, `sign_up_forgotten`, `sign_up_entered` for a name that is entered already,
    `pair_signed_up` or `team_signed_up` for a pair or team that has another registration, and
    `category_of_desk` for another category of the fee; and as `write_answers`.
    """
    require_actor(identity)
    row, _rows = _lock_own(token)
    categories = dict(row.places.values_list("event__event", "category"))
    if any(choice.category not in (None, categories.get(choice.event)) for choice in choices):
        raise Refusal("category_of_desk")
    return _update_details(row, details, choices, requires_answers=True)


@transaction.atomic
def withdraw_own(*, token: str, events: Sequence[int] | None, identity: Identity) -> SignUp:
    """Withdraw from events (by key), or from all (None), by the personal link; the next one is promoted.

    Raises `sign_up_unknown`, and `sign_up_entered` for an event one is entered in.
    """
    require_actor(identity)
    row, rows = _lock_own(token)
    active_places = [
        place
        for place in load_places(row.places.filter(status__in=ACTIVE))
        if events is None or place.event.event_id in events
    ]
    for place in active_places:
        set_status(place, SignUpStatus.WITHDRAWN)
    for place in active_places:
        promote(row.registration, rows[place.event.event_id])
    if active_places:
        queue_mail(row, CHANGED)
        publish_change(row.registration)
    return row


@transaction.atomic
def return_own(*, token: str, event: int, identity: Identity) -> SignUp:
    """Sign up again for an event (by key) from which one has withdrawn by the personal link.

    The price stays, and what was paid; the place is a new one, or the last one of the waiting list. Somebody
    who has come back already, as after a button pressed twice, stays so. Raises `sign_up_unknown`,
    `sign_up_forgotten`, `event_left` after the desk has declined it, `sign_up_entered` after the desk has
    withdrawn the entry, `registration_closed`, `registration_not_open`, `registration_full`,
    `already_signed_up`, `pair_signed_up` and `team_signed_up`.
    """
    require_actor(identity)
    row, rows = _lock_own(token)
    if row.forgotten_at is not None:
        raise Refusal("sign_up_forgotten")
    place = next(iter(load_places(row.places.filter(event__event=event))), None)
    if place is None:
        raise Refusal("sign_up_unknown")
    if place.status in ACTIVE and not is_entered(place):
        return row
    _check_open(row.registration)
    event_row = rows[event]
    if not places_left.is_event_open(event_row):
        raise Refusal("registration_closed", name=event_row.event.name)
    if place.status == SignUpStatus.DECLINED:
        raise Refusal("event_left", event=event_row.event.name)
    place.sign_up = row
    _check_not_signed_up(row, event_row)
    check_entrant_is_new(place)
    is_approved_by_desk = row.registration.approval == Approval.DESK
    status = SignUpStatus.PENDING if is_approved_by_desk else get_free_status(row.registration, event_row)
    place.order = get_next_order(event_row)
    set_status(place, status)
    queue_mail(row, CHANGED)
    publish_change(row.registration)
    return row


@transaction.atomic
def update_sign_up(
    *, sign_up: SignUp, details: SignUpDetails, choices: Sequence[EventChoice], by: User
) -> SignUp:
    """Correct the details of a sign-up at the desk. Raises as `update_own`, and `price_not_offered`.

    Another category of the fee has the price that it had when the person signed up. Answers are not required.

    The code of a club player after the name, "Anna Bianchi (a1b2c3d4)", says that the sign-up is for them.
    """
    must_direct(by, sign_up.registration.tournament)
    registration, _rows = lock_registration(sign_up.registration)
    row = SignUp.objects.select_for_update(of=("self",)).get(pk=sign_up.pk)
    row.registration = registration
    player = find_named_player(details.name, registration.tournament.club_id)
    if player is not None:
        details = replace(details, name=player.full_name)
        row.player = row.player if any(map(is_entered, row.places.all())) else player
    row = _update_details(row, details, choices, requires_answers=False)
    log_desk_action(
        registration=registration, kind="sign_ups_changed", places=load_places(row.places.all()), by=by
    )
    return row


def _is_same_request(existing: SignUp, details: SignUpDetails, choices: Sequence[EventChoice]) -> bool:
    places = set(existing.places.values_list("event__event", "category"))
    is_same_person = fold_name(existing.name) == fold_name(details.name)
    # The sign-up may have more events, to which those of this request were added.
    return is_same_person and places >= {(choice.event, choice.category or USUAL) for choice in choices}


def _find_earlier_sign_up(
    registration: Registration, identity: Identity, details: SignUpDetails, choices: Sequence[EventChoice]
) -> SignUp | None:
    """Return the sign-up of this person by the same account, to which the events can be added; else None.

    An e-mail address does not prove whose sign-up it is, as anybody can type it.
    """
    earlier = sign_up_lists.find_own_sign_up(registration, identity.user, details.name)
    if earlier is None or not are_details_of_one(earlier, details):
        return None
    events = set(earlier.places.values_list("event__event", flat=True))
    if events & {choice.event for choice in choices} or not earlier.places.filter(status__in=ACTIVE).exists():
        return None
    locked = SignUp.objects.select_for_update(of=("self",)).get(pk=earlier.pk)
    locked.registration = registration
    return locked


def _join_sign_up(
    row: SignUp,
    rows: Mapping[int, RegistrationEvent],
    details: SignUpDetails,
    choices: Sequence[EventChoice],
    key: str,
) -> SignUp:
    """Add events to a sign-up of the same person; details that are not given again stay."""
    details_to_keep = {
        name: getattr(details, name) or getattr(row, name) for name in ("country", "club", "rating", "email")
    }
    _set_details(row, replace(details, name=row.name, **details_to_keep))
    row.key = key or row.key
    row.save()
    _add_places(row, rows, choices)
    write_answers(sign_up=row, answers=details.answers or {}, requires_all=True)
    queue_mail(row, CHANGED)
    publish_change(row.registration)
    return row


def _check_name_is_new(
    row: SignUp, details: SignUpDetails, choices: Sequence[EventChoice], own_references: Collection[str]
) -> None:
    """Raise `sign_up_name_known` if the name of a new sign-up may be that of an earlier one for an event."""
    if details.is_another:
        return
    known_places = find_known_names(row, [choice.event for choice in choices], own_references)
    if known_places:
        raise Refusal("sign_up_name_known", name=row.name, event=known_places[0].event.event.name)


def _has_ended(place: EventSignUp | None) -> bool:
    return place is not None and place.status not in ACTIVE


def _build_sign_up(registration: Registration, identity: Identity, language: str, key: str) -> SignUp:
    """Return a sign-up without details, with a link of its own; it is not saved."""
    nonce = secrets.token_hex(16)
    return SignUp(
        registration=registration,
        user=identity.user,
        language=language,
        late_fee=registration.late_fee,
        late_from=registration.late_from,
        nonce=nonce,
        token_hash=personal_links.hash_token(personal_links.derive_token(nonce)),
        key=key,
    )


def _lock_own(token: str) -> tuple[SignUp, dict[int, RegistrationEvent]]:
    row = personal_links.get_by_token(token)
    if row is None:
        raise Refusal("sign_up_unknown")
    registration, rows = lock_registration(row.registration)
    locked = SignUp.objects.select_for_update(of=("self",)).get(pk=row.pk)
    locked.registration = registration
    return locked, rows


def _check_open(registration: Registration) -> None:
    tournament = registration.tournament
    must_be_open(tournament.club)
    must_be_active(tournament)
    state = places_left.get_state(registration, timezone.now())
    if state != places_left.OPEN:
        code = "registration_not_open" if state == places_left.EARLY else "registration_closed"
        raise Refusal(code, name=tournament.name)


def _check_choices(registration: Registration, choices: Sequence[EventChoice]) -> None:
    _check_open(registration)
    if not choices:
        raise Refusal("sign_ups_none")


def _set_details(row: SignUp, details: SignUpDetails) -> None:
    row.name = _check_name(details.name)
    for name in SIGN_UP_LABELS:
        setattr(row, name, getattr(details, name))
    row.email, row.is_public = details.email, details.is_public
    row.wants_messages = details.wants_messages
    if details.distinction is not None:
        row.distinction = " ".join(details.distinction.split()).strip("() ")
    # An account may sign up a friend, so its player is only set if the name is the same; so is that of a
    # player whom the desk has chosen, who stays.
    candidates = (row.player, getattr(row.user, "player", None))
    row.player = next(
        (player for player in candidates if player and fold_name(player.full_name) == fold_name(row.name)),
        None,
    )


def _check_name(name: str) -> str:
    if FORBIDDEN_IN_NAMES & set(name.strip()):
        raise Refusal("sign_up_slash")
    return normalise_name(name)


def _add_places(row: SignUp, rows: Mapping[int, RegistrationEvent], choices: Sequence[EventChoice]) -> None:
    for choice in {choice.event: choice for choice in choices}.values():
        _add_place(row, rows.get(choice.event), choice)


def _add_place(row: SignUp, event_row: RegistrationEvent | None, choice: EventChoice) -> None:
    if event_row is None or not places_left.is_event_open(event_row):
        name = event_row.event.name if event_row is not None else row.registration.tournament.name
        raise Refusal("registration_closed", name=name)
    _check_not_signed_up(row, event_row)
    place = EventSignUp(sign_up=row, event=event_row)
    _set_entrant(place, choice)
    check_entrant_is_new(place)
    set_price(place=place, category=choice.category or USUAL, at=timezone.now())
    if row.registration.approval == Approval.DESK:
        place.status = SignUpStatus.PENDING
    else:
        place.status = get_free_status(row.registration, event_row)
    place.order = get_next_order(event_row)
    place.save()
    announce_status(place)


def _set_entrant(place: EventSignUp, choice: EventChoice) -> None:
    """Set partner or team, as the event requires."""
    event, name = place.event.event, place.sign_up.name
    place.partner = place.team = place.members = ""
    if event.takes == Takes.TEAMS:
        members = [_check_name(name) for name in choice.members if name.strip()]
        if "," in "".join(members) or not choice.team.strip() or teams_text.fault_of(members):
            raise Refusal("sign_up_team_wrong", event=event.name)
        place.team, place.members = _check_name(choice.team), "\n".join(members)
        return
    if choice.partner.strip() and event.takes != Takes.PLAYERS:
        place.partner = _check_name(choice.partner)
    if place.partner and fold_name(place.partner) == fold_name(name):
        raise Refusal("sign_up_partner_same", name=place.partner)
    if event.takes == Takes.PAIRS and not place.partner:
        raise Refusal("sign_up_partner_missing", event=event.name)


def _check_not_signed_up(row: SignUp, event_row: RegistrationEvent) -> None:
    """Raise `already_signed_up` if the same player, or the same name and e-mail address, is signed up."""
    active = event_row.places.filter(status__in=ACTIVE).exclude(sign_up=row.pk).select_related("sign_up")
    is_known = Q(sign_up__player=row.player) if row.player is not None else Q(pk__in=[])
    if row.email:
        is_known |= Q(sign_up__email__iexact=row.email)
    for other in active.filter(is_known):
        if fold_name(other.sign_up.name) == fold_name(row.name):
            raise Refusal("already_signed_up", name=row.name, event=event_row.event.name)


def _update_details(
    row: SignUp, details: SignUpDetails, choices: Sequence[EventChoice], *, requires_answers: bool
) -> SignUp:
    if row.forgotten_at is not None:
        raise Refusal("sign_up_forgotten")
    places = {place.event.event_id: place for place in load_places(row.places.all())}
    entered = {key for key, place in places.items() if is_entered(place)}
    previous_name = row.name
    _set_details(row, details)
    if entered and row.name != previous_name:
        raise Refusal("sign_up_entered", name=previous_name)
    row.save()
    write_answers(sign_up=row, answers=details.answers, requires_all=requires_answers)
    for choice in choices:
        place = places.get(choice.event)
        if place is not None and choice.category not in (None, place.category):
            set_price(place=place, category=choice.category or USUAL, at=row.created_at)
            place.save(update_fields=["category", "price", "announced_fee", "changed_at"])
        if place is None or choice.event in entered:
            continue
        before = (fold_name(previous_name), fold_name(place.partner), fold_name(place.team))
        place.sign_up = row
        _set_entrant(place, choice)
        if before != (fold_name(row.name), fold_name(place.partner), fold_name(place.team)):
            check_entrant_is_new(place)
        place.save(update_fields=["partner", "team", "members", "changed_at"])
    publish_change(row.registration)
    return row
