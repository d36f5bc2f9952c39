"""The service that enters confirmed sign-ups into their events, as players, pairs and teams."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction

from matches.models import Player, User
from matches.names import add_distinction, fold_name
from matches.queries.people import canonical_key, get_persons
from matches.services import players
from rules.errors import Refusal
from tournaments.known_ratings import get_entry_ratings
from tournaments.locks import lock_event
from tournaments.models import Entry, Event, Membership, Takes
from tournaments.name_lists.details import EntryDetails
from tournaments.name_lists.line_labels import NEW_PERSON
from tournaments.permissions import may_read_records, must_be_active, must_direct
from tournaments.play.entrants.queries.entries import event_entries
from tournaments.play.entrants.queries.namesakes import are_details_of_one
from tournaments.play.entries.services import entries
from tournaments.play.teams import services as teams
from tournaments.registration.models import (
    EventSignUp,
    Registration,
    SignUpStatus,
)
from tournaments.registration.queries import sign_up_lists, unclear_names
from tournaments.registration.queries.unclear_names import get_stated_details, is_chosen_by_desk
from tournaments.registration.services.sign_up_status import (
    get_places,
    is_entered,
    load_places,
    lock_registration,
    log_desk_action,
    publish_change,
)
from tournaments.signals import paid_sign_ups_entered


@dataclass(frozen=True, slots=True)
class EnteredSignUps:
    """How many sign-ups were entered, and those that were left out, each with the reason."""

    count: int
    left_out: tuple[tuple[EventSignUp, Refusal], ...]


class SignUpsRefusedError(Exception):
    """Some sign-ups cannot be entered, each with the reason; the others may be."""

    def __init__(self, left_out: Sequence[tuple[EventSignUp, Refusal]]) -> None:
        super().__init__(left_out[0][1].code)
        self.left_out = left_out


@transaction.atomic
def enter_sign_ups(
    *,
    registration: Registration,
    places: Sequence[int] | None,
    by: User,
    seen: Collection[int] | None = None,
    persons: Mapping[int, str] | None = None,
) -> EnteredSignUps:
    """Enter confirmed sign-ups, by key or all (None), into their events.

    There is one command for each event, which can be undone. Registrations entered already are skipped, and a
    player whom the desk has entered under the same name is not entered again. `seen` are the keys of those
    that were to be entered when the page was shown. `persons` say, by the key of a sign-up, which club player
    a name means that several have: a code, or "new".

    A sign-up is left out if several club players have its name (`sign_up_name_shared`), if nothing tells it
    from another (`sign_up_same_person`), or if the entry of the name is of another person
    (`sign_up_entered_from_elsewhere`). If all are, the first reason is raised. Raises `nothing_to_enter`,
    `sign_up_not_confirmed`, `sign_up_not_seen` for one that was confirmed since, and what entering players
    and teams raises.
    """
    must_direct(by, registration.tournament)
    registration, rows = lock_registration(registration)
    new_places = _load_places_to_enter(registration, places, seen)
    _set_chosen_persons(new_places, persons or {}, by)
    entered_places: list[EventSignUp] = []
    left_out: list[tuple[EventSignUp, Refusal]] = []
    for event_id in sorted({place.event.event_id for place in new_places}):
        event_places = [place for place in new_places if place.event.event_id == event_id]
        left_out_of_event = _enter_in_event(rows[event_id].event, event_places, by)
        left_out += left_out_of_event
        keys = {place.pk for place, _reason in left_out_of_event}
        entered_places += [place for place in event_places if place.pk not in keys]
    if not entered_places:
        raise left_out[0][1]
    publish_change(registration)
    log_desk_action(registration=registration, kind="sign_ups_entered", places=entered_places, by=by)
    return EnteredSignUps(len(entered_places), tuple(left_out))


def _enter_in_event(
    event: Event, places: Sequence[EventSignUp], by: User
) -> list[tuple[EventSignUp, Refusal]]:
    """Enter these sign-ups into their event; return those that are left out, with the reason."""
    event = lock_event(event)
    must_be_active(event)
    left_out = _enter_possible_places(event, places, by)
    keys = {place.pk for place, _reason in left_out}
    if any(place.paid_at is not None for place in places if place.pk not in keys):
        paid_sign_ups_entered.send(sender=Event, event=event, by=by)
    return left_out


def _load_places_to_enter(
    registration: Registration, places: Sequence[int] | None, seen: Collection[int] | None
) -> list[EventSignUp]:
    """Return the sign-ups to enter. Raises as `enter_sign_ups` if one may not be entered."""
    selected_places = (
        _load_confirmed_places(registration) if places is None else get_places(registration, places)
    )
    unconfirmed = next((place for place in selected_places if place.status != SignUpStatus.CONFIRMED), None)
    if unconfirmed is not None:
        raise Refusal("sign_up_not_confirmed", name=unconfirmed.sign_up.name)
    new_places = [place for place in selected_places if not is_entered(place)]
    if not new_places:
        raise Refusal("nothing_to_enter")
    unseen = [place for place in new_places if seen is not None and place.pk not in seen]
    if unseen:
        raise Refusal("sign_up_not_seen", "", names=", ".join(place.sign_up.name for place in unseen[:8]))
    return new_places


def _set_chosen_persons(places: Sequence[EventSignUp], persons: Mapping[int, str], by: User) -> None:
    """Save whom the desk has chosen for names that several club players have.

    A choice that is no member of the name, and one for a name that is clear, has no effect.
    """
    with_records = may_read_records(by, places[0].event.registration.tournament.club)
    unclear = unclear_names.find_unclear_names(places, with_records=with_records)
    for place in places:
        name, person = unclear.get(place.pk), persons.get(place.pk, "")
        if name is None or not person:
            continue
        event, sign_up = place.event.event, place.sign_up
        if person == NEW_PERSON:
            player: Player | None = entries.create_person(event=event, name=name.name, by=by)
        else:
            chosen = Player.objects.filter(pk__in=name.members, code=person)
            player = chosen.select_related("person__face").first()
        if player is None:
            continue
        if name.is_partner:
            place.partner = add_distinction(name.name, player.code)
            place.save(update_fields=["partner", "changed_at"])
            continue
        # The sign-up may be for several events, of each of which it is loaded once.
        for other in places:
            if other.sign_up_id == sign_up.pk:
                other.sign_up.player = player
        sign_up.save(update_fields=["player"])


def _enter_possible_places(
    event: Event, places: Sequence[EventSignUp], by: User
) -> list[tuple[EventSignUp, Refusal]]:
    """Enter the sign-ups of an event that can be entered; return the others, each with the reason."""
    enter_places = _enter_teams if event.takes == Takes.TEAMS else _enter_players
    left_out: list[tuple[EventSignUp, Refusal]] = []
    remaining = list(places)
    while remaining:
        try:
            with transaction.atomic():
                enter_places(event, remaining, by)
            break
        except SignUpsRefusedError as error:
            left_out += error.left_out
            excluded = [place for place, _refusal in error.left_out]
            remaining = [place for place in remaining if place not in excluded]
    return left_out


def list_places_to_enter(registration: Registration) -> list[EventSignUp]:
    """Return the sign-ups that entering all of them would enter now."""
    return [place for place in _load_confirmed_places(registration) if not is_entered(place)]


def _load_confirmed_places(registration: Registration) -> list[EventSignUp]:
    confirmed = EventSignUp.objects.filter(event__registration=registration, status=SignUpStatus.CONFIRMED)
    return load_places(confirmed.exclude(sign_up__name=""))


def _enter_players(event: Event, places: Sequence[EventSignUp], by: User) -> None:
    """Enter players and pairs as one command; those in the event already are only linked."""
    with_records = may_read_records(by, places[0].event.registration.tournament.club)
    unclear = unclear_names.find_unclear_names(places, with_records=with_records)
    if unclear:
        # All at once: without one of them, another of the name would seem to be clear.
        raise SignUpsRefusedError(
            [(place, unclear[place.pk].make_refusal()) for place in places if place.pk in unclear]
        )
    known_names = _list_known_names(event)
    persons = _get_persons(event, places, by)
    entrants = {
        place.pk: players.get_or_create_pair(one=persons[place.pk][0], other=persons[place.pk][1])
        if place.partner
        else persons[place.pk][0]
        for place in places
    }
    existing = event_entries(event)
    new_places = []
    for place in places:
        namesakes = [
            entry for entry in existing if _may_be_entered_as(entrants[place.pk], entry.player, known_names)
        ]
        entry = _find_entry(namesakes, entrants[place.pk], place)
        place.player = entry.player if entry is not None else entrants[place.pk]
        if entry is None:
            new_places.append(place)
    _check_one_sign_up_each(event, places)
    if new_places:
        entries.enter_players(
            event=event,
            players=[entrants[place.pk] for place in new_places],
            about=_list_details(new_places, persons),
            by=by,
            key=_make_command_key(event, new_places),
        )
    _save_players(places)


def _enter_teams(event: Event, places: Sequence[EventSignUp], by: User) -> None:
    """Enter teams as one command; the first player named is the captain."""
    existing = {fold_name(entry.player.full_name): entry.player for entry in event_entries(event)}
    new_places = []
    for place in places:
        place.player = existing.get(fold_name(place.team))
        if place.player is None:
            new_places.append(place)
    _check_one_sign_up_each(event, places)
    if new_places:
        lines = [f"{place.team}: {', '.join(place.members.splitlines())}" for place in new_places]
        line = teams.enter_teams(
            event=event, text="\n".join(lines), by=by, key=_make_command_key(event, new_places)
        )
        players_by_number = {entry.number: entry.player for entry in event_entries(event)}
        for place, new_entry in zip(new_places, line.new_entries, strict=True):
            place.player = players_by_number[new_entry.entry]
    _save_players(places)


def _list_known_names(event: Event) -> Mapping[int, str]:
    """Return the folded names of the people of the club, by canonical player. One query."""
    rows = Membership.objects.filter(club=event.tournament.club_id, player__isnull=False)
    names = rows.annotate(face=canonical_key("player")).values_list("face", "player__full_name")
    return {key: fold_name(name) for key, name in names}


def _may_be_entered_as(entrant: Player, player: Player, known_names: Mapping[int, str]) -> bool:
    """Return whether the entry of a player of the same name can be that of an entrant.

    Somebody whom the club knows, or of whose name it knows several people, has an entry of their own.
    """
    if fold_name(player.full_name) != fold_name(entrant.full_name):
        return False
    counts = Counter(known_names.values())
    persons = {person.pk for person in get_persons(player)}
    return all(
        person.pk in persons or (person.pk not in known_names and counts[fold_name(person.full_name)] < 2)
        for person in get_persons(entrant)
    )


def _find_entry(namesakes: Sequence[Entry], entrant: Player, place: EventSignUp) -> Entry | None:
    """Return the entry of a player, or the only one the desk has entered under the same name.

    `namesakes` are the entries of the name that can be of this player.

    An entry whose club or country differs from those of the sign-up is of another person. Raises
    `sign_up_entered_from_elsewhere` if it is of the player whom the name means.
    """
    sign_up = place.sign_up
    about = get_stated_details(sign_up)
    entry_of_entrant = next((entry for entry in namesakes if entry.player.is_one_with(entrant)), None)
    is_by_name = sign_up.player is None
    if entry_of_entrant is not None and is_by_name and not are_details_of_one(entry_of_entrant, about):
        refusal = Refusal(
            "sign_up_entered_from_elsewhere",
            name=entry_of_entrant.player.full_name,
            entered=", ".join(filter(None, (entry_of_entrant.club, entry_of_entrant.country))),
            registered=", ".join(filter(None, (about.club, about.country))),
        )
        raise SignUpsRefusedError([(place, refusal)])
    if is_chosen_by_desk(sign_up):
        return entry_of_entrant
    candidates = [
        entry
        for entry in namesakes
        if are_details_of_one(entry, about)
        and sign_up.distinction.casefold() in ("", entry.player.distinction.casefold())
    ]
    return entry_of_entrant or (candidates[0] if len(candidates) == 1 else None)


def _check_one_sign_up_each(event: Event, places: Sequence[EventSignUp]) -> None:
    """Raise `sign_up_same_person` if two sign-ups of an event stand for one player."""
    others = EventSignUp.objects.filter(event__event=event, player__isnull=False)
    entered = set(others.exclude(pk__in=[place.pk for place in places]).values_list("player", flat=True))
    for place in places:
        if place.player_id in entered:
            refusal = Refusal(
                "sign_up_same_person",
                name=place.team or sign_up_lists.get_entry_name(place),
                event=event.name,
            )
            same_person = [each for each in places if each.player_id == place.player_id]
            raise SignUpsRefusedError([(each, refusal) for each in same_person])
        if place.player_id is not None:
            entered.add(place.player_id)


def _get_persons(event: Event, places: Sequence[EventSignUp], by: User) -> dict[int, list[Player]]:
    """Return the players of each sign-up: that of an account, or the club's player of the name."""
    unlinked = unclear_names.list_people_without_account(places)
    new_persons = entries.get_or_create_persons(
        event=event,
        people=[(person.name, person.details) for person in unlinked],
        by=by,
        distinctions=[person.distinction for person in unlinked],
    )
    persons: dict[int, list[Player]] = {place.pk: [] for place in places}
    for place in places:
        if place.sign_up.player is not None:
            player = place.sign_up.player
            canonical = player if player.person is None else player.person.face
            persons[place.pk].append(canonical)
            if not Membership.objects.filter(club=event.tournament.club_id, player=canonical).exists():
                Membership.objects.create(club=event.tournament.club, player=canonical)
    for person, player in zip(unlinked, new_persons, strict=True):
        persons[person.place.pk].append(player)
    return persons


def _list_details(
    places: Sequence[EventSignUp], persons: Mapping[int, Sequence[Player]]
) -> list[EntryDetails]:
    """Return the details of the entries; a pair has the mean of the rating stated and that of the partner."""
    partners = [persons[place.pk][1] for place in places if place.partner]
    ratings = get_entry_ratings(places[0].event.registration.tournament, partners) if partners else {}
    details = []
    for place in places:
        stated = get_stated_details(place.sign_up)
        rating = ratings.get(persons[place.pk][1].pk, 0) if place.partner else 0
        if stated.rating and rating:
            stated = replace(stated, rating=round((stated.rating + rating) / 2))
        details.append(stated)
    return details


def _make_command_key(event: Event, places: Iterable[EventSignUp]) -> str:
    """Return an idempotency key; it differs after an undo, which changes the version of the event."""
    return f"sign-ups-{event.version}-{min(place.pk for place in places)}"


def _save_players(places: Sequence[EventSignUp]) -> None:
    for place in places:
        place.save(update_fields=["player", "changed_at"])
