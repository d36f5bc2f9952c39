"""People of a list of members: what tells them apart, and what seems wrong in their rows. Pure."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from matches.names import LONGEST_DISTINCTION, LONGEST_NAME, fold_name
from tournaments.exchange.lists.reading import DAY_FIRST, MONTH_FIRST, ListedFee
from tournaments.exchange.lists.written_dates import YEAR_ONLY, read_birth_date
from tournaments.exchange.lists.written_names import get_generation
from tournaments.name_lists.details import DETAILS
from tournaments.name_lists.name_headings import FIRST, NAME, SURNAME

IGNORED = ""
CARD, BORN, EMAIL = "card", "born", "email"
PHONE, JOINED, CLUB, CITY = "phone", "joined", "club", "city"
# What tells two people of one name apart in a list of members.
IDENTITIES = (CARD, BORN, EMAIL)
# What the record of a member takes, besides, from a list.
RECORDED = (PHONE, JOINED, CLUB)
NAMES = (IGNORED, NAME, FIRST, SURNAME, *IDENTITIES, *RECORDED)
ENTRIES = (IGNORED, NAME, FIRST, SURNAME, *DETAILS)
# What is proposed behind the names of two people of one name.
ELDER, YOUNGER = "sen.", "jun."
# Of what stands behind a name.
LONGEST_CARD = 20
# What seems wrong in the row of a member.
BORN_IMPOSSIBLE, CARD_TWICE, EMAIL_TWICE = "born_impossible", "card_twice", "email_twice"
NOT_STORED, NUMBER_TAKEN, NICKNAME = "not_stored", "number_taken", "nickname"
JOINED_YEAR, JOINED_MONTH = "joined_year", "joined_month"
DIFFERS, CONTACT_DIVIDED = "differs", "contact_divided"
YEAR = re.compile(r"^\d{4}$", re.ASCII)
FIRST_BIRTH_YEAR = 1900


@dataclass(frozen=True, slots=True)
class ListedRecord:
    """What the row of a member has for the record that the club keeps; `club` is another club of theirs.

    `own_texts` are the roles and texts of the fields that the club has defined.
    """

    number: str = ""
    email: str = ""
    phone: str = ""
    birth_year: int | None = None
    joined: date | None = None
    club: str = ""
    note: str = ""
    own_texts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A person of a list of members, from the row of this number.

    `identities` are card number, birth date and e-mail, as far as the row has them. `possible_twins` are the
    places in the list of people of the same name whom nothing tells from this one. `is_incomplete`: the first
    name or the surname is missing. `unstored` are the roles and texts of cells that cannot be stored;
    `vague_joined` says that the day of joining is the first of a year or a month. `nickname` is beside
    the name, `mark` what stands in brackets behind it and tells the person apart, and so does the
    `town`, which is not stored. `is_former`: they have left the club, on the day `left_on` if that is known.
    """

    name: str
    line: int = 0
    identities: tuple[tuple[str, str], ...] = ()
    possible_twins: tuple[int, ...] = ()
    is_incomplete: bool = False
    record: ListedRecord = ListedRecord()
    unstored: tuple[tuple[str, str], ...] = ()
    vague_joined: str = ""
    fee: ListedFee | None = None
    nickname: str = ""
    mark: str = ""
    town: str = ""
    divided_contacts: tuple[str, ...] = ()
    is_former: bool = False
    left_on: date | None = None

    @property
    def familiar_name(self) -> str:
        """Return the name with the nickname as first name, "" without one: Bob Tanner for Robert Tanner."""
        surname = self.name.split()[-1] if len(self.name.split()) > 1 else ""
        if not self.nickname or not surname:
            return ""
        is_whole = fold_name(surname) in fold_name(self.nickname).split()
        name = self.nickname if is_whole else f"{self.nickname} {surname}"
        return "" if fold_name(name) == fold_name(self.name) or len(name) > LONGEST_NAME else name


@dataclass(frozen=True, slots=True)
class LeftOutRow:
    """A row of a list that makes no member: its number, text, why, the row that it repeats, its sheet."""

    line: int
    text: str
    reason: str
    repeated_line: int = 0
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class RowNote:
    """What seems wrong in the row of a member: a code, the text, and the row that has the same text.

    `BORN_IMPOSSIBLE` is a birth date that does not exist or is no date, `CARD_TWICE` and `EMAIL_TWICE` a
    number or an address that another person has too; a number is stored for the first of them only.
    `NOT_STORED` is a cell of a `role` that cannot be stored, `JOINED_YEAR` and `JOINED_MONTH` a year or a
    month of joining that is stored as its first day, `NUMBER_TAKEN` a number of another member of the club,
    `NICKNAME` the name with a nickname, by which the member is found too, `DIFFERS` a value of a `role` that
    is another one in the record of the member, `recorded`, which stays. `heading` is the name of the field
    if the club has defined it. `CONTACT_DIVIDED` is the telephone number and the address of one cell.
    """

    line: int
    code: str
    text: str
    other_line: int = 0
    role: str = ""
    recorded: str = ""
    heading: str = ""


