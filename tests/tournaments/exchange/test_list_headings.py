"""Which row of a list has its headings, which sheet the people, and who is in the column of names."""

from collections.abc import Sequence
from datetime import date

import pytest

from tournaments.exchange.lists import reader
from tournaments.exchange.lists.entry_box_lines import write_entry_lines
from tournaments.exchange.lists.file_cells import CellValue, FileCells, SheetCells, make_rows
from tournaments.exchange.lists.heading_roles import find_roles
from tournaments.exchange.lists.pasted_lines import read_pasted_lines
from tournaments.exchange.lists.reading import ENTRIES, MEMBERS, ListReading
from tournaments.exchange.lists.text_cells import read_text

TODAY = date(2026, 12, 1)
TONIGHT = [
    ("Name", "Status", "Fee", "Paid?"),
    ("Peter Ashworth", "member", "£8.00", "yes"),
    ("Siobhan Brennan", "member", "£8.00", ""),
    ("Beth Foster", "junior", "£4.00", "yes"),
    ("Hélène Dupre", "member", "£8.00", "no"),
    ("Zoe Hartley", "guest", "£12.00", "cash"),
    ("Luca Rossi", "player", "£8.00", "paid"),
]
NAMES = ("Peter Ashworth", "Siobhan Brennan", "Beth Foster", "Hélène Dupre", "Zoe Hartley", "Luca Rossi")
LINES = (
    "Peter Ashworth; price: member; paid: 8.00",
    "Siobhan Brennan; price: member",
    "Beth Foster; price: junior; paid: 4.00",
    "Hélène Dupre; price: member",
    "Zoe Hartley; price: guest; paid: 12.00 cash",
    "Luca Rossi; price: player; paid: 8.00",
)


def make_sheet(name: str, rows: Sequence[Sequence[CellValue]]) -> SheetCells:
    return SheetCells(name, make_rows(list(enumerate(rows, start=1))))


def read(kind: str, sheets: dict[str, Sequence[Sequence[CellValue]]], **answers: str) -> ListReading:
    file = FileCells(tuple(make_sheet(name, rows) for name, rows in sheets.items()))
    return reader.read_list(file, kind, answers, TODAY)


def names_of(reading: ListReading) -> tuple[str, ...]:
    return tuple(person.name for person in reading.persons)


@pytest.mark.parametrize(
    "columns", [(0, 1, 2), (0, 1, 3), (0, 1, 2, 3), (1, 0), (3, 2, 1, 0), (0, 3), (1, 3, 0)]
)
@pytest.mark.parametrize("kind", [ENTRIES, MEMBERS])
def test_a_column_of_repeated_terms_has_no_names(kind: str, columns: tuple[int, ...]) -> None:
    rows = [tuple(row[column] for column in columns) for row in TONIGHT]
    reading = read(kind, {"Tonight": rows})
    assert names_of(reading) == NAMES
    assert [row.line for row in reading.passed_over] == [1]


def test_a_list_is_pasted_with_a_column_of_repeated_terms() -> None:
    text = "\n".join(",".join(row) for row in TONIGHT)
    assert write_entry_lines(reader.read_list(read_text(text), ENTRIES, {}, TODAY)) == LINES
    for separator in (",", "\t", ";"):
        pasted = read_pasted_lines("\n".join(separator.join(row) for row in TONIGHT), (), {}, TODAY)
        assert pasted is not None
        assert pasted.text == "\n".join(LINES)


def test_without_headings_a_column_of_repeated_terms_has_no_names_and_no_clubs() -> None:
    reading = read(ENTRIES, {"Tonight": TONIGHT[1:]})
    assert write_entry_lines(reading) == NAMES
    assert [question.code for question in reading.questions] == ["columns"]


def test_someone_may_be_called_as_a_heading() -> None:
    rows = [("Surname", "First name", "Status"), ("Player", "Gary", "member"), ("Guest", "Ann", "no")]
    assert names_of(read(MEMBERS, {"": rows})) == ("Gary Player", "Ann Guest")


def test_the_headings_of_a_second_list_are_named_with_what_is_left_out() -> None:
    rows = [
        ("Name", "E-mail", "Joined"),
        ("Anna Rossi", "anna@rossi.example", "2009"),
        ("Name", "Phone", "Left"),
        ("Ben Cole", "0117 496 0101", "2019"),
    ]
    reading = read(MEMBERS, {"": rows})
    assert names_of(reading) == ("Anna Rossi", "Ben Cole")
    assert [(row.line, row.reason) for row in reading.passed_over] == [(1, "headings"), (3, "more_headings")]


@pytest.mark.parametrize(
    "heading",
    [
        "Surname, First",
        "Surname and first name",
        "Last name / First name",
        "Name, Vorname",
        "Familienname, Vorname",
        "Nachname und Vorname",
        "Cognome e nome",
        "Cognome, Nome",
        "Nom Prénom",
        "NOM, Prénom(s)",
        "Apellidos, nombre",
        "Nombre(s) y apellido(s)",
        "Efternavn, fornavn",
        "For- og efternavn",
        "Soyadı, Adı",
        "Adı ve soyadı",
        "Members",
        "Namen",
        "Nominativi",
    ],
)
def test_a_heading_of_whole_names_is_known(heading: str) -> None:
    assert find_roles([heading, "E-mail", "Tel"]) == ("name", "email", "phone")


