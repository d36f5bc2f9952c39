"""Names of sign-ups that several club players have, and whom the desk can choose among."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from matches.models import Player
from matches.names import fold_name, sort_name_parts
from tournaments.models import Event, MemberRecord, Takes
from tournaments.name_lists.details import SIGN_UP_LABELS, EntryDetails
from tournaments.play.entrants.queries.entries import members_of
from tournaments.play.entrants.queries.namesake_facts import describe_namesakes
from tournaments.play.entrants.queries.namesakes import (
    PersonMatches,
    UnclearName,
    match_persons,
)
from tournaments.registration.models import EventSignUp, SignUp

MARKED_NAME = re.compile(r"(?P<name>.*\S) \((?P<code>[2-9a-z]{8})\)")


@dataclass(frozen=True, slots=True)
class SignUpPerson:
    """A person of a sign-up whom no account stands for; only the one who signed up states details."""

    place: EventSignUp
    name: str
    details: EntryDetails
    distinction: str
    is_partner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearSignUpName(UnclearName):
    """A name of a sign-up that means one of these members, or somebody new."""

    refusal_code: ClassVar[str] = "sign_up_name_shared"

    is_partner: bool


@dataclass(frozen=True, slots=True)
class PersonChoice:
    """What the list of registrations asks about a name: code and description of each club player.

    `answer` is what was chosen in a form that was refused: a code, "new" or "".
    """

    name: str
    options: tuple[tuple[str, str], ...]
    answer: str


@dataclass(frozen=True, slots=True)
class SignUpMatches:
    """Whom the names of sign-ups mean, by the key of the sign-up for an event.

    `members` are the keys of the members whom its names clearly mean, `unclear` its first unclear name.
    """

    members: Mapping[int, Collection[int]]
    unclear: Mapping[int, UnclearSignUpName]


def find_unclear_names(
    places: Iterable[EventSignUp], *, with_records: bool
) -> Mapping[int, UnclearSignUpName]:
    """Return the first unclear name of each of these sign-ups, by key, as entering them all would find it."""
    return match_sign_ups(places, with_records=with_records).unclear


def match_sign_ups(places: Iterable[EventSignUp], *, with_records: bool) -> SignUpMatches:
    """Return whom the names of these sign-ups of players and pairs mean, as entering them all would.

    The home clubs of member records count for those who may read them (`with_records`).
    """
    places_by_event: defaultdict[int, list[EventSignUp]] = defaultdict(list)
    for place in places:
        if place.event.event.takes != Takes.TEAMS:
            places_by_event[place.event.event_id].append(place)
    members_by_place: defaultdict[int, list[int]] = defaultdict(list)
    unclear: dict[int, UnclearSignUpName] = {}
    for event_places in places_by_event.values():
        persons = list_people_without_account(event_places)
        matches = _match_people(event_places[0].event.event, persons, with_records=with_records)
        for place_in_list, key in matches.keys.items():
            members_by_place[persons[place_in_list].place.pk].append(key)
        for place_in_list, name in sorted(matches.unclear.items()):
            person = persons[place_in_list]
            unclear_name = UnclearSignUpName(name.club, name.name, name.members, is_partner=person.is_partner)
            unclear.setdefault(person.place.pk, unclear_name)
    return SignUpMatches(members_by_place, unclear)


def _match_people(event: Event, persons: Sequence[SignUpPerson], *, with_records: bool) -> PersonMatches:
    """Return whom the people of sign-ups for one event mean; what only resembles a member is unclear."""
    club, members = event.tournament.club_id, members_of(event)
    people = [(person.name, person.details) for person in persons]
    distinctions = [person.distinction for person in persons]
    matches = match_persons(club, members, people, distinctions, with_records=with_records)
    newcomers = {number: people[number][0] for numbers in matches.newcomers for number in numbers}
    unclear = {
        **matches.unclear,
        **_find_reversed_names(club, members, newcomers),
        **_find_other_addresses(club, persons, matches.keys),
    }
    keys = {number: key for number, key in matches.keys.items() if number not in unclear}
    return PersonMatches(keys, matches.newcomers, unclear)


def _find_other_addresses(
    club: int, persons: Sequence[SignUpPerson], members: Mapping[int, int]
) -> dict[int, UnclearName]:
    """Return the names whose member has another e-mail address in the record than the sign-up states.

    `members` are keys of members by the place of the person. A distinction typed by the desk says who it is.
    The addresses count whoever reads: nobody is entered as the member whose name they state, and who reads
    learns only that the two addresses differ.
    """
    records = MemberRecord.objects.filter(club=club, membership__player__in=set(members.values()))
    emails = dict(records.exclude(email="").values_list("membership__player", "email"))
    return {
        number: UnclearName(club, persons[number].name, (key,))
        for number, key in members.items()
        if key in emails
        and not persons[number].is_partner
        and not persons[number].distinction
        and persons[number].place.sign_up.email.casefold() not in ("", emails[key].casefold())
    }


def _find_reversed_names(
    club: int, members: Mapping[int, str], newcomers: Mapping[int, str]
) -> dict[int, UnclearName]:
    """Return the names that members of the club have in another order: "Sara Vannucci", "Vannucci Sara".

    `members` are full names by player, `newcomers` names of nobody by their place in a list.
    """
    players_by_parts: defaultdict[str, list[int]] = defaultdict(list)
    for player, name in members.items():
        players_by_parts[sort_name_parts(name)].append(player)
    return {
        number: UnclearName(club, name, tuple(players_by_parts[sort_name_parts(name)]))
        for number, name in newcomers.items()
        if sort_name_parts(name) in players_by_parts
    }


def list_person_choices(
    places: Iterable[EventSignUp], answers: Mapping[int, str], *, with_records: bool
) -> dict[int, PersonChoice]:
    """Return what to ask about the unclear names of these sign-ups, by key, with what was chosen before.

    Where nothing was, the member is proposed whose record has the e-mail address of the sign-up, to those who
    may read the records (`with_records`).
    """
    places = list(places)
    unclear = find_unclear_names(places, with_records=with_records)
    members = {key for name in unclear.values() for key in name.members}
    if not members:
        return {}
    texts = describe_namesakes(next(iter(unclear.values())).club, members, with_records=with_records)
    codes = dict(Player.objects.filter(pk__in=members).values_list("pk", "code"))
    proposals = _find_members_by_email(places, unclear) if with_records else {}
    return {
        key: PersonChoice(
            name.name,
            tuple((codes[member], texts[member]) for member in name.members),
            answers.get(key, "") or codes.get(proposals.get(key, 0), ""),
        )
        for key, name in unclear.items()
    }


def _find_members_by_email(
    places: Iterable[EventSignUp], unclear: Mapping[int, UnclearSignUpName]
) -> dict[int, int]:
    """Return, by sign-up, the only one of the members meant whose record has its e-mail address."""
    emails = {place.pk: place.sign_up.email.casefold() for place in places if place.sign_up.email}
    proposals = {}
    for key, name in unclear.items():
        if name.is_partner or key not in emails:
            continue
        records = MemberRecord.objects.filter(club=name.club, membership__player__in=name.members)
        members = records.filter(email__iexact=emails[key]).values_list("membership__player", flat=True)
        if len(members) == 1:
            proposals[key] = members[0]
    return proposals


def list_people_without_account(places: Sequence[EventSignUp]) -> list[SignUpPerson]:
    """Return the people of sign-ups for whom neither an account nor a choice of the desk stands."""
    persons = []
    for place in places:
        sign_up = place.sign_up
        if sign_up.player is None:
            details = get_stated_details(sign_up)
            persons.append(SignUpPerson(place, sign_up.name, details, sign_up.distinction, is_partner=False))
        if place.partner:
            persons.append(SignUpPerson(place, place.partner, EntryDetails(), "", is_partner=True))
    return persons


def get_stated_details(row: SignUp) -> EntryDetails:
    """Return the details of an entry that a sign-up states."""
    return EntryDetails(**{name: getattr(row, name) for name in SIGN_UP_LABELS})


def is_chosen_by_desk(row: SignUp) -> bool:
    """Return whether the desk, and no account, has named which player a sign-up is for."""
    return row.player is not None and (row.user_id is None or row.player.user_id != row.user_id)


def find_named_player(name: str, club: int) -> Player | None:
    """Return the member of a club whom a name with a code means: "Anna Bianchi (a1b2c3d4)"; else None."""
    marked_name = MARKED_NAME.fullmatch(name.strip())
    if marked_name is None:
        return None
    players = Player.objects.filter(code=marked_name["code"], memberships__club=club)
    player = players.select_related("person__face").first()
    is_named = player is not None and fold_name(player.full_name) == fold_name(marked_name["name"])
    return player if is_named else None


def remove_player_codes(names: Collection[str]) -> Mapping[str, str]:
    """Return each of these names without the code of a player after it. One query at most."""
    marked_names = {name: match for name in names if (match := MARKED_NAME.fullmatch(name))}
    codes = {match["code"] for match in marked_names.values()}
    known_codes = set(Player.objects.filter(code__in=codes).values_list("code", flat=True)) if codes else ()
    return {
        name: marked_names[name]["name"]
        if name in marked_names and marked_names[name]["code"] in known_codes
        else name
        for name in names
    }
