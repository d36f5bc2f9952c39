"""What columns of a list of persons are by their cells and their sheet, and what their cells say."""

from collections.abc import Sequence
from datetime import date

import pytest

from tests.tournaments.exchange.test_list_headings import TODAY, make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.entry_box_lines import write_entry_lines
from tournaments.exchange.lists.file_cells import CellValue, FileCells
from tournaments.exchange.lists.heading_roles import find_roles
from tournaments.exchange.lists.new_members import select_members
from tournaments.exchange.lists.reading import ENTRIES, MEMBERS, ListReading
from tournaments.exchange.lists.text_cells import read_text


def read(kind: str, rows: Sequence[tuple[CellValue, ...]], sheet: str = "Foglio1") -> ListReading:
    return reader.read_list(FileCells((make_sheet(sheet, rows),)), kind, {}, TODAY)


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        (("metà", "3/2/2026", "contanti"), "half_paid"),
        (("half", "13/2/2026", ""), "half_paid"),
        (("1/2", "", "bonifico"), "half_paid"),
        (("x (metà)", "13/2/2026", ""), "half_paid"),
        (("metà", "", ""), "half_due"),
        (("acconto", "13/2/2026", "contanti"), "leave_out"),
    ],
)
def test_half_beside_a_day_or_a_way_of_payment_is_paid(row: tuple[str, ...], answer: str) -> None:
    rows = [
        ("Nome", "Quota 2026", "Data pagamento", "Modo"),
        ("Anna Bo", "sì", "13/2/2026", "bonifico"),
        ("Ugo Re", *row),
    ]
    members = select_members(read(MEMBERS, rows), {})
    assert [one.answer for one in members.questions if one.code == "part_fee"] == [answer]


@pytest.mark.parametrize(
    "heading",
    [
        *("Modo", "Modalità", "Come", "Pagato con", "Modo di pagamento", "Paid by", "Paid via"),
        *("Way of payment", "Zahlart", "Zahlungsmittel", "Bezahlt per", "Mode", "Payé par"),
        *("Modo de pago", "Pagado con", "Betalingsform", "Betalt via", "Ödeme türü", "Ödeme şekli"),
    ],
)
def test_headings_of_the_way_of_payment(heading: str) -> None:
    assert find_roles((heading,)) == ("method",)


@pytest.mark.parametrize("heading", ["Canale", "", "Info"])
def test_an_unknown_column_of_ways_of_payment_is_one(heading: str) -> None:
    rows = [
        ("Nome", "Quota pagata", heading),
        ("Anna Bo", 40, "contanti"),
        ("Ugo Re", 40, "Bonifico bancario"),
        ("Ada Po", 40, "assegno"),
        ("Eva Mo", 40, ""),
    ]
    fees = [person.listed_fee for person in read(MEMBERS, rows).persons]
    assert [fee.method for fee in fees if fee] == ["cash", "transfer", "cheque", ""]


def test_a_column_that_says_other_things_too_is_no_way_of_payment() -> None:
    rows = [("Nome", "Quota pagata", "Info"), ("Anna Bo", 40, "contanti"), ("Ugo Re", 40, "chiamare")]
    assert [person.listed_fee.method for person in read(MEMBERS, rows).persons if person.listed_fee] == [
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("text", "year"),
    [
        *[(text, 1958) for text in ("*1958", "* 1958", "n. 1958", "classe 1958", "geb. 1958", "(1958)")],
        *[("'63", 1963), ("’63", 1963), ("classe '63", 1963), ("'12", 2012), ("'26", 2026)],
        *[("b. 1985", 1985), ("born in 1985", 1985), ("nato nel 1985", 1985), ("Jg. 1985", 1985)],
        *[("63", None), ("n. 58", None), ("1958 ?", None), ("tessera 1958", None)],
    ],
)
@pytest.mark.parametrize("heading", ["Anno di nascita", "Nascita"])
def test_years_of_birth_are_read_as_they_are_written(text: str, year: int | None, heading: str) -> None:
    (person,) = read(MEMBERS, [("Nome", heading), ("Anna Bo", text)]).persons
    is_unread = text in dict(person.unstored).values() or bool(person.unread_birth)
    assert (person.birth_year, is_unread) == (year, year is None)


