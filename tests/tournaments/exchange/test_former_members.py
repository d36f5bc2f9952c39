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
    reading = read(name, rows)
    (question,) = [one for one in reading.questions if one.code == "former_sheet"]
    assert (question.choices, question.answer) == (("take", "leave_out"), "take")
    assert [person.active for person in reading.persons] == [False, False]
    assert [row.name for row in select_members(reading, {}).people] == []
    of_members = read(name, rows, former_sheet="leave_out")
    assert [person.name for person in select_members(of_members, {}).people] == [
        "Silvano Pahor",
        "Bianca Stuparich",
    ]


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
