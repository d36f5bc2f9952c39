"""A name that begins with an initial, such as I. Lumb, is a person and no row of totals."""

from datetime import date

import pytest

from tests.tournaments.exchange.test_list_headings import TODAY, make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.file_cells import CellValue, FileCells
from tournaments.exchange.lists.reading import MEMBERS, RESULTS


@pytest.mark.parametrize(
    ("heads", "ending"),
    [
        (("Date", "Winner", "Loser", "Match length"), (7,)),
        (("Date", "Player 1", "Player 2", "Score"), ("7-5",)),
        (("Date", "Player 1", "Player 2", "Points 1", "Points 2"), (7, 5)),
    ],
)
def test_the_date_above_holds_for_a_row_that_begins_with_an_initial(
    heads: tuple[str, ...], ending: tuple[CellValue, ...]
) -> None:
    rows: list[tuple[CellValue, ...]] = [
        heads,
        (date(2025, 4, 8), "Anna Bo", "Ugo Re", *ending),
        ("", "I. Lumb", "Mark Dyson", *ending),
        ("", "Mark Dyson", "I. Lumb", *ending),
    ]
    reading = reader.read_list(FileCells((make_sheet("S", rows),)), RESULTS, {}, date(2026, 6, 1))
    assert [(one.one, one.day) for one in reading.results] == [
        ("Anna Bo", date(2025, 4, 8)),
        ("I. Lumb", date(2025, 4, 8)),
        ("Mark Dyson", date(2025, 4, 8)),
    ]


def test_a_member_with_an_initial_is_read_and_a_count_of_members_is_not() -> None:
    rows = [("Name", "Member number"), ("I. Lumb", 39), ("Anna Bo", 3), ("I presenti", 2)]
    reading = reader.read_list(FileCells((make_sheet("S", rows),)), MEMBERS, {}, TODAY)
    assert [person.name for person in reading.persons] == ["I. Lumb", "Anna Bo"]