MEMBER_ROWS = [
    ("Riverside Backgammon Club - MEMBERS 2026",),
    (),
    ("No.", "Surname, First", "E-mail", "Joined"),
    (1, "Ashworth, Peter", "peter@example.org", 2009),
    (2, "Smith, John", "john@example.org", 2011),
    (3, "Okafor, Chidi", "chidi@example.org", 2016),
]
OLD_ROWS = [("Name", "Left"), ("Harold Pike", 2019), ("Doris Webb", 2021)]
INFO_ROWS = [("Riverside Backgammon Club",), ("Meets Tuesdays, The Old Duke",)]


@pytest.mark.parametrize("heading", ["Surname, First", "Mystery", "Who we are"])
def test_which_sheet_has_the_members_is_queried(heading: str) -> None:
    rows = [tuple(heading if cell == "Surname, First" else cell for cell in row) for row in MEMBER_ROWS]
    sheets = {"Info": INFO_ROWS, "Members 2026": rows, "Old members": OLD_ROWS}
    reading = read(MEMBERS, sheets)
    assert names_of(reading) == ("Peter Ashworth", "John Smith", "Chidi Okafor")
    queried = {question.code: question for question in reading.questions}
    assert (queried["sheet"].choices, queried["sheet"].guess) == (tuple(sheets), "Members 2026")
    assert ("name_column" in queried) == (heading != "Surname, First")
    assert (reading.sheet, reading.sheets, reading.heading_row) == ("Members 2026", tuple(sheets), 3)
    assert names_of(read(MEMBERS, sheets, sheet="Old members")) == ("Harold Pike", "Doris Webb")
    assert read(MEMBERS, sheets, sheet="Info").sheet == "Info"


def test_the_sheet_of_this_year_is_guessed_and_one_of_former_members_is_not() -> None:
    rows = MEMBER_ROWS[2:]
    sheets = {"2024": rows, "2026": rows[:-1], "2025": rows}
    (question,) = read(MEMBERS, sheets).questions
    assert question.guess == "2026"
    (question, *_others) = read(MEMBERS, {"Archive": [*rows, *rows[1:]], "Club": rows}).questions
    assert question.guess == "Club"


def test_a_sheet_of_more_names_without_known_headings_is_queried_about() -> None:
    rows = [
        ("Nr.", "Beitrag", "Mystery"),
        *((number, 8, f"{name} Cole") for number, name in enumerate("ABCDE")),
    ]
    sheets = {"List": [(*row[:2], f"Ann{row[2]}") for row in rows], "Old members": OLD_ROWS}
    (question,) = read(MEMBERS, sheets).questions
    assert (question.code, question.choices) == ("sheet", ("List", "Old members"))
    chosen = read(MEMBERS, sheets, sheet="List")
    assert (chosen.sheet, [one.code for one in chosen.refusals]) == ("List", ["no_name_column"])


def test_the_rows_of_a_cash_book_are_no_people() -> None:
    rows = [
        ("Cash book 2026",),
        ("Date", "Item", "In", "Out"),
        (date(2026, 9, 3), "Fees September", 240, ""),
        (date(2026, 9, 9), "Hall rent", "", 85),
        (date(2026, 9, 9), "New dice", "", 32),
    ]
    reading = read(MEMBERS, {"Cash": rows})
    assert (reading.persons, [one.code for one in reading.refusals]) == ((), ["no_name_column"])


def test_the_players_of_results_are_no_members() -> None:
    rows = [("Date", "Player 1", "Player 2", "Score"), *((TODAY, name, "Ben Cole", "7-5") for name in NAMES)]
    reading = read(MEMBERS, {"Jan": rows, "Feb": rows})
    assert (reading.persons, [one.code for one in reading.refusals]) == ((), ["no_name_column"])


def test_a_sheet_that_is_not_guessed_can_be_chosen() -> None:
    sheets = {"Club": MEMBER_ROWS[2:], "Others": [("Chair", "Since"), ("Ann Hill", 2019)]}
    reading = read(MEMBERS, sheets)
    assert (reading.questions, reading.sheets) == ((), ("Club", "Others"))
    answers = {"sheet": "Others", "heading_row": "1", "columns": "name,", "table": "1!Others"}
    assert names_of(read(MEMBERS, sheets, **answers)) == ("Ann Hill",)


@pytest.mark.parametrize(
    "heading",
    [
        "Mem no",
        "Mem. No.",
        "Mem #",
        "Member #",
        "Memb. no",
        "Members No",
        "Membership #",
        "Licence Nr.",
        "Tess.",
        "N. tessera",
        "Nr. tess.",
        "Tessera n°",
        "N° socio",
        "Socio nr",
        "Numero di tessera",
        "Nr.",
        "Num.",
    ],
)
def test_headings_of_numbers_of_members(heading: str) -> None:
    reading = read(MEMBERS, {"": [("Name", heading), ("Anna Rossi", "041"), ("Ugo Bianchi", "007")]})
    assert [person.number for person in reading.persons] == ["041", "007"]
