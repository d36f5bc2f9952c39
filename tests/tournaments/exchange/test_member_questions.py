"""Questions about lists of members: orders of dates, numbers of rows, hidden rows, names in capitals."""

from dataclasses import replace
from datetime import date

import pytest

from tests.tournaments.exchange.test_list_headings import TODAY, make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.new_members import NewMembers, select_members
from tournaments.exchange.lists.reading import MEMBERS, ListQuestion

ROWS = [
    ("No.", "Surname, First", "Born", "Joined"),
    (1, "BRENNAN, SIOBHAN", "12/6/90", "2014"),
    (2, "Ashworth, Peter", "1994", "2009"),
    (3, "Smith, John", "", ""),
]


def select(*columns: int, hidden: int = 0, **answers: str) -> NewMembers:
    rows = [tuple(row[column] for column in columns or range(4)) for row in ROWS]
    sheet = make_sheet("", rows)
    shown = tuple(replace(row, is_hidden=row.line == hidden) for row in sheet.rows)
    file = FileCells((replace(sheet, rows=shown),))
    return select_members(reader.read_list(file, MEMBERS, answers, TODAY), answers)


def question_of(members: NewMembers, code: str) -> ListQuestion:
    (question,) = [one for one in members.questions if one.code == code]
    return question


def test_the_order_of_a_date_of_birth_of_which_only_the_year_is_stored_blocks_nothing() -> None:
    members = select(1, 2, 3)
    question = question_of(members, "date_order")
    assert (question.lines, question.is_open, members.is_ready) == ((2,), False, True)
    assert [person.record.birth_year for person in members.people] == [1990, 1994, None]


def test_numbers_that_count_the_rows_are_offered_as_those_of_members() -> None:
    assert question_of(select(), "row_numbers").guess == "leave_out"
    assert [person.record.number for person in select().people] == ["", "", ""]
    assert [person.record.number for person in select(row_numbers="take").people] == ["1", "2", "3"]


def test_a_name_in_capitals_is_proposed_in_the_usual_letters() -> None:
    assert next(person.name for person in select().people) == "Siobhan Brennan"
    assert question_of(select(), "capitals").facts["name"] == "SIOBHAN BRENNAN"
    unchanged = select(**{"capitals:2": "as_written"})
    assert next(person.name for person in unchanged.people) == "SIOBHAN BRENNAN"


@pytest.mark.parametrize(
    ("answer", "names", "former"),
    [
        ("leave_out", ["Siobhan Brennan", "John Smith"], False),
        ("take", ["Siobhan Brennan", "John Smith"], True),
    ],
)
def test_hidden_rows_are_left_out_or_of_people_who_have_left(
    answer: str, names: list[str], former: bool
) -> None:
    members = select(hidden=3, hidden_rows=answer)
    assert [person.name for person in members.people] == names
    assert any(question.code == "former" for question in members.questions) == former


def test_hidden_rows_can_be_taken_as_members() -> None:
    members = select(hidden=3, hidden_rows="as_present")
    assert [person.name for person in members.people] == ["Siobhan Brennan", "Peter Ashworth", "John Smith"]


@pytest.mark.parametrize(
    ("column", "joined"),
    [
        (("5/4/1972", "25/4/1980", ""), date(1972, 4, 5)),
        (("5/4/1972", "4/25/1980", ""), date(1972, 5, 4)),
        (("5/4/1972", "Leeds, 25/4/1980", ""), date(1972, 4, 5)),
        (("5-4-1972", "in Leeds on 25-4-1980", ""), date(1972, 4, 5)),
        (("5/4/1972", "25/4/1980", "13/13/1980"), date(1972, 4, 5)),
    ],
)
def test_a_day_above_12_in_the_column_decides_the_order(column: tuple[str, ...], joined: date) -> None:
    rows = [("Name", "Joined"), *(("ABC"[place] * 3 + " Smith", text) for place, text in enumerate(column))]
    members = select_members(reader.read_list(FileCells((make_sheet("", rows),)), MEMBERS, {}, TODAY), {})
    assert [one.code for one in members.questions if one.code == "date_order"] == []
    assert members.people[0].record.joined == joined


def test_each_column_of_dates_has_its_own_order_and_only_the_others_have_a_question() -> None:
    rows = [
        ("Name", "Joined", "Left", "Born"),
        ("Ada Smith", "5/4/1972", "6/7/2020", "1/2/1950"),
        ("Ben Smith", "25/4/1980", "7/30/2021", "3/4/1950"),
    ]
    file = FileCells((make_sheet("", rows),))
    answers = {"former": "former", "list_holds": "former"}
    reading = reader.read_list(file, MEMBERS, answers, TODAY)
    assert [(one.joined, one.left) for one in reading.persons] == [
        (date(1972, 4, 5), date(2020, 6, 7)),
        (date(1980, 4, 25), date(2021, 7, 30)),
    ]
    (question,) = [one for one in reading.questions if one.code == "date_order"]
    assert question.facts == {"example": "1/2/1950", "columns": "born"}


def test_a_date_elsewhere_in_the_file_decides_where_a_column_does_not() -> None:
    rows = [("Members on 25/11/2026",), ("Name", "Joined"), ("Ada Smith", "5/4/1972"), ("Ben Smith", "")]
    reading = reader.read_list(FileCells((make_sheet("", rows),)), MEMBERS, {}, TODAY)
    assert [one.code for one in reading.questions if one.code == "date_order"] == []
    assert reading.persons[0].joined == date(1972, 4, 5)