@pytest.mark.parametrize(
    "heading", ["anno", "Year", "socio fino al", "member until", "left", "Mitglied bis", "Année"]
)
def test_years_in_a_sheet_of_former_members_are_those_of_leaving(heading: str) -> None:
    rows = [("Nome", heading), ("Anna Bo", 2019), ("Ugo Re", "2021")]
    members = select_members(read(MEMBERS, rows, "Ex soci"), {})
    assert [(one.is_former, one.left_on) for one in members.people] == [
        (True, date(2019, 12, 31)),
        (True, date(2021, 12, 31)),
    ]


def test_a_year_in_a_sheet_of_members_is_not_one_of_leaving() -> None:
    rows = [("Nome", "Anno"), ("Anna Bo", 2019), ("Ugo Re", 2021)]
    members = select_members(read(MEMBERS, rows, "Soci"), {})
    assert [(one.is_former, one.left_on) for one in members.people] == [(False, None), (False, None)]


@pytest.mark.parametrize(
    "text", ["14 entries, 155", "14 entries", "14 iscritti", "Totale iscritti 14", "14 Anmeldungen 155 €"]
)
def test_a_count_of_the_entries_is_nobody(text: str) -> None:
    for reading in (
        read(ENTRIES, [("Name", "Paid"), ("Anna Bo", 12), ("Ugo Re", 12), (text, "")]),
        read(ENTRIES, [("Name", "Paid"), ("Anna Bo", 12), ("Ugo Re", 12), (text, 155)]),
        reader.read_list(read_text(f"Anna Bo\nUgo Re\nAda Po\n{text}"), ENTRIES, {}, TODAY),
    ):
        assert [person.name for person in reading.persons][:2] == ["Anna Bo", "Ugo Re"]
        assert [one.text for one in reading.passed_over if one.reason == "totals"] != []
        assert [person.name for person in reading.persons if "14" in person.name] == []


@pytest.mark.parametrize(
    "heading",
    [
        *("Iscrizione", "iscrizione: pagato", "Quota", "Quota iscrizione", "Quota d'iscrizione", "Pagato?"),
        *("Entry fee", "Entry fee paid", "Paid", "Payment", "Pagamento", "Startgeld", "Soldi"),
    ],
)
def test_who_has_paid_in_a_list_of_entries(heading: str) -> None:
    rows = [
        ("Nome", heading),
        *(
            ("Anna Bo", "pagato"),
            ("Ugo Re", "sì"),
            ("Ida Po", "x"),
            ("Oto Lu", "ok"),
            ("Eva Mo", "da pagare"),
        ),
        *(("Ada Lo", 15), ("Ivo Zo", "")),
    ]
    assert write_entry_lines(read(ENTRIES, rows)) == (
        *("Anna Bo; paid: yes", "Ugo Re; paid: yes", "Ida Po; paid: yes", "Oto Lu; paid: yes", "Eva Mo"),
        *("Ada Lo; paid: 15.00", "Ivo Zo"),
    )


@pytest.mark.parametrize(
    ("heading", "cells", "role"),
    [
        ("Iscrizione", ("3/2/2020", "2019"), "joined"),
        ("Cena", ("x", "no"), ""),
        ("Info", ("pagato", "arriva tardi"), ""),
    ],
)
def test_marks_days_and_remarks_are_no_payments(heading: str, cells: tuple[str, str], role: str) -> None:
    reading = read(ENTRIES, [("Nome", heading), ("Anna Bo", cells[0]), ("Ugo Re", cells[1])])
    assert dict(reading.columns)[heading] == role
