"""Lists of the same kinds as those of `tests/data/lists`, in other languages and with other columns."""

from datetime import date

import pytest

from rules.errors import Refusal
from tournaments.exchange.lists import files, reader
from tournaments.exchange.lists.reading import (
    ENTRIES,
    MEMBERS,
    RESULTS,
    SEASON,
    ListedFee,
    MatchOfList,
    PairRow,
    PersonRow,
    PointsOfList,
)

TODAY = date(2026, 12, 1)


def read(kind, text, encoding="utf-8", **answers):
    file = files.read_file(text.encode(encoding), answers)
    return reader.read_list(file, kind, answers, TODAY)


def test_a_spanish_list_with_a_title_those_who_left_and_totals():
    reading = read(
        MEMBERS,
        "Socios del club;;;;;;\n\nNº socio;Apellidos;Nombre;Móvil;Fecha de nacimiento;Cuota;Baja\n"
        "0007;García López;María José;600 111 222;23/04/1971;sí;\n"
        "0008;Núñez;Íñigo;;05/06/1980;no;31/12/2024\n;Total socios;2;;;;\n",
        "cp1252",
    )
    assert reading.persons == (
        PersonRow(
            line=4,
            name="María José García López",
            first="María José",
            last="García López",
            number="0007",
            phone="600 111 222",
            birth=date(1971, 4, 23),
            listed_fee=ListedFee(),
            fee_paid=True,
            active=True,
        ),
        PersonRow(
            line=5,
            name="Íñigo Núñez",
            first="Íñigo",
            last="Núñez",
            number="0008",
            birth=date(1980, 6, 5),
            fee_paid=False,
            left=date(2024, 12, 31),
            active=False,
        ),
    )
    assert reading.questions == ()
    assert [(row.line, row.reason) for row in reading.passed_over] == [
        (1, "title"),
        (3, "headings"),
        (6, "totals"),
    ]


def test_a_norwegian_list_of_an_old_apple_computer():
    reading = read(MEMBERS, "Navn,Klub,E-post\nÅse Holm,Oslo BK,aase@example.no\nLars Berg,,\n", "mac_roman")
    assert reading.encoding == "mac_roman"
    assert reading.persons == (
        PersonRow(line=2, name="Åse Holm", club="Oslo BK", email="aase@example.no"),
        PersonRow(line=3, name="Lars Berg"),
    )


def test_a_list_without_headings_in_another_order_of_columns():
    reading = read(MEMBERS, "1650;Ada Finch;ada@example.org\n1500;Saul Moreno;saul@example.org\n")
    assert [(one.code, one.facts) for one in reading.questions] == [
        ("columns", {"1": "rating", "2": "name", "3": "email"})
    ]
    assert [(one.name, one.rating, one.email) for one in reading.persons] == [
        ("Ada Finch", 1650, "ada@example.org"),
        ("Saul Moreno", 1500, "saul@example.org"),
    ]


def test_a_cross_table_with_names_as_headings():
    reading = read(
        RESULTS,
        "Winter league,,,,\n,Anna Rossi,Ugo Bianchi,Aldo Re,Siege\nAnna Rossi,,5-3,5-1,2\n"
        "Ugo Bianchi,3-5,,5-4,1\nAldo Re,1-5,4-5,,0\n",
    )
    assert [(one.one, one.other, one.score_one, one.score_other) for one in reading.results] == [
        ("Anna Rossi", "Ugo Bianchi", 5, 3),
        ("Anna Rossi", "Aldo Re", 5, 1),
        ("Ugo Bianchi", "Aldo Re", 5, 4),
    ]


def test_italian_results_with_a_winner_and_a_loser():
    reading = read(
        RESULTS,
        "Data;Vincitore;Perdente;Risultato;Punti\n14/01/2025;Rossi, Anna;Bianchi, Ugo;7-3;7\n"
        "14/01/2025;Anna Rossi;riposo;;7\n21/01/2025;Ugo Bianchi;Re, Aldo;5-9;9\n",
    )
    assert reading.results == (
        MatchOfList(
            line=2,
            one="Anna Rossi",
            other="Ugo Bianchi",
            winner="Anna Rossi",
            day=date(2025, 1, 14),
            score_one=7,
            score_other=3,
            length=7,
        ),
    )
    assert [(row.line, row.reason) for row in reading.passed_over] == [
        (1, "headings"),
        (3, "bye"),
        (4, "left_out"),
    ]
    assert [(one.code, one.lines, one.guess) for one in reading.questions] == [
        ("score_against_winner", (4,), "leave_out")
    ]


