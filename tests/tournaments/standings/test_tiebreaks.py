"""Each tie-break by itself."""

from fractions import Fraction

from tournaments.standings.season_results import SeasonMatch
from tournaments.standings.season_table import SeasonPlace, rank_players
from tournaments.standings.season_tie_breaks import season_difference, season_head_to_head, season_wins

A, B, C, D = 1, 2, 3, 4


def test_wins_counts_walkovers_too():
    matches = [SeasonMatch(A, B, 5, 5, 0), SeasonMatch(A, C, 5, 5, 0, "walkover"), SeasonMatch(C, B, 5, 5, 0)]
    assert season_wins([A, B, C], matches) == {A: 2, B: 0, C: 1}


def test_difference_adds_up_margins_of_played_matches_only():
    matches = [SeasonMatch(A, B, 5, 5, 3), SeasonMatch(B, C, 5, 5, 1), SeasonMatch(C, A, 5, 5, 0, "walkover")]
    assert season_difference([A, B], matches) == {A: 2, B: 2}


def test_head_to_head_compares_only_the_tied():
    matches = [SeasonMatch(A, B, 5, 5, 3), SeasonMatch(B, C, 5, 5, 1), SeasonMatch(B, D, 5, 5, 1)]
    assert season_head_to_head([A, B], matches) == {A: 1, B: 0}


def test_head_to_head_is_silent_when_two_of_the_tied_never_met():
    matches = [SeasonMatch(A, B, 5, 5, 3), SeasonMatch(B, C, 5, 5, 1)]
    assert season_head_to_head([A, B, C], matches) == {A: 0, B: 0, C: 0}


def test_head_to_head_leaves_a_circle_tied():
    matches = [SeasonMatch(A, B, 5, 5, 3), SeasonMatch(B, C, 5, 5, 1), SeasonMatch(C, A, 5, 5, 1)]
    table = rank_players({A: Fraction(9), B: Fraction(9), C: Fraction(9)}, matches, ["head_to_head"])
    assert [(place.place, place.is_shared) for place in table] == [(1, True)] * 3


def test_a_later_tiebreak_is_applied_only_where_the_earlier_left_a_tie():
    matches = [SeasonMatch(A, B, 5, 5, 3), SeasonMatch(A, C, 5, 5, 1), SeasonMatch(B, C, 5, 5, 4)]
    totals = {A: Fraction(3), B: Fraction(1), C: Fraction(1)}
    assert rank_players(totals, matches, ["wins", "head_to_head"]) == (
        SeasonPlace(A, 1, False, ()),
        SeasonPlace(B, 2, False, (("wins", 1),)),
        SeasonPlace(C, 3, False, (("wins", 0),)),
    )
