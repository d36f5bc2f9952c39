"""The cubes of a chouette, one or several: doubles, redoubles, takes, drops, settlements."""

import pytest

from rules.chouette.cubes import list_bets_to_answer
from rules.chouette.events import (
    Conceded,
    Doubled,
    DoubledAutomatically,
    Dropped,
    Ended,
    Joined,
    Opened,
    Raised,
    Settled,
    Took,
)
from rules.chouette.state import ChouetteLedgerLine
from rules.cube import Cube
from rules.options import ChouetteLaws, MoneyLaws
from rules.sides import SIDES
from tests.rules.chouettes import FREE, SINGLE, after, opened, refused, row

BOX, TEAM = SIDES
FIRST = ChouetteLaws(lone_taker="free", captain_first=True)


def cubes(evening):
    return {bet.team_side: bet.wager.cube for bet in evening.game.own_bets if bet.is_open}


@pytest.mark.law("chouette.cubes")
def test_each_member_has_his_own_cube():
    evening = opened(FREE, 4, Doubled("c"), Took("a"), Doubled("a", ("b",)), Took("b"))
    assert cubes(evening) == {"b": Cube(2, TEAM), "c": Cube(2, BOX), "d": Cube()}


@pytest.mark.law("chouette.cubes")
def test_the_box_may_win_against_some_and_lose_against_others():
    events = [Doubled("a", ("b",)), Dropped("b"), Doubled("c"), Dropped("a"), Ended("team", 1)]
    evening = opened(FREE, 4, *events)
    assert row(evening) == {"a": -1, "b": -1, "c": 1, "d": 1}
    assert evening.rows[0].lines == (
        ChouetteLedgerLine(("a", "b"), "a", 1, 1, "drop", 1),
        ChouetteLedgerLine(("a", "c"), "c", 1, 1, "drop", 1),
        ChouetteLedgerLine(("a", "d"), "d", 1, 1, "single", 1),
    )


@pytest.mark.law("money.jacoby")
def test_gammons_count_cube_by_cube():
    evening = opened(FREE, 4, Doubled("c"), Took("a"), Ended("team", 2))
    assert row(evening) == {"a": -6, "b": 1, "c": 4, "d": 1}
    assert [line.reasons for line in evening.rows[0].lines] == [("jacoby",), (), ("jacoby",)]


def test_an_automatic_double_raises_every_cube():
    evening = opened(FREE, 3, DoubledAutomatically(), Doubled("b"), Dropped("a"), Ended("box", 3))
    assert row(evening) == {"a": 0, "b": 2, "c": -2}
    assert refused(opened(FREE, 3, DoubledAutomatically()), DoubledAutomatically())[0] == "automatic_limit"


def test_members_may_double_together_and_the_box_answers_each():
    doubled = opened(FREE, 4, Doubled("b"), Doubled("d"))
    assert [bet.team_side for bet in list_bets_to_answer(doubled.game, "a")] == ["b", "d"]
    answered = opened(FREE, 4, Doubled("b"), Doubled("d"), Took("a", ("d",)), Dropped("a", ("b",)))
    assert cubes(answered) == {"c": Cube(), "d": Cube(2, BOX)}


def test_the_answers_of_the_team_take_effect_together():
    evening = opened(FREE, 4, Doubled("a"), Took("c"))
    assert cubes(evening) == {"b": Cube(), "c": Cube(), "d": Cube()}
    assert evening.game.round.waiting == ("b", "d")
    assert list_bets_to_answer(evening.game, "c") == ()
    assert refused(evening, Dropped("c")) == ("nothing_to_answer", "cube.answer", {"player": "c"})
    answered = opened(FREE, 4, Doubled("a"), Took("c"), Dropped("b"), Took("d"))
    assert cubes(answered) == {"c": Cube(2, TEAM), "d": Cube(2, TEAM)}
    assert (answered.captain, answered.game.captain) == ("c", "b")


@pytest.mark.law("money.beaver")
def test_beavers_stand_on_each_cube_alone():
    evening = opened(FREE, 4, Doubled("a"), Raised("b"), Took("c"), Took("d"))
    assert [bet.wager.offer and bet.wager.offer.value for bet in evening.game.own_bets] == [4, None, None]
    assert cubes(opened(FREE, 4, Doubled("a"), Raised("b"), Took("c"), Took("d"), Took("a")))["b"] == Cube(
        4, TEAM
    )
    dropped = opened(FREE, 3, Doubled("a"), Raised("b"), Took("c"), Dropped("a"), Ended("box", 2))
    assert row(dropped) == {"a": 2, "b": 2, "c": -4}


