"""Results of earlier years: what each row of a list brings, what is missing, and why a row is refused."""

from datetime import date
from decimal import Decimal
from io import BytesIO
from pathlib import Path

import pytest
import xlsxwriter

from tournaments.exchange.lists import files, reader
from tournaments.exchange.lists.list_results import select_results
from tournaments.exchange.lists.reading import RESULTS
from tournaments.exchange.past_results import PointsRow, WholeTable, parse_places

TODAY = date(2026, 11, 22)
DAY = date(2024, 3, 5)
LISTS = Path(__file__).parent.parent.parent / "data" / "lists"


def select(data, common=None, **answers):
    content = data if isinstance(data, bytes) else data.encode()
    reading = reader.read_list(files.read_file(content, answers), RESULTS, answers, TODAY)
    return select_results(reading, answers, common or WholeTable(), TODAY)


def parsed(text, common=None, **answers):
    rows = select(text, common, **answers).results.rows
    return [
        (row.line, row.one, row.other, row.length, row.score, row.is_won_by_one, row.ending) for row in rows
    ]


def faults_of(text, **answers):
    return [(fault.line, fault.code) for fault in select(text, **answers).results.faults]


@pytest.mark.parametrize(
    "heads",
    [
        "Date,Event,Player 1,Player 2,Score 1,Score 2,Length",
        "Data,Torneo,Giocatore 1,Giocatore 2,Punti 1,Punti 2,Lunghezza",
        "Datum,Turnier,Spieler 1,Spieler 2,Punkte 1,Punkte 2,Länge",
        "Date,Tournoi,Joueur 1,Joueur 2,Points 1,Points 2,Longueur",
        "Dato,Turnering,Spiller 1,Spiller 2,Point 1,Point 2,Længde",
        "Fecha,Torneo,Jugador 1,Jugador 2,Puntos 1,Puntos 2,Longitud",
        "Tarih,Turnuva,Oyuncu 1,Oyuncu 2,Sayı 1,Sayı 2,Uzunluk",
        "When,Competition,White,Black,White score,Black score,Race to",
    ],
)
def test_columns_are_recognised_by_their_heads_in_every_language(heads):
    (row,) = select(f"{heads}\n2024-03-05,Spring,Anna,Bruno,7,5,7\n").results.rows
    assert (row.day, row.evening, row.one, row.other, row.length, row.score) == (
        DAY,
        "Spring",
        "Anna",
        "Bruno",
        7,
        (7, 5),
    )


@pytest.mark.parametrize("heads", ["Date,Winner,Loser,Result", "Date,Winner,Opponent,Result"])
def test_winner_and_loser_are_two_names(heads):
    assert parsed(f"{heads}\n2024-03-05,Anna,Bruno,7-5") == [(2, "Anna", "Bruno", 7, (7, 5), True, "played")]


