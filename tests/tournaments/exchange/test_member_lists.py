"""Names of the rows of a list of members, who is whom, and where its table begins."""

from datetime import date

import pytest

from tournaments.exchange.lists import files, reader, written_dates
from tournaments.exchange.lists.entry_box_lines import write_entry_lines
from tournaments.exchange.lists.new_members import NewMembers, select_members
from tournaments.exchange.lists.reading import ENTRIES, MEMBERS, ListReading
from tournaments.name_lists import entry_details
from tournaments.name_lists.entry_details import Particulars


def read(kind: str, *rows: tuple[str, ...], **answers: str) -> ListReading:
    text = "\n".join(";".join(f'"{cell}"' for cell in row) for row in rows)
    return reader.read_list(files.read_file(text.encode(), answers), kind, answers, date(2026, 12, 1))


def read_members(*rows: tuple[str, ...], **answers: str) -> NewMembers:
    return select_members(read(MEMBERS, *rows, **answers), answers)


def read_in_the_box(*rows: tuple[str, ...]) -> list[entry_details.EntryLine]:
    """The entries that the entry box reads from a table."""
    lines = write_entry_lines(read(ENTRIES, *rows))
    return entry_details.parse_rows(enumerate(lines, start=1), is_known=lambda _name: False)


def names_of(*rows: tuple[str, ...], **answers: str) -> tuple[str, ...]:
    """The names of the people of a list of members."""
    return tuple(person.name for person in read_members(*rows, **answers).people)


def test_a_surname_before_a_comma_goes_last_and_a_suffix_stays() -> None:
    rows = [("Name",), ("Rossi, Anna",), ("van der Berg, Jan",), ("Davis, Jr.",)]
    names = ["Anna Rossi", "Jan van der Berg", "Davis Jr."]
    assert [row.name for row in read_in_the_box(*rows)] == names
    assert names_of(*rows) == tuple(names)


def test_a_surname_that_means_total_stays_a_person() -> None:
    rows = [("Name", "Rating"), ("Suma, Anna", "1500"), ("Rossi, Bea", "1600"), ("Somma totale", "3100")]
    assert names_of(*rows) == ("Anna Suma", "Bea Rossi")
    columns = [("Surname", "First name", "Number"), ("Suma", "Anna", "12"), ("Total", "", "12")]
    assert names_of(*columns) == ("Anna Suma",)


@pytest.mark.parametrize("text", ["12 sett. 2026", "12 Sett 2026", "12 set 2026", "12 settembre 2026"])
def test_an_italian_september_is_read_however_it_is_abbreviated(text: str) -> None:
    assert written_dates.find_date_in_text(text) == date(2026, 9, 12)


def test_a_bye_is_no_person() -> None:
    assert names_of(("Name",), ("Anna Rossi",), ("bye",), ("Freilos",), ("-",)) == ("Anna Rossi",)


@pytest.mark.parametrize(
    ("cell", "about"),
    [
        (("Roma; Lazio", "", ""), Particulars(club="Roma; Lazio")),
        (("", "ITA", ""), Particulars(country="ITA")),
        (("", "", "1712,4"), Particulars(rating=1712)),
        (("", "Atlantis", ""), Particulars(unread=("Atlantis",))),
        (("", "", "strong"), Particulars(unread=("strong",))),
    ],
)
def test_a_cell_is_what_its_column_says(cell: tuple[str, str, str], about: Particulars) -> None:
    (row,) = read_in_the_box(("Name", "Club", "Country", "Rating"), ("Anna Rossi", *cell))
    assert (row.name, row.about) == ("Anna Rossi", about)


@pytest.mark.parametrize(
    ("heads", "row"),
    [
        (("Cognome", "Nome"), ("Rossi", "Anna")),
        (("Name", "Surname"), ("Anna", "Rossi")),
        (("First name", "Last name"), ("Anna", "Rossi")),
        (("Nome", "Circolo"), ("Anna Rossi", "Roma")),
    ],
)
def test_a_name_beside_a_surname_is_the_first_one(heads: tuple[str, str], row: tuple[str, str]) -> None:
    assert names_of(heads, row) == ("Anna Rossi",)
    roles = [role for _heading, role in read(MEMBERS, heads, row).columns]
    manual = ",".join("name" if role == "first" else role for role in roles)
    assert names_of(heads, row, columns=manual) == ("Anna Rossi",)


def test_points_and_colons_around_a_heading_do_not_count() -> None:
    heads = ("No.", "Name:", " Club ", "Naz.", "Rating:")
    (row,) = read_in_the_box(heads, ("1", "Anna Rossi", "Roma", "ITA", "1712"))
    assert (row.name, row.about) == ("Anna Rossi", Particulars(club="Roma", country="ITA", rating=1712))


def test_a_heading_with_a_colon_is_no_name() -> None:
    assert names_of(("Name:",), ("Anna Rossi",)) == ("Anna Rossi",)


