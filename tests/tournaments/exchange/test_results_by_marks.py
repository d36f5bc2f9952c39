"""Results that say only who won, by marks; rows that wait for an answer; sheets without results."""

from collections.abc import Sequence
from datetime import date

import pytest

from tests.tournaments.exchange.test_list_headings import TODAY, make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.file_cells import CellValue, FileCells
from tournaments.exchange.lists.list_results import NewResults, select_results
from tournaments.exchange.lists.reading import RESULTS, ListReading
from tournaments.exchange.past_results import WholeTable
from tournaments.web.list_messages import describe_question

ANNA, BEN, CORA = "Anna Rossi", "Ben Cole", "Cora Hill"
Rows = Sequence[Sequence[CellValue]]


def read(pages: dict[str, Rows], **answers: str) -> ListReading:
    file = FileCells(tuple(make_sheet(name, rows) for name, rows in pages.items()))
    return reader.read_list(file, RESULTS, answers, TODAY)


def select(sheets: dict[str, Rows], length: int | None = 7, **answers: str) -> NewResults:
    common = WholeTable(date(2025, 1, 7), "", length)
    return select_results(read(sheets, **answers), answers, common, TODAY)


def winners_of(reading: ListReading) -> list[str]:
    return [match.winner for match in reading.results]


@pytest.mark.parametrize(
    "players", [("Name 1", "Name 2"), ("Player 1", "Player 2"), ("Spieler A", "Spieler B")]
)
@pytest.mark.parametrize(
    ("heading", "first", "second"),
    [
        ("W/L", "W", "L"),
        ("Winner", "w", "l"),
        ("Result", "W", "L"),
        ("Score", "Win", "Loss"),
        ("Winner", 1, 0),
        ("Winner", 1, 2),
        ("Won?", "yes", "no"),
        ("Result", "1", "2"),
        ("Winner", "+", "-"),
        ("Sieger", "S", "N"),
        ("V/P", "V", "P"),
        ("Vincitore", "vinta", "persa"),
        ("V/D", "V", "D"),
        ("Victoria/derrota", "G", "P"),
        ("V/T", "V", "T"),
        ("Winner", ANNA, BEN),
        ("Winner", "Anna", "Cole"),
        ("Winner", "A", "B"),
    ],
)
def test_a_mark_says_who_won(
    players: tuple[str, str], heading: str, first: CellValue, second: CellValue
) -> None:
    rows = [(*players, heading), (ANNA, BEN, first), (ANNA, BEN, second), (ANNA, BEN, first)]
    reading = read({"May": rows})
    assert winners_of(reading) == [ANNA, BEN, ANNA]
    assert (reading.questions, reading.refusals) == ((), ())
    chosen = read({"May": [(*players, "Hm"), *rows[1:]]}, columns="one,other,winner", heading_row="1")
    assert winners_of(chosen) == [ANNA, BEN, ANNA]


def test_a_draw_among_marks_is_not_guessed() -> None:
    rows = [("Name 1", "Name 2", "W/L"), (ANNA, BEN, "W"), (ANNA, CORA, "D"), (BEN, CORA, "L")]
    reading = read({"May": rows})
    assert winners_of(reading) == [ANNA, CORA]
    assert [(one.code, one.line) for one in reading.refusals] == [("winner_unknown", 3)]


def test_an_x_is_for_the_first_player_and_the_rows_without_are_queried_about() -> None:
    sheets = {"May": [("Name 1", "Name 2", "Winner"), (ANNA, BEN, "x"), (ANNA, CORA, ""), (BEN, CORA, "X")]}
    reading = read(sheets)
    assert winners_of(reading) == [ANNA, BEN]
    (question,) = reading.questions
    assert (question.key, question.lines, question.is_open) == ("unmarked:May", (3,), True)
    assert winners_of(read(sheets, **{"unmarked:May": "second_won"})) == [ANNA, CORA, BEN]
    assert winners_of(read(sheets, **{"unmarked:May": "leave_out"})) == [ANNA, BEN]


def test_results_with_a_winner_only_are_imported_beside_scores_once_the_length_is_stated() -> None:
    sheets = {
        "Jan": [("Player 1", "Player 2", "Score"), (ANNA, BEN, "7-5")],
        "May": [("Name 1", "Name 2", "W/L"), (ANNA, BEN, "L")],
    }
    waiting = select(sheets, length=None)
    assert [(row.sheet, row.line, row.text) for row in waiting.lacking] == [("May", 2, f"{ANNA} – {BEN}")]
    ready = select(sheets)
    assert [row.is_won_by_one for row in ready.results.rows] == [True, False]
    assert (ready.results.without_score, ready.is_ready) == (1, True)


def test_a_sheet_of_two_names_and_something_else_is_no_bracket() -> None:
    rows = [("Name 1", "Name 2", "Remark"), *((ANNA, BEN, "?") for _row in range(6))]
    reading = read({"May": rows})
    assert [question.code for question in reading.questions] == []
    assert reading.results == ()


def test_a_sheet_of_pairs_without_results_is_left_out_only_by_an_answer() -> None:
    pairs = [("Us", "Them", "Hm"), (ANNA, BEN, "ok"), (CORA, ANNA, "ok"), (BEN, CORA, "ok")]
    sheets: dict[str, Rows] = {"Jan": [("Player 1", "Player 2", "Score"), (ANNA, BEN, "7-5")], "May": pairs}
    reading = read(sheets)
    (question,) = reading.questions
    assert (question.key, question.lines, question.is_open) == ("unread_sheet:May", (2, 3, 4), True)
    assert reading.sheets == ("Jan", "May")
    chosen = read(sheets, sheets="May")
    assert (chosen.sheet, [one.code for one in chosen.refusals]) == ("May", ["no_player_columns"])


D_SCORE = [("Date", "Player 1", "Player 2", "Score"), (date(2025, 2, 4), ANNA, BEN, date(2025, 5, 7))]


def test_rows_whose_scores_became_dates_wait_for_one_question_that_names_their_sheets() -> None:
    sheets = {"Feb": D_SCORE, "July": D_SCORE}
    waiting = select(sheets)
    assert [question.code for question in waiting.questions] == ["sheets", "score_dates"]
    assert waiting.results.faults == ()
    assert describe_question(waiting.questions[1]).startswith("Rows 2 (Feb), 2 (July): ")
    assert [row.score for row in select(sheets, score_dates="day").results.rows] == [(7, 5), (7, 5)]


def test_rows_whose_dates_wait_for_the_order_are_not_unreadable() -> None:
    rows = [("Date", "Player 1", "Player 2", "Score"), ("3/4/25", ANNA, BEN, "7-5"), ("x", ANNA, BEN, "7-5")]
    waiting = select({"Feb": rows})
    assert [(fault.sheet, fault.line, fault.code) for fault in waiting.results.faults] == [
        ("Feb", 3, "date_unreadable")
    ]
    assert [question.code for question in waiting.questions] == ["date_order", "unreadable_rows"]
    assert waiting.questions[0].rows == (("Feb", 2),)
