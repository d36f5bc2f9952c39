"""Marks of father and son in pasted lists of entries are no clubs and no places."""

from datetime import date

import pytest

from tournaments.exchange.lists import reader
from tournaments.exchange.lists.entry_box_lines import write_entry_lines
from tournaments.exchange.lists.reading import ENTRIES
from tournaments.exchange.lists.text_cells import read_text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Rossi Vito (p)", "Rossi Vito (p)"),
        ("Rossi, Vito (P) 1500", "Vito Rossi (P); rating: 1500"),
        ("Vito Rossi (figlio) (Bari)", "Vito Rossi (figlio); club: Bari"),
        ("Vito Rossi (Jr.)", "Vito Rossi (Jr.)"),
        ("Vito Rossi (Bari)", "Vito Rossi; club: Bari"),
    ],
)
def test_a_mark_stays_behind_the_name(line: str, expected: str) -> None:
    reading = reader.read_list(read_text(f"1. {line}\n2. Anna Neri\n"), ENTRIES, {}, date(2026, 12, 1))
    assert list(write_entry_lines(reading)) == [expected, "Anna Neri"]


def write_lines(*lines: str) -> list[str]:
    reading = reader.read_list(read_text("\n".join(lines)), ENTRIES, {}, date(2026, 12, 1))
    return list(write_entry_lines(reading))


def test_a_single_year_in_brackets_stays_behind_its_name() -> None:
    assert write_lines("1. Anna Neri", "2. Mario Rossi (1988)", "3. Luca Bo") == [
        "Anna Neri",
        "Mario Rossi (1988)",
        "Luca Bo",
    ]


@pytest.mark.parametrize("others", [("Anna Neri (1650)", "Luca Bo"), ("Anna Neri (1950)", "Luca Bo (2010)")])
def test_figures_behind_the_names_of_a_list_are_ratings(others: tuple[str, str]) -> None:
    assert write_lines("Mario Rossi (1988)", *others)[0] == "Mario Rossi; rating: 1988"
