"""The service that enters confirmed sign-ups into their events, as players, pairs and teams."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction

from matches.models import Player, User
from matches.names import fold_name
from matches.services import players
from rules.errors import Refusal
from tournaments.entries_text import NOTHING, Particulars
from tournaments.models import Entry, Event, Membership, Takes
from tournaments.permissions import must_be_active, must_direct
from tournaments.queries.entries import event_entries
from tournaments.queries.namesakes import are_details_of_one
from tournaments.queries.ratings import get_entry_ratings
from tournaments.registration.models import (
    EventSignUp,
    Registration,
    SignUp,
    SignUpStatus,
)
from tournaments.registration.queries import sign_up_lists
from tournaments.registration.services.sign_up_status import (
    get_places,
    is_entered,
    load_places,
    lock_registration,
    log_desk_action,
    publish_change,
)
from tournaments.services import entries, teams
from tournaments.services.locks import lock_event
from tournaments.signals import paid_sign_ups_changed


@transaction.atomic
def enter_sign_ups(
    *,
    registration: Registration,
    places: Sequence[int] | None,
    by: User,
    seen: Collection[int] | None = None,
) -> int:
    """Enter confirmed sign-ups, by key or all (None), into their events; return how many were entered.

    There is one command for each event, which can be undone. Registrations entered already are skipped, and a
    player whom the desk has entered under the same name is not entered again. `seen` are the keys of those
    that were to be entered when the page was shown. Raises `nothing_to_enter`, `sign_up_not_confirmed`,
    `sign_up_not_seen` for one that was confirmed since, `sign_up_same_person`,
    `sign_up_entered_from_elsewhere`, `name_shared`, and what entering players and teams raises.
    """
    must_direct(by, registration.tournament)
    registration, rows = lock_registration(registration)
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
    for event_id in sorted({place.event.event_id for place in new_places}):
        event_places = [place for place in new_places if place.event.event_id == event_id]
        event = lock_event(rows[event_id].event)
        must_be_active(event)
        enter_places = _enter_teams if event.takes == Takes.TEAMS else _enter_players
        enter_places(event, event_places, by)
        if any(place.paid_at is not None for place in event_places):
            paid_sign_ups_changed.send(sender=Event, event=event, by=by)
    publish_change(registration)
    log_desk_action(registration=registration, kind="sign_ups_entered", places=new_places, by=by)
    return len(new_places)


def list_places_to_enter(registration: Registration) -> list[int]:
    """Return the keys of the sign-ups that entering all of them would enter now."""
    return [place.pk for place in _load_confirmed_places(registration) if not is_entered(place)]


def _load_confirmed_places(registration: Registration) -> list[EventSignUp]:
    confirmed = EventSignUp.objects.filter(event__registration=registration, status=SignUpStatus.CONFIRMED)
    return load_places(confirmed.exclude(sign_up__name=""))


def _enter_players(event: Event, places: Sequence[EventSignUp], by: User) -> None:
    """Enter players and pairs as one command; those in the event already are only linked."""
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
        entry = _find_entry(existing, entrants[place.pk], place.sign_up)
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
        for place, item in zip(new_places, line.payload["entries"], strict=True):
            place.player = players_by_number[item["entry"]]
    _save_players(places)


def _find_entry(existing: Sequence[Entry], entrant: Player, sign_up: SignUp) -> Entry | None:
    """Return the entry of a player, or the only one the desk has entered under the same name.

    An entry whose club or country differs from those of the sign-up is of another person. Raises
    `sign_up_entered_from_elsewhere` if it is of the player whom the name means.
    """
    folded_name, about = fold_name(entrant.full_name), _get_particulars(sign_up)
    namesakes = [entry for entry in existing if fold_name(entry.player.full_name) == folded_name]
    entry_of_entrant = next((entry for entry in existing if entry.player.is_one_with(entrant)), None)
    is_by_name = sign_up.player is None
    if entry_of_entrant is not None and is_by_name and not are_details_of_one(entry_of_entrant, about):
        raise Refusal(
            "sign_up_entered_from_elsewhere",
            name=entry_of_entrant.player.full_name,
            entered=", ".join(filter(None, (entry_of_entrant.club, entry_of_entrant.country))),
            registered=", ".join(filter(None, (about.club, about.country))),
        )
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
            raise Refusal(
                "sign_up_same_person",
                name=place.team or sign_up_lists.get_entry_name(place),
                event=event.name,
            )
        if place.player_id is not None:
            entered.add(place.player_id)


def _get_persons(event: Event, places: Sequence[EventSignUp], by: User) -> dict[int, list[Player]]:
    """Return the players of each sign-up: that of an account, or the club's player of the name."""
    unlinked = [(place, *person) for place in places for person in _list_without_account(place)]
    new_persons = entries.get_or_create_persons(
        event=event,
        people=[(name, about) for _, name, about in unlinked],
        by=by,
        distinctions=[
            place.sign_up.distinction if name == place.sign_up.name else "" for place, name, _ in unlinked
        ],
    )
    persons: dict[int, list[Player]] = {place.pk: [] for place in places}
    for place in places:
        if place.sign_up.player is not None:
            player = place.sign_up.player
            canonical = player if player.person is None else player.person.face
            persons[place.pk].append(canonical)
            if not Membership.objects.filter(club=event.tournament.club_id, player=canonical).exists():
                Membership.objects.create(club=event.tournament.club, player=canonical)
    for (place, _name, _about), player in zip(unlinked, new_persons, strict=True):
        persons[place.pk].append(player)
    return persons


def _list_without_account(place: EventSignUp) -> list[tuple[str, Particulars]]:
    """Return the names of a sign-up that no account stands for; its details are those of the first player."""
    sign_up = place.sign_up
    first = [] if sign_up.player is not None else [(sign_up.name, _get_particulars(sign_up))]
    return [*first, *([(place.partner, NOTHING)] if place.partner else [])]


def _list_details(
    places: Sequence[EventSignUp], persons: Mapping[int, Sequence[Player]]
) -> list[Particulars]:
    """Return the details of the entries; a pair has the mean of the rating stated and that of the partner."""
    partners = [persons[place.pk][1] for place in places if place.partner]
    ratings = get_entry_ratings(places[0].event.registration.tournament, partners) if partners else {}
    details = []
    for place in places:
        stated = _get_particulars(place.sign_up)
        rating = ratings.get(persons[place.pk][1].pk, 0) if place.partner else 0
        if stated.rating and rating:
            stated = replace(stated, rating=round((stated.rating + rating) / 2))
        details.append(stated)
    return details


def _get_particulars(row: SignUp) -> Particulars:
    return Particulars(club=row.club, country=row.country, rating=row.rating)


def _make_command_key(event: Event, places: Iterable[EventSignUp]) -> str:
    """Return an idempotency key; it differs after an undo, which changes the version of the event."""
    return f"sign-ups-{event.version}-{min(place.pk for place in places)}"


def _save_players(places: Sequence[EventSignUp]) -> None:
    for place in places:
        place.save(update_fields=["player", "changed_at"])
