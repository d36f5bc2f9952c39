"""A column with scores has the results, whatever its heading says."""

from datetime import date

import pytest

from tournaments.exchange.lists import files, reader
from tournaments.exchange.lists.reading import RESULTS

TODAY = date(2026, 12, 1)


def read(text, **answers):
    return reader.read_list(files.read_file(text.encode(), answers), RESULTS, answers, TODAY)


@pytest.mark.parametrize(
    "headings",
    ["Vincente;Perdente;Punti", "Bianco;Nero;Punti", "Vincente;Perdente;Cifre", "White;Black;Note"],
)
def test_a_column_with_scores_is_that_of_the_results(headings):
    reading = read(f"{headings}\nAnna Bo;Ugo Re;7-3\nIda Po;Anna Bo;7-0\nUgo Re;Ida Po;w.o.\n")
    assert [role for _heading, role in reading.columns][2] == "result"
    assert [(one.score_one, one.score_other) for one in reading.results][:2] == [(7, 3), (7, 0)]


def test_a_column_with_one_number_stays_the_length():
    reading = read("Vincente;Perdente;Punti\nAnna Bo;Ugo Re;7\nIda Po;Anna Bo;5\n")
    assert [(one.winner, one.length) for one in reading.results] == [("Anna Bo", 7), ("Ida Po", 5)]


def test_days_and_months_are_no_scores():
    reading = read("Winner;Loser;Seen\n" + "".join(f"Anna Bo;Ugo Re;{day}-3\n" for day in range(4, 20)))
    assert [role for _heading, role in reading.columns] == ["winner", "loser", ""]


def test_the_points_of_each_stand_beside_the_name():
    reading = read("Vincente;Punti;Perdente;Punti\nAnna Bo;7;Ugo Re;3\nIda Po;7;Anna Bo;0\n")
    assert [(one.winner, one.score_one, one.score_other) for one in reading.results] == [
        ("Anna Bo", 7, 3),
        ("Ida Po", 7, 0),
    ]
