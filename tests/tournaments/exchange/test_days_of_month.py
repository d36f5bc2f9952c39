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


def read_days(*days: CellValue, name: str = "Foglio1", above: str = "", **answers: str) -> ListReading:
    rows: list[tuple[CellValue, ...]] = [*([(above,)] if above else []), HEAD]
    rows += [(day, "Anna", "Luca", f"7-{number}") for number, day in enumerate(days)]
    return reader.read_list(FileCells((make_sheet(name, rows),)), RESULTS, answers, date(2026, 6, 1))


@pytest.mark.parametrize(
    "days",
    [
        ("8 April", "6 May", "3 June"),
        ("Tue 8 April", "Tue 6 May", "Tue 3 June"),
        ("April 8", "May 6", "June 3"),
        ("8 aprile", "6 maggio", "3 giugno"),
        ("8. April", "6. Mai", "3. Juni"),
        ("8 avril", "6 mai", "3 juin"),
        ("8 abr", "6 may", "3 jun"),
        ("8 Nisan", "6 Mayıs", "3 Haziran"),
        ("8/4", "6/5", "3/6"),
        ("mar 8.4.", "mar 6.5.", "mar 3.6."),
    ],
)
def test_days_with_a_month_lack_the_year_only(days: tuple[str, ...]) -> None:
    queried = read_days(*days)
    assert [(one.code, one.lines, one.answer) for one in queried.questions] == [
        # 3 June is still to come; of figures it is not known which is the month.
        ("season_year", (2, 3, 4), "2025" if any(map(str.isalpha, days[0].removeprefix("mar "))) else "")
    ]
    answered = read_days(*days, season_year="2025", date_order="day")
    assert [one.day for one in answered.results] == [date(2025, 4, 8), date(2025, 5, 6), date(2025, 6, 3)]


def test_the_year_of_the_sheet_is_guessed_for_days_with_a_month() -> None:
    for reading in (
        read_days("8 April", "6 May", name="2025"),
        read_days("8 April", "6 May", above="Year 2025"),
    ):
        (question,) = reading.questions
        assert (question.code, question.answer) == ("season_year", "2025")
        assert [one.day for one in reading.results] == [date(2025, 4, 8), date(2025, 5, 6)]


def test_the_year_changes_in_january_in_either_order() -> None:
    dates = [date(2024, 11, 5), date(2024, 12, 3), date(2025, 1, 7)]
    reading = read_days("5 Nov", "3 Dec", "7 Jan", season_year="2024")
    assert [one.day for one in reading.results] == dates
    reading = read_days("7 Jan", "3 Dec", "5 Nov", season_year="2025")
    assert [one.day for one in reading.results] == dates[::-1]


def test_a_day_alone_below_one_with_a_month_is_of_that_month() -> None:
    reading = read_days("8 April", "15", 22, "6 May", "13", "2", season_year="2025")
    assert [one.day for one in reading.results] == [
        date(2025, 4, 8),
        date(2025, 4, 15),
        date(2025, 4, 22),
        date(2025, 5, 6),
        date(2025, 5, 13),
    ]
    assert [(one.code, one.line) for one in reading.refusals] == [("date_unreadable", 7)]


def test_whole_dates_beside_days_without_a_year_stay() -> None:
    reading = read_days(date(2025, 3, 4), "8 April", "6 May 2025", season_year="2025")
    assert [one.day for one in reading.results] == [date(2025, 3, 4), date(2025, 4, 8), date(2025, 5, 6)]
