"""The equity table by its printed figures, and the score it is asked for."""

import pytest

from rules.equity import REACH, after_crawford, before_crawford, equity_table, win_chance

PRINTED = """
50.000 67.736 75.076 81.436 84.179 88.731 90.724 93.250 94.402
32.264 50.000 59.947 66.870 74.359 79.940 84.225 87.539 90.197
24.924 40.053 50.000 57.150 64.795 71.123 76.209 80.468 84.017
18.564 33.130 42.850 50.000 57.732 64.285 69.924 74.577 78.799
15.821 25.641 35.205 42.268 50.000 56.635 62.638 67.786 72.540
11.269 20.060 28.877 35.715 43.365 50.000 56.261 61.636 66.787
9.276 15.775 23.791 30.076 37.362 43.739 50.000 55.480 60.854
"""
PRINTED_AFTER = "50.000 48.803 32.264 31.002 19.012 18.072 11.559 10.906 6.953"


def test_up_to_nine_away_the_table_is_the_printed_one():
    rows = [[float(figure) for figure in line.split()] for line in PRINTED.strip().splitlines()]
    found = [[round(100 * before_crawford(i, j), 3) for j in range(1, 10)] for i in range(1, 8)]
    assert found == rows


def test_after_the_crawford_game_the_trailer_has_the_printed_chances():
    found = [round(100 * after_crawford(away), 3) for away in range(1, 10)]
    assert found == [float(figure) for figure in PRINTED_AFTER.split()]


def test_the_two_players_chances_make_one_everywhere():
    sums = {
        round(before_crawford(i, j) + before_crawford(j, i), 6)
        for i in range(1, REACH + 1)
        for j in range(1, REACH + 1)
    }
    assert sums == {1.0}


def test_the_table_is_square_and_carries_its_notice():
    table = equity_table()
    assert {len(row) for row in table.before} == {len(table.before), len(table.after)} == {REACH}
    assert table.name == "Kazaross XG2 25 point MET"
    assert table.notice.startswith("Copyright (C) 2011 Neil Kazaross")


@pytest.mark.parametrize(
    ("length", "white", "black", "crawford", "expected"),
    [
        (7, 0, 0, "pending", 0.5),
        (7, 5, 4, "pending", 0.59947),
        (7, 4, 5, "pending", 0.40053),
        (5, 4, 0, "active", 0.84179),
        (5, 4, 0, "expired", 1 - 0.19012),
        (5, 0, 4, "expired", 0.19012),
        (5, 4, 0, "none", 1 - 0.19012),
        (5, 2, 1, "none", 0.57150),
        (5, 4, 4, "expired", 0.5),
        (1, 0, 0, "none", 0.5),
        (5, 5, 3, "expired", 1.0),
        (5, 3, 7, "expired", 0.0),
    ],
)
def test_the_score_is_looked_up_from_whites_seat(length, white, black, crawford, expected):
    assert win_chance(length, white, black, crawford) == pytest.approx(expected)


def test_beyond_the_table_there_is_no_answer():
    assert win_chance(31, 0, 10, "pending") is None
    assert win_chance(31, 6, 10, "pending") == before_crawford(25, 21)


@pytest.mark.parametrize(("white", "black"), [(-1, 0), (5, 5), (0, -2)])
def test_a_score_that_cannot_be_is_no_question(white, black):
    with pytest.raises(ValueError, match="no match to 5"):
        win_chance(5, white, black, "pending")


@pytest.mark.parametrize("away", [0, REACH + 1])
def test_the_table_itself_refuses_what_it_does_not_hold(away):
    with pytest.raises(ValueError, match="ends at 25"):
        before_crawford(away, 3)