def test_a_match_is_given_by_score_length_and_end():
    text = """Date,A,B,Score 1,Score 2,Length,Ending,Winner
13.3.2024,Anna,Bruno,7,5,7,,
5.3.2024,Anna,Bruno,3,5,,,
05/03/24,Anna,Bruno,,,9,wo,Anna
5-3-2024,Anna,Bruno,4,2,7,ritiro,Anna
5-3-2024,Anna,Bruno,,,7,a tavolino,Bruno
5-3-2024,Anna,Bruno,,,7,,bruno"""
    new_results = select(text)
    assert parsed(text) == [
        (2, "Anna", "Bruno", 7, (7, 5), True, "played"),
        (3, "Anna", "Bruno", 5, (3, 5), False, "played"),
        (4, "Anna", "Bruno", 9, (0, 0), True, "walkover"),
        (5, "Anna", "Bruno", 7, (4, 2), True, "retired"),
        (6, "Anna", "Bruno", 7, (0, 0), False, "forfeit"),
        (7, "Anna", "Bruno", 7, (0, 7), False, "played"),
    ]
    assert {row.day for row in new_results.results.rows} == {date(2024, 3, 13), DAY}
    assert new_results.results.without_score == 1
    assert new_results.is_ready


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("2024-03-05,Anna,,7-5,", "name_missing"),
        (f"2024-03-05,{'A' * 121},Bruno,7-5,", "past_name_long"),
        ("2024-03-05,Anna,anna,7-5,", "against_oneself"),
        ("2024-03-05,José,Jose,7-5,", "against_oneself"),
        ("2024-03-05,Anna,Bruno,seven,", "score_unreadable"),
        ("2024-03-05,Anna,Bruno,7-7,", "score_level"),
        ("2024-03-05,Anna,Bruno,0-0,", "score_level"),
        ("2024-03-05,Anna,Bruno,7-5,x", "length_wrong"),
        ("2024-03-05,Anna,Bruno,7-5,0", "length_wrong"),
        ("yesterday,Anna,Bruno,7-5,", "date_unreadable"),
        ("31/2/2024,Anna,Bruno,7-5,", "date_unreadable"),
        ("2027-01-01,Anna,Bruno,7-5,", "past_date_impossible"),
        ("1900-01-01,Anna,Bruno,7-5,", "past_date_impossible"),
    ],
)
def test_a_row_without_a_match_is_left_out_only_by_an_answer(row, code):
    text = f"Date,A,B,Result,Length\n{row}\n2024-03-05,Carla,Dora,7-5,7"
    new_results = select(text)
    assert [(one.code, one.line) for one in new_results.results.faults] == [(code, 2)]
    assert [(one.key, one.lines, one.is_open) for one in new_results.questions] == [
        ("unreadable_rows", (2,), True)
    ]
    assert not new_results.is_ready
    answered = select(text, unreadable_rows="leave_out")
    assert (answered.is_ready, [row.one for row in answered.results.rows]) == (True, ["Carla"])


def test_a_row_without_a_score_is_named_as_not_played():
    new_results = select(
        "Date,A,B,Result,Length\n2024-03-05,Anna,Bruno,,7\n2024-03-05,Anna,Bruno,7-1,7 points"
    )
    assert [(row.line, row.reason) for row in new_results.left_out] == [(2, "not_played")]
    assert [row.line for row in new_results.results.rows] == [3]


def test_an_unknown_winner_is_a_fault():
    assert faults_of("Date,A,B,Result,Won by\n2024-03-05,Anna,Bruno,7-5,Carla") == [(2, "winner_unknown")]


def test_a_score_that_contradicts_the_named_winner_is_queried_about():
    text = "Date,Winner,Loser,Length,Score\n2026-01-14,Irene,Chidi,7,5-7\n"
    (question,) = select(text).questions
    assert (question.code, question.lines, question.guess) == ("score_against_winner", (2,), "leave_out")
    assert parsed(text, **{question.key: "winner_is_right"}) == [
        (2, "Irene", "Chidi", 7, (7, 5), True, "played")
    ]


def test_what_no_row_says_is_stated_for_all_of_them():
    text = "Player 1,Player 2,Winner\nAnna,Bruno,Anna\n"
    new_results = select(text)
    assert (new_results.results.missing, new_results.is_ready) == (("date", "length"), False)
    common = WholeTable(DAY, "Spring", 7)
    assert parsed(text, common) == [(2, "Anna", "Bruno", 7, (7, 0), True, "played")]
    assert select(text, common).results.tournaments == frozenset(((DAY, "Spring"),))


def test_a_list_without_headings_is_recognised_by_its_cells():
    text = "5/3/2024;Anna Rossi;Bruno Bo;7-5\n13/3/2024;Carla Verdi;Anna Rossi;3-7\n"
    (question,) = select(text).questions
    assert (question.code, dict(question.facts)) == (
        "columns",
        {"1": "date", "2": "one", "3": "other", "4": "result"},
    )
    assert [row[:3] for row in parsed(text)] == [
        (1, "Anna Rossi", "Bruno Bo"),
        (2, "Carla Verdi", "Anna Rossi"),
    ]


def test_two_columns_of_points_without_headings():
    text = "Anna Rossi,7,Bruno Bo,5\nCarla Verdi,3,Anna Rossi,7\nCarla Verdi,7,Bruno Bo,6\n"
    common = WholeTable(DAY)
    assert [row[4] for row in parsed(text, common)] == [(7, 5), (3, 7), (7, 6)]


