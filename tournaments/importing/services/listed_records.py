"""What the rows of an imported list say about members: their records, and what tells them apart."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from operator import itemgetter

from matches.models import Player, User
from tournaments.exchange.lists.headings import NOTE
from tournaments.exchange.lists.member_lists import (
    CARD,
    CLUB,
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
from tournaments.importing.queries.listed_records import get_listed_records
from tournaments.models import Club, Membership
from tournaments.people.services import members
from tournaments.people.services.member_records import MemberData, fill_records, select_possible
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
) -> None:
    """Write what the rows of the people know into the empty fields of their records, new ones too.

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
    fill_records(club=club, data_by_membership=data, by=by)


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

    `players` are the keys of the members whom the rows name already, by the number of the person. One query.
    """
    records = get_listed_records(club)
    owners = {record.number.casefold(): player for player, record in records.items() if record.number}
    notes = [*find_notes(people, today)]
    for number, person in enumerate(people):
        if person.familiar_name:
            notes.append(RowNote(person.line, NICKNAME, person.familiar_name))
        data = make_member_data(person.record)
        possible = select_possible(data)
        notes += [
            RowNote(person.line, NOT_STORED, str(getattr(data, name)), role=role)
            for name, role in ROLES_OF_RECORD.items()
            if getattr(data, name) and not possible[name]
        ]
        owner = owners.get(person.record.number.casefold())
        if owner is not None and owner != players.get(number):
            notes.append(RowNote(person.line, NUMBER_TAKEN, person.record.number, role=CARD))
    return tuple(sorted(notes, key=lambda note: note.line))


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
