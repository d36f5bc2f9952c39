"""The next box and the order of the queue after a game, by the rule text and its variants."""

from dataclasses import replace

import pytest

from rules.chouette.ending import partner_half
from rules.chouette.events import (
    AnsweredAsPartner,
    Doubled,
    Dropped,
    Ended,
    Opened,
    PartnerRequested,
    Settled,
    Took,
)
from rules.options import ChouetteLaws, MoneyLaws
from tests.rules.chouettes import FREE, SINGLE, after, opened, row

FIRST_CAPTAIN = replace(FREE, box_keeps="beats_captain")
OVERALL = ChouetteLaws(MoneyLaws(), lone_taker="free", box_keeps="not_lose_overall", box_breaks_even=True)
EVEN = ChouetteLaws(MoneyLaws(), lone_taker="free", box_breaks_even=True)
CAPTAIN_DROPS = (Doubled("a", ("b",)), Dropped("b"))
BOX_DROPS_TO_CAPTAIN = (Doubled("b"), Dropped("a"))
TEAM_TURNS = (Doubled("c"), Doubled("d"), Took("a"))


def seat_order(evening):
    return "".join(evening.queue), evening.rows[-1].rotation


@pytest.mark.law("chouette.rotation")
@pytest.mark.parametrize("laws", [FREE, SINGLE, OVERALL, EVEN])
def test_when_the_box_wins_the_captain_goes_to_the_end(laws):
    assert seat_order(opened(laws, 4, Ended("box"))) == ("acdb", "box_stays")


@pytest.mark.law("chouette.rotation")
@pytest.mark.parametrize("laws", [FREE, SINGLE, OVERALL, EVEN])
def test_when_the_team_wins_the_captain_is_the_box_and_the_box_goes_to_the_end(laws):
    assert seat_order(opened(laws, 4, Ended("team"))) == ("bcda", "captain_beat_box")


@pytest.mark.law("chouette.box")
@pytest.mark.parametrize("laws", [FREE, SINGLE])
def test_the_next_in_line_is_captain_for_a_captain_who_drops_and_takes_the_box_by_winning(laws):
    doubled = (Doubled("a"), Dropped("b"), Took("c"), Took("d"))
    lost_to_next = opened(laws, 4, *doubled, Ended("team"))
    assert (lost_to_next.rows[0].amounts["a"], seat_order(lost_to_next)) == (
        -3,
        ("cdba", "captain_beat_box"),
    )
    assert seat_order(opened(laws, 4, *doubled, Ended("box"))) == ("acdb", "box_stays")


@pytest.mark.law("chouette.box")
def test_a_captain_whose_cube_the_box_drops_has_won_whatever_the_others_do():
    lost_to_captain = opened(FREE, 4, *BOX_DROPS_TO_CAPTAIN, Ended("box"))
    assert seat_order(lost_to_captain) == ("bcda", "captain_beat_box")


@pytest.mark.law("chouette.box")
def test_a_member_who_won_before_the_captain_dropped_was_never_captain():
    member_wins = (Doubled("c"), Dropped("a"))
    game = opened(FREE, 4, *member_wins, *CAPTAIN_DROPS, Ended("box"))
    assert (game.rows[0].amounts["c"], seat_order(game)) == (1, ("acdb", "box_stays"))


@pytest.mark.law("chouette.box")
def test_where_agreed_only_the_captain_who_began_the_game_takes_the_box():
    lost_to_others = opened(FIRST_CAPTAIN, 4, *CAPTAIN_DROPS, Ended("team"))
    assert (seat_order(lost_to_others), lost_to_others.rows[0].amounts["a"]) == (("acdb", "box_stays"), -1)
    lost_to_captain = opened(FIRST_CAPTAIN, 4, *BOX_DROPS_TO_CAPTAIN, Ended("box"))
    assert seat_order(lost_to_captain) == ("bcda", "captain_beat_box")


@pytest.mark.law("chouette.box")
def test_with_a_single_cube_the_team_that_is_left_takes_the_box_away():
    answers = (Doubled("a"), Dropped("b"), Took("c"), Took("d"))
    assert seat_order(opened(SINGLE, 4, *answers, Ended("team"))) == ("cdba", "captain_beat_box")
    assert seat_order(opened(SINGLE, 4, *answers, Ended("box"))) == ("acdb", "box_stays")


