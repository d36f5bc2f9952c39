"""Rows of a member list become lines of the entry box with the same meaning."""

import pytest

from tournaments import entries_text
from tournaments.entries_text import Particulars
from tournaments.exchange import member_lists
from tournaments.exchange.spreadsheets import Grid


def read_in_the_box(*rows: tuple[str, ...]) -> list[entries_text.EntryLine]:
    """The entries that the entry box reads from a table."""
    grid = Grid(rows)
    lines = member_lists.get_entry_lines(grid, member_lists.guess_roles(grid, member_lists.ENTRIES))
    return entries_text.parse_rows(enumerate(lines, start=1), is_known=lambda _name: False)


def test_a_surname_before_a_comma_goes_last_and_a_suffix_stays() -> None:
    rows = [("Name",), ("Rossi, Anna",), ("van der Berg, Jan",), ("Davis, Jr.",)]
    assert [row.name for row in read_in_the_box(*rows)] == ["Anna Rossi", "Jan van der Berg", "Davis Jr."]
    assert member_lists.get_names(Grid(tuple(rows)), ("name",)) == (
        "Anna Rossi",
        "Jan van der Berg",
        "Davis Jr.",
    )


def test_a_bye_is_no_person() -> None:
    grid = Grid((("Name",), ("Anna Rossi",), ("bye",), ("Freilos",), ("-",)))
    assert member_lists.get_names(grid, ("name",)) == ("Anna Rossi",)


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
    assert member_lists.get_names(grid, roles) == ("Anna Rossi",)
    manual = tuple("name" if role == "first" else role for role in roles)
    assert member_lists.get_names(grid, manual) == ("Anna Rossi",)


def test_points_and_colons_around_a_heading_do_not_count() -> None:
    heads = ("No.", "Name:", " Club ", "Naz.", "Rating:")
    (row,) = read_in_the_box(heads, ("1", "Anna Rossi", "Roma", "ITA", "1712"))
    assert (row.name, row.about) == ("Anna Rossi", Particulars(club="Roma", country="ITA", rating=1712))


def test_a_heading_with_a_colon_is_no_name() -> None:
    grid = Grid((("Name:",), ("Anna Rossi",)))
    assert member_lists.get_names(grid, member_lists.guess_roles(grid)) == ("Anna Rossi",)


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
    assert member_lists.get_names(grid, member_lists.guess_roles(grid)) == ("Grace Alder",)
    (line,) = entries_text.read("; ".join(heads) + "\n" + "; ".join(row), {})
    assert line.name == "Grace Alder"
