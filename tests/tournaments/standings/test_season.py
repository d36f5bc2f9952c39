"""Season standings: manually counted examples, and properties that hold for any season."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.standings.season_results import PlaceRange, SeasonMatch, SeasonTournament
from tournaments.standings.season_scoring import SeasonReason, TournamentScore
from tournaments.standings.season_settings import RULE_PRESETS, SeasonRules
from tournaments.standings.season_table import CountedEvent, list_counted_events, make_season_table
from tournaments.templatetags.seasons import figure

ANNA, BRUNO, CARLA, DARIO = 1, 2, 3, 4
EVERYONE = frozenset({ANNA, BRUNO, CARLA, DARIO})


def knockout_of_four(number: int) -> SeasonTournament:
    """Anna beats Bruno, Carla beats Dario, Anna beats Carla in the final."""
    return SeasonTournament(
        number,
        EVERYONE,
        (
            SeasonMatch(ANNA, BRUNO, 5, 5, 3),
            SeasonMatch(CARLA, DARIO, 5, 5, 0),
            SeasonMatch(ANNA, CARLA, 7, 7, 6),
        ),
        (
            PlaceRange(ANNA, "main", 1, 1, 4),
            PlaceRange(CARLA, "main", 2, 2, 4),
            PlaceRange(BRUNO, "main", 3, 4, 4),
            PlaceRange(DARIO, "main", 3, 4, 4),
        ),
    )


def evening_score(player, evening, rules):
    """The points of a player at one evening."""
    (row,) = (row for row in make_season_table([evening], rules) if row.player == player)
    return row.tournaments[0]


def totals(rows):
    return [(row.place, row.player, row.total) for row in rows]


def test_matches_by_length_attendance_and_places_add_up():
    rows = make_season_table([knockout_of_four(1)], RULE_PRESETS["length-and-places"])
    assert totals(rows) == [(1, ANNA, 2 + 5 + 7 + 50), (2, CARLA, 2 + 5 + 25), (3, BRUNO, 14), (4, DARIO, 14)]


def test_a_total_lists_its_parts():
    score = evening_score(CARLA, knockout_of_four(1), RULE_PRESETS["length-and-places"])
    assert score == TournamentScore(
        1,
        (
            SeasonReason("attendance", Fraction(2)),
            SeasonReason("win", Fraction(5), DARIO, 5, "played"),
            SeasonReason("bonus", Fraction(25), flight="main", places=(2, 2)),
        ),
    )
    assert score.total == 32


def test_shared_places_share_what_they_pay():
    rules = SeasonRules(bonuses={"main": (50, 25, 12, 7)})
    assert evening_score(BRUNO, knockout_of_four(1), rules).reasons == (
        SeasonReason("bonus", Fraction(19, 2), flight="main", places=(3, 4)),
    )


def test_a_bonus_in_percent_grows_with_the_entrants():
    rows = make_season_table([knockout_of_four(1)], RULE_PRESETS["entrants"])
    assert totals(rows) == [
        (1, ANNA, 1 + 2 + 4),
        (2, CARLA, 1 + 1 + 2),
        (3, BRUNO, 1 + Fraction(1, 2)),
        (4, DARIO, 1 + Fraction(1, 2)),
    ]


def test_a_league_pays_for_losing_a_match_but_not_for_staying_away():
    evening = SeasonTournament(
        1, EVERYONE, (SeasonMatch(ANNA, BRUNO, 7, 7, 4), SeasonMatch(CARLA, DARIO, 7, 7, 0, "walkover"))
    )
    rows = make_season_table([evening], RULE_PRESETS["league"])
    assert {row.player: row.total for row in rows} == {ANNA: 3, BRUNO: 1, CARLA: 0, DARIO: 0}


def test_a_walkover_counts_as_a_win_where_the_rules_say_so():
    evening = SeasonTournament(1, frozenset({ANNA, BRUNO}), (SeasonMatch(ANNA, BRUNO, 7, 7, 0, "walkover"),))
    assert evening_score(ANNA, evening, SeasonRules()).total == 7


def test_of_several_bonuses_only_the_best_of_the_evening_is_taken():
    placings = (PlaceRange(ANNA, "main", 3, 4, 8), PlaceRange(ANNA, "consolation", 1, 1, 6))
    evening = SeasonTournament(1, frozenset({ANNA}), (), placings)
    tables = {"main": (50, 25, 12, 12), "consolation": (25, 12)}
    assert evening_score(ANNA, evening, SeasonRules(bonuses=tables)).total == 25
    assert evening_score(ANNA, evening, SeasonRules(bonuses=tables, best_bonus_only=False)).total == 37


def test_a_place_past_the_table_pays_nothing_and_shares_what_is_left():
    rules = SeasonRules(bonuses={"main": (10, 6, 4)})
    evening = SeasonTournament(
        1, EVERYONE, (), (PlaceRange(ANNA, "main", 3, 4, 8), PlaceRange(BRUNO, "main", 5, 8, 8))
    )
    assert [evening_score(player, evening, rules).total for player in (ANNA, BRUNO)] == [2, 0]


def test_only_the_best_evenings_count_and_the_others_are_still_shown():
    evenings = [
        SeasonTournament(1, frozenset({ANNA, BRUNO}), (SeasonMatch(ANNA, BRUNO, 3, 3, 0),)),
        SeasonTournament(2, frozenset({ANNA, BRUNO}), (SeasonMatch(ANNA, BRUNO, 9, 9, 0),)),
        SeasonTournament(3, frozenset({ANNA, BRUNO}), (SeasonMatch(ANNA, BRUNO, 5, 5, 0),)),
    ]
    anna = make_season_table(evenings, SeasonRules(best_evenings=2))[0]
    assert (anna.player, anna.total) == (ANNA, 14)
    assert [(score.tournament, score.is_counted) for score in anna.tournaments] == [
        (1, False),
        (2, True),
        (3, True),
    ]


def test_players_with_too_few_evenings_have_no_place():
    evenings = [
        SeasonTournament(1, frozenset({ANNA, BRUNO}), (SeasonMatch(ANNA, BRUNO, 3, 3, 0),)),
        SeasonTournament(2, frozenset({ANNA, CARLA}), (SeasonMatch(CARLA, ANNA, 25, 25, 0),)),
    ]
    rows = make_season_table(evenings, SeasonRules(minimum_evenings=2))
    assert totals(rows) == [(1, ANNA, 3), (None, CARLA, 25), (None, BRUNO, 0)]


def test_a_tie_is_broken_by_wins_then_points_with_a_reason():
    evening = SeasonTournament(
        1,
        EVERYONE,
        (SeasonMatch(ANNA, BRUNO, 5, 5, 0), SeasonMatch(CARLA, DARIO, 5, 5, 4)),
    )
    rows = make_season_table([evening], SeasonRules())
    assert [(row.place, row.player, row.breaks) for row in rows[:2]] == [
        (1, ANNA, (("wins", 1), ("difference", 5))),
        (2, CARLA, (("wins", 1), ("difference", 1))),
    ]


def test_an_unbroken_tie_shares_the_place_and_skips_the_next():
    evening = SeasonTournament(
        1, EVERYONE, (SeasonMatch(ANNA, BRUNO, 5, 5, 2), SeasonMatch(CARLA, DARIO, 5, 5, 2))
    )
    rows = make_season_table([evening], SeasonRules())
    assert [(row.place, row.is_shared, row.player) for row in rows] == [
        (1, True, ANNA),
        (1, True, CARLA),
        (3, True, BRUNO),
        (3, True, DARIO),
    ]


def test_a_season_without_evenings_has_an_empty_table():
    assert make_season_table([], SeasonRules()) == ()


@st.composite
def seasons(draw):
    evenings = []
    for number in range(draw(st.integers(0, 6))):
        present = draw(st.lists(st.integers(1, 8), min_size=2, unique=True))
        pairs = st.permutations(present).map(lambda order: (order[0], order[1]))
        matches = draw(st.lists(st.tuples(pairs, st.integers(1, 11)), max_size=8))
        evenings.append(
            SeasonTournament(
                number, frozenset(present), tuple(SeasonMatch(w, x, n, n, n - 1) for (w, x), n in matches)
            )
        )
    return evenings


@given(seasons(), st.integers(0, 4), st.integers(0, 4))
def test_every_total_is_the_sum_of_the_counted_lines(evenings, best, minimum):
    rules = SeasonRules(attendance=2, loss_value=1, best_evenings=best, minimum_evenings=minimum)
    for row in make_season_table(evenings, rules):
        counted_scores = [score for score in row.tournaments if score.is_counted]
        assert row.total == sum(line.amount for score in counted_scores for line in score.reasons)
        assert len(counted_scores) == (min(best, len(row.tournaments)) if best else len(row.tournaments))


@given(seasons())
def test_places_never_rise_with_the_total_and_shared_places_are_marked(evenings):
    rows = make_season_table(evenings, SeasonRules(attendance=2))
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    for index, row in enumerate(rows):
        same = [other for other in rows if other.place == row.place]
        assert row.is_shared == (len(same) > 1)
        assert row.place == index + 1 - same.index(row)


@pytest.mark.parametrize("name", sorted(RULE_PRESETS))
def test_a_preset_survives_being_stored(name):
    assert SeasonRules.from_data(RULE_PRESETS[name].to_data()) == RULE_PRESETS[name]


def test_rules_left_out_have_their_defaults():
    assert SeasonRules.from_data({}) == SeasonRules()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"win": "double"}, "season_value_unknown"),
        ({"win": []}, "season_value_unknown"),
        ({"bonus_unit": "euro"}, "season_value_unknown"),
        ({"attendance": -1}, "season_figure_impossible"),
        ({"attendance": 10_001}, "season_figure_impossible"),
        ({"attendance": 0.00001}, "season_figure_impossible"),
        ({"attendance": "two"}, "season_figure_unreadable"),
        ({"attendance": True}, "season_figure_unreadable"),
        ({"win_value": "1/0"}, "season_figure_unreadable"),
        ({"win_value": float("nan")}, "season_figure_unreadable"),
        ({"best_evenings": 1.5}, "season_figure_unreadable"),
        ({"bonuses": {"main": [5, -1]}}, "season_figure_impossible"),
        ({"bonuses": [5]}, "season_figure_unreadable"),
        ({"months": {"13": 2}}, "season_figure_impossible"),
        ({"tiebreaks": ["lots"]}, "tiebreak_unknown"),
        ({"divisions": ["A", "a"]}, "season_divisions_wrong"),
        ({"up": 1}, "season_divisions_wrong"),
        ({"colour": "green"}, "season_rule_unknown"),
        # Evaluated, these numbers would take gigabytes.
        ({"attendance": "1e999999999"}, "season_figure_unreadable"),
        ({"weights": {"open": 10**5000}}, "season_figure_impossible"),
        ({"bonuses": {"main": 5}}, "season_figure_unreadable"),
        ({"bonuses": {"main": None}}, "season_figure_unreadable"),
        ({"bonuses": {"main": [1] * 65}}, "season_names_many"),
        ({"weights": {str(n): 1 for n in range(25)}}, "season_names_many"),
        ({"weights": {"n" * 81: 1}}, "season_names_many"),
        ({"divisions": [str(n) for n in range(25)]}, "season_names_many"),
        ({"walkovers_count": "no"}, "season_value_unknown"),
        ({"best_bonus_only": []}, "season_value_unknown"),
    ],
)
def test_rules_that_cannot_count_are_refused(data, code):
    with pytest.raises(Refusal) as excinfo:
        SeasonRules.from_data(data)
    assert excinfo.value.code == code


def test_rules_stored_before_there_were_factors_and_divisions_count_as_they_did():
    stored = {
        "win": "length",
        "win_value": 1,
        "loss_value": 0,
        "attendance": 2,
        "bonuses": {"main": [50, 25, 12, 12]},
        "bonus_unit": "points",
        "best_bonus_only": True,
        "walkovers_count": True,
        "best_evenings": 0,
        "minimum_evenings": 0,
        "tiebreaks": ["wins", "difference", "head_to_head"],
    }
    rows = make_season_table([knockout_of_four(1)], SeasonRules.from_data(stored))
    assert totals(rows) == [(1, ANNA, 64), (2, CARLA, 32), (3, BRUNO, 14), (4, DARIO, 14)]


def test_master_points_go_by_the_root_of_the_length_and_the_logarithm_of_the_field():
    """sqrt(9) / 3 for the win; log2(8) x 2 for the first place, seven tenths of both for intermediates."""
    placings = (PlaceRange(ANNA, "main", 1, 1, 8, "intermediate"), PlaceRange(BRUNO, "main", 3, 4, 8, "main"))
    matches = (SeasonMatch(ANNA, CARLA, 9, 9, 0), SeasonMatch(BRUNO, CARLA, 7, 7, 1))
    evening = SeasonTournament(1, EVERYONE, matches, placings)
    rules = RULE_PRESETS["master"]
    assert evening_score(ANNA, evening, rules).total == 1 + Fraction(7, 10) * 6
    # sqrt(7) / 3 on the grid, and the mean of 1/2 and 1/3 times three.
    assert evening_score(BRUNO, evening, rules).total == Fraction(8819, 10_000) + Fraction(5, 4)


def test_tour_points_sum_to_the_entrants_and_first_has_twice_second():
    placings = tuple(
        PlaceRange(player, "main", first, last, 8, "open")
        for player, first, last in (
            (1, 1, 1),
            (2, 2, 2),
            (3, 3, 4),
            (4, 3, 4),
            *((n, 5, 8) for n in range(5, 9)),
        )
    )
    evening = SeasonTournament(1, frozenset(range(1, 9)), (), placings)
    rows = {row.player: row.total for row in make_season_table([evening], RULE_PRESETS["tour"])}
    assert rows[1] == 2 * rows[2] == Fraction(16, 5)
    assert sum(rows.values()) == 8


def test_exact_shares_stay_exact_however_many_there_are():
    """Seven share the parts of four places of a pool of eleven, a third of it: sums lose nothing."""
    placings = tuple(PlaceRange(player, "main", 5, 11, 11, "open") for player in range(1, 8))
    rules = SeasonRules(
        win="flat",
        win_value=0,
        bonuses={"main": (8, 4, 2, 2, 1, 1, 1, 1)},
        bonus_unit="pool",
        weights={"open": Fraction(3333, 10_000)},
    )
    rows = make_season_table([SeasonTournament(1, frozenset(range(1, 8)), (), placings)], rules)
    assert sum(row.total for row in rows) == Fraction(4 * 11, 20) * Fraction(3333, 10_000)


def test_an_event_is_named_in_any_case():
    placing = PlaceRange(ANNA, "main", 1, 1, 2, "intermediate")
    rules = SeasonRules.from_data({"bonuses": {"main": [10]}, "weights": {" Intermediate ": "1/2"}})
    assert evening_score(ANNA, SeasonTournament(1, EVERYONE, (), (placing,)), rules).total == 5


def test_a_month_that_counts_twice_doubles_all_points_with_a_reason():
    evening = SeasonTournament(
        1, EVERYONE, (SeasonMatch(ANNA, BRUNO, 5, 5, 0, "played", "intermediate"),), month=11
    )
    score = evening_score(ANNA, evening, RULE_PRESETS["doubled-months"])
    assert [(line.code, line.amount, line.factor) for line in score.reasons] == [
        ("attendance", 4, 2),
        ("win", 5, 1),
    ]


def test_an_event_with_factor_0_counts_for_nothing_in_the_table():
    evening = SeasonTournament(
        1,
        EVERYONE,
        (
            SeasonMatch(ANNA, BRUNO, 5, 5, 0, "played", "main"),
            SeasonMatch(BRUNO, ANNA, 9, 9, 0, "played", "jackpot"),
            SeasonMatch(CARLA, BRUNO, 5, 5, 2, "played", "main"),
            SeasonMatch(CARLA, DARIO, 9, 9, 0, "played", "jackpot"),
        ),
        (PlaceRange(DARIO, "main", 2, 2, 2, "jackpot"),),
    )
    rows = make_season_table([evening], SeasonRules(weights={"jackpot": 0}, attendance=1))
    assert [(row.place, row.player, row.won, row.lost, row.total) for row in rows] == [
        (1, ANNA, 1, 0, 6),
        (2, CARLA, 1, 0, 6),
        (3, BRUNO, 0, 2, 1),
    ]


def test_the_events_of_tournaments_with_several_are_listed_with_their_factor():
    evening = SeasonTournament(
        1,
        EVERYONE,
        (
            SeasonMatch(ANNA, BRUNO, 5, 5, 0, "played", "main"),
            SeasonMatch(CARLA, BRUNO, 5, 5, 2, "played", "main"),
            SeasonMatch(CARLA, DARIO, 9, 9, 0, "played", "jackpot"),
        ),
    )
    alone = SeasonTournament(2, EVERYONE, (SeasonMatch(ANNA, BRUNO, 5, 5, 0, "played", "open"),))
    assert list_counted_events([evening, alone], SeasonRules(weights={"jackpot": 0})) == (
        CountedEvent("main", 1, 3, 1),
        CountedEvent("jackpot", 1, 2, 0),
    )


def test_divisions_have_places_of_their_own_and_newcomers_begin_in_the_lowest():
    evening = SeasonTournament(
        1, EVERYONE, (SeasonMatch(ANNA, BRUNO, 7, 7, 0), SeasonMatch(CARLA, DARIO, 7, 7, 0))
    )
    rows = make_season_table([evening], RULE_PRESETS["divisions"], {ANNA: 1, DARIO: 1})
    assert [(row.division, row.place, row.player) for row in rows] == [
        (1, 1, ANNA),
        (1, 2, DARIO),
        (2, 1, CARLA),
        (2, 2, BRUNO),
    ]


def test_a_figure_may_be_written_as_people_write_it():
    rules = SeasonRules.from_data({"win_value": "1/3", "attendance": "0,5", "months": {"5": 2.0}})
    assert (rules.win_value, rules.attendance, rules.months) == (Fraction(1, 3), Fraction(1, 2), {5: 2})
    assert rules.to_data()["win_value"] == "1/3"
    assert rules.to_data()["months"] == {"5": 2}


def test_the_part_of_a_mini_bracket_is_a_reason_of_its_own_beside_the_factor_of_the_event():
    placing = PlaceRange(ANNA, "main", 1, 1, 5, "mini", Fraction(5, 8))
    rules = SeasonRules.from_data({"bonuses": {"main": [16]}, "weights": {"mini": "1/2"}})
    score = evening_score(ANNA, SeasonTournament(1, EVERYONE, (), (placing,)), rules)
    assert [(line.amount, line.factor, line.bracket) for line in score.reasons] == [
        (5, Fraction(1, 2), (5, 8)),
    ]


@pytest.mark.parametrize(
    ("value", "text"), [(Fraction(5, 8), "0.625"), (Fraction(1, 3), "1/3"), (2, "2"), ("1/2", "0.5")]
)
def test_a_factor_is_written_as_a_decimal_number_if_it_has_one(value: object, text: str):
    assert figure(value) == text
