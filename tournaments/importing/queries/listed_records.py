"""What the records of members say about the people of a list: the same person, or another of the name."""

from collections.abc import Mapping

from tournaments.exchange.lists.member_lists import ListedPerson, ListedRecord
from tournaments.models import Club, MemberRecord


def get_listed_records(club: Club) -> Mapping[int, ListedRecord]:
    """Return number, e-mail and birth year of the members who have a record, by player. One query."""
    records = MemberRecord.objects.filter(club=club, membership__player__isnull=False)
    columns = ("membership__player", "number", "email", "birth_year")
    return {
        player: ListedRecord(number=number, email=email, birth_year=birth_year)
        for player, number, email, birth_year in records.values_list(*columns)
    }


def is_same_record(record: ListedRecord | None, person: ListedPerson) -> bool:
    """Return whether number, e-mail or year of birth show that a member of this name is this person."""
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
    """Return whether a member has the number or the e-mail address of a person."""
    listed = person.record
    return _are_equal(record.number, listed.number) or _are_equal(record.email, listed.email)


def _are_equal(one: str, other: str) -> bool:
    return bool(one) and one.casefold() == other.casefold()
