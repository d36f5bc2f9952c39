"""Two blocks of results beside each other on one sheet are both read."""

from datetime import date

from tests.tournaments.exchange.test_list_headings import make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.file_cells import CellValue, FileCells
from tournaments.exchange.lists.reading import RESULTS, ListReading

HEADS = ("Date", "Player 1", "Player 2", "Score")
DAY, NEXT = date(2025, 10, 7), date(2025, 10, 21)
Row = tuple[CellValue, ...]


def read(*rows: Row, **answers: str) -> ListReading:
    return reader.read_list(FileCells((make_sheet("S", list(rows)),)), RESULTS, answers, date(2026, 6, 1))


def show(reading: ListReading) -> list[tuple[date | None, str, str, int | None, int]]:
    return [(one.day, one.one, one.other, one.score_one, one.line) for one in reading.results]


def test_both_blocks_are_read_with_their_own_dates() -> None:
    reading = read(
        ("DIVISION A", "", "", "", "", "DIVISION B"),
        (*HEADS, "", *HEADS),
        (DAY, "Anna Bo", "Ugo Re", "7-5", "", NEXT, "Ada Po", "Ivo Lo", "3-7"),
        ("", "Ugo Re", "Mara Ti", "7-1", "", "", "Ivo Lo", "Eva Mo", "7-2"),
        (NEXT, "Anna Bo", "Mara Ti", "7-4"),
    )
    assert show(reading) == [
        (DAY, "Anna Bo", "Ugo Re", 7, 3),
        (DAY, "Ugo Re", "Mara Ti", 7, 4),
        (NEXT, "Anna Bo", "Mara Ti", 7, 5),
        (NEXT, "Ada Po", "Ivo Lo", 3, 3),
        (NEXT, "Ivo Lo", "Eva Mo", 7, 4),
    ]
    assert [(one.text, one.reason) for one in reading.passed_over if one.reason != "headings"] == [
        ("DIVISION A", "title"),
        ("DIVISION B", "title"),
    ]


def test_one_column_of_dates_holds_for_both_blocks() -> None:
    reading = read(
        (*HEADS, "", *HEADS[1:]),
        (DAY, "Anna Bo", "Ugo Re", "7-5", "", "Ada Po", "Ivo Lo", "3-7"),
        (NEXT, "Ugo Re", "Mara Ti", "7-1", "", "Ivo Lo", "Eva Mo", "7-2"),
    )
    assert [one[0] for one in show(reading)] == [DAY, NEXT, DAY, NEXT]


def test_questions_about_one_row_of_both_blocks_are_two() -> None:
    heads = (*HEADS, "Length")
    reading = read(
        (*heads, "", *heads),
        (DAY, "Anna Bo", "Ugo Re", "5-3", 7, "", DAY, "Ada Po", "Ivo Lo", "4-2", 7),
    )
    assert [(one.key, one.choices[1:]) for one in reading.questions] == [
        ("unfinished:S!2", ("Anna Bo", "Ugo Re")),
        ("unfinished:S!2:1", ("Ada Po", "Ivo Lo")),
    ]


def test_columns_chosen_for_the_first_block_hold_for_the_others() -> None:
    heads = ("When", "Player 1", "Player 2", "Score")
    columns = "date,one,other,result,,,,,"
    reading = read(
        (*heads, "", *heads),
        (DAY, "Anna Bo", "Ugo Re", "7-5", "", NEXT, "Ada Po", "Ivo Lo", "3-7"),
        columns=columns,
    )
    assert [one[0] for one in show(reading)] == [DAY, NEXT]