def find_notes(people: Sequence[ListedPerson], today: date) -> tuple[RowNote, ...]:
    """Return what seems wrong in the rows of the people, in their order; it prevents nothing."""
    first_lines: dict[tuple[str, str], int] = {}
    notes = []
    for person in people:
        notes += [RowNote(person.line, NOT_STORED, text, role=role) for role, text in person.unstored]
        if person.divided_contacts:
            notes.append(RowNote(person.line, CONTACT_DIVIDED, ", ".join(person.divided_contacts)))
        if person.vague_joined and person.record.joined:
            code = JOINED_YEAR if person.vague_joined == YEAR_ONLY else JOINED_MONTH
            notes.append(RowNote(person.line, code, person.record.joined.isoformat(), role=JOINED))
        for kind, text in person.identities:
            if kind == BORN:
                if not _is_birth_date(text, today):
                    notes.append(RowNote(person.line, BORN_IMPOSSIBLE, text))
                continue
            first_line = first_lines.setdefault((kind, text.casefold()), person.line)
            if first_line != person.line:
                code = CARD_TWICE if kind == CARD else EMAIL_TWICE
                notes.append(RowNote(person.line, code, text, first_line))
    return tuple(notes)


def _is_birth_date(text: str, today: date) -> bool:
    """Return whether a text is a year, or a date in either order, in which a person can have been born."""
    if YEAR.match(text):
        return FIRST_BIRTH_YEAR <= int(text) <= today.year
    dates = (read_birth_date(text, order, today) for order in (DAY_FIRST, MONTH_FIRST))
    return any(born is not None and born.year >= FIRST_BIRTH_YEAR and born <= today for born in dates)


def propose_distinctions(people: Sequence[ListedPerson]) -> Mapping[int, str]:
    """Return what tells each person from those of the same name in a list, by place.

    It is shown on public pages, so it is the club if each has another one, what the list has in brackets
    behind the names, the town, or "sen." and "jun." for two people of different ages, and never a year of
    birth; else the year of joining or the number of the member. People without namesakes are left out, unless
    the list has a mark of father or son behind the name; "" is for those whom nothing tells apart.
    """
    groups = defaultdict[str, list[int]](list)
    for place, person in enumerate(people):
        groups[fold_name(person.name)].append(place)
    proposals: dict[int, str] = {}
    for places in groups.values():
        if len(places) > 1:
            texts = _propose_for_namesakes([people[place] for place in places])
            proposals |= dict(zip(places, texts, strict=True))
        elif get_generation(people[places[0]].mark):
            proposals[places[0]] = people[places[0]].mark
    return proposals


def _propose_for_namesakes(namesakes: Sequence[ListedPerson]) -> list[str]:
    clubs = [person.record.club for person in namesakes]
    if all(clubs) and len({club.casefold() for club in clubs}) == len(clubs):
        return [club[:LONGEST_DISTINCTION] for club in clubs]
    for texts_of_list in ([one.mark for one in namesakes], [one.town for one in namesakes]):
        if any(texts_of_list) and len({text.casefold() for text in texts_of_list}) == len(texts_of_list):
            return [text[:LONGEST_DISTINCTION] for text in texts_of_list]
    years = [get_distinctions(person)[1] for person in namesakes]
    if all(years) and len(set(years)) == len(years) == 2:
        return [ELDER if year == min(years) else YOUNGER for year in years]
    texts_of_all = [_list_texts(person) for person in namesakes]
    for texts in zip(*texts_of_all, strict=True):
        if all(texts) and len({text.casefold() for text in texts}) == len(texts):
            return list(texts)
    return [""] * len(namesakes)


def propose_for_newcomer(person: ListedPerson, used_names: str) -> str:
    """Return what tells a new person from members of the name, as in `used_names`; "" if nothing."""
    texts = (
        *(text[:LONGEST_DISTINCTION] for text in (person.mark, person.record.club, person.town)),
        *_list_texts(person),
    )
    return next((text for text in texts if text and text.casefold() not in used_names.casefold()), "")


def _list_texts(person: ListedPerson) -> tuple[str, str]:
    """Return year of joining and member number as they stand behind a name; "" for what is not known."""
    joined, number = person.record.joined, person.record.number
    return (str(joined.year) if joined else "", f"#{number}" if number else "")


def get_distinctions(person: ListedPerson) -> tuple[str, str]:
    """Return what may stand behind a name already: the card number, and the year of birth."""
    identities = dict(person.identities)
    digits = "".join(letter if letter.isdigit() else " " for letter in identities.get(BORN, "")).split()
    return identities.get(CARD, "")[:LONGEST_CARD], next((part for part in digits if len(part) == 4), "")
