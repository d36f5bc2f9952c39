"""Match equity tables: published figures, and the scores they cover."""

import pytest

from rules.equity import DEFAULT, equity_table, equity_tables, janowski, stakes, take_point, win_chance

KAZAROSS = equity_table(DEFAULT)
EQUALS = [name for name in equity_tables() if not name.endswith(("-50", "-100"))]

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


def test_up_to_nine_away_the_usual_table_is_the_printed_one():
    rows = [[float(figure) for figure in line.split()] for line in PRINTED.strip().splitlines()]
    items = [[round(100 * KAZAROSS.before_crawford(i, j), 3) for j in range(1, 10)] for i in range(1, 8)]
    assert items == rows


def test_after_the_crawford_game_the_trailer_has_the_printed_chances():
    items = [round(100 * KAZAROSS.after_crawford(away), 3) for away in range(1, 10)]
    assert items == [float(figure) for figure in PRINTED_AFTER.split()]


def test_ten_tables_come_along_each_with_its_maker_and_its_leave():
    reaches = {name: equity_table(name).reach for name in equity_tables()}
    assert reaches == {
        "gnubg-11": 24,
        "jacobs-trice": 25,
        "jacobs-trice-100": 25,
        "jacobs-trice-50": 25,
        "kazaross-xg2": 25,
        "mec-26": 24,
        "ortega-kleinman": 15,
        "rockwell-kazaross": 25,
        "snowie": 15,
        "woolsey": 15,
    }
    notices = [equity_table(name).notice for name in equity_tables()]
    assert all("Copyright" in notice or "(C)" in notice for notice in notices)
    assert all("Copying and distribution of this file" in notice for notice in notices)
    with pytest.raises(ValueError, match="kazaross-xg2"):
        equity_table("kazaross")


@pytest.mark.parametrize("name", sorted(set(equity_tables()) - {"jacobs-trice-50", "jacobs-trice-100"}))
def test_the_chances_of_two_equals_make_one_everywhere(name):
    table = equity_table(name)
    tolerance = 0.002 if name == "ortega-kleinman" else 1e-9
    places = range(1, table.reach + 1)
    sums = [table.before_crawford(i, j) + table.before_crawford(j, i) for i in places for j in places]
    assert max(abs(total - 1) for total in sums) <= tolerance + 1e-9


@pytest.mark.parametrize("name", equity_tables())
def test_needing_fewer_points_is_never_worse(name):
    table = equity_table(name)
    places = range(1, table.reach)
    assert all(
        table.before_crawford(i, j) >= table.before_crawford(i + 1, j) - 0.002 for i in places for j in places
    )
    assert all(row[k] >= row[k + 1] for row in table.after for k in range(table.reach - 1))


@pytest.mark.parametrize(("name", "edge"), [("jacobs-trice-50", 0.51), ("jacobs-trice-100", 0.52)])
def test_two_tables_give_white_an_edge(name, edge):
    assert equity_table(name).before_crawford(1, 1) == edge
    assert win_chance(5, 0, 4, "expired", table=name) > win_chance(5, 0, 4, "expired")
    assert win_chance(5, 4, 0, "expired", table=name) > win_chance(5, 4, 0, "expired")


def test_all_tables_agree_within_five_points_of_a_hundred():
    for i in range(1, 16):
        for j in range(1, 16):
            items = [equity_table(name).before_crawford(i, j) for name in EQUALS]
            assert max(items) - min(items) < 0.05


def test_the_rule_of_thumb_comes_near():
    away = range(3, 16)
    misses = [abs(janowski(i, j) - KAZAROSS.before_crawford(i, j)) for i in away for j in away]
    assert round(max(misses), 3) == 0.031
    assert (janowski(3, 5), janowski(5, 3), janowski(4, 4)) == (
        pytest.approx(0.5 + 1.7 / 11),
        pytest.approx(0.5 - 1.7 / 11),
        0.5,
    )


@pytest.mark.parametrize(
    ("away", "other", "crawford", "cube", "expected"),
    [
        (2, 2, "pending", 1, 0.32264),
        (1, 1, "none", 1, 0.0),
        (3, 3, "pending", 1, (0.40053 - 0.24924) / (0.75076 - 0.24924)),
        (4, 1, "expired", 1, 0.0),
        (1, 4, "expired", 1, (0.48803 - 0.32264) / 0.48803),
        (3, 1, "active", 1, None),
        (2, 3, "pending", 2, 0.32264),
    ],
)
def test_take_points_follow_from_the_scores_a_game_can_lead_to(away, other, crawford, cube, expected):
    point = take_point(away, other, crawford, cube)
    assert point == (expected if expected is None else pytest.approx(expected, abs=1e-5))


def test_what_a_game_is_worth_follows_from_the_scores_it_leads_to():
    table = equity_table()
    assert stakes(3, 0, 0, "pending", 1) == (table.before_crawford(2, 3), table.before_crawford(3, 2))
    assert stakes(3, 0, 0, "pending", 4) == (1.0, 0.0)
    assert stakes(5, 2, 4, "expired", 1) == (table.after_crawford(2), 0.0)
    assert stakes(5, 2, 4, "active", 1) == (table.after_crawford(2), 0.0)
    assert stakes(99, 0, 0, "pending", 1) is None


def test_a_take_point_beyond_the_table_is_unknown():
    assert take_point(26, 3, "pending") is None


@pytest.mark.parametrize(("edge", "length"), [(100, 7), (300, 1), (-250, 15)])
def test_at_the_start_a_rating_counts_as_on_fibs(edge, length):
    expected = 1 / (10 ** (-edge * length**0.5 / 2000) + 1)
    assert win_chance(length, 0, 0, "pending", edge=edge) == pytest.approx(expected)


def test_a_rating_moves_a_chance_less_the_less_is_left_to_play():
    gains = [win_chance(15, score, score, "pending", edge=200) - 0.5 for score in (0, 5, 10, 13)]
    assert gains == sorted(gains, reverse=True)
    assert win_chance(7, 7, 3, "expired", edge=-400) == 1.0
    assert win_chance(7, 5, 4, "pending", edge=80) + win_chance(
        7, 4, 5, "pending", edge=-80
    ) == pytest.approx(1)


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
    assert win_chance(31, 6, 10, "pending") == KAZAROSS.before_crawford(25, 21)
    assert win_chance(25, 0, 5, "pending", table="woolsey") is None
    assert win_chance(40, 40, 0, "expired") == 1.0


@pytest.mark.parametrize(("white", "black"), [(-1, 0), (5, 5), (0, -2)])
def test_a_score_that_cannot_be_is_no_question(white, black):
    with pytest.raises(ValueError, match="no match to 5"):
        win_chance(5, white, black, "pending")


@pytest.mark.parametrize("away", [0, 26])
def test_the_table_itself_refuses_what_it_does_not_hold(away):
    with pytest.raises(ValueError, match="ends at 25"):
        KAZAROSS.before_crawford(away, 3)
