"""What the rows of an imported list say about members: their records, and what tells them apart."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet

from matches.models import Player, User
from matches.names import fold_name
from matches.plain_letters import strip_accents
from tournaments.exchange.lists.headings import NAME, NOTE
from tournaments.exchange.lists.member_lists import (
    CARD,
    CLUB,
    DIFFERS,
    EMAIL,
    JOINED,
    NICKNAME,
    NOT_STORED,
    NUMBER_TAKEN,
    PHONE,
    ListedPerson,
    ListedRecord,
    RowNote,
    find_notes,
)
from tournaments.importing.queries.filled_records import get_field_label
from tournaments.importing.queries.listed_records import get_listed_records
from tournaments.models import Club, MemberFieldText, MemberRecord, Membership
from tournaments.name_lists.own_fields import get_own_field_key, name_own_field
from tournaments.people.services import members
from tournaments.people.services.member_records import (
    DATA_FIELDS,
    MemberData,
    clean_own_text,
    fill_records,
    select_possible,
)
from tournaments.permissions import must_manage

# The fields of a record that a list can fill, and their columns; a year of birth is checked apart.
ROLES_OF_RECORD = {
    "number": CARD,
    "email": EMAIL,
    "phone": PHONE,
    "joined_on": JOINED,
    "home_club": CLUB,
    "note": NOTE,
}


def fill_records_of_people(
    *, club: Club, people: Sequence[ListedPerson], players_by_number: Mapping[int, Player], by: User
) -> dict[int, dict[str, Any]]:
    """Write what the rows of the people know into the empty fields of their records, new ones too.

    Return what existing records have gained, by membership and field.

    `players_by_number` are the players of the rows, all of them on the list of the club's members.
    """
    must_manage(by, club)
    player_keys = {player.pk for player in players_by_number.values()}
    rows = Membership.objects.filter(club=club, player__in=player_keys)
    memberships = {player: key for key, player in rows.values_list("pk", "player")}
    data: dict[int, MemberData] = {}
    for number, player in sorted(players_by_number.items(), key=itemgetter(0)):
        if people[number].record != ListedRecord():
            # The first row of a person counts.
            data.setdefault(memberships[player.pk], make_member_data(people[number].record))
    for player in players_by_number.values():
        data.setdefault(memberships[player.pk], make_member_data(ListedRecord()))
    own_texts: dict[int, dict[int, str]] = {}
    for number, player in sorted(players_by_number.items(), key=itemgetter(0)):
        texts = {get_own_field_key(role): text for role, text in people[number].record.own_texts}
        own_texts.setdefault(memberships[player.pk], texts)
    return fill_records(club=club, data_by_membership=data, own_texts=own_texts, by=by)


def distinguish_listed_members(
    *,
    club: Club,
    before: Collection[int],
    texts: Mapping[int, str],
    players_by_number: Mapping[int, Player],
    by: User,
) -> None:
    """Write what tells new members apart from others of the name; `before` are those who were members."""
    must_manage(by, club)
    stated_texts = {number: text for number, text in texts.items() if text}
    numbers = {players_by_number[number].pk: number for number in stated_texts if number in players_by_number}
    memberships = Membership.objects.filter(club=club, player__in=numbers).exclude(pk__in=before)
    for membership in memberships.select_related("club", "player").order_by("pk"):
        text = stated_texts[numbers[membership.player_id or 0]]
        members.distinguish_member(membership=membership, distinction=text, by=by)


def list_row_notes(
    *, club: Club, people: Sequence[ListedPerson], players: Mapping[int, int], today: date
) -> tuple[RowNote, ...]:
    """Return what seems wrong in the rows of the people, and every cell that cannot be stored, by row.

    `players` are the keys of the members whom the rows name already, by the number of the person.
    Five queries at most.
    """
    records = get_listed_records(club)
    spellings = dict(Player.objects.filter(pk__in=players.values()).values_list("pk", "full_name"))
    owners = {record.number.casefold(): player for player, record in records.items() if record.number}
    compared = compare_with_records(club, people, players)
    own_names = _get_own_names(club, people)
    notes = [*find_notes(people, today)]
    for number, person in enumerate(people):
        if person.familiar_name:
            notes.append(RowNote(person.line, NICKNAME, person.familiar_name))
        notes += _list_unstored(person)
        notes += [
            RowNote(
                person.line,
                DIFFERS,
                str(listed),
                role=ROLES_OF_RECORD.get(name, name),
                recorded=str(recorded),
                heading=own_names.get(name, ""),
            )
            for name, recorded, listed in compared.differing.get(number, ())
        ]
        spelling = spellings.get(players.get(number, 0), person.name)
        if _has_more_accents(person.name, spelling):
            notes.append(RowNote(person.line, DIFFERS, person.name, role=NAME, recorded=spelling))
        owner = owners.get(person.record.number.casefold())
        if owner is not None and owner != players.get(number):
            notes.append(RowNote(person.line, NUMBER_TAKEN, person.record.number, role=CARD))
    return tuple(sorted(notes, key=lambda note: note.line))


def _list_unstored(person: ListedPerson) -> list[RowNote]:
    """Return the cells of a row that the record of a member cannot have."""
    data = make_member_data(person.record)
    possible = select_possible(data)
    return [
        RowNote(person.line, NOT_STORED, str(getattr(data, name)), role=role)
        for name, role in ROLES_OF_RECORD.items()
        if getattr(data, name) and not possible[name]
    ] + [
        RowNote(person.line, NOT_STORED, text, role=role)
        for role, text in person.record.own_texts
        if not clean_own_text(text)
    ]


def _get_own_names(club: Club, people: Sequence[ListedPerson]) -> Mapping[str, str]:
    """Return the names of the fields of the club by their roles, if the list has one. One query at most."""
    if not any(person.record.own_texts for person in people):
        return {}
    return get_own_fields(club)


def get_own_fields(club: Club) -> Mapping[str, str]:
    """Return the names of the fields that the club has defined for its members, by their roles. One query."""
    own_fields = club.member_fields.order_by("pk").values_list("pk", "name")
    return {name_own_field(key): name for key, name in own_fields}


def _has_more_accents(listed: str, recorded: str) -> bool:
    """Return whether a list spells the name of a member with accents that the club does not have."""
    is_same_name = fold_name(listed) == fold_name(recorded) and listed.casefold() != recorded.casefold()
    return is_same_name and strip_accents(listed) != listed


@dataclass(frozen=True, slots=True)
class ComparedRecords:
    """What rows of a list say about existing members: how many values are filled in, and which differ.

    `filled` counts by field; `differing` has field, recorded value and that of the list, by row.
    """

    filled: Mapping[str, int]
    differing: Mapping[int, tuple[tuple[str, Any, Any], ...]]


def compare_with_records(
    club: Club, people: Sequence[ListedPerson], players: Mapping[int, int]
) -> ComparedRecords:
    """Compare rows of a list with the records of the members (keys of players) whom they name.

    Two queries at most.
    """
    has_own_texts = any(person.record.own_texts for person in people)
    records = MemberRecord.objects.filter(club=club, membership__player__in=set(players.values()))
    recorded_values = _get_recorded_values(records, with_own_texts=has_own_texts)
    filled: set[tuple[int, str]] = set()
    differing: dict[int, tuple[tuple[str, Any, Any], ...]] = {}
    for number, player in players.items():
        recorded = recorded_values.get(player)
        if recorded is None:
            continue
        listed = _list_values(people[number].record)
        filled |= {(player, name) for name in listed if not recorded.get(name)}
        other = [
            (name, recorded[name], value)
            for name, value in listed.items()
            if recorded.get(name) and _simplify(name, recorded[name]) != _simplify(name, value)
        ]
        if other:
            differing[number] = tuple(other)
    return ComparedRecords(Counter(get_field_label(name) for _player, name in sorted(filled)), differing)


def _get_recorded_values(
    records: QuerySet[MemberRecord], *, with_own_texts: bool
) -> Mapping[int, Mapping[str, Any]]:
    """Return the values of records by player and name of the field. Two queries at most."""
    values = {
        record.membership.player_id or 0: {name: getattr(record, name) for name in DATA_FIELDS}
        for record in records.select_related("membership")
    }
    if with_own_texts:
        own_texts = MemberFieldText.objects.filter(record__in=records)
        for player, field, text in own_texts.values_list("record__membership__player", "field", "text"):
            values[player][name_own_field(field)] = text
    return values


def _list_values(record: ListedRecord) -> dict[str, Any]:
    """Return the values of a row that a record can have, by the name of the field."""
    texts = {role: clean_own_text(text) for role, text in record.own_texts}
    possible = select_possible(make_member_data(record)) | texts
    return {name: value for name, value in possible.items() if value}


def count_filled_by_list(
    club: Club, people: Sequence[ListedPerson], players: Mapping[int, int]
) -> Mapping[str, int]:
    """Return how many values a list will fill in for the members whom its rows name already, by field."""
    return compare_with_records(club, people, players).filled


def make_member_data(record: ListedRecord) -> MemberData:
    """Return the values of a row as those of a member record."""
    return MemberData(
        number=record.number,
        email=record.email,
        phone=record.phone,
        birth_year=record.birth_year,
        home_club=record.club,
        joined_on=record.joined,
        note=record.note,
    )


def _simplify(name: str, value: object) -> str:
    """Return a value without what makes no difference: letter case, spaces, the signs of a phone number."""
    text = str(value).casefold()
    return "".join(filter(str.isdigit, text)) if name == "phone" else " ".join(text.split())
