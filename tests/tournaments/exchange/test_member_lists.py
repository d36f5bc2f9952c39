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


def test_a_name_with_a_comma_is_one_name() -> None:
    assert [row.name for row in read_in_the_box(("Name",), ("Rossi, Anna",))] == ["Rossi, Anna"]


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
