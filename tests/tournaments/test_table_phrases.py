"""Every criterion and every part of a figure has words; figures kept negative are read as they are."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from tournaments.phrases import tables as said
from tournaments.standings import tables
from tournaments.standings.meetings import Turn


def test_every_criterion_has_a_name_and_a_meaning() -> None:
    assert set(said.CRITERIA) == tables.CRITERIA
    assert all(said.criterion_name(name) and said.criterion_meaning(name) for name in tables.CRITERIA)


def test_every_part_has_words() -> None:
    assert set(said.PARTS) == {turn.value for turn in Turn} | {"dummy", "cut", "shared", "decisions"}


def test_a_part_names_round_and_opponent() -> None:
    assert said.part("won", 3, "Ada") == "Round 3: won against Ada"
    assert said.part("walkover_lost", 1, "") == "Round 1: absent against nobody"


@pytest.mark.parametrize(("name", "expected"), [("points_against", 7), ("performance", 7), ("score", -7)])
def test_what_is_kept_negative_is_read_as_it_is(name: str, expected: int) -> None:
    assert said.shown(name, Fraction(-7)) == expected


@pytest.mark.parametrize(
    ("amount", "english", "italian"),
    [
        ("3", "3", "3"),
        ("7/2", "3½", "3½"),
        ("1/2", "½", "½"),
        ("-5/2", "−2½", "−2½"),
        ("7/3", "2.33", "2,33"),
    ],
)
def test_figures_are_written_as_people_write_them(amount: str, english: str, italian: str) -> None:
    assert said.figure("score", Fraction(amount)) == english
    with override("it"):
        assert said.figure("score", Fraction(amount)) == italian
