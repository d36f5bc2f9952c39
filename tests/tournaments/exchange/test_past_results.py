"""Imported results of earlier years: which column is what, and what each row says or why it is refused."""

from datetime import date

import pytest

from tournaments.exchange import past_results
from tournaments.exchange.spreadsheets import grid_from_text, read

TODAY = date(2026, 11, 22)


def reading(text, roles=None, order=past_results.DAY_FIRST):
    grid = grid_from_text(text)
    heads = past_results.has_headings(grid)
    return past_results.read(
        grid, roles or past_results.guess_roles(grid), heads=heads, order=order, today=TODAY
    )


def parsed(text, **more):
    return [
        (
            row.line,
            row.day.isoformat(),
            row.one,
            row.other,
            row.length,
            row.score,
            row.is_won_by_one,
            row.ending,
        )
        for row in reading(text, **more).rows
    ]


def test_columns_are_recognised_by_their_heads_in_either_language():
    english = grid_from_text("Date,Event,Player 1,Player 2,Score 1,Score 2,Length\nx,x,x,x,1,2,3")
    italian = read(b"Data;Torneo;Giocatore 1;Giocatore 2;Punti 1;Punti 2;Lunghezza\nx;x;x;x;1;2;3")
    roles = ("date", "evening", "one", "other", "score_one", "score_other", "length")
    assert past_results.guess_roles(english) == past_results.guess_roles(italian) == roles
    assert past_results.get_missing_roles(roles) == past_results.get_repeated_roles(roles) == ()


def test_winner_and_loser_are_two_names():
    text = "Date,Winner,Loser,Result\n2024-03-05,Anna,Bruno,7-5"
    assert parsed(text) == [(2, "2024-03-05", "Anna", "Bruno", 7, (7, 5), True, "played")]


def test_missing_columns_are_reported():
    assert past_results.get_missing_roles(("date", "one")) == ("other", "result")
    assert past_results.get_repeated_roles(("one", "one", "", "")) == ("one",)


def test_a_match_is_given_by_score_length_and_end():
    text = """Date,A,B,Score 1,Score 2,Length,Ending,Winner
5.3.2024,Anna,Bruno,7,5,7,,
5.3.2024,Anna,Bruno,3,5,,,
05/03/24,Anna,Bruno,,,9,wo,Anna
5-3-2024,Anna,Bruno,4,2,7,ritiro,Anna"""
    assert parsed(text) == [
        (2, "2024-03-05", "Anna", "Bruno", 7, (7, 5), True, "played"),
        (3, "2024-03-05", "Anna", "Bruno", 5, (3, 5), False, "played"),
        (4, "2024-03-05", "Anna", "Bruno", 9, (0, 0), True, "walkover"),
        (5, "2024-03-05", "Anna", "Bruno", 7, (4, 2), True, "retired"),
    ]


def test_a_length_without_score_is_counted():
    history = reading("Date,Player 1,Player 2,Length,Winner\n2024-03-05,Anna,Bruno,7,bruno")
    assert [(row.score, row.is_won_by_one) for row in history.rows] == [((0, 7), False)]
    assert history.without_score == 1


def test_numeric_dates_are_read_in_the_order_of_their_column():
    grid = grid_from_text("Date,A,B,Result\n3/25/2024,Anna,Bruno,7-5\n4/5/2024,Anna,Bruno,7-5")
    roles = past_results.guess_roles(grid)
    assert past_results.guess_date_order(grid, roles) == past_results.MONTH_FIRST
    assert (
        past_results.guess_date_order(grid_from_text("Date\n25/3/2024"), ("date",)) == past_results.DAY_FIRST
    )
    reading = past_results.read(grid, roles, heads=True, order=past_results.MONTH_FIRST, today=TODAY)
    assert [row.day for row in reading.rows] == [date(2024, 3, 25), date(2024, 4, 5)]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("2024-03-05,Anna,,7-5,", "past_name_missing"),
        (f"2024-03-05,{'A' * 121},Bruno,7-5,", "past_name_long"),
        ("2024-03-05,Anna,anna,7-5,", "past_against_himself"),
        ("2024-03-05,José,Jose,7-5,", "past_against_himself"),
        ("2024-03-05,Anna,Bruno,seven,", "past_score_wrong"),
        ("2024-03-05,Anna,Bruno,7-7,", "past_score_wrong"),
        ("2024-03-05,Anna,Bruno,5-3,7", "past_score_wrong"),
        ("2024-03-05,Anna,Bruno,0-0,", "past_length_wrong"),
        ("2024-03-05,Anna,Bruno,7-5,x", "past_length_wrong"),
        ("2024-03-05,Anna,Bruno,,", "past_score_missing"),
        ("yesterday,Anna,Bruno,7-5,", "past_date_unreadable"),
        ("31/2/2024,Anna,Bruno,7-5,", "past_date_unreadable"),
        ("2027-01-01,Anna,Bruno,7-5,", "past_date_impossible"),
        ("1900-01-01,Anna,Bruno,7-5,", "past_date_impossible"),
    ],
)
def test_a_row_without_a_match_is_refused_with_a_reason(row, code):
    history = reading(f"Date,A,B,Result,Length\n{row}")
    assert ([(fault.code, fault.line) for fault in history.faults], history.rows) == ([(code, 2)], ())