def test_a_bye_is_no_match_and_no_person():
    text = "Date,A,B,Score\n2026-01-07,Anna,Bruno,7-5\n2026-01-07,Carla,Freilos,\n2026-01-07,-,Dora,7-0"
    new_results = select(text)
    assert (new_results.results.names, new_results.results.faults) == (("Anna", "Bruno"), ())
    assert [(row.line, row.reason) for row in new_results.left_out] == [(3, "bye"), (4, "bye")]


def test_matches_of_a_cross_table_have_a_number_each():
    answers = {"walkover_winner:4-8": "Ada Finch"}
    results = select((LISTS / "r06_cross_table.csv").read_bytes(), **answers).results
    assert [row.line for row in results.rows] == list(range(1, 9))
    assert {row.day for row in results.rows} == {date(2026, 4, 12)}


def test_a_sheet_for_each_evening_is_a_tournament_each():
    results = select((LISTS / "r05_sheet_per_evening.xlsx").read_bytes()).results
    assert sorted(results.tournaments) == [
        (date(2026, 1, 13), "Tue 13 Jan"),
        (date(2026, 1, 20), "Tue 20 Jan"),
        (date(2026, 2, 3), "Tue 3 Feb"),
    ]


def test_a_swiss_report_needs_the_length_of_its_matches():
    data = (LISTS / "r11_swiss_cp1252.trf").read_bytes()
    assert select(data).results.missing == ("length",)
    results = select(data, WholeTable(length=7)).results
    assert [(row.line, row.one, row.score, row.ending) for row in results.rows] == [
        (1, "Zoë Favre", (7, 0), "played"),
        (2, "Jörg Müller", (0, 0), "walkover"),
        (3, "Zoë Favre", (7, 0), "played"),
    ]
    assert results.names == ("Zoë Favre", "Niamh O'Neill", "Jörg Müller", "Jiri Dvorak")


def test_a_season_table_brings_the_points_of_each_evening():
    new_results = select((LISTS / "r08_season_points.xlsx").read_bytes())
    points = [row for row in new_results.results.points if row.name == "Ruth Dogwood"]
    assert points == [
        PointsRow(8, date(2025, 1, 14), "", "Ruth Dogwood", Decimal(0)),
        PointsRow(8, date(2025, 1, 28), "", "Ruth Dogwood", Decimal(2)),
        PointsRow(8, date(2025, 2, 11), "", "Ruth Dogwood", Decimal("2.5")),
        PointsRow(8, date(2025, 2, 25), "", "Ruth Dogwood", Decimal(2)),
    ]
    assert new_results.is_ready


def test_a_season_over_the_new_year_asks_for_its_year_once():
    text = "Spieler;14.10.;11.11.;13.1.;Gesamt\nAnna Bo;4;2,5;-;6,5\nUgo Re;;3;6;9\n"
    new_results = select(text)
    assert [(one.code, one.is_open) for one in new_results.questions] == [("season_year", True)]
    points = select(text, season_year="2024").results.points
    assert [(row.name, row.day.isoformat(), row.points) for row in points] == [
        ("Anna Bo", "2024-10-14", Decimal(4)),
        ("Anna Bo", "2024-11-11", Decimal("2.5")),
        ("Ugo Re", "2024-11-11", Decimal(3)),
        ("Ugo Re", "2025-01-13", Decimal(6)),
    ]


def test_numbered_evenings_have_the_day_of_all_rows():
    text = "Season 2023\nName,Night 1,Night 2,Total\nAnna Bo,4,2,6\nUgo Re,,3,3\n"
    assert select(text).results.missing == ("date",)
    points = select(text, WholeTable(DAY)).results.points
    assert [(row.name, row.evening, row.points) for row in points] == [
        ("Anna Bo", "Night 1", Decimal(4)),
        ("Anna Bo", "Night 2", Decimal(2)),
        ("Ugo Re", "Night 2", Decimal(3)),
    ]


def test_one_name_in_two_rows_of_a_season_is_a_fault_of_both():
    text = "Name,14/1/2025,28/1/2025\nAnna Bo,4,2\nAnna Bo,1,3\nUgo Re,5,5\n"
    assert faults_of(text) == [(2, "points_twice"), (3, "points_twice")]


