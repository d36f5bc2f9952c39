"""Chances of a match by the score, and take points, as published."""

import pytest

from rules.equity import equity_table, take_point
from tests.peers.cases import Case, each_case, each_difference, get_expected


@each_case("match_equity")
def test_the_chances_at_each_score_are_the_published_ones(case: Case) -> None:
    table = equity_table(case["input"]["table"])
    expected = get_expected(case)
    rows = expected["percent"]
    places = range(1, len(rows) + 1)
    ours = [[100 * table.before_crawford(away, other_away) for other_away in places] for away in places]
    assert ours == [pytest.approx(row, abs=expected["tolerance"]) for row in rows]


def compute_take_point(case: Case) -> float | None:
    data = case["input"]
    return take_point(data["away"], data["other_away"], "pending", table=data["table"])


@each_case("take_point")
def test_the_take_point_is_the_published_one(case: Case) -> None:
    expected = get_expected(case)
    assert compute_take_point(case) == pytest.approx(expected["take_point"], abs=expected["tolerance"])


@each_difference("take_point")
def test_later_doubles_are_not_counted(case: Case) -> None:
    """At 4 away, 2 away the taker redoubles at once: without that a take needs twice the chance."""
    expected = get_expected(case)
    assert compute_take_point(case) == pytest.approx(
        2 * expected["take_point"], abs=2 * expected["tolerance"]
    )
