"""People in an uploaded table: roles of its columns, the people of its rows, lines of the entry box. Pure."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from matches.names import LONGEST_NAME, fold_name, is_bye, put_first_name_first
from tournaments.exchange import past_results
from tournaments.exchange.spreadsheets import Grid
from tournaments.name_lists import entry_details as entries_text
from tournaments.name_lists import name_columns
from tournaments.name_lists.entry_details import DETAILS, FIRST, NAME, SURNAME

IGNORED = ""
CARD, BORN, EMAIL = "card", "born", "email"
# What tells two people of one name apart in a list of members.
IDENTITIES = (CARD, BORN, EMAIL)
NAMES = (IGNORED, NAME, FIRST, SURNAME, *IDENTITIES)
ENTRIES = (IGNORED, NAME, FIRST, SURNAME, *DETAILS)
HEADS = {
    CARD: "tessera tessera_n n_tessera nr_tessera numero_tessera numero_di_tessera tesserato matricola card "
    "card_no card_number member_no member_number membership_no membership_number licence licence_no",
    BORN: "born birth_date date_of_birth dob birthday birth_year year_of_birth data_di_nascita data_nascita "
    "nascita nato nata nato/a nato_il nata_il nato/a_il anno_di_nascita anno_nascita",
    EMAIL: "email e-mail mail e_mail email_address e-mail_address posta_elettronica indirizzo_email "
    "indirizzo_e-mail",
}
HEADINGS = {name.replace("_", " "): role for role, names in HEADS.items() for name in names.split()}
# Of what stands behind a name.
LONGEST_CARD = 20
# Why a row makes no member: no name in it, a bye, the person of an earlier row once more, or
# a title above the table.
NAMELESS, BYE, REPEATED, TITLE = "nameless", "bye", "repeated", "title"
# What seems wrong in the row of a member.
BORN_IMPOSSIBLE, CARD_TWICE, EMAIL_TWICE = "born_impossible", "card_twice", "email_twice"
YEAR = re.compile(r"^\d{4}$", re.ASCII)
FIRST_BIRTH_YEAR = 1900


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A person of a list of members, from the row of this number.

    `identities` are card number, birth date and e-mail, as far as the row has them. `possible_twins` are the
    places in the list of people of the same name whom nothing tells from this one. `is_incomplete`: the first
    name or the surname is missing.
    """

    name: str
    line: int = 0
    identities: tuple[tuple[str, str], ...] = ()
    possible_twins: tuple[int, ...] = ()
    is_incomplete: bool = False


@dataclass(frozen=True, slots=True)
class LeftOutRow:
    """A row of a list that makes no member: its number, its text, why, and the row that it repeats."""

    line: int
    text: str
    reason: str
    repeated_line: int = 0


@dataclass(frozen=True, slots=True)
class RowNote:
    """What seems wrong in the row of a member: a code, the text, and the row that has the same text.

    `BORN_IMPOSSIBLE` is a birth date that does not exist or is no date, `CARD_TWICE` and `EMAIL_TWICE` a
    number or an address that another person has too.
    """

    line: int
    code: str
    text: str
    other_line: int = 0


@dataclass(frozen=True, slots=True)
class MemberList:
    """The people of a list of members, and the rows that are left out."""

    people: tuple[ListedPerson, ...] = ()
    left_out: tuple[LeftOutRow, ...] = ()


def find_start(grid: Grid) -> int:
    """Return the number of the row in which the table begins: that of its headings, below a title."""
    return grid.find_start(lambda row: has_names([_get_role(cell) for cell in row]))


def guess_roles(grid: Grid, roles: Sequence[str] = NAMES) -> tuple[str, ...]:
    """Guess the role of every column from its heading; without headings the first one is the name."""
    column_roles: list[str] = []
    for cell in grid.rows[0]:
        role = _get_role(cell)
        column_roles.append(IGNORED if role in column_roles or role not in roles else role)
    return (
        tuple(entries_text.beside_surnames(column_roles))
        if has_names(column_roles)
        else (NAME, *column_roles[1:])
    )


def has_names(roles: Sequence[str]) -> bool:
    """Return whether one of these roles is a name."""
    return NAME in roles or SURNAME in roles or FIRST in roles


def has_headings(grid: Grid) -> bool:
    """Return whether the first row has headings."""
    return any(map(_get_role, grid.rows[0]))


def list_title_rows(grid: Grid, start: int) -> tuple[LeftOutRow, ...]:
    """Return the rows above the one in which the table begins."""
    return tuple(
        LeftOutRow(line, _describe_row(row), TITLE) for line, row in grid.numbered_rows if line < start
    )


def read_people(grid: Grid, roles: Sequence[str]) -> MemberList:
    """Return the people of a list, and the rows that make none.

    Two rows of one name are two people if a card number, birth date or e-mail tells them apart, and one if
    the rows are equal, or one of these is equal and none differs. Otherwise the second may be the first once
    more, and says so in `possible_twins`.
    """
    people: list[ListedPerson] = []
    left_out: list[LeftOutRow] = []
    places_by_name: dict[str, list[int]] = {}
    for line, row in _number_rows(grid):
        name, is_of_nobody = _read_name(row, roles), is_bye(_join_name(row, roles))
        if not name:
            left_out.append(LeftOutRow(line, _describe_row(row), BYE if is_of_nobody else NAMELESS))
            continue
        person = ListedPerson(name, line, _read_identities(row, roles), (), _is_incomplete(row, roles))
        places = places_by_name.setdefault(fold_name(name), [])
        answers = {place: _is_same_person(people[place], person, grid) for place in places}
        repeated = next((place for place, is_same in answers.items() if is_same), None)
        if repeated is not None:
            left_out.append(LeftOutRow(line, name, REPEATED, people[repeated].line))
            continue
        places.append(len(people))
        twins = tuple(place for place, is_same in answers.items() if is_same is None)
        people.append(ListedPerson(name, line, person.identities, twins, person.is_incomplete))
    return MemberList(tuple(people), tuple(left_out))


