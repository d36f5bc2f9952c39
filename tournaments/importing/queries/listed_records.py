"""What the records of members say about the people of a list: the same person, or another of the name."""

from collections.abc import Mapping

from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.exchange.lists.member_lists import ListedPerson, ListedRecord
from tournaments.models import Club, MemberRecord
from tournaments.people.queries.member_records import MemberRow

# Without the code of the country and the zero in its place.
DIGITS_OF_PHONE = 9


def get_listed_records(club: Club) -> Mapping[int, ListedRecord]:
    """Return what is recorded about the members who have a record, by player. One query.

    The day of joining is that of the member's card: it is not known of members of a list that does not say.
    """
    records = MemberRecord.objects.filter(club=club, membership__player__isnull=False)
    return {
        record.membership.player_id: ListedRecord(
            number=record.number,
            email=record.email,
            phone=record.phone,
            birth_year=record.birth_year,
            joined=MemberRow(record.membership, record, (), (), (), ()).joined_on,
            club=record.home_club,
        )
        for record in records.select_related("membership")
        if record.membership.player_id is not None
    }


def describe_record(record: ListedRecord) -> str:
    """Return what tells a member from others, for managers: number, year of birth, club, day of joining."""
    joined = date_format(record.joined, "j F Y") if record.joined else ""
    return ", ".join(
        filter(
            None,
            (
                gettext("no. %(number)s") % {"number": record.number} if record.number else "",
                gettext("born %(year)s") % {"year": record.birth_year} if record.birth_year else "",
                record.club,
                gettext("member since %(day)s") % {"day": joined} if joined else "",
            ),
        )
    )


def is_same_record(record: ListedRecord | None, person: ListedPerson) -> bool:
    """Return whether number, e-mail, phone or year of birth show that a member of the name is this person."""
    if record is None or is_other_record(record, person):
        return False
    has_same_year = record.birth_year is not None and record.birth_year == person.record.birth_year
    return has_same_year or has_same_contact(record, person)


def is_other_record(record: ListedRecord | None, person: ListedPerson) -> bool:
    """Return whether number or year of birth speak against a member of this name being this person."""
    if record is None:
        return False
    numbers, years = (record.number, person.record.number), (record.birth_year, person.record.birth_year)
    return (all(numbers) and not _are_equal(*numbers)) or (all(years) and years[0] != years[1])


def has_same_contact(record: ListedRecord, person: ListedPerson) -> bool:
    """Return whether a member has the number, the e-mail address or the phone of a person."""
    listed = person.record
    phones = _shorten_phone(record.phone), _shorten_phone(listed.phone)
    return has_same_number(record, person) or _are_equal(record.email, listed.email) or _are_equal(*phones)


def has_same_number(record: ListedRecord, person: ListedPerson) -> bool:
    """Return whether a member has the number of a person."""
    return _are_equal(record.number, person.record.number)


def _shorten_phone(phone: str) -> str:
    """Return the last digits of a phone number, the same with the code of the country or without."""
    return "".join(filter(str.isdigit, phone))[-DIGITS_OF_PHONE:]


def _are_equal(one: str, other: str) -> bool:
    return bool(one) and one.casefold() == other.casefold()
