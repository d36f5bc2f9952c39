"""Lists of results in which a row cannot be stored as it is: each question has an answer that works."""

from datetime import date

import pytest

from tests.tournaments.exchange.test_results_by_marks import Rows, read, select
from tournaments.exchange.lists.list_results import select_results
from tournaments.exchange.past_results import WholeTable

TODAY = date(2026, 11, 22)
CROSS: Rows = [
    ("", "Rossi G.", "Furlan M.", "Furlan M.", "Vinte"),
    ("Rossi G.", "X", "5-1", "2-5", 1),
    ("Furlan M.", "1-5", "X", "4-5", 0),
    ("Furlan M.", "5-2", "5-4", "X", 2),
]


def list_answers(questions):
    return {one.key: (one.choices, one.answer) for one in questions}


def test_two_rows_of_a_cross_table_with_one_label_are_two_people():
    new_results = select({"Maggio": CROSS})
    assert list_answers(new_results.questions) == {
        "label_twice:Maggio!3-4": (("two_people", "leave_out"), "two_people")
    }
    rows = [(row.one, row.other, row.score, row.is_won_by_one) for row in new_results.results.rows]
    assert rows == [
        ("Rossi G.", "Furlan M. (3)", (5, 1), True),
        ("Rossi G.", "Furlan M. (4)", (2, 5), False),
        ("Furlan M. (3)", "Furlan M. (4)", (4, 5), False),
    ]
    assert [(row.sheet, row.row) for row in new_results.results.rows] == [
        ("Maggio", 2),
        ("Maggio", 2),
        ("Maggio", 3),
    ]


def test_rows_of_one_label_are_left_out_by_an_answer():
    rows = [*CROSS, ("Babich M.", "5-0", "5-0", "5-0", 3)]
    rows = [
        (*row[:4], last, row[4]) for row, last in zip(rows, ("Babich M.", *("0-5",) * 3, "X"), strict=True)
    ]
    new_results = select({"Maggio": rows}, **{"label_twice:Maggio!3-4": "leave_out"})
    assert [(row.one, row.other) for row in new_results.results.rows] == [("Rossi G.", "Babich M.")]
    left_out = [(row.line, row.text) for row in new_results.left_out if row.reason == "left_out"]
    assert left_out == [(3, "Furlan M."), (4, "Furlan M.")]


RETIRED: Rows = [
    ("Giocatore 1", "P1", "Giocatore 2", "P2", "Note"),
    ("Anna Rossi", 9, "Ben Cole", 0, "ritiro"),
    ("Anna Rossi", 9, "Cora Hill", 4, ""),
    ("Ben Cole", 7, "Cora Hill", 2, ""),
    ("Ben Cole", 3, "Anna Rossi", 1, "abbandona"),
]


def test_a_retired_match_without_a_length_asks_for_it():
    new_results = select({"Dicembre": RETIRED}, length=None)
    assert new_results.results.missing == ()
    assert list_answers(new_results.questions) == {
        "retired_length:9": (("9", "leave_out"), "9"),
        "retired_length:3": (("3", "7", "9", "leave_out"), "7"),
    }
    assert [(row.row, row.length, row.score, row.ending) for row in new_results.results.rows] == [
        (2, 9, (9, 0), "played"),
        (3, 9, (9, 4), "played"),
        (4, 7, (7, 2), "played"),
        (5, 7, (3, 1), "retired"),
    ]


def test_a_retired_match_is_left_out_by_an_answer():
    answers = {"retired_length:9": "leave_out", "retired_length:3": "9"}
    new_results = select({"Dicembre": RETIRED}, length=None, **answers)
    assert [(row.row, row.length) for row in new_results.results.rows] == [(3, 9), (4, 7), (5, 9)]
    left_out = [(row.line, row.text, row.reason) for row in new_results.left_out]
    assert (2, "Anna Rossi – Ben Cole", "left_out") in left_out
    assert new_results.is_ready


def test_rows_without_a_day_are_left_out_by_an_answer():
    rows: Rows = [
        ("Date", "Player 1", "Player 2", "Score"),
        ("", "Anna Rossi", "Cora Hill", "7-4"),
        ("3.1.2025", "Anna Rossi", "Ben Cole", "7-5"),
    ]
    reading = read({"": rows})
    waiting = select_results(reading, {}, WholeTable(), TODAY)
    assert list_answers(waiting.questions) == {"rows_without:date": (("stated", "leave_out"), "stated")}
    assert (waiting.results.missing, waiting.is_ready) == (("date",), False)
    answered = select_results(reading, {"rows_without:date": "leave_out"}, WholeTable(), TODAY)
    assert (answered.results.missing, answered.is_ready, len(answered.results.rows)) == ((), True, 1)
    assert (2, "Anna Rossi – Cora Hill", "left_out") in [
        (row.line, row.text, row.reason) for row in answered.left_out
    ]


