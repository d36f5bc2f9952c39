"""Place and date of birth in one cell: the date is read, the place goes to the field of the club for it."""

from datetime import date

import pytest

from tests.tournaments.exchange.test_list_headings import TODAY, make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.birth_cells import split_birth_cell
from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.new_members import select_members
from tournaments.exchange.lists.reading import MEMBERS, PersonRow


@pytest.mark.parametrize(
    ("text", "place", "date_text"),
    [
        ("Milano, 5/4/1972", "Milano", "5/4/1972"),
        ("nato a Milano il 5-4-1972", "Milano", "5-4-1972"),
        ("nata ad Adria (RO) il 05.04.1972", "Adria (RO)", "05.04.1972"),
        (
            "nata a San Giovanni in Persiceto, Bologna, il 5-4-1972",
            "San Giovanni in Persiceto, Bologna",
            "5-4-1972",
        ),
        ("5/4/1972 Milano", "Milano", "5/4/1972"),
        ("Reggio nell'Emilia 5 aprile 1972", "Reggio nell'Emilia", "5 aprile 1972"),
        ("born in Leeds on 5/4/1972", "Leeds", "5/4/1972"),
        ("Milano, 1972", "Milano", "1972"),
        ("5/4/1972", "", "5/4/1972"),
        ("1972-04-05", "", "1972-04-05"),
        ("5 aprile 1972", "", "5 aprile 1972"),
        ("5/4/1972 (54 anni)", "", "5/4/1972 (54 anni)"),
        ("nato il 5/4/1972", "", "nato il 5/4/1972"),
        ("classe 1972", "", "classe 1972"),
        ("Milano", "", "Milano"),
    ],
)
def test_place_and_date_are_separated(text: str, place: str, date_text: str) -> None:
    assert split_birth_cell(text) == (place, date_text)


def read_first(cell: str, heading: str = "Luogo e data di nascita", **own_fields: str) -> PersonRow:
    rows = [("Nome", heading), ("Ada Bo", cell), ("Ugo Re", "13/12/1950")]
    return reader.read_list(
        FileCells((make_sheet("Soci", rows),)), MEMBERS, {}, TODAY, own_fields=own_fields
    ).persons[0]


@pytest.mark.parametrize("heading", ["Luogo e data di nascita", "Nascita", "Born in"])
@pytest.mark.parametrize(
    "cell",
    [
        "Milano, 5/4/1972",
        "nato a Milano il 5-4-1972",
        "nata a Milano in via Giuseppe Garibaldi in ospedale il 5-4-1972",
    ],
)
def test_the_date_is_read_and_a_place_without_a_field_is_named(cell: str, heading: str) -> None:
    person = read_first(cell, heading)
    assert (person.birth, person.unread_birth, person.own_texts) == (date(1972, 4, 5), "", ())
    assert [role for role, _place in person.unstored] == ["birthplace"]


def test_the_place_goes_to_the_field_of_the_club() -> None:
    person = read_first("Milano, 5/4/1972", own_field_7="Luogo di nascita", own_field_8="Note")
    assert (person.own_texts, person.unstored) == ((("own_field_7", "Milano"),), ())


def test_a_column_of_the_field_counts_before_the_date() -> None:
    rows = [
        ("Nome", "Nascita", "Luogo di nascita"),
        ("Ada Bo", "Milano, 5/4/1972", "Monza"),
        ("Ugo Re", "", ""),
    ]
    reading = reader.read_list(
        FileCells((make_sheet("Soci", rows),)),
        MEMBERS,
        {},
        TODAY,
        own_fields={"own_field_7": "Luogo di nascita"},
    )
    assert select_members(reading, {}).people[0].record.own_texts == (("own_field_7", "Monza"),)