@pytest.mark.parametrize("cell", ["2026-05-07", "07.05.2026", "7-May", "07. Mai", "7-mag"])
def test_a_score_that_became_a_date_in_a_text_file_is_queried_about(cell):
    text = f"Fecha;Jugador 1;Jugador 2;Resultado;A puntos\n13/2/2026;Ana Ruiz;Luz Gil;{cell};7\n"
    reading = read(RESULTS, text)
    assert [(one.code, one.is_open) for one in reading.questions] == [("score_dates", True)]
    assert reading.results == ()
    (match,) = read(RESULTS, text, score_dates="day").results
    assert (match.score_one, match.score_other, match.winner) == (7, 5, "Ana Ruiz")


def test_an_italian_season_table_with_dates_without_a_year():
    reading = read(
        SEASON,
        "Classifica 2025;;;;;;\nPos;Giocatore;14/1;28/1;11/2;Totale;Migliori 2\n"
        "1;Anna Rossi;10;;4,5;14,5;14,5\n2;Ugo Bianchi;-;6;0;6;6\n;Presenti;1;1;2;;\n",
    )
    assert reading.season == (
        PointsOfList(line=3, name="Anna Rossi", points={"2025-01-14": 10, "2025-02-11": 4.5}, total=14.5),
        PointsOfList(line=4, name="Ugo Bianchi", points={"2025-01-28": 6, "2025-02-11": 0}, total=6),
    )


def test_a_german_list_of_entries_in_a_mail():
    reading = read(
        ENTRIES,
        "Anmeldungen Samstag\n\n1) Müller, Jörg (Hamburg) 1.650\n2) Weiß, Käthe - bezahlt\n3) Schmidt\n"
        "4) von der Heyden, Friederike 🇩🇪 20€\n5) Anna & Max Berger\n6)\nGesamt: 5\n",
    )
    assert [(one.line, one.name, one.club, one.rating, one.fee_paid) for one in reading.persons] == [
        (3, "Jörg Müller", "Hamburg", 1650, None),
        (4, "Käthe Weiß", "", None, True),
        (5, "Schmidt", "", None, None),
        (6, "Friederike von der Heyden", "", None, True),
    ]
    assert reading.pairs == (PairRow(line=7, names=("Anna Berger", "Max Berger")),)
    assert [one.code for one in reading.questions] == ["surname_alone"]
    assert [(row.line, row.reason) for row in reading.passed_over] == [
        (1, "title"),
        (8, "empty_number"),
        (9, "totals"),
    ]


def test_two_first_names_may_be_a_pair_and_a_double_surname_is_not():
    reading = read(ENTRIES, "Maria e Paolo\nBruno Neri e Carla Verdi\nJosé Ortega y Gasset\n")
    assert reading.pairs == (
        PairRow(line=1, names=("Maria", "Paolo")),
        PairRow(line=2, names=("Bruno Neri", "Carla Verdi")),
    )
    assert [one.name for one in reading.persons] == ["José Ortega y Gasset"]
    assert [one.code for one in reading.questions] == ["two_names"]


def test_a_danish_group_on_an_android_phone():
    reading = read(
        ENTRIES,
        "02/10/2026, 18:02 - Lars: Hvem kommer i aften?\n02/10/2026, 18:05 - Lars: 1. Lars Berg\n"
        "2. Åse Holm\n"
        "02/10/2026, 19:05 - Bo Jensen: jeg kommer\n02/10/2026, 19:06 - Ida: måske\n",
    )
    assert [(one.line, one.name) for one in reading.persons] == [
        (2, "Lars Berg"),
        (3, "Åse Holm"),
        (4, "Bo Jensen"),
    ]
    assert [(one.code, one.lines) for one in reading.questions] == [("me_too", (4,))]
    assert [(row.line, row.reason) for row in reading.passed_over] == [(1, "title"), (5, "remark")]


def test_letters_that_would_be_a_guess_are_queried_about_and_never_replaced():
    data = "Name\nZoë Müller\n".encode() + b"\xff\n"
    packed = files.pack_file(data)
    first = reader.read_list(files.unpack_file(packed, {}), MEMBERS, {}, TODAY)
    assert [(one.code, one.is_open) for one in first.questions] == [("letters", True)]
    assert not first.is_ready
    with pytest.raises(Refusal, match="text_letters_unknown"):
        reader.read_list(
            files.unpack_file(packed, {"letters": "utf-8"}), MEMBERS, {"letters": "utf-8"}, TODAY
        )
    answers = {"letters": "cp1250"}
    again = reader.read_list(files.unpack_file(packed, answers), MEMBERS, answers, TODAY)
    assert [(one.code, one.answer) for one in again.questions] == [("letters", "cp1250")]


def test_an_answered_question_is_queried_again_with_its_answer():
    text = "First,Last,Born\nAda,Finch,03/04/1980\n"
    assert [one.answer for one in read(MEMBERS, text, date_order="month").questions] == ["month"]