EVENINGS: Rows = [
    ("Data", "Torneo", "Giocatore", "Avversario", "V/P"),
    ("4 febbr. 2025", "Martedì", "Anna Rossi", "Ben Cole", "V"),
    ("", "", "Anna Rossi", "Cora Hill", "P"),
    ("11 febbr. 2025", "Sfida", "Ben Cole", "Cora Hill", "V"),
    ("", "Bella", "Ben Cole", "Anna Rossi", "V"),
    ("Totale", "", "", "", "4"),
]


def test_the_date_of_an_evening_holds_for_the_rows_below_it():
    new_results = select_results(read({"Febbraio": EVENINGS}), {}, WholeTable(length=7), TODAY)
    (question,) = [one for one in new_results.questions if one.code == "carry_dates"]
    assert (question.lines, question.answer) == ((3, 5), "take")
    assert [(row.row, row.day.day, row.evening) for row in new_results.results.rows] == [
        (2, 4, "Martedì"),
        (3, 4, "Martedì"),
        (4, 11, "Sfida"),
        (5, 11, "Bella"),
    ]
    refused = read({"Febbraio": EVENINGS}, carry_dates="as_written")
    assert [match.day and match.day.day for match in refused.results] == [4, None, 11, None]


@pytest.mark.parametrize(
    "heads",
    [
        ("Giorno", "COGNOME", "NOME", "COGNOME", "NOME", "Ris."),
        ("Data", "Cognome 1", "Nome 1", "Cognome 2", "Nome 2", "Risultato"),
        ("Date", "Surname A", "First name A", "Surname B", "First name B", "Score"),
        ("Datum", "Name", "Vorname", "Name", "Vorname", "Ergebnis"),
        ("Date", "Nom", "Prénom", "Nom", "Prénom", "Score"),
    ],
)
def test_surname_and_first_name_of_both_players_are_four_columns(heads):
    rows = [
        heads,
        ("3.1.2025", "De Luca", "Stefano", "Furlan", "Mario", "7-5"),
        ("4.1.2025", "Rossi", "", "De Luca", "Stefano", "3-7"),
    ]
    new_results = select({"Aprile": rows})
    assert [(row.one, row.other, row.score) for row in new_results.results.rows] == [
        ("Stefano De Luca", "Mario Furlan", (7, 5)),
        ("Rossi", "Stefano De Luca", (3, 7)),
    ]


def test_both_players_can_stand_in_one_cell():
    rows: Rows = [
        ("Settembre 2025", "", ""),
        ("Data", "Giocatori", "Punteggio"),
        ("12 sett. 2025", "Rossi G. - Furlan M.", "7-5"),
        ("13 sett. 2025", "De Luca S. – Dell'Antonio P.", "3-9"),
        ("14 sett. 2025", "Anna-Maria Bo vs. Ugo Re", "5-4"),
    ]
    new_results = select({"Settembre": rows})
    assert [(row.day.day, row.one, row.other, row.score) for row in new_results.results.rows] == [
        (12, "Rossi G.", "Furlan M.", (7, 5)),
        (13, "De Luca S.", "Dell'Antonio P.", (3, 9)),
        (14, "Anna-Maria Bo", "Ugo Re", (5, 4)),
    ]


def test_an_incomplete_choice_of_columns_keeps_the_others():
    rows: Rows = [("Tag", "Er", "Sie", "Wie"), ("3.1.2025", "Anna Rossi", "Ben Cole", "7-5")]
    other: Rows = [("Date", "Player 1", "Player 2", "Score"), ("3.1.2025", "Anna Rossi", "Ben Cole", "7-5")]
    answers = {"sheets": "Two", "columns": "date,one,,result", "table": "1!Two", "heading_row": "1"}
    reading = read({"One": other, "Two": rows}, **answers)
    assert [role for _heading, role in reading.columns] == ["date", "one", "", "result"]


def test_a_match_of_two_people_of_one_name_can_be_taken():
    rows: Rows = [("Date", "Winner", "Loser", "Length"), (TODAY, "David Brown", "David Brown", 7)]
    refused = read({"S": rows})
    assert [one.code for one in refused.refusals] == ["against_oneself"]
    (question,) = [one for one in refused.questions if one.code == "same_person"]
    assert (question.choices, question.answer) == (("leave_out", "two_people"), "leave_out")
    reading = read({"S": rows}, **{question.key: "two_people"})
    assert [(one.one, one.other, one.winner) for one in reading.results] == [
        ("David Brown", "David Brown (B)", "David Brown")
    ]
    assert reading.refusals == ()
