"""Columns headed "Cognome e nome": each name is judged by itself, and what stays open is a question."""

from collections.abc import Collection
from datetime import date

from tests.tournaments.exchange.test_list_headings import make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.new_members import NewMembers, select_members
from tournaments.exchange.lists.reading import ENTRIES, MEMBERS, ListReading

TODAY = date(2026, 12, 1)


def read(
    names: Collection[str], members: Collection[str] = (), heading: str = "Cognome e nome", **answers: str
) -> ListReading:
    rows = [(heading, "Tessera"), *((name, str(place)) for place, name in enumerate(names, start=1))]
    answers = {key.replace("order_", "name_order:"): answer for key, answer in answers.items()}
    return reader.read_list(
        FileCells((make_sheet("Soci", rows),)), MEMBERS, answers, TODAY, known_names=members
    )


def select(
    names: Collection[str], members: Collection[str] = (), heading: str = "Cognome e nome", **answers: str
) -> NewMembers:
    return select_members(read(names, members, heading, **answers), answers)


def names_of(
    names: Collection[str], members: Collection[str] = (), heading: str = "Cognome e nome", **answers: str
) -> tuple[str, ...]:
    return tuple(person.name for person in select(names, members, heading, **answers).people)


def test_each_name_of_a_mixed_column_is_read_in_its_own_order() -> None:
    mixed = ("Rossi Mario", "Mario Bianchi", "Verdi, Anna", "De Luca Sara", "Sara De Luca")
    expected = ("Mario Rossi", "Mario Bianchi", "Anna Verdi", "Sara De Luca", "Sara De Luca")
    for heading in ("Cognome e nome", "Surname and name", "Name, first name", "Cognome/Nome"):
        assert tuple(one.name for one in read(mixed, heading=heading).persons) == expected, heading


def test_members_in_either_order_decide() -> None:
    members = ("Zelda Quarto", "Ottavio Bruno")
    rows = ("Quarto Zelda", "Zelda Quarto", "Ottavio Bruno", "Bruno Ottavio")
    assert tuple(one.name for one in read(rows, members).persons) == (
        "Zelda Quarto",
        "Zelda Quarto",
        "Ottavio Bruno",
        "Ottavio Bruno",
    )
    assert [order for order in read(rows, members).name_orders.values() if order.is_asked] == []


def test_members_in_both_orders_leave_it_open() -> None:
    (order,) = read(("Franco Bruno",), ("Franco Bruno", "Bruno Franco")).name_orders.values()
    assert (order.usual, order.other, order.is_asked) == (
        "Bruno Franco",
        "Franco Bruno",
        True,
    )


def test_names_that_nothing_decides_follow_the_heading_and_are_listed() -> None:
    rows = ("Mario Bianchi", "Quarto Zorba", "Rossi Anna", "Bruno Franco")
    reading = read(rows)
    assert [
        (line, order.usual, order.other) for line, order in reading.name_orders.items() if order.is_asked
    ] == [
        (2, "Mario Bianchi", "Bianchi Mario"),
        (3, "Zorba Quarto", "Quarto Zorba"),
        (5, "Franco Bruno", "Bruno Franco"),
    ]
    (question,) = [one for one in reading.questions if one.code == "surname_first"]
    assert (question.lines, question.answer) == ((2, 3, 5), "take")


def test_one_name_or_all_can_be_answered() -> None:
    rows = ("Mario Bianchi", "Quarto Zorba", "Rossi Anna", "Bruno Franco")
    assert names_of(rows, order_5="as_written", order_4="as_written") == (
        "Mario Bianchi",
        "Zorba Quarto",
        "Rossi Anna",
        "Bruno Franco",
    )
    assert names_of(rows, order_2="turned") == ("Bianchi Mario", "Zorba Quarto", "Anna Rossi", "Franco Bruno")
    assert names_of(rows, surname_first="as_written") == rows
    turned = ("Bianchi Mario", "Zorba Quarto", "Anna Rossi", "Franco Bruno")
    assert names_of(rows, surname_first="turned") == turned
    assert names_of(rows, surname_first="as_written", order_3="turned")[1] == "Zorba Quarto"


def test_a_column_of_one_order_decides_for_the_names_that_do_not() -> None:
    rows = ("Rossi Mario", "Neri Anna", "Verdi Luca", "Quarto Zorba")
    assert [order.is_asked for order in read(rows).name_orders.values()] == [False] * 4
    assert names_of(rows)[3] == "Zorba Quarto"


def test_marks_are_taken_off_before_a_name_is_turned() -> None:
    rows = (
        "Rossi Vito (p)",
        "Rossi (f) Vito",
        "Rossi Vito jr",
        "Rossi jr. Vito",
        "Rossi Vito padre",
        "Brown David (Otley)",
        "Vito Rossi (padre)",
    )
    assert [(one.name, one.mark) for one in select(rows).people] == [
        ("Vito Rossi", "p"),
        ("Vito Rossi", "f"),
        ("Vito Rossi jr", ""),
        ("Vito Rossi jr.", ""),
        ("Vito Rossi", "padre"),
        ("David Brown", "Otley"),
        ("Vito Rossi", "padre"),
    ]


def test_every_name_of_two_parts_can_be_exchanged_on_the_preview() -> None:
    rows = ("Rossi, Mario", "Anna Verdi")
    reading = read(rows, heading="Name")
    assert [order.other for order in reading.name_orders.values()] == [
        "Rossi Mario",
        "Verdi Anna",
    ]
    assert names_of(rows, heading="Name", order_2="as_written", order_3="turned") == (
        "Mario Rossi",
        "Verdi Anna",
    )
    assert names_of(rows, heading="Name", order_2="turned")[0] == "Rossi Mario"


def test_first_name_and_surname_in_two_columns_can_be_exchanged() -> None:
    rows = [("Nome", "Cognome"), ("Rossi", "Mario"), ("Anna", "Verdi")]
    file = FileCells((make_sheet("Soci", rows),))
    reading = reader.read_list(file, ENTRIES, {"name_order:2": "turned"}, TODAY)
    assert [(one.name, one.first, one.last) for one in reading.persons] == [
        ("Mario Rossi", "Mario", "Rossi"),
        ("Anna Verdi", "Anna", "Verdi"),
    ]