@pytest.mark.law("money.animals")
def test_a_raccoon_goes_back_to_the_member_and_an_otter_to_the_box():
    events = [Doubled("a"), Raised("b"), Raised("c"), Raised("a", ("b",)), Took("a", ("c",)), Raised("b")]
    evening = opened(FREE, 3, *events)
    assert (evening.game.bet("a", "b").wager.offer.value, cubes(evening)["c"]) == (16, Cube(4, TEAM))
    assert row(opened(FREE, 3, *events, Dropped("a"), Ended("team", 1))) == {"a": -12, "b": 8, "c": 4}


def test_the_box_may_raise_two_members_one_after_the_other():
    events = [Doubled("a"), Raised("b"), Raised("c"), Raised("a", ("b",)), Raised("a", ("c",))]
    evening = opened(FREE, 3, *events)
    assert evening.game.round.waiting == ("b", "c")
    assert cubes(opened(FREE, 3, *events, Took("c"), Took("b"))) == {"b": Cube(8, TEAM), "c": Cube(8, TEAM)}


def test_while_an_offer_waits_the_other_side_does_not_double():
    unanswered = ("double_unanswered", "cube.answer", {"value": 2})
    assert refused(opened(FREE, 4, Doubled("b")), Doubled("a", ("c",))) == unanswered
    assert refused(opened(FREE, 4, Doubled("a", ("b", "c"))), Doubled("d")) == unanswered
    assert refused(opened(FREE, 4, Doubled("a", ("b",))), Doubled("a", ("c",))) == unanswered
    assert refused(opened(FREE, 4, Doubled("b")), Ended("team")) == unanswered


@pytest.mark.law("money.settlement")
def test_two_may_settle_and_the_others_play_on():
    evening = opened(FREE, 4, Settled("b", "a", 1), Settled("a", "c", 0), Ended("box", 1))
    assert row(evening) == {"a": 0, "b": 1, "c": 0, "d": -1}
    assert [line.winner for line in evening.rows[0].lines] == ["b", None, "a"]
    facts = {"points": 2, "most": 1}
    too_much = ("settlement_impossible", "money.settlement", facts)
    assert refused(opened(FREE, 4), Settled("b", "a", 2)) == too_much


def test_giving_up_ends_the_players_own_bets():
    assert row(opened(FREE, 4, Conceded("a", (), 1))) == {"a": -3, "b": 1, "c": 1, "d": 1}
    one = opened(FREE, 4, Conceded("c"))
    assert (one.game.still_playing, one.phase) == (("b", "d"), "playing")
    assert opened(FREE, 4, Conceded("a", ("d",))).game.still_playing == ("b", "c")
    assert refused(one, Conceded("c"))[:2] == ("not_in_game", "chouette.cubes")
    assert refused(one, Conceded("c", ("a",)))[0] == "wager_closed"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Doubled("z"), "not_in_game"),
        (Doubled("b", ("c",)), "no_such_bet"),
        (Took("b"), "nothing_to_answer"),
        (Settled("b", "c", 1), "no_such_bet"),
    ],
)
def test_only_opponents_have_a_cube_between_them(event, code):
    assert refused(opened(FREE, 4), event)[0] == code


def test_who_is_out_of_the_game_doubles_no_more():
    evening = opened(FREE, 4, Doubled("a", ("b",)), Dropped("b"))
    assert refused(evening, Doubled("b")) == ("no_such_bet", "chouette.cubes", {"one": "b", "other": "a"})
    assert refused(evening, Doubled("a", ("b",)))[0] == "wager_closed"
    assert refused(opened(FREE, 4, Doubled("b")), Took("a", ("c",)))[0] == "nothing_to_answer"


@pytest.mark.law("chouette.single-cube")
def test_with_a_single_cube_the_captain_doubles_for_all():
    evening = opened(SINGLE, 4, Doubled("b"), Took("a"))
    assert cubes(evening) == {"b": Cube(2, BOX), "c": Cube(2, BOX), "d": Cube(2, BOX)}
    assert row(opened(SINGLE, 4, Doubled("b", ("a",)), Dropped("a"))) == {"a": -3, "b": 1, "c": 1, "d": 1}
    facts = {"player": "c", "captain": "b"}
    assert refused(opened(SINGLE, 4), Doubled("c")) == ("captain_only", "chouette.single-cube", facts)


@pytest.mark.law("chouette.single-cube")
def test_with_a_single_cube_the_box_doubles_all_and_each_answers_for_himself():
    half = ("one_cube_for_all", "chouette.single-cube", {})
    assert refused(opened(SINGLE, 4), Doubled("a", ("b",))) == half
    events = [Doubled("a"), Dropped("b"), Took("c"), Took("d")]
    evening = opened(SINGLE, 4, *events)
    assert (evening.captain, evening.game.still_playing) == ("c", ("c", "d"))
    assert row(opened(SINGLE, 4, *events, Doubled("c"), Dropped("a"))) == {"a": -3, "b": -1, "c": 2, "d": 2}
    assert refused(evening, Doubled("d"))[2] == {"player": "d", "captain": "c"}