def find_notes(people: Sequence[ListedPerson], today: date) -> tuple[RowNote, ...]:
    """Return what seems wrong in the rows of the people, in their order; it prevents nothing."""
    first_lines: dict[tuple[str, str], int] = {}
    notes = []
    for person in people:
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
    for order in past_results.ORDERS:
        date_parts = past_results.parse_date(text, order)
        if date_parts is None:
            continue
        year, month, day = date_parts
        # A year of two digits that is still to come is one of the last century.
        year -= 100 if year > today.year else 0
        try:
            born = date(year, month, day)
        except ValueError:
            continue
        if born.year >= FIRST_BIRTH_YEAR and born <= today:
            return True
    return False


def propose_distinctions(people: Sequence[ListedPerson]) -> Mapping[int, str]:
    """Return what tells each person from those of the same name in a list, by place: card number or year.

    People without namesakes are left out; "" is for those whom neither tells apart.
    """
    counts = Counter(fold_name(person.name) for person in people)
    namesakes = [place for place, person in enumerate(people) if counts[fold_name(person.name)] > 1]
    proposals = {}
    for place in namesakes:
        others = [
            other
            for other in namesakes
            if other != place and fold_name(people[other].name) == fold_name(people[place].name)
        ]
        own_texts = get_distinctions(people[place])
        other_texts = [get_distinctions(people[other]) for other in others]
        proposals[place] = next(
            (
                text
                for number, text in enumerate(own_texts)
                if text and all(text != texts[number] for texts in other_texts)
            ),
            "",
        )
    return proposals


def get_entry_lines(grid: Grid, roles: Sequence[str]) -> tuple[str, ...]:
    """Return the rows as lines of the entry box: names with their details."""
    entry_lines = []
    for _line, row in _number_rows(grid):
        details = {role: cell for role, cell in zip(roles, row, strict=True) if cell and role in DETAILS}
        name = _read_name(row, roles)
        if name:
            entry_lines.append(entries_text.write_line(name, details))
    return tuple(entry_lines)


def _get_role(heading: str) -> str:
    """Return the role of a column with this heading, "" if it is unknown."""
    plain = " ".join(heading.casefold().replace(".", " ").replace("°", "").split()).strip(" :")
    return HEADINGS.get(plain, "") or entries_text.get_column_kind(heading)


def _number_rows(grid: Grid) -> list[tuple[int, tuple[str, ...]]]:
    """Return the rows below the headings with their numbers."""
    return grid.numbered_rows[1:] if has_headings(grid) else grid.numbered_rows


def _get_cells(row: Sequence[str], roles: Sequence[str]) -> dict[str, str]:
    return {role: cell for role, cell in zip(roles, row, strict=True) if role}


def _join_name(row: Sequence[str], roles: Sequence[str]) -> str:
    cells = _get_cells(row, roles)
    name = name_columns.compose_name(*(cells.get(kind, "") for kind in (NAME, FIRST, SURNAME)))
    return put_first_name_first(" ".join(name.split()))


def _read_name(row: Sequence[str], roles: Sequence[str]) -> str:
    """Return the name of a row, "" if it has none or names a bye."""
    name = _join_name(row, roles)
    return "" if is_bye(name) else name[:LONGEST_NAME]


def _is_incomplete(row: Sequence[str], roles: Sequence[str]) -> bool:
    """Return whether a row lacks the first name or the surname, of which the table has a column each."""
    cells = _get_cells(row, roles)
    first = cells.get(FIRST, cells.get(NAME, ""))
    has_both_columns = SURNAME in cells and (FIRST in cells or NAME in cells)
    return has_both_columns and (not first or (not cells[SURNAME] and " " not in first))


def _read_identities(row: Sequence[str], roles: Sequence[str]) -> tuple[tuple[str, str], ...]:
    cells = _get_cells(row, roles)
    return tuple((kind, cells[kind]) for kind in IDENTITIES if cells.get(kind))


def _is_same_person(one: ListedPerson, other: ListedPerson, grid: Grid) -> bool | None:
    """Return whether two rows of one name are of one person; None if nothing says so."""
    if grid.get_row(one.line) == grid.get_row(other.line):
        return True
    first, second = dict(one.identities), dict(other.identities)
    answers = {
        first[kind].casefold() == second[kind].casefold()
        for kind in IDENTITIES
        if kind in first and kind in second
    }
    return answers.pop() if len(answers) == 1 else None


def _describe_row(row: Sequence[str]) -> str:
    return " · ".join(filter(None, row))


def get_distinctions(person: ListedPerson) -> tuple[str, str]:
    """Return what may stand behind a name: the card number, and the year of birth."""
    identities = dict(person.identities)
    digits = "".join(letter if letter.isdigit() else " " for letter in identities.get(BORN, "")).split()
    return identities.get(CARD, "")[:LONGEST_CARD], next((part for part in digits if len(part) == 4), "")
