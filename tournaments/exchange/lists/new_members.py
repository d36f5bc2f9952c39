"""The people whom a list of members brings to a club, and the rows that bring nobody. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from matches.names import LONGEST_NAME
from tournaments.exchange.lists import headings
from tournaments.exchange.lists.capital_names import settle_capitals
from tournaments.exchange.lists.due_fees import is_half, says_half
from tournaments.exchange.lists.member_lists import (
    BORN,
    CARD,
    EMAIL,
    NAMES,
    LeftOutRow,
    ListedPerson,
    ListedRecord,
)
from tournaments.exchange.lists.name_brackets import settle_brackets
from tournaments.exchange.lists.person_rows import FORMER, YEAR_IN_TEXT, fold_text
from tournaments.exchange.lists.reading import (
    AS_WRITTEN,
    DAY_FIRST,
    LEAVE_OUT,
    MEMBERS,
    TAKE,
    Interview,
    ListedFee,
    ListQuestion,
    ListReading,
    PersonRow,
)
from tournaments.exchange.lists.tables import HEADING_ROW
from tournaments.exchange.lists.written_names import is_in_capitals, lower_capitals

FORMER_MEMBER = "former"
# What half of a fee is: what is due from the person for the year, or what is paid of it.
HALF_DUE, HALF_PAID, HALF_DUE_PAID = "half_due", "half_paid", "half_due_paid"
# The roles of the columns that decide who becomes a member.
USED_OF_MEMBERS = frozenset(
    (
        *NAMES,
        headings.MOBILE,
        headings.BIRTH_YEAR,
        headings.LEFT,
        headings.STATUS,
        headings.FIRM,
        headings.CITY,
        headings.NICKNAME,
        headings.NOTE,
    )
)
# The refusals of single rows; the others are of the file.
LINE_CODES = frozenset(("name_without_letters",))
# Questions about what the list of members does not use.
UNUSED_QUESTIONS = frozenset(("rating_unclear",))
FEWEST_NUMBERS = 2


class NewMembers(NamedTuple):
    """The people to become members, the rows left out, and the questions about the list."""

    people: tuple[ListedPerson, ...]
    left_out: tuple[LeftOutRow, ...]
    questions: tuple[ListQuestion, ...]

    @property
    def is_ready(self) -> bool:
        """Return whether there is somebody to add and every question has an answer."""
        return bool(self.people) and not any(question.is_open for question in self.questions)


def select_members(reading: ListReading, answers: Mapping[str, str]) -> NewMembers:
    """Return the people of a list, members or former ones as the answers `holds` and `former` say.

    Those who have left the club are left out of a list of members unless the answer says otherwise.
    """
    interview = Interview(answers)
    persons = settle_brackets(_ask_about_numbers(reading, interview), interview)
    persons = settle_capitals(_ask_about_capitals(persons, interview), interview, have_own_questions=True)
    persons = tuple(_settle_part(person, interview) for person in persons)
    all_former = _ask_about_former_sheet(reading, persons, interview)
    former = {person.line for person in persons if all_former or person.active is False}
    answer = FORMER_MEMBER if all_former else _ask_about_former(persons, interview)
    left_out = list_left_out_rows(reading)
    if answer == LEAVE_OUT:
        left_out += [LeftOutRow(one.line, one.name, FORMER_MEMBER) for one in persons if one.line in former]
        persons = tuple(person for person in persons if person.line not in former)
    people = [
        _make_former_person(person, reading.sheet)
        if answer == FORMER_MEMBER and person.line in former
        else make_listed_person(person)
        for person in persons
    ]
    used_dates = {
        headings.JOINED,
        headings.PAID_ON,
        *([headings.LEFT] if any(one.is_former for one in people) else []),
    }
    questions = [
        replace(one, guess=DAY_FIRST, answer=one.answer or DAY_FIRST)
        if one.code == "date_order" and used_dates.isdisjoint(one.facts["columns"].split(","))
        else one
        for one in reading.questions
        if one.code not in UNUSED_QUESTIONS
    ]
    return NewMembers(
        tuple(people),
        tuple(sorted(left_out, key=lambda row: row.line)),
        (*questions, *interview.questions),
    )


def _ask_about_former_sheet(reading: ListReading, persons: Sequence[PersonRow], interview: Interview) -> bool:
    """Ask whether a sheet holds members or former ones, and return whether it holds former ones.

    Its name says so, such as "Ex soci", or that everybody in it has left.
    """
    if not persons:
        return False
    is_named_so = bool(FORMER.search(fold_text(reading.sheet)))
    have_all_left = all(person.active is False for person in persons)
    answer = interview.ask(
        "holds" if reading.sheet else "list_holds",
        place=reading.sheet,
        facts={"sheet": reading.sheet},
        choices=(MEMBERS, FORMER_MEMBER),
        guess=FORMER_MEMBER if is_named_so or have_all_left else MEMBERS,
    )
    return answer == FORMER_MEMBER


def _ask_about_former(persons: Sequence[PersonRow], interview: Interview) -> str:
    """Ask what becomes of those in a list of members who have left; "" if nobody has."""
    former = [person for person in persons if person.active is False]
    if not former:
        return ""
    return interview.ask(
        "former",
        lines=tuple(person.line for person in former),
        facts={"names": ", ".join(person.name for person in former)},
        choices=(LEAVE_OUT, FORMER_MEMBER, TAKE),
        guess=LEAVE_OUT,
    )


def _make_former_person(person: PersonRow, sheet: str) -> ListedPerson:
    """Return a former member; of a year of leaving, or that of the sheet's name, the last day counts."""
    year_of_sheet = YEAR_IN_TEXT.search(fold_text(sheet))
    year = person.left_year or (int(year_of_sheet[1]) if year_of_sheet else 0)
    left_on = person.left or (date(year, 12, 31) if year else None)
    listed = make_listed_person(person)
    unstored = listed.unstored
    if left_on is not None and listed.record.joined is not None and left_on < listed.record.joined:
        unstored, left_on = (*unstored, (headings.LEFT, left_on.isoformat())), None
    return replace(listed, is_former=True, left_on=left_on, unstored=unstored)


