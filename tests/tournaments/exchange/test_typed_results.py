"""Results typed line by line, as people paste them from a chat."""

from datetime import date

import pytest

from tournaments.exchange.lists import reader
from tournaments.exchange.lists.reading import RESULTS, ListReading
from tournaments.exchange.lists.text_cells import read_text

TODAY = date(2026, 6, 1)


def read(text: str, **answers: str) -> ListReading:
    return reader.read_list(read_text(text), RESULTS, answers, TODAY)


def show(reading: ListReading) -> list[tuple[str, str, str, int | None, int | None]]:
    return [(one.one, one.other, one.winner, one.score_one, one.score_other) for one in reading.results]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna batte Luca 7-5", ("Anna", "Luca", "Anna", 7, 5)),
        ("Mario b. Rossi 7:3", ("Mario", "Rossi", "Mario", 7, 3)),
        ("John beat Mary 7-4", ("John", "Mary", "John", 7, 4)),
        ("John d. Mary 7-4", ("John", "Mary", "John", 7, 4)),
        ("Bianchi – Verdi 5-7", ("Bianchi", "Verdi", "Verdi", 5, 7)),
        ("7-5 Anna/Luca", ("Anna", "Luca", "Anna", 7, 5)),
        ("Luca perde con Anna 5-7", ("Luca", "Anna", "Anna", 5, 7)),
        ("Luca perde con Anna 7-5", ("Luca", "Anna", "Anna", 5, 7)),
        ("Anna ha battuto Luca per 7 a 5", ("Anna", "Luca", "Anna", 7, 5)),
        ("🏆 *Anna Rossi* batte Luca Neri 7-5 🎉", ("Anna Rossi", "Luca Neri", "Anna Rossi", 7, 5)),
        ("- Anna Rossi - Luca Neri 7-5", ("Anna Rossi", "Luca Neri", "Anna Rossi", 7, 5)),
        ("3. Anna vs Luca: 3-5", ("Anna", "Luca", "Luca", 3, 5)),
        ("21:14 Anna batte Luca 7-5", ("Anna", "Luca", "Anna", 7, 5)),
        ("Aldo: Anna batte Luca 7-5", ("Anna", "Luca", "Anna", 7, 5)),
        ("Anna 7-5 Luca", ("Anna", "Luca", "Anna", 7, 5)),
        (
            "Jean-Pierre Blanc - Anna Rossi 7-5",
            ("Jean-Pierre Blanc", "Anna Rossi", "Jean-Pierre Blanc", 7, 5),
        ),
        ("Anna schlägt Lukas 7:5", ("Anna", "Lukas", "Anna", 7, 5)),
        ("Anna verliert gegen Lukas 5:7", ("Anna", "Lukas", "Lukas", 5, 7)),
        ("Anne a battu Luc 7-5", ("Anne", "Luc", "Anne", 7, 5)),
        ("Ana gana a Luis 7-5", ("Ana", "Luis", "Ana", 7, 5)),
        ("Anne slog Lars 7-5", ("Anne", "Lars", "Anne", 7, 5)),
        ("Emma Whitaker 5 Anjali Patel 0", ("Emma Whitaker", "Anjali Patel", "Emma Whitaker", 5, 0)),
        ("Bea: Anna 3, Luca 5", ("Anna", "Luca", "Luca", 3, 5)),
        ("Anna 7 - Luca 2", ("Anna", "Luca", "Anna", 7, 2)),
        ("Anna batte Luca", ("Anna", "Luca", "Anna", None, None)),
        ("Giuseppe batte Vito figlio 7-4", ("Giuseppe", "Vito (figlio)", "Giuseppe", 7, 4)),
        ("Vito jr. batte Giuseppe 7-4", ("Vito (jr)", "Giuseppe", "Vito (jr)", 7, 4)),
        ("Giuseppe batte Vito 1958 7-4", ("Giuseppe", "Vito (1958)", "Giuseppe", 7, 4)),
        ("Min Son beat Vito Lorusso jr 7-4", ("Min Son", "Vito Lorusso jr", "Min Son", 7, 4)),
    ],
)
def test_a_result_is_read_as_people_type_it(text: str, expected: tuple[str, str, str, int, int]) -> None:
    assert show(read(text)) == [expected]


def test_days_between_the_lines_hold_for_what_follows() -> None:
    text = "Giovedì 12 marzo\nAnna batte Luca 7-5\nBianchi – Verdi 5-7\n\n19/3\n7-5 Anna/Luca\n"
    reading = read(text)
    assert [one.day for one in reading.results] == [date(2026, 3, 12), date(2026, 3, 12), date(2026, 3, 19)]
    assert [(one.code, one.answer) for one in reading.questions] == [("season_year", "2026")]
    again = read(text, season_year="2025")
    assert again.results[0].day == date(2025, 3, 12)


def test_an_exported_chat_has_the_day_of_its_messages_and_names_what_is_not_understood() -> None:
    text = (
        "[12/03/26, 21:14] Aldo: Anna batte Luca 7-5\n"
        "[12/03/26, 21:20] Bea: brava!!\n"
        "[13/03/26, 22:01] Bea: Mario b. Rossi 7:3, Piero batte Gino 7-1\n"
        "[13/03/26, 22:05] Aldo: e poi 7-5 per tutti quanti noi altri\n"
    )
    reading = read(text)
    assert [(one.one, one.day) for one in reading.results] == [
        ("Anna", date(2026, 3, 12)),
        ("Mario", date(2026, 3, 13)),
        ("Piero", date(2026, 3, 13)),
    ]
    assert [(one.line, one.reason) for one in reading.passed_over] == [(2, "remark")]
    assert [(one.line, one.code) for one in reading.refusals] == [(4, "result_unclear")]


def test_a_score_that_contradicts_the_verb_is_queried_about() -> None:
    assert [one.code for one in read("Anna batte Luca 5-7").questions] == ["score_against_winner"]


def test_the_order_of_day_and_month_is_queried_where_nothing_tells_it() -> None:
    reading = read("4/3\nJohn beat Mary 7-4")
    assert [one.code for one in reading.questions if one.is_open] == ["date_order"]


def test_a_list_of_names_is_no_result() -> None:
    assert read("Anna Rossi\nLuca Neri\n").results == ()


@pytest.mark.parametrize("remark", ["Round 1 Table 2", "See you at 8, bring 2", "Tavolo 4 Turno 3"])
def test_two_numbers_are_no_result_without_two_names(remark: str) -> None:
    reading = read(f"Anna batte Luca 7-5\n{remark}")
    assert show(reading) == [("Anna", "Luca", "Anna", 7, 5)]
    assert [(one.line, one.reason) for one in reading.passed_over] == [(2, "remark")]