@pytest.mark.parametrize(
    ("heads", "row"),
    [
        (("Surname", "Forename", "Full name"), ("Alder", "Grace", "Grace Alder")),
        (("Full name", "Surname"), ("Grace Alder", "Alder")),
        (("Name", "Forename"), ("Alder", "Grace")),
        (("Surname", "Forename", "Full name"), ("Alder", "Grace", "")),
    ],
)
def test_a_full_name_beside_its_parts_is_not_doubled(heads: tuple[str, ...], row: tuple[str, ...]) -> None:
    assert names_of(heads, row) == ("Grace Alder",)
    (line,) = entry_details.read("; ".join(heads) + "\n" + "; ".join(row), {})
    assert line.name == "Grace Alder"


ROSSI = ("Marco", "Rossi", "17", "1961", "m@rossi.example")


@pytest.mark.parametrize(
    ("row", "people", "left_out"),
    [
        (ROSSI, 1, 1),
        (("MARCO", "Rossi", "17", "", ""), 1, 1),
        (("Marco", "Rossi", "18", "1998", "marco@rossi.example"), 2, 0),
        (("Marco", "Rossi", "", "1998", ""), 2, 0),
    ],
)
def test_a_card_a_birth_date_or_an_address_tells_two_people_of_one_name_apart(
    row: tuple[str, ...], people: int, left_out: int
) -> None:
    members = read_members(("Nome", "Cognome", "N. tessera", "Data di nascita", "E-mail"), ROSSI, row)
    assert (len(members.people), len(members.left_out)) == (people, left_out)
    assert [(each.line, each.reason, each.repeated_line) for each in members.left_out] == [
        (3, "repeated", 2)
    ] * left_out
    assert members.is_ready


@pytest.mark.parametrize("row", [("Marco", "Rossi", "", "", ""), ("Marco", "Rossi", "17", "1998", "")])
def test_two_rows_of_one_name_may_be_one_person_where_nothing_says_so(row: tuple[str, ...]) -> None:
    members = read_members(("Nome", "Cognome", "Tessera", "Nato il", "Mail"), ROSSI, row)
    assert [(one.code, one.lines, one.is_open) for one in members.questions] == [
        ("same_person", (2, 3), True),
        ("list_holds", (), False),
    ]
    assert not members.is_ready


def test_a_missing_first_name_is_marked() -> None:
    members = read_members(
        ("Cognome", "Nome"), ("Esposito", ""), ("", "Gina"), ("Bo", "Anna"), ("", "Ugo Neri")
    )
    assert [(person.name, person.is_incomplete) for person in members.people] == [
        ("Esposito", True),
        ("Gina", True),
        ("Anna Bo", False),
        ("Ugo Neri", False),
    ]


@pytest.mark.parametrize(
    ("rows", "start"),
    [
        ((("Elenco soci", "", ""), ("Nome", "Cognome", "Tessera"), ("Anna", "Bo", "1")), 2),
        ((("Elenco soci",), ("Nominativo",), ("Anna Bo",)), 2),
        ((("Nome", "Cognome", ""), ("Anna", "Bo", "1")), 1),
        ((("Anna Bo", "Roma", "socio"), ("Ugo Neri", "Roma", "giocatore")), 0),
    ],
)
def test_the_headings_are_found_below_a_title(rows: tuple[tuple[str, ...], ...], start: int) -> None:
    reading = read(MEMBERS, *rows)
    assert (reading.heading_row, bool(reading.persons)) == (start, True)


def test_a_year_of_birth_is_found_below_born_in_of_five_languages() -> None:
    for heading in ("Born in", "Nato nel", "Né en", "Nacido en", "Født i"):
        people = read_members(("Name", heading), ("Anna Bianchi", "1968"), ("Bruno Verdi", "1990")).people
        assert [person.record.birth_year for person in people] == [1968, 1990], heading


def test_names_below_a_heading_of_surname_and_first_name_are_turned_round() -> None:
    rows = (("Vannucci Sara",), ("De Luca Anna Maria",), ("Rossi, Ugo",), ("BIANCHI Ada",))
    turned = ("Sara Vannucci", "Anna Maria De Luca", "Ugo Rossi", "Ada Bianchi")
    for heading in (
        "Cognome e nome",
        "Surname, First",
        "Name, Vorname",
        "Nom et prénom",
        "Apellidos, Nombre",
    ):
        members = read_members((heading,), *rows)
        assert tuple(person.name for person in members.people) == turned, heading
        codes = [question.code for question in members.questions]
        assert codes == ["surname_first", "capitals_of_list", "list_holds"]
    as_written = names_of(("Cognome e nome",), *rows, surname_first="as_written")
    assert as_written == ("Vannucci Sara", "De Luca Anna Maria", "Ugo Rossi", "Ada Bianchi")
    for heading in ("Nome e cognome", "Name and surname", "Vorname Nachname", "Name"):
        assert names_of((heading,), ("Sara Vannucci",), ("Ugo Rossi",)) == ("Sara Vannucci", "Ugo Rossi")