def list_places(text):
    rows = select(f"Date,Flight,Player,Place,Entrants\n{text}").results.places
    return [(row.flight, row.name, row.first, row.last, row.field) for row in rows]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("3", (3, 0)),
        ("3.", (3, 0)),
        ("3rd", (3, 0)),
        ("3°", (3, 0)),
        ("=3", (3, 0)),
        ("3=", (3, 0)),
        ("3-4", (3, 4)),
        ("3 / 4", (3, 4)),
        ("3°-4°", (3, 4)),
        ("0", None),
        ("4-3", None),
        ("1024", (1024, 0)),
        ("1025", None),
        ("first", None),
        ("", None),
    ],
)
def test_a_place_is_read_as_people_write_it(text, span):
    assert parse_places(text) == span


def test_equal_places_are_shared_and_the_placed_players_are_the_field():
    assert list_places("1.2.2024,,Anna,1,\n1.2.2024,,Bruno,2,\n1.2.2024,,Carla,3,\n1.2.2024,,Dario,3,") == [
        ("main", "Anna", 1, 1, 4),
        ("main", "Bruno", 2, 2, 4),
        ("main", "Carla", 3, 4, 4),
        ("main", "Dario", 3, 4, 4),
    ]


def test_a_span_and_a_number_of_players_are_read_as_written():
    assert list_places("1.2.2024,consolation,Anna,5-8,32") == [("consolation", "Anna", 5, 8, 32)]


def test_a_list_may_have_matches_and_places():
    results = select(
        "Date,Player 1,Player 2,Result,Place\n1.2.2024,Anna,Bruno,7-5,\n1.2.2024,Anna,,,1\n1.2.2024,Bruno,,,2"
    ).results
    assert [(row.one, row.other) for row in results.rows] == [("Anna", "Bruno")]
    assert [(row.name, row.first, row.field) for row in results.places] == [("Anna", 1, 2), ("Bruno", 2, 2)]
    assert (results.names, results.row_count, len(results.tournaments)) == (("Anna", "Bruno"), 3, 1)


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        ("1.2.2024,,Anna,first,", [(2, "place_wrong")]),
        ("1.2.2024,,,1,", [(2, "name_missing")]),
        ("1.2.2024,side,Anna,1,", [(2, "flight_unknown")]),
        ("1.2.2024,,Anna,1,many", [(2, "field_wrong")]),
        ("1.2.2024,,Anna,1,9999", [(2, "past_field_wrong")]),
        ("1.2.2024,,Anna,1,\n1.2.2024,,anna,2,", [(3, "past_place_twice")]),
        ("1.2.2024,,Anna,1,\n1.2.2024,,Bruno,1,\n1.2.2024,,Carla,2,", [(4, "past_place_taken")]),
        ("1.2.2024,,Anna,1-1,\n1.2.2024,,Bruno,1-1,", [(3, "past_place_taken")]),
        ("yesterday,,Anna,1,", [(2, "date_unreadable")]),
    ],
)
def test_impossible_places_are_reported_by_their_line(rows, faults):
    assert faults_of(f"Date,Flight,Player,Place,Entrants\n{rows}") == faults


def test_surnames_and_first_names_of_places_are_two_columns():
    text = "Platz;Nachname;Vorname\n1.;Müller;Jörg\n2.;Weiß;Käthe\n"
    results = select(text, WholeTable(DAY)).results
    assert [(row.name, row.first) for row in results.places] == [("Jörg Müller", 1), ("Käthe Weiß", 2)]


def test_the_pairings_of_a_swiss_program_say_only_who_won():
    text = (
        "Swiss-Manager\nRound 1\n\nBo.,No.,,Name,Rtg,Pts.,Result,Pts.,,Name,Rtg,No.\n"
        '1,1,,"Favre, Zoe",1610,0,1 - 0,0,,"Muller, Jorg",1580,2\n'
        '2,3,,"Bo, Ugo",0,0,- - +,0,,"Re, Ada",0,4\n3,5,,"Li, Leo",0,0,½ - ½,0,,"Mo, Ina",0,6\n'
    )
    common = WholeTable(DAY, length=9)
    assert parsed(text, common) == [
        (5, "Zoe Favre", "Jorg Muller", 9, (9, 0), True, "played"),
        (6, "Ugo Bo", "Ada Re", 9, (0, 0), False, "walkover"),
    ]
    assert [fault.line for fault in select(text, common).results.faults] == [7]


