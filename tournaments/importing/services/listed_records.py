"""What the rows of an imported list say about members: their records, and what tells them apart."""

from collections.abc import Collection, Mapping, Sequence
from operator import itemgetter

from matches.models import Player, User
from tournaments.exchange.lists.member_lists import ListedPerson, ListedRecord
from tournaments.models import Club, Membership
from tournaments.people.services import members
from tournaments.people.services.member_records import MemberData, fill_records
from tournaments.permissions import must_manage


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
    # The first row of a person counts.
    rows_in_order = sorted(players_by_number.items(), key=itemgetter(0), reverse=True)
    data = {
        memberships[player.pk]: make_member_data(people[number].record)
        for number, player in sorted(rows_in_order, key=lambda row: _knows_something(people[row[0]]))
    }
    fill_records(club=club, data_by_membership=data, by=by)


def _knows_something(person: ListedPerson) -> bool:
    """Return whether a row has more for the record than the name."""
    return person.record != ListedRecord()


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


def make_member_data(record: ListedRecord) -> MemberData:
    """Return the values of a row as those of a member record."""
    return MemberData(
        number=record.number,
        email=record.email,
        phone=record.phone,
        birth_year=record.birth_year,
        home_club=record.club,
        joined_on=record.joined,
    )