@pytest.mark.law("chouette.box")
def test_a_captain_who_settles_even_has_not_beaten_the_box():
    even = Settled("a", "b", 0)
    assert seat_order(opened(FREE, 3, even, Ended("box"))) == ("acb", "box_stays")
    assert seat_order(opened(FREE, 3, even, Ended("team"))) == ("cba", "captain_beat_box")
    assert seat_order(opened(FIRST_CAPTAIN, 3, even, Ended("team"))) == ("acb", "box_stays")
    assert seat_order(opened(FREE, 3, Settled("b", "a", 1), Ended("box"))) == ("bca", "captain_beat_box")


@pytest.mark.law("chouette.box")
def test_where_the_whole_game_counts_the_last_one_playing_decides():
    won = opened(OVERALL, 5, *BOX_DROPS_TO_CAPTAIN, Ended("box"))
    assert seat_order(won) == ("abcde", "box_stays")
    evening = opened(OVERALL, 4, *CAPTAIN_DROPS, *TEAM_TURNS, Ended("team"))
    assert seat_order(evening) == ("cdba", "double_stand_up")
    last_drops = opened(OVERALL, 3, Doubled("a"), Dropped("c"), Dropped("b"))
    assert seat_order(last_drops) == ("acb", "box_stays")
    negative = opened(OVERALL, 3, *CAPTAIN_DROPS, Settled("a", "c", 1))
    assert seat_order(negative) == ("acb", "box_stays")


@pytest.mark.law("chouette.box")
def test_a_box_that_wins_the_game_but_loses_points_loses_the_box():
    paid = (Doubled("c"), Took("a"), Settled("c", "a", 6), Ended("box"))
    assert row(opened(EVEN, 4, *paid)) == {"a": -4, "b": -1, "c": 6, "d": -1}
    assert seat_order(opened(EVEN, 4, *paid)) == ("cdba", "box_lost_overall")
    assert seat_order(opened(OVERALL, 4, *paid)) == ("cdba", "box_lost_overall")
    assert seat_order(opened(FREE, 4, *paid)) == ("acdb", "box_stays")


@pytest.mark.law("chouette.box")
def test_a_captain_who_won_has_the_box_even_when_the_points_decided():
    paid = (*BOX_DROPS_TO_CAPTAIN, Doubled("c"), Took("a"), Settled("c", "a", 6), Ended("box"))
    assert seat_order(opened(OVERALL, 4, *paid)) == ("bcda", "captain_beat_box")


@pytest.mark.law("chouette.box")
def test_a_captain_who_parted_even_has_the_box_when_the_others_won_the_game():
    even = opened(OVERALL, 4, Settled("a", "b", 0), Ended("team"))
    assert seat_order(even) == ("bcda", "box_lost_overall")
    nothing = opened(OVERALL, 3, Settled("a", "c", 1), Settled("a", "b", 0))
    assert seat_order(nothing) == ("bca", "box_lost_overall")


PARTNERED = (PartnerRequested(), AnsweredAsPartner("b", False), AnsweredAsPartner("c", False))


@pytest.mark.law("chouette.partner")
def test_a_partner_keeps_his_place_or_becomes_captain_after_a_lost_box():
    keeps = ChouetteLaws(lone_taker="free", partner_from=5)
    events = (*PARTNERED, AnsweredAsPartner("d", True), Opened(), Ended("team"))
    assert seat_order(after(keeps, 5, *events)) == ("bcdea", "captain_beat_box")
    moves = replace(keeps, partner_after_loss="captain")
    assert seat_order(after(moves, 5, *events)) == ("bdcea", "captain_beat_box")
    won = (*PARTNERED, AnsweredAsPartner("d", True), Opened(), Ended("box"))
    assert seat_order(after(moves, 5, *won)) == ("acdeb", "box_stays")


@pytest.mark.law("chouette.partner")
@pytest.mark.parametrize(
    ("result", "stakes", "half"),
    [
        (6, [1], 3),
        (7, [1], 3),
        (-7, [1], -3),
        (700, [100], 300),
        (-500, [100], -200),
        (55, [5, 10], 25),
        (0, [1], 0),
    ],
)
def test_a_result_is_halved_and_the_odd_point_is_the_boxs(result, stakes, half):
    assert partner_half(result, stakes) == half
