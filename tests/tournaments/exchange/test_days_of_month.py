"""A column with days alone takes its month from the title or the name of the sheet, else from an answer."""

from datetime import date

import pytest

from tests.tournaments.exchange.test_list_headings import make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.file_cells import CellValue, FileCells
from tournaments.exchange.lists.reading import RESULTS, ListReading

HEAD = ("Giorno", "Giocatore 1", "Giocatore 2", "Risultato")
ROWS: list[tuple[CellValue, ...]] = [(1, "Anna", "Luca", "7-5"), ("15", "Luca", "Mara", "3-7")]


def read(name: str, *above: str, **answers: str) -> ListReading:
    rows: list[tuple[CellValue, ...]] = [*((text,) for text in above), HEAD, *ROWS]
    return reader.read_list(FileCells((make_sheet(name, rows),)), RESULTS, answers, date(2026, 6, 1))


@pytest.mark.parametrize(
    ("name", "above"),
    [("Marzo 2025", ()), ("Mar 2025", ()), ("Foglio1", ("Torneo sociale - marzo 2025",)), ("03-2025", ())],
)
def test_the_month_is_that_of_the_title(name: str, above: tuple[str, ...]) -> None:
    reading = read(name, *above)
    assert [one.day for one in reading.results] == [date(2025, 3, 1), date(2025, 3, 15)]
    assert [one.code for one in reading.questions] == []


def test_the_year_may_stand_elsewhere_or_is_queried() -> None:
    assert read("Marzo", "Risultati 2024").results[0].day == date(2024, 3, 1)
    queried = read("Marzo")
    assert [(one.code, one.answer) for one in queried.questions] == [("season_year", "2026")]
    assert read("Marzo", season_year="2025").results[0].day == date(2025, 3, 1)


def test_a_month_that_is_nowhere_is_queried_once() -> None:
    queried = read("Foglio1")
    assert [(one.code, one.is_open) for one in queried.questions] == [("month_of_days", True)]
    assert read("Foglio1", month_of_days="2025-03").results[1].day == date(2025, 3, 15)


def test_a_day_that_the_month_does_not_have_is_named() -> None:
    rows: list[tuple[CellValue, ...]] = [HEAD, (30, "Anna", "Luca", "7-5"), (3, "Anna", "Luca", "7-5")]
    file = FileCells((make_sheet("Febbraio 2025", rows),))
    reading = reader.read_list(file, RESULTS, {}, date(2026, 6, 1))
    assert [one.day for one in reading.results] == [date(2025, 2, 3)]
    assert [(one.code, one.line) for one in reading.refusals] == [("date_unreadable", 2)]
