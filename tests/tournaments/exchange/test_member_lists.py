"""Rows of a member list become lines of the entry box with the same meaning."""

import pytest

from tournaments.exchange import member_lists
from tournaments.exchange.spreadsheets import Grid
from tournaments.name_lists import entry_details as entries_text
from tournaments.name_lists.entry_details import Particulars


def read_in_the_box(*rows: tuple[str, ...]) -> list[entries_text.EntryLine]:
    """The entries that the entry box reads from a table."""
    grid = Grid(rows)
    lines = member_lists.get_entry_lines(grid, member_lists.guess_roles(grid, member_lists.ENTRIES))
    return entries_text.parse_rows(enumerate(lines, start=1), is_known=lambda _name: False)


def names_of(grid: Grid, roles: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the people of a list of members."""
    return tuple(person.name for person in member_lists.read_people(grid, roles).people)


def test_a_surname_before_a_comma_goes_last_and_a_suffix_stays() -> None:
    rows = [("Name",), ("Rossi, Anna",), ("van der Berg, Jan",), ("Davis, Jr.",)]
    assert [row.name for row in read_in_the_box(*rows)] == ["Anna Rossi", "Jan van der Berg", "Davis Jr."]
    assert names_of(Grid(tuple(rows)), ("name",)) == (
        "Anna Rossi",
        "Jan van der Berg",
        "Davis Jr.",
    )


def test_a_bye_is_no_person() -> None:
    grid = Grid((("Name",), ("Anna Rossi",), ("bye",), ("Freilos",), ("-",)))
    assert names_of(grid, ("name",)) == ("Anna Rossi",)


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
    grid = Grid((heads, row))
    roles = member_lists.guess_roles(grid)
    assert names_of(grid, roles) == ("Anna Rossi",)
    manual = tuple("name" if role == "first" else role for role in roles)
    assert names_of(grid, manual) == ("Anna Rossi",)


def test_points_and_colons_around_a_heading_do_not_count() -> None:
    heads = ("No.", "Name:", " Club ", "Naz.", "Rating:")
    (row,) = read_in_the_box(heads, ("1", "Anna Rossi", "Roma", "ITA", "1712"))
    assert (row.name, row.about) == ("Anna Rossi", Particulars(club="Roma", country="ITA", rating=1712))


def test_a_heading_with_a_colon_is_no_name() -> None:
    grid = Grid((("Name:",), ("Anna Rossi",)))
    assert names_of(grid, member_lists.guess_roles(grid)) == ("Anna Rossi",)


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
    grid = Grid((heads, row))
    assert names_of(grid, member_lists.guess_roles(grid)) == ("Grace Alder",)
    (line,) = entries_text.read("; ".join(heads) + "\n" + "; ".join(row), {})
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
    grid = Grid((("Nome", "Cognome", "N. tessera", "Data di nascita", "E-mail"), ROSSI, row))
    members = member_lists.read_people(grid, member_lists.guess_roles(grid))
    assert (len(members.people), len(members.left_out)) == (people, left_out)
    assert [(each.line, each.reason, each.repeated_line) for each in members.left_out] == [
        (3, "repeated", 2)
    ] * left_out
    assert all(not person.possible_twins for person in members.people)


@pytest.mark.parametrize("row", [("Marco", "Rossi", "", "", ""), ("Marco", "Rossi", "17", "1998", "")])
def test_two_rows_of_one_name_may_be_one_person_where_nothing_says_so(row: tuple[str, ...]) -> None:
    grid = Grid((("Nome", "Cognome", "Tessera", "Nato il", "Mail"), ROSSI, row))
    members = member_lists.read_people(grid, member_lists.guess_roles(grid))
    assert [person.possible_twins for person in members.people] == [(), (0,)]


def test_a_missing_first_name_is_marked() -> None:
    grid = Grid((("Cognome", "Nome"), ("Esposito", ""), ("", "Gina"), ("Bo", "Anna"), ("", "Ugo Neri")))
    members = member_lists.read_people(grid, member_lists.guess_roles(grid))
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
        ((("Anna Bo", "Roma", "socio"), ("Ugo Neri", "Roma", "giocatore")), 1),
    ],
)
def test_the_headings_are_found_below_a_title(rows: tuple[tuple[str, ...], ...], start: int) -> None:
    assert member_lists.find_start(Grid(rows)) == start