def _ask_about_numbers(reading: ListReading, interview: Interview) -> tuple[PersonRow, ...]:
    """Ask whether numbers that count the rows are those of members, and return the persons with theirs."""
    heading = next((text for text, role in reading.columns if role == headings.POSITION), "")
    numbered_persons = [person for person in reading.persons if person.position and not person.number]
    if not heading or len(numbered_persons) < FEWEST_NUMBERS:
        return reading.persons
    answer = interview.ask(
        "row_numbers", facts={"heading": heading}, choices=(LEAVE_OUT, TAKE), guess=LEAVE_OUT
    )
    if answer != TAKE:
        return reading.persons
    return tuple(replace(person, number=person.number or person.position) for person in reading.persons)


def _ask_about_capitals(persons: Sequence[PersonRow], interview: Interview) -> tuple[PersonRow, ...]:
    """Ask about names in capitals among others that are not, and return the persons with their names."""
    in_capitals = [person for person in persons if is_in_capitals(person.name)]
    if not in_capitals or len(in_capitals) * 2 > len(persons):
        return tuple(persons)
    return tuple(
        replace(person, name=_settle_capitals(person, interview)) if is_in_capitals(person.name) else person
        for person in persons
    )


def _settle_capitals(person: PersonRow, interview: Interview) -> str:
    other_name = lower_capitals(person.name)
    answer = interview.ask(
        "capitals",
        place=str(person.line),
        lines=(person.line,),
        facts={"name": person.name, "other_name": other_name},
        choices=(TAKE, AS_WRITTEN),
        guess=TAKE,
    )
    return other_name if answer == TAKE else person.name


def _settle_part(person: PersonRow, interview: Interview) -> PersonRow:
    """Ask how much of the fee is paid if a row says that it is a part, and return the person with it.

    Beside a day or a method of payment, half of the fee is paid and not due.
    """
    fee = person.listed_fee
    if fee is None or not fee.part:
        return person
    amount = "" if fee.amount is None else str(fee.amount)
    halves = (HALF_DUE, HALF_DUE_PAID, HALF_PAID) if not amount and says_half(fee.part) else ()
    has_payment = bool(fee.paid_on or fee.method or fee.unread)
    half = HALF_PAID if has_payment else HALF_DUE if is_half(fee.part) else ""
    answer = interview.ask(
        "part_fee",
        place=str(person.line),
        lines=(person.line,),
        facts={"name": person.name, "text": fee.part},
        choices=(*filter(None, (amount,)), *halves, TAKE, LEAVE_OUT),
        guess=(half if halves else "") or amount or LEAVE_OUT,
    )
    if answer == LEAVE_OUT:
        return replace(person, listed_fee=replace(fee, unclear=fee.part))
    if answer == HALF_DUE:
        return replace(person, listed_fee=ListedFee(due_text=fee.part, is_half=True, is_unpaid=True))
    if answer == HALF_DUE_PAID:
        own_fee = replace(fee, unclear="", part="", due_text=fee.part, is_half=True)
        return replace(person, listed_fee=own_fee)
    if answer == HALF_PAID:
        return replace(person, listed_fee=replace(fee, unclear="", half_paid=True))
    return replace(
        person, listed_fee=replace(fee, amount=fee.amount if answer == amount else None, unclear="")
    )


def list_left_out_rows(reading: ListReading) -> list[LeftOutRow]:
    """Return the rows of a list that bring nobody, in their order; its headings are no such rows."""
    left_out = [
        LeftOutRow(row.line, row.text, row.reason, row.other_line, row.sheet)
        for row in reading.passed_over
        if row.reason != HEADING_ROW
    ]
    left_out += [
        LeftOutRow(row.line, row.text, row.code, sheet=row.sheet)
        for row in reading.refusals
        if row.code in LINE_CODES
    ]
    return sorted(left_out, key=lambda row: row.line)


def make_listed_person(person: PersonRow) -> ListedPerson:
    """Return a person with what tells them from others of the name."""
    born = person.birth.isoformat() if person.birth else person.unread_birth or str(person.birth_year or "")
    texts = {CARD: person.number, BORN: born, EMAIL: person.email}
    identities = tuple((kind, text) for kind, text in texts.items() if text)
    record = ListedRecord(
        number=person.number,
        email=person.email,
        phone=person.phone,
        birth_year=person.birth.year if person.birth else person.birth_year or person.unclear_birth_year,
        joined=person.joined or (person.vague_joined[0] if person.vague_joined else None),
        club=person.club,
        note=person.note,
        own_texts=person.own_texts,
    )
    return ListedPerson(
        name=person.name[:LONGEST_NAME],
        line=person.line,
        identities=identities,
        is_incomplete=person.is_incomplete,
        record=record,
        unstored=person.unstored,
        fee=person.listed_fee,
        nickname=person.nickname,
        mark=person.mark,
        town=person.city,
        divided_contacts=person.divided_contacts,
        vague_joined=person.vague_joined[1] if person.vague_joined else "",
    )
