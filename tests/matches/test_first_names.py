"""Forms of first names by which one person may be in two lists."""

import pytest

from matches.first_names import FirstNameIndex, are_forms_of_one_name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jon", "Jonathan"),
        ("Pat", "Patricia"),
        ("Steve", "Stephen"),
        ("Sue", "Susan"),
        ("Kate", "Catherine"),
        ("Bob", "Robert"),
        ("Beppe", "Giuseppe"),
        ("Gigi", "Luigi"),
        ("Ale", "Alessandra"),
        ("Mohamed", "Mohammed"),
        ("ÉD", "Edward"),
    ],
)
def test_forms_of_one_first_name(one: str, other: str) -> None:
    assert (are_forms_of_one_name(one, other), are_forms_of_one_name(other, one)) == (True, True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anna"),
        ("Paul", "Paula"),
        ("Mario", "Maria"),
        ("Daniel", "Daniela"),
        ("Al", "Alma"),
        ("J", "Jon"),
    ],
)
def test_other_first_names(one: str, other: str) -> None:
    assert not are_forms_of_one_name(one, other)


@pytest.mark.parametrize(
    "name", ["Jon Barraclough", "Barraclough, Jon", "Barraclough Jon", "JON BARRACLOUGH"]
)
def test_a_name_with_another_form_of_the_first_name_is_found(name: str) -> None:
    index = FirstNameIndex({1: "Jonathan Barraclough", 2: "Anna Barraclough", 3: "Jonathan de Vries"})
    assert index.find_other_forms(name) == [1]
    assert index.find_other_forms("Jon de Vries") == [3]
    assert index.find_other_forms("Barraclough") == []
