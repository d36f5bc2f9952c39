"""Every criterion and every part of a figure has words; figures kept negative are read as they are."""

from fractions import Fraction

import pytest

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