def test_an_unknown_winner_or_ending_is_a_fault():
    text = "Date,A,B,Result,Won by,Ending\n2024-03-05,Anna,Bruno,7-5,Carla,\n2024-03-05,Anna,Bruno,7-5,,lost"
    assert [fault.code for fault in reading(text).faults] == ["past_winner_unknown", "past_ending_unknown"]


@pytest.mark.parametrize("row", ["0-0,5,walkover", "0-0,5,forfeit", "3-3,7,retired"])
def test_an_even_score_has_no_winner(row):
    history = reading(f"Date,A,B,Result,Length,Ending\n2024-03-05,Anna,Bruno,{row}")
    assert [(fault.code, fault.text) for fault in history.faults] == [("past_winner_open", row[:3])]


def test_ends_are_read_by_the_labels_of_the_pages():
    heads = "Data,Giocatore,Avversario,Lunghezza,Vincitore,Esito\n"
    rows = "".join(f"2024-03-05,Anna,Bruno,7,Anna,{end}\n" for end in ("assenza", "a tavolino", "ritiro"))
    assert [row.ending for row in reading(heads + rows.replace("7,Anna,ritiro", "7,Anna,giocato")).rows] == [
        past_results.WALKOVER,
        past_results.FORFEIT,
        past_results.PLAYED,
    ]


def test_without_heads_the_first_row_is_a_match():
    grid = grid_from_text("2024-03-05,Anna,Bruno,7-5")
    assert not past_results.has_headings(grid)
    history = reading("2024-03-05,Anna,Bruno,7-5", roles=("date", "one", "other", "result"))
    assert [row.line for row in history.rows] == [1]


def faults_of(text):
    return [(fault.line, fault.code, fault.text) for fault in reading(text).faults]


def test_a_score_that_contradicts_the_named_winner_is_refused_by_line():
    heads = "Date,Winner,Loser,Length,Score\n"
    lines = "2026-01-07,Chidi,Irene,7,7-0\n2026-01-14,Irene,Chidi,7,5-7\n2026-01-14,Irene,Chidi,,5-7\n"
    assert faults_of(heads + lines) == [
        (3, "past_score_contradicts", "5-7"),
        (4, "past_score_contradicts", "5-7"),
    ]
    by_columns = "Date,Winner name,Loser name,Winner score,Loser score\n2026-01-14,Irene,Chidi,5,7"
    assert faults_of(by_columns) == [(2, "past_score_contradicts", "5-7")]
    named = "Date,A,B,Score,Winner\n2026-01-14,Irene,Chidi,5-7,Irene"
    assert faults_of(named) == [(2, "past_score_contradicts", "5-7")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Date,A,B,Length,Score\n2026-01-07,Anna,Bruno,7,", "past_score_missing"),
        ("Date,Winner,Loser,Length,Score\n2026-01-07,Anna,Bruno,7,", "past_score_missing"),
        ("Date,A,B,Score 1,Score 2,Length\n2026-01-07,Anna,Bruno,,,7", "past_score_missing"),
        ("Date,A,B,Score 1,Score 2,Length\n2026-01-07,Anna,Bruno,7,,7", "past_score_missing"),
        ("Date,A,B,Length,Winner\n2026-01-07,Anna,Bruno,7,", "past_winner_missing"),
        ("Date,A,B,Length,Ending\n2026-01-07,Anna,Bruno,7,wo", "past_winner_missing"),
        ("Date,A,B,Score,Length,Ending\n2026-01-07,Anna,Bruno,4-2,7,retired", "past_winner_missing"),
    ],
)
def test_what_the_file_does_not_say_is_not_stored(text, code):
    assert [(fault.line, fault.code) for fault in reading(text).faults] == [(2, code)]
    assert reading(text).rows == ()


def test_a_length_alone_needs_a_column_of_winners():
    assert past_results.get_missing_roles(("date", "one", "other", "length")) == ("winner",)
    assert past_results.get_missing_roles(("date", "winner", "other", "length")) == ()
    assert past_results.get_missing_roles(("date", "winner", "other", "result")) == ()


def test_a_bye_is_no_match_and_no_person():
    text = "Date,A,B,Score\n2026-01-07,Anna,Bruno,7-5\n2026-01-07,Carla,Freilos,\n2026-01-07,-,Dora,7-0"
    history = reading(text)
    assert (history.names, history.bye_lines, history.faults) == (("Anna", "Bruno"), (3, 4), ())


def test_a_score_that_became_a_date_is_refused_with_this_reason():
    text = "Date,A,B,Score\n2026-01-07,Anna,Bruno,2026-05-07\n2026-01-07,Anna,Bruno,07:05:00"
    assert [code for _, code, _ in faults_of(text)] == ["past_score_converted"] * 2


def test_a_surname_before_a_comma_goes_last():
    text = 'Date,A,B,Score,Winner\n2026-01-07,"Rossi, Anna",Bruno Bianchi,7-5,"Rossi, Anna"'
    assert reading(text).names == ("Anna Rossi", "Bruno Bianchi")


def test_headings_below_a_title_are_found_and_lines_are_those_of_the_file():
    text = "Campionato sociale 2024,,,\nData,Giocatore 1,Giocatore 2,Risultato\n5/3/2024,Anna,Ugo,7-7\n"
    grid = grid_from_text(text)
    grid = grid.start_at(past_results.find_start(grid))
    reading = past_results.read(
        grid, past_results.guess_roles(grid), heads=True, order=past_results.DAY_FIRST, today=TODAY
    )
    assert [fault.line for fault in reading.faults] == [3]
