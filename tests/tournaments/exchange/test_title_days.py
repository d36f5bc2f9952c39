"""A title, or the name of a sheet, that states a day without its year: one question for the year of all."""

from datetime import date

import pytest

from tests.tournaments.exchange.test_list_headings import make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.file_cells import CellValue, FileCells
from tournaments.exchange.lists.reading import RESULTS, ListReading

HEAD: tuple[CellValue, ...] = ("Bianco", "Nero", "Ris.")
GAME: tuple[CellValue, ...] = ("Anna Bo", "Ugo Re", "7-3")


def read(*sheets: tuple[str, list[tuple[CellValue, ...]]], **answers: str) -> ListReading:
    file = FileCells(tuple(make_sheet(name, rows) for name, rows in sheets))
    return reader.read_list(file, RESULTS, answers, date(2026, 6, 1))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Foglio1", "Serata del 14 marzo"),
        ("Foglio1", "Torneo di sabato 14 marzo"),
        ("Foglio1", "Serata dell'14 marzo"),
        ("Foglio1", "Serata 14/3"),
        ("14 marzo", "Risultati"),
        ("14-3", "Risultati"),
    ],
)
def test_the_year_of_a_title_is_a_question(name: str, title: str) -> None:
    queried = read((name, [(title,), HEAD, GAME]))
    assert [(one.code, one.lines, one.answer) for one in queried.questions] == [("season_year", (1,), "")]
    assert read((name, [(title,), HEAD, GAME]), season_year="2025").results[0].day == date(2025, 3, 14)


def test_titles_of_several_sheets_have_one_year_guessed_by_other_dates() -> None:
    april: list[tuple[CellValue, ...]] = [("Serata dell'11 aprile",), HEAD, GAME]
    april += [("Serata del 25 aprile",), HEAD, GAME]
    cross: list[tuple[CellValue, ...]] = [("Girone del 20 settembre",), ("", "Anna Bo", "Ugo Re", "Ida Po")]
    cross += [("Anna Bo", "X", "7-3", "7-1"), ("Ugo Re", "3-7", "X", "7-2"), ("Ida Po", "1-7", "2-7", "X")]
    dated: list[tuple[CellValue, ...]] = [("Data", *HEAD), (date(2025, 5, 9), *GAME)]
    reading = read(("Aprile", april), ("Settembre", cross), ("Maggio", dated))
    years = [(one.key, one.answer) for one in reading.questions if one.code == "season_year"]
    assert years == [("season_year", "2025")]
    assert sorted({one.day for one in reading.results if one.day}) == [
        date(2025, 4, 11),
        date(2025, 4, 25),
        date(2025, 5, 9),
        date(2025, 9, 20),
    ]


def test_a_day_still_to_come_is_of_last_year() -> None:
    reading = read(("Foglio1", [("Serata del 19 settembre",), HEAD, GAME]))
    assert [(one.code, one.answer) for one in reading.questions] == [("season_year", "2025")]
    assert reading.results[0].day == date(2025, 9, 19)


def test_a_cross_table_keeps_the_mark_behind_a_name() -> None:
    cross: list[tuple[CellValue, ...]] = [("", "BO ANNA (p)", "Ugo Re", "Ida Po")]
    cross += [
        ("BO ANNA (p)", "X", "7-3", "7-1"),
        ("Ugo Re", "3-7", "X", "7-2"),
        ("Ida Po", "1-7", "2-7", "X"),
    ]
    assert [one.one for one in read(("Girone", cross)).results] == ["BO ANNA (p)", "BO ANNA (p)", "Ugo Re"]


def test_another_date_of_the_workbook_tells_the_order_of_a_title() -> None:
    days = ("11/3/2025", "13/5/2025")
    reading = read(*((day.replace("/", "-"), [(f"Serata del {day}",), HEAD, GAME]) for day in days))
    assert [one.day for one in reading.results] == [date(2025, 3, 11), date(2025, 5, 13)]
    assert [one.code for one in reading.questions] == ["sheets"]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Serata 2", "Serata del 13-2-2025 - partite ai 7 punti"),
        ("Serata 2", "Serata del 13.2.25"),
        ("Serata 2", "13/2/2025"),
        ("13-2-25", "Risultati"),
        ("13.02.2025", "Risultati"),
        ("2025-02-13", "Risultati"),
        ("13 feb 2025", "Risultati"),
    ],
)
def test_a_title_or_the_name_of_a_sheet_states_a_whole_date(name: str, title: str) -> None:
    cross: list[tuple[CellValue, ...]] = [(title,), ("", "Anna Bo", "Ugo Re", "Ida Po")]
    cross += [("Anna Bo", "X", "7-3", "7-1"), ("Ugo Re", "3-7", "X", "7-2"), ("Ida Po", "1-7", "2-7", "X")]
    for rows in ([(title,), HEAD, GAME], cross):
        reading = read((name, rows))
        assert ({one.day for one in reading.results}, reading.questions) == ({date(2025, 2, 13)}, ())


@pytest.mark.parametrize(("answer", "day"), [("day", date(2025, 3, 11)), ("month", date(2025, 11, 3))])
def test_the_order_of_a_title_in_figures_is_a_question_where_nothing_tells_it(answer: str, day: date) -> None:
    sheet: tuple[str, list[tuple[CellValue, ...]]] = ("Foglio1", [("Serata del 11/3/2025",), HEAD, GAME])
    queried = read(sheet)
    assert [(one.code, one.facts["example"], one.answer) for one in queried.questions] == [
        ("date_order", "11/3/2025", "")
    ]
    assert read(sheet, date_order=answer).results[0].day == day
