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
