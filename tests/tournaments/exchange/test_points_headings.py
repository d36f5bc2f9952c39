"""Headings of two columns of points say which player has them."""

import pytest

from tournaments.exchange.lists.heading_roles import find_roles


@pytest.mark.parametrize(
    "headings",
    [
        "Winner,Loser,Points W,Points L",
        "Winner,Loser,W pts,L pts",
        "Winner,Loser,Pts 1,Pts 2",
        "Winner,Loser,P1,P2",
        "Winner,Loser,WP,LP",
        "Winner,Loser,Points (W),Points (L)",
        "Winner,Loser,Winner's points,Loser's points",
        "Winner,Loser,Points won,Points lost",
        "Vincitore,Perdente,Punti V,Punti P",
        "Vincitore,Perdente,PV,PP",
        "Vincitore,Sconfitto,Punti vincitore,Punti sconfitto",
        "Sieger,Verlierer,Punkte S,Punkte V",
        "Vainqueur,Perdant,Points V,Points P",
        "Ganador,Perdedor,Puntos G,Puntos P",
        "Player A,Player B,Points A,Points B",
        "Player 1,Player 2,P1,P2",
        "Home,Away,Pts home,Pts away",
    ],
)
def test_points_belong_to_the_player_whom_the_heading_names(headings):
    roles = find_roles(headings.split(","))
    assert roles[2:] == ("score_one", "score_other")


def test_points_of_the_loser_may_stand_first():
    roles = find_roles(["Points L", "Loser", "Winner", "Points W"])
    assert roles == ("score_other", "loser", "winner", "score_one")


def test_points_won_and_lost_beside_a_result_stay_unread():
    assert find_roles(["Player 1", "Player 2", "Result", "Points W", "Points L"])[3:] == ("", "")


@pytest.mark.parametrize(
    ("headings", "roles"),
    [
        ("Vincente,Punti,Perdente,Punti", ("winner", "score_one", "loser", "score_other")),
        ("Player A,Pts,Player B,Pts", ("one", "score_one", "other", "score_other")),
        ("Home,Score,Away,Score", ("one", "score_one", "other", "score_other")),
        ("Sieger,Verlierer,Punkte,Punkte", ("winner", "loser", "score_one", "score_other")),
        ("Perdente,Punti,Vincente,Punti", ("loser", "score_other", "winner", "score_one")),
        ("Winner,Pts,Loser,Pts,Length", ("winner", "score_one", "loser", "score_other", "length")),
    ],
)
def test_two_columns_of_points_beside_two_names_are_the_points_of_each(headings, roles):
    assert find_roles(headings.split(",")) == roles
