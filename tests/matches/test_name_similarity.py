"""Similar names of one person, and matching the players of a match file to a match."""

import re

import pytest

from matches.actors import SYSTEM
from matches.names import (
    compare_names,
    fold_name,
    get_initials,
    get_short_names,
    get_surname,
    get_surnames,
    is_swapped_by_names,
    is_swapped_by_score,
    make_search_pattern,
)
from matches.queries import matches
from matches.records.queries import match_fits
from matches.services import lifecycle
from tests.factories import a_desk, a_match


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada Lovelace", "ada lovelace"),
        ("Lovelace, Ada", "Ada Lovelace"),
        ("José-María", "jose maria"),
        ("Ada", "Ada Lovelace"),
        ("Jürgen", "Jurgen"),
    ],
)
def test_two_spellings_of_one_name_are_alike(one: str, other: str) -> None:
    assert compare_names(one, other) == compare_names(other, one) == 1.0


@pytest.mark.parametrize(("one", "other"), [("Ada", "Bruno"), ("", "Ada"), ("", ""), ("!", "?")])
def test_names_of_different_people_are_not_alike(one: str, other: str) -> None:
    assert compare_names(one, other) < 0.5


@pytest.mark.parametrize(
    ("record", "seats", "swapped"),
    [
        (("Ada", "Bruno"), ("Ada Lovelace", "Bruno Rossi"), False),
        (("Bruno", "Ada"), ("Ada Lovelace", "Bruno Rossi"), True),
        (("Magriel", "X22"), ("Ada", "Bruno"), None),
        (("Ada", "X22"), ("Bruno", "Ada"), True),
        (("Ada", "Ada"), ("Ada", "Ada"), None),
    ],
)
def test_columns_are_matched_by_similar_names_or_left_open(
    record: tuple[str, str], seats: tuple[str, str], swapped: bool | None
) -> None:
    assert is_swapped_by_names(record, seats) is swapped


@pytest.mark.parametrize(
    ("record", "seats", "swapped"),
    [
        ((7, 3), (3, 7), True),
        ((7, 3), (7, 3), False),
        ((7, 3), (7, 5), False),
        ((7, 3), None, False),
        (None, (7, 3), False),
    ],
)
def test_columns_are_matched_by_a_score_only_if_one_order_fits(
    record: tuple[int, int] | None, seats: tuple[int, int] | None, swapped: bool
) -> None:
    assert is_swapped_by_score(record, seats) is swapped


@pytest.mark.django_db
def test_possible_matches_of_a_file_are_found() -> None:
    desk = a_desk()
    right = a_match(desk, white="Ada Lovelace", black="Bruno Rossi")
    crossed = a_match(desk, white="Bruno Rosi", black="Ada Lovelace")
    a_match(desk, white="Ada Lovelace", black="Carla Verdi")
    a_match(desk, white="Ada Lovelace", black="Bruno Rossi", length=5)
    lifecycle.void_match(
        match=a_match(desk, white="Ada", black="Bruno"), reason="drawn by mistake", by=SYSTEM
    )
    among = match_fits.get_latest_matches(matches.filter_matches(), length=7)
    fits = match_fits.find_fits(players=("Bruno Rossi", "Ada"), length=7, among=among)
    assert [fit.match for fit in fits] == [right, crossed]
    assert match_fits.find_fits(players=("Magriel", "X22"), length=7, among=among) == []


def test_unrelated_names_with_common_letters_do_not_identify_the_columns() -> None:
    assert is_swapped_by_names(("Alice", "X"), ("Bruno", "Fabio")) is None


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Søren Kjær", "soren kjaer"),
        ("Łukasz Żak", "lukasz zak"),
        ("Đorđe", "dorde"),
        ("WEIẞ, Groß", "weiss gross"),
        ("Œdipe", "oedipe"),
        ("Işık", "isik"),
        ("Þórður", "thordur"),
        ("Ħal Tarxien", "hal tarxien"),
    ],
)
def test_letters_without_a_decomposition_are_folded_too(written: str, plain: str) -> None:
    assert fold_name(written) == fold_name(plain) == plain
    assert compare_names(written, plain) == 1
    assert re.search(make_search_pattern(plain), written, re.IGNORECASE)
    assert re.search(make_search_pattern(written), plain, re.IGNORECASE)


def test_a_search_takes_letters_literally() -> None:
    assert not re.search(make_search_pattern("a.c"), "abc")
    assert re.search(make_search_pattern("(*"), "x (* y")


def test_namesakes_are_ordered_by_what_distinguishes_them() -> None:
    seats = ("John Smith (London)", "John Smith (Leeds)")
    assert [is_swapped_by_names(names, seats) for names in (seats, seats[::-1])] == [False, True]
    assert is_swapped_by_names(("John Smith", "John Smith"), seats) is None


@pytest.mark.parametrize(
    ("name", "surname"),
    [
        ("Carla De Luca", "De Luca"),
        ("Anna van der Berg", "van der Berg"),
        ("Anna Maria Rossi", "Rossi"),
        ("Bianchi, Anna", "Bianchi"),
        ("De Luca, Carla", "De Luca"),
        ("Sam Davis Jr.", "Davis Jr."),
        ("La Rue", "Rue"),
        ("Anna", "Anna"),
        ("García López, María", "García López"),
        ("John D. Rockefeller", "Rockefeller"),
        ("Niall O'Connor", "O'Connor"),
        ("Lorenzo de’ Medici", "de’ Medici"),
        ("Davis Jr.", "Davis Jr."),
        ("Anna B.", "Anna B."),
        ("Carla De L.", "Carla De L."),
        ("Anna St John", "St John"),
        ("Jan op den Camp", "op den Camp"),
        ("Ronald McD.", "Ronald McD."),
    ],
)
def test_particles_belong_to_the_surname(name: str, surname: str) -> None:
    assert get_surname(name) == surname


def test_narrow_lines_show_the_surnames_of_a_pair_with_what_distinguishes_them() -> None:
    assert get_surnames("Carla De Luca (Roma) / Anna van der Berg") == "De Luca (Roma) / van der Berg"


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Ada", "A"),
        ("Carla De Luca", "CD"),
        ("Rossi, Mario", "MR"),
        ("Sam Davis Jr.", "SD"),
        ("Ann Mary Lee", "AL"),
        ("Anna Rossi / Luca De Luca", "RD"),
        ("Ada / Bo", "AB"),
        ("Éva Ó Briain", "ÉÓ"),
        ("", ""),
    ],
)
def test_the_initials_of_a_player_or_a_pair(name: str, initials: str) -> None:
    assert get_initials(name) == initials


@pytest.mark.parametrize(
    ("one", "other", "names"),
    [
        (("Anna Rossi", ""), ("Bo De Luca", "Roma"), ("Rossi", "De Luca")),
        (("Anna Rossi", ""), ("Maria Rossi", "Roma"), ("Anna Rossi", "Maria Rossi")),
        (("Anna Rossi", ""), ("Anna Rossi", "Roma"), ("Anna Rossi", "Anna Rossi (Roma)")),
        (("Anna Rossi", ""), ("Anna Rossi", ""), ("Rossi", "Rossi")),
    ],
)
def test_opponents_have_the_shortest_names_that_differ(
    one: tuple[str, str], other: tuple[str, str], names: tuple[str, str]
) -> None:
    assert get_short_names(one, other) == names
