"""Lists of members: people who have left, dates of birth below "born in", and notes."""

from datetime import date

import pytest

from tests.tournaments.exchange.test_list_headings import TODAY, make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.new_members import select_members
from tournaments.exchange.lists.reading import MEMBERS


def read(name, rows, **answers):
    return reader.read_list(FileCells((make_sheet(name, rows),)), MEMBERS, answers, TODAY)


@pytest.mark.parametrize(
    "heads",
    [
        ("Cognome", "Nome", "Uscito nel"),
        ("Surname", "First name", "Left in"),
        ("Nachname", "Vorname", "Ausgetreten am"),
        ("Nom", "Prénom", "Sorti le"),
        ("Apellido", "Nombre", "Baja"),
        ("Efternavn", "Fornavn", "Udmeldt"),
        ("Soyad", "Ad", "Ayrıldı"),
        ("Cognome", "Nome", "Dimesso"),
        ("Cognome", "Nome", "Cessato il"),
    ],
)
def test_a_year_of_leaving_tells_who_has_left(heads):
    rows = [heads, ("Pahor", "Silvano", 2021), ("Stuparich", "Bianca", "2024"), ("Rossi", "Anna", "")]
    reading = read("Soci", rows)
    assert [(person.name, person.active) for person in reading.persons] == [
        ("Silvano Pahor", False),
        ("Bianca Stuparich", False),
        ("Anna Rossi", True),
    ]


@pytest.mark.parametrize(
    "name", ["Ex soci", "Lapsed", "Former", "Ehemalige", "Anciens", "Antiguos", "Tidligere"]
)
def test_the_name_of_a_sheet_asks_whether_its_people_have_left(name):
    rows = [("Name", "E-mail"), ("Silvano Pahor", "s@example.org"), ("Bianca Stuparich", "b@example.org")]
    members = select_members(read(name, rows), {})
    (question,) = members.questions
    assert (question.key, question.choices, question.answer) == (
        f"holds:{name}",
        ("members", "former"),
        "former",
    )
    assert [(row.name, row.is_former) for row in members.people] == [
        ("Silvano Pahor", True),
        ("Bianca Stuparich", True),
    ]
    of_members = select_members(read(name, rows), {question.key: "members"})
    assert [(person.name, person.is_former) for person in of_members.people] == [
        ("Silvano Pahor", False),
        ("Bianca Stuparich", False),
    ]


def test_the_day_of_leaving_is_that_of_the_column_or_the_year_of_the_sheet():
    rows = [
        ("Nome e cognome", "Iscrizione", "Uscito il"),
        ("Ada Po", "", date(2021, 5, 3)),
        ("Ugo Re", "", 2020),
        ("Ivo Lo", "", "marzo 2019"),
        ("Eva Mo", "", ""),
        ("Leo Da", date(2023, 1, 1), ""),
    ]
    days = {person.name: person.left_on for person in select_members(read("Ex soci 2022", rows), {}).people}
    assert list(days.values()) == [
        date(2021, 5, 3),
        date(2020, 12, 31),
        date(2019, 3, 1),
        date(2022, 12, 31),
        None,
    ]
    unknown = select_members(read("Ex soci", rows), {}).people
    assert [person.left_on for person in unknown[3:]] == [None, None]


def test_any_sheet_can_hold_former_members_and_those_who_have_left_can_be_recorded_so():
    rows = [("Cognome", "Nome", "Uscito nel"), ("Pahor", "Silvano", 2021), ("Rossi", "Anna", "")]
    reading = read("Soci", rows)
    assert [person.name for person in select_members(reading, {}).people] == ["Anna Rossi"]
    both = select_members(reading, {"former": "former"}).people
    assert [(person.name, person.is_former) for person in both] == [
        ("Silvano Pahor", True),
        ("Anna Rossi", False),
    ]
    all_former = select_members(reading, {"holds:Soci": "former"}).people
    assert [person.is_former for person in all_former] == [True, True]


def test_a_note_that_somebody_has_died_tells_that_they_have_left():
    rows = [("Nome", "Stato", "Note"), ("Ugo Re", "deceduto", ""), ("Anna Bo", "", "deceduta 2019")]
    assert [person.active for person in read("Soci", rows).persons] == [False, False]


@pytest.mark.parametrize("heading", ["Nato nel", "Born in", "Jahrgang", "Année de naissance"])
def test_a_whole_date_below_born_in_is_a_date_of_birth(heading):
    rows = [("Name", heading), ("Anna Bo", date(1972, 4, 5)), ("Ugo Re", "12.5.1981"), ("Ada Po", 1990)]
    reading = read("Soci", rows)
    assert [(one.birth, one.birth_year, one.unstored) for one in reading.persons] == [
        (date(1972, 4, 5), None, ()),
        (date(1981, 5, 12), None, ()),
        (None, 1990, ()),
    ]


def test_a_note_is_part_of_the_record_of_a_member():
    rows = [("Nome", "Note"), ("Anna Bo", "paga a rate"), ("Ugo Re", "")]
    members = select_members(read("Soci", rows), {})
    assert [person.record.note for person in members.people] == ["paga a rate", ""]
