"""Brackets behind the names of a list: a club or a place, father and son, or a part of the name."""

import pytest

from tests.tournaments.exchange.test_list_headings import TODAY, make_sheet
from tournaments.exchange.lists import reader
from tournaments.exchange.lists.file_cells import FileCells
from tournaments.exchange.lists.member_lists import propose_distinctions, propose_for_newcomer
from tournaments.exchange.lists.new_members import NewMembers, select_members
from tournaments.exchange.lists.reading import MEMBERS
from tournaments.exchange.lists.written_names import join_name, read_name, turn_name


def select(*names: str, **answers: str) -> NewMembers:
    sheet = make_sheet("", [("Name",), *((name,) for name in names)])
    return select_members(reader.read_list(FileCells((sheet,)), MEMBERS, answers, TODAY), answers)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Brown, David (Otley)", "David Brown (Otley)"),
        ("BROWN David (Otley)", "David BROWN (Otley)"),
        ("Dr. Brown, David [41]", "David Brown [41]"),
        ("Whitaker, James Jr. (Hull)", "James Whitaker Jr. (Hull)"),
    ],
)
def test_brackets_stay_behind_the_whole_name(text: str, name: str) -> None:
    assert read_name(text).name == name


def test_brackets_stay_behind_a_name_of_two_columns_or_turned_round() -> None:
    assert join_name("Vito (p)", "Lorusso").name == "Vito Lorusso (p)"
    assert join_name("Vito", "Lorusso (p)").name == "Vito Lorusso (p)"
    assert turn_name("Lorusso Vito (p)").name == "Vito Lorusso (p)"


@pytest.mark.parametrize(
    ("answers", "name", "club", "mark"),
    [
        ({}, "David Brown", "Otley", "Otley"),
        ({"name_brackets": "distinction"}, "David Brown", "", "Otley"),
        ({"name_brackets": "as_written"}, "David Brown (Otley)", "", ""),
    ],
)
def test_a_text_in_brackets_is_a_club_unless_answered_otherwise(
    answers: dict[str, str], name: str, club: str, mark: str
) -> None:
    members = select("Brown, David (Otley)", "Ann Holt", **answers)
    person = members.people[0]
    assert (person.name, person.record.club, person.mark) == (name, club, mark)
    (question,) = [one for one in members.questions if one.code == "name_brackets"]
    assert (question.guess, question.facts) == ("club", {"names": "David Brown (Otley)"})


def test_marks_distinguish_father_and_son() -> None:
    members = select("Rossi Vito (p)", "Rossi Vito (f)", "Rossi Vito", "Neri Ugo (f)", "Bo Jensen")
    assert [person.name for person in members.people[:4]] == ["Rossi Vito"] * 3 + ["Neri Ugo"]
    assert propose_distinctions(members.people) == {0: "p", 1: "f", 2: "", 3: "f"}
    assert [one.code for one in members.questions if one.code in ("name_brackets", "same_person")] == []


def test_the_town_of_the_sheet_distinguishes_before_the_ages() -> None:
    rows = [
        ("Nome", "Città", "Nascita"),
        ("Vito Lorusso", "Bari", "1950"),
        ("Vito Lorusso", "Lecce", "1980"),
        ("Ugo Re", "Bari", "1950"),
        ("Ugo Re", "Bari", "1980"),
        ("Eva Mo", "", "1950"),
        ("Eva Mo", "Lecce", "1980"),
    ]
    sheet = FileCells((make_sheet("Soci", rows),))
    people = select_members(reader.read_list(sheet, MEMBERS, {}, TODAY), {}).people
    texts = {0: "Bari", 1: "Lecce", 2: "sen.", 3: "jun.", 4: "", 5: "Lecce"}
    assert propose_distinctions(people) == texts
    assert propose_for_newcomer(people[0], "Vito Lorusso (Lecce)") == "Bari"
    assert propose_for_newcomer(people[0], "Vito Lorusso (Bari)") == ""


def test_the_town_distinguishes_too_if_it_is_a_field_of_the_club() -> None:
    rows = [("Nome", "Città"), ("Vito Lorusso", "Bari"), ("Vito Lorusso", "Lecce"), ("Ugo Re", "")]
    sheet = FileCells((make_sheet("Soci", rows),))
    reading = reader.read_list(sheet, MEMBERS, {}, TODAY, own_fields={"own_field_3": "Città"})
    people = select_members(reading, {}).people
    assert propose_distinctions(people) == {0: "Bari", 1: "Lecce"}
    assert people[0].record.own_texts == (("own_field_3", "Bari"),)


def test_a_number_in_brackets_stays_behind_the_name() -> None:
    assert select("David Brown (41)", "Ann Holt").people[0].name == "David Brown (41)"


def test_what_stands_behind_a_short_name_stays_there() -> None:
    assert [one.name for one in select("Rossi G. (sen.)", "Vito (Lecce)", "Ann Holt").people] == [
        "Rossi G. (sen.)",
        "Vito (Lecce)",
        "Ann Holt",
    ]