def test_sponsors_of_start_gg_are_no_part_of_a_name():
    text = (
        "Event,Round,Player 1,Player 1 Score,Player 2,Player 2 Score,Winner,State\n"
        "Open,WR1,HBC | anna,7,ugo,5,HBC | anna,COMPLETED\nOpen,WR2,anna,3,ina,7,ina,COMPLETED\n"
    )
    assert [row[1:6] for row in parsed(text, WholeTable(DAY))] == [
        ("anna", "ugo", 7, (7, 5), True),
        ("anna", "ina", 7, (3, 7), False),
    ]


def test_the_final_ranks_of_a_bracket_are_places():
    text = "Final Rank,Participant Name,Seed\n1,Anna Bo,1\n2,Ugo Re,2\n3,Ina Mo,3\n3,Leo Li,4\n"
    places = select(text, WholeTable(DAY)).results.places
    assert [(row.name, row.first, row.last) for row in places] == [
        ("Anna Bo", 1, 1),
        ("Ugo Re", 2, 2),
        ("Ina Mo", 3, 4),
        ("Leo Li", 3, 4),
    ]


def test_a_count_below_a_season_table_is_named_as_left_out():
    text = "Spieler;14.1.25;28.1.25;Summe\nBo, Ugo;4,5;3;7,5\nTeilnehmer;1;1;\n"
    new_results = select(text)
    assert [(row.line, row.reason) for row in new_results.left_out] == [(3, "totals")]
    assert [row.points for row in new_results.results.points] == [Decimal("4.5"), Decimal(3)]


@pytest.mark.parametrize("encoding", ["cp1254", "utf-16", "utf-8-sig"])
def test_turkish_results_in_several_character_sets(encoding):
    text = "Tarih;Oyuncu 1;Oyuncu 2;Skor\n14.01.2025;Gülşen Ak;İbrahim Çağlar;7-5\n"
    assert select(text.encode(encoding)).results.names == ("Gülşen Ak", "İbrahim Çağlar")


@pytest.mark.parametrize(
    "rows", ["Anna Bo,,7-5,7-3\nUgo Re,,,2-7\nIna Mo,,,", "Anna Bo,x,1,1\nUgo Re,0,x,1\nIna Mo,0,0,x"]
)
def test_a_half_cross_table_and_one_of_wins(rows):
    results = select(f"Name,Anna Bo,Ugo Re,Ina Mo\n{rows}\n", WholeTable(DAY, length=7)).results
    assert [(row.line, row.one, row.other) for row in results.rows] == [
        (1, "Anna Bo", "Ugo Re"),
        (2, "Anna Bo", "Ina Mo"),
        (3, "Ugo Re", "Ina Mo"),
    ]


def a_book_with_a_hidden_row(*rows):
    """Return a workbook that hides its third row."""
    buffer = BytesIO()
    book = xlsxwriter.Workbook(buffer)
    sheet = book.add_worksheet()
    for line, cells in enumerate(rows):
        sheet.write_row(line, 0, cells)
    sheet.set_row(2, None, None, {"hidden": True})
    book.close()
    return buffer.getvalue()


@pytest.mark.parametrize(
    "rows",
    [
        [("Player 1", "Player 2", "Score"), ("Anna", "Bruno", "7-0"), ("Carla", "Dora", "7-1")],
        [("Name", "14.1.2025", "28.1.2025"), ("Anna", 1, 2), ("Carla", 3, 4)],
    ],
)
def test_hidden_rows_are_left_out_unless_taken(rows):
    data = a_book_with_a_hidden_row(*rows)
    new_results = select(data, WholeTable(DAY))
    assert [(row.line, row.reason) for row in new_results.left_out] == [(3, "hidden")]
    assert "Carla" not in new_results.results.names
    assert "Carla" in select(data, WholeTable(DAY), hidden_results="take").results.names