@pytest.mark.law("chouette.single-cube")
def test_with_a_single_cube_the_first_who_keeps_it_raises_for_all():
    evening = opened(SINGLE, 4, Doubled("a"), Took("d"))
    assert refused(evening, Raised("c"))[0] == "captain_only"
    events = [Doubled("a"), Took("d"), Dropped("b"), Raised("c")]
    assert [bet.wager.offer.value for bet in opened(SINGLE, 4, *events).game.open_bets] == [4, 4]
    assert cubes(opened(SINGLE, 4, *events, Took("a", ("c",)))) == {"c": Cube(4, TEAM), "d": Cube(4, TEAM)}
    raccoon = opened(SINGLE, 4, *events, Raised("a"), Dropped("c"), Took("d"))
    assert (cubes(raccoon), raccoon.captain) == ({"d": Cube(8, TEAM)}, "d")


@pytest.mark.law("chouette.captain-first")
def test_the_box_doubles_no_one_without_the_captain():
    assert refused(opened(FIRST, 4), Doubled("a", ("c",))) == (
        "captain_first",
        "chouette.captain-first",
        {"captain": "b"},
    )
    assert opened(FIRST, 4, Doubled("a", ("b", "c"))).game.round.members == ("b", "c")
    turned = opened(FIRST, 4, Doubled("b"), Took("a"), Doubled("a", ("c",)), Took("c"))
    assert cubes(turned)["c"] == Cube(2, TEAM)


@pytest.mark.law("chouette.captain-first")
def test_a_box_doubled_by_all_takes_the_captain_and_enough_or_none():
    all_double = [Doubled("b"), Doubled("c"), Doubled("d"), Doubled("e")]
    evening = opened(FIRST, 5, *all_double, Dropped("a", ("b",)))
    assert refused(evening, Took("a", ("c",)))[0] == "captain_first"
    result = opened(FIRST, 5, *all_double, Took("a", ("c",)))
    assert refused(result, Dropped("a", ("b",)))[0] == "captain_first"
    few = [*all_double, Took("a", ("b",)), Dropped("a", ("c",)), Dropped("a", ("d",))]
    facts = {"dropped": 3}
    expected = ("box_must_break_even", "chouette.captain-first", facts)
    assert refused(opened(FIRST, 5, *few), Dropped("a", ("e",))) == expected
    assert opened(FIRST, 5, *few, Took("a", ("e",))).game.still_playing == ("b", "e")
    assert row(opened(FIRST, 5, *all_double, Dropped("a"))) == {"a": -4, "b": 1, "c": 1, "d": 1, "e": 1}


@pytest.mark.law("chouette.captain-first")
def test_against_two_members_the_box_takes_both_or_neither():
    evening = opened(FIRST, 3, Doubled("b"), Doubled("c"), Took("a", ("b",)))
    assert refused(evening, Dropped("a", ("c",)))[0] == "box_must_break_even"
    assert len(opened(FIRST, 3, Doubled("b"), Doubled("c"), Took("a")).game.open_bets) == 2
    alone = opened(FIRST, 3, Doubled("c"), Dropped("a"))
    assert alone.game.still_playing == ("b",)


def test_a_larger_stake_weighs_more_in_breaking_even():
    laws = ChouetteLaws(MoneyLaws(), lone_taker="free", captain_first=True)
    rich = [Joined("z", 9), Opened(), Doubled("b"), Doubled("c"), Doubled("z"), Took("a", ("b",))]
    assert refused(after(laws, 3, *rich), Dropped("a", ("z",)))[0] == "box_must_break_even"


@pytest.mark.law("chouette.captain-first")
def test_the_duty_to_the_captain_is_about_doubles_not_about_beavers():
    events = [Doubled("b"), Doubled("c"), Doubled("d"), Took("a"), Doubled("a")]
    beavers = [Raised("b"), Raised("c"), Raised("d"), Dropped("a", ("b",)), Took("a", ("c", "d"))]
    evening = opened(FIRST, 4, *events, *beavers)
    assert cubes(evening) == {"c": Cube(8, TEAM), "d": Cube(8, TEAM)}
    mixed = opened(FIRST, 4, Doubled("a"), Raised("b"), Raised("c"), Raised("d"), Took("a", ("d",)))
    assert cubes(opened(FIRST, 4, Doubled("a"), Raised("b"), Took("c"), Took("d"), Dropped("a"))) == {
        "c": Cube(2, TEAM),
        "d": Cube(2, TEAM),
    }
    assert refused(mixed, Doubled("a", ("d",)))[0] == "double_unanswered"
