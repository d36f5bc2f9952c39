"""Places in a bracket, while it is played and when it is over."""

from tournaments.standings.season_results import PlaceRange, SeasonPairing, placings

A, B, C, D, E = 1, 2, 3, 4, 5


def semi(one, other, winner=None, decided=True):
    return SeasonPairing(1, (one, other), winner, decided, (1, 2), (3, 4))


def final(players, winner=None, decided=True):
    return SeasonPairing(2, players, winner, decided, (1, 1), (2, 2))


def spans(placings_of_flight):
    return {placing.player: (placing.first, placing.last) for placing in placings_of_flight}


def test_a_finished_bracket_has_a_place_for_everyone():
    bouts = [semi(A, B, A), semi(C, D, C), final((A, C), C)]
    assert placings("main", bouts, 4) == (
        PlaceRange(C, "main", 1, 1, 4),
        PlaceRange(A, "main", 2, 2, 4),
        PlaceRange(B, "main", 3, 4, 4),
        PlaceRange(D, "main", 3, 4, 4),
    )


def test_players_still_in_have_no_place_and_others_that_of_their_round():
    bouts = [semi(A, B, A), semi(C, D, None, decided=False), final((A,), None, decided=False)]
    assert spans(placings("main", bouts, 4)) == {B: (3, 4)}


def test_a_double_no_show_in_the_final_leaves_no_winner():
    bouts = [semi(A, B, A), semi(C, D, C), final((A, C), None)]
    assert spans(placings("main", bouts, 4)) == {A: (1, 2), C: (1, 2), B: (3, 4), D: (3, 4)}


def test_a_bye_eliminates_nobody():
    bouts = [SeasonPairing(1, (A,), A, True, (1, 2), (3, 3)), semi(B, C, B), final((A, B), A)]
    assert spans(placings("main", bouts, 3)) == {A: (1, 1), B: (2, 2), C: (3, 3)}


def test_an_empty_bracket_has_no_places():
    assert placings("consolation", [], 0) == ()
