"""A season counted by hand, and what must hold for any season."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.facts import Evening, Placing, Settled
from tournaments.standings.rules import PRESETS, SeasonRules
from tournaments.standings.season import EveningScore, Line, evening_score, season_table

ANNA, BRUNO, CARLA, DARIO = 1, 2, 3, 4
EVERYONE = frozenset({ANNA, BRUNO, CARLA, DARIO})


def knockout_of_four(number: int) -> Evening:
    """Anna beats Bruno, Carla beats Dario, Anna beats Carla in the final."""
    return Evening(
        number,
        EVERYONE,
        (Settled(ANNA, BRUNO, 5, 5, 3), Settled(CARLA, DARIO, 5, 5, 0), Settled(ANNA, CARLA, 7, 7, 6)),
        (
            Placing(ANNA, "main", 1, 1, 4),
            Placing(CARLA, "main", 2, 2, 4),
            Placing(BRUNO, "main", 3, 4, 4),
            Placing(DARIO, "main", 3, 4, 4),
        ),
    )


def totals(rows):
    return [(row.place, row.player, row.total) for row in rows]


def test_matches_by_length_attendance_and_places_add_up():
    rows = season_table([knockout_of_four(1)], PRESETS["length-and-places"])
    assert totals(rows) == [(1, ANNA, 2 + 5 + 7 + 50), (2, CARLA, 2 + 5 + 25), (3, BRUNO, 14), (4, DARIO, 14)]


def test_a_number_names_its_reasons():
    score = evening_score(CARLA, knockout_of_four(1), PRESETS["length-and-places"])
    assert score == EveningScore(
        1,
        (
            Line("attendance", Fraction(2)),
            Line("win", Fraction(5), DARIO, 5, "played"),
            Line("bonus", Fraction(25), flight="main", places=(2, 2)),
        ),
    )
    assert score.total == 32


def test_shared_places_share_what_they_pay():
    rules = SeasonRules(bonuses={"main": (50, 25, 12, 7)})
    assert evening_score(BRUNO, knockout_of_four(1), rules).lines == (
        Line("bonus", Fraction(19, 2), flight="main", places=(3, 4)),
    )


def test_a_bonus_in_percent_grows_with_the_entrants():
    rows = season_table([knockout_of_four(1)], PRESETS["entrants"])
    assert totals(rows) == [
        (1, ANNA, 1 + 2 + 4),
        (2, CARLA, 1 + 1 + 2),
        (3, BRUNO, 1 + Fraction(1, 2)),
        (4, DARIO, 1 + Fraction(1, 2)),
    ]


def test_a_league_pays_for_losing_a_match_but_not_for_staying_away():
    evening = Evening(
        1, EVERYONE, (Settled(ANNA, BRUNO, 7, 7, 4), Settled(CARLA, DARIO, 7, 7, 0, "walkover"))
    )
    rows = season_table([evening], PRESETS["league"])
    assert {row.player: row.total for row in rows} == {ANNA: 3, BRUNO: 1, CARLA: 0, DARIO: 0}


def test_a_walkover_counts_as_a_win_where_the_rules_say_so():
    evening = Evening(1, frozenset({ANNA, BRUNO}), (Settled(ANNA, BRUNO, 7, 7, 0, "walkover"),))
    assert evening_score(ANNA, evening, SeasonRules()).total == 7


def test_of_several_bonuses_only_the_best_of_the_evening_is_taken():
    placings = (Placing(ANNA, "main", 3, 4, 8), Placing(ANNA, "consolation", 1, 1, 6))
    evening = Evening(1, frozenset({ANNA}), (), placings)
    tables = {"main": (50, 25, 12, 12), "consolation": (25, 12)}
    assert evening_score(ANNA, evening, SeasonRules(bonuses=tables)).total == 25
    assert evening_score(ANNA, evening, SeasonRules(bonuses=tables, best_bonus_only=False)).total == 37


def test_a_place_past_the_table_pays_nothing_and_shares_what_is_left():
    rules = SeasonRules(bonuses={"main": (10, 6, 4)})
    evening = Evening(1, EVERYONE, (), (Placing(ANNA, "main", 3, 4, 8), Placing(BRUNO, "main", 5, 8, 8)))
    assert [evening_score(player, evening, rules).total for player in (ANNA, BRUNO)] == [2, 0]


def test_only_the_best_evenings_count_and_the_others_are_still_shown():
    evenings = [
        Evening(1, frozenset({ANNA, BRUNO}), (Settled(ANNA, BRUNO, 3, 3, 0),)),
        Evening(2, frozenset({ANNA, BRUNO}), (Settled(ANNA, BRUNO, 9, 9, 0),)),
        Evening(3, frozenset({ANNA, BRUNO}), (Settled(ANNA, BRUNO, 5, 5, 0),)),
    ]
    anna = season_table(evenings, SeasonRules(best_evenings=2))[0]
    assert (anna.player, anna.total) == (ANNA, 14)
    assert [(score.evening, score.is_counted) for score in anna.evenings] == [
        (1, False),
        (2, True),
        (3, True),
    ]


def test_who_came_too_seldom_is_listed_without_a_place():
    evenings = [
        Evening(1, frozenset({ANNA, BRUNO}), (Settled(ANNA, BRUNO, 3, 3, 0),)),
        Evening(2, frozenset({ANNA, CARLA}), (Settled(CARLA, ANNA, 25, 25, 0),)),
    ]
    rows = season_table(evenings, SeasonRules(minimum_evenings=2))
    assert totals(rows) == [(1, ANNA, 3), (None, CARLA, 25), (None, BRUNO, 0)]


def test_a_tie_is_broken_by_wins_then_points_and_says_so():
    evening = Evening(
        1,
        EVERYONE,
        (Settled(ANNA, BRUNO, 5, 5, 0), Settled(CARLA, DARIO, 5, 5, 4)),
    )
    rows = season_table([evening], SeasonRules())
    assert [(row.place, row.player, row.breaks) for row in rows[:2]] == [
        (1, ANNA, (("wins", 1), ("difference", 5))),
        (2, CARLA, (("wins", 1), ("difference", 1))),
    ]


def test_what_no_tiebreak_parts_shares_the_place_and_the_next_place_is_skipped():
    evening = Evening(1, EVERYONE, (Settled(ANNA, BRUNO, 5, 5, 2), Settled(CARLA, DARIO, 5, 5, 2)))
    rows = season_table([evening], SeasonRules())
    assert [(row.place, row.is_shared, row.player) for row in rows] == [
        (1, True, ANNA),
        (1, True, CARLA),
        (3, True, BRUNO),
        (3, True, DARIO),
    ]


def test_a_season_without_evenings_has_an_empty_table():
    assert season_table([], SeasonRules()) == ()


@st.composite
def seasons(draw):
    evenings = []
    for number in range(draw(st.integers(0, 6))):
        present = draw(st.lists(st.integers(1, 8), min_size=2, unique=True))
        pairs = st.permutations(present).map(lambda order: (order[0], order[1]))
        matches = draw(st.lists(st.tuples(pairs, st.integers(1, 11)), max_size=8))
        evenings.append(
            Evening(number, frozenset(present), tuple(Settled(w, x, n, n, n - 1) for (w, x), n in matches))
        )
    return evenings


@given(seasons(), st.integers(0, 4), st.integers(0, 4))
def test_every_total_is_the_sum_of_the_counted_lines(evenings, best, minimum):
    rules = SeasonRules(attendance=2, loss_value=1, best_evenings=best, minimum_evenings=minimum)
    for row in season_table(evenings, rules):
        counted = [score for score in row.evenings if score.is_counted]
        assert row.total == sum(line.amount for score in counted for line in score.lines)
        assert len(counted) == (min(best, len(row.evenings)) if best else len(row.evenings))


@given(seasons())
def test_places_never_rise_with_the_total_and_shared_places_are_marked(evenings):
    rows = season_table(evenings, SeasonRules(attendance=2))
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    for index, row in enumerate(rows):
        same = [other for other in rows if other.place == row.place]
        assert row.is_shared == (len(same) > 1)
        assert row.place == index + 1 - same.index(row)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_survives_being_stored(name):
    assert SeasonRules.from_data(PRESETS[name].to_data()) == PRESETS[name]


def test_rules_left_out_have_their_defaults():
    assert SeasonRules.from_data({}) == SeasonRules()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"win": "double"}, "by length or flat"),
        ({"bonus_unit": "euro"}, "points or percent"),
        ({"attendance": -1}, "below zero"),
        ({"bonuses": {"main": [5, -1]}}, "below zero"),
        ({"tiebreaks": ["lots"]}, "unknown tie-breaks: lots"),
        ({"colour": "green"}, "unknown season rules: colour"),
    ],
)
def test_rules_that_cannot_count_are_refused(data, reason):
    with pytest.raises(ValueError, match=reason):
        SeasonRules.from_data(data)