@pytest.mark.parametrize("heading", ["Evening", "Serata", "Night", "Round"])
@pytest.mark.parametrize(
    "day", ["2 April 2025", "Wed 2nd April 2025", "mercoledì 2 aprile 2025", "02.04.2025"]
)
def test_an_evening_named_by_its_day_is_the_date(heading, day):
    listed = select(
        f"{heading};Winner;Loser;Match length\n{day};Anna Rossi;Ugo Bianchi;7\n;Aldo Re;Eva Neri;5\n"
    )
    assert [(row.day, row.evening, row.one) for row in listed.results.rows] == [
        (date(2025, 4, 2), "", "Anna Rossi"),
        (date(2025, 4, 2), "", "Aldo Re"),
    ]


def test_an_evening_with_a_name_and_a_day_is_a_tournament():
    listed = select(
        "Evening;Winner;Loser;Length\n"
        "Open 2 April;Anna Rossi;Ugo Bianchi;7\nOpen 9 April;Aldo Re;Eva Neri;5\n",
        WholeTable(DAY),
    )
    assert [(row.day, row.evening) for row in listed.results.rows] == [
        (DAY, "Open 2 April"),
        (DAY, "Open 9 April"),
    ]


@pytest.mark.parametrize(
    "heads",
    ["A. Rossi,U. Bianchi,A. Re", "Rossi A,Bianchi U,Re A", "Rossi,Bianchi,Re", "Anna R.,Ugo B.,Aldo R."],
)
def test_a_cross_table_with_shortened_names_as_headings(heads):
    listed = select(
        f",{heads}\nAnna Rossi,X,5-3,5-1\nUgo Bianchi,3-5,X,5-4\nAldo Re,1-5,4-5,X\n", WholeTable(DAY)
    )
    assert [(row.one, row.other, row.score) for row in listed.results.rows] == [
        ("Anna Rossi", "Ugo Bianchi", (5, 3)),
        ("Anna Rossi", "Aldo Re", (5, 1)),
        ("Ugo Bianchi", "Aldo Re", (5, 4)),
    ]


TWICE = (
    "Date,Player 1,Player 2,Score 1,Score 2\n"
    "2024-03-05,Anna,Bruno,7,5\n"
    "2024-03-05,Carla,Dario,7,2\n"
    "2024-03-05,Bruno,Anna,5,7\n"
    "2024-03-12,Anna,Bruno,7,5\n"
)


def test_a_match_typed_twice_counts_once_unless_it_was_played_twice():
    once = select(TWICE)
    (question,) = once.questions
    assert (question.code, question.lines, question.answer) == ("matches_twice", (4,), "leave_out")
    assert question.facts == {"matches": "Anna – Bruno 7–5"}
    assert [row.row for row in once.results.rows] == [2, 3, 5]
    assert [(row.line, row.reason, row.repeated_line) for row in once.left_out] == [(4, "match_twice", 2)]

    both = select(TWICE, matches_twice="take")
    assert [row.row for row in both.results.rows] == [2, 3, 4, 5]
    assert both.left_out == ()


@pytest.mark.parametrize(
    "rows",
    [
        # Rounds that are stated.
        "Date,Round,Player 1,Player 2,Score 1,Score 2\n"
        "2024-03-05,1,Anna,Bruno,7,5\n2024-03-05,2,Anna,Bruno,7,5\n",
        # Without a day in the rows nothing says that both were played on the same one.
        "Player 1,Player 2,Score 1,Score 2\nAnna,Bruno,7,5\nAnna,Bruno,7,5\n",
        # Another score.
        "Date,Player 1,Player 2,Score 1,Score 2\n2024-03-05,Anna,Bruno,7,5\n2024-03-05,Anna,Bruno,5,7\n",
    ],
)
def test_matches_that_may_have_been_played_need_no_answer(rows):
    results = select(rows, WholeTable(day=DAY))
    assert (len(results.results.rows), results.questions) == (2, ())


def test_matches_to_one_point_are_often_played_again():
    rows = "2024-03-05,Anna,Bruno,1,0\n" * 2
    (question,) = select(f"Date,Player 1,Player 2,Score 1,Score 2\n{rows}").questions
    assert (question.code, question.answer) == ("matches_twice", "take")
