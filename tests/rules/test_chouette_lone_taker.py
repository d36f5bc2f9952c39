"""The only member who keeps a cube in a chouette: dropping too, beavers, extra cubes."""

import pytest

from rules.chouette.cubes import find_lone_taker_duty
from rules.chouette.events import Doubled, DoubledAutomatically, Dropped, Ended, OfferedExtra, Raised, Took
from rules.chouette.state import ChouetteLedgerLine
from rules.cube import Cube
from rules.options import ChouetteLaws, MoneyLaws
from rules.sides import Side
from tests.rules.chouettes import opened, refused, row

DROPS = ChouetteLaws()
BEAVERS = ChouetteLaws(lone_taker="must_beaver")
EXTRAS = ChouetteLaws(lone_taker="accepts_extras")
LONE = (Doubled("a"), Dropped("b"), Took("c"), Dropped("d"))
ALL_OTHERS = (Doubled("a"), Dropped("b"), Dropped("d"), Dropped("e"))


@pytest.mark.law("chouette.lone-taker")
def test_with_five_or_more_the_lone_taker_drops_too():
    evening = opened(DROPS, 5, *LONE, Dropped("e"))
    assert (evening.phase, row(evening)) == ("between", {"a": 4, "b": -1, "c": -1, "d": -1, "e": -1})
    assert [line.reasons for line in evening.rows[0].lines] == [(), ("lone_taker",), (), ()]


@pytest.mark.law("chouette.lone-taker")
def test_it_does_not_matter_in_which_order_they_answer():
    evening = opened(DROPS, 5, Doubled("a"), Dropped("e"), Dropped("d"), Dropped("b"), Raised("c"))
    assert row(evening) == {"a": 4, "b": -1, "c": -1, "d": -1, "e": -1}


@pytest.mark.law("chouette.lone-taker")
@pytest.mark.parametrize(
    ("laws", "answers", "duty"),
    [
        (DROPS, ALL_OTHERS, "must_drop"),
        (DROPS, ALL_OTHERS[:-1], ""),
        (DROPS, (Doubled("a"), Dropped("b"), Took("d"), Dropped("e")), ""),
        (DROPS, (Doubled("a", ("b", "c")), Dropped("b")), ""),
        (DROPS, (), ""),
        (BEAVERS, ALL_OTHERS, "must_beaver"),
        (BEAVERS, (*LONE, Dropped("e")), "must_beaver"),
        (EXTRAS, ALL_OTHERS, ""),
        (ChouetteLaws(lone_taker="free"), ALL_OTHERS, ""),
    ],
)
def test_the_last_to_answer_has_a_duty_when_all_others_have_dropped(laws, answers, duty):
    game = opened(laws, 5, *answers).game
    assert [find_lone_taker_duty(game, member) for member in "bcde"] == ["", duty, "", ""]


@pytest.mark.law("chouette.lone-taker")
@pytest.mark.parametrize(
    ("laws", "players", "answers"),
    [
        (DROPS, 4, LONE),
        (ChouetteLaws(lone_taker="free"), 5, (*LONE, Dropped("e"))),
        (ChouetteLaws(lone_taker_from=6), 5, (*LONE, Dropped("e"))),
        (DROPS, 5, (Doubled("a", ("c",)), Took("c"))),
        (DROPS, 5, (*LONE, Took("e"))),
    ],
)
def test_otherwise_a_taker_plays_on(laws, players, answers):
    assert "c" in opened(laws, players, *answers).game.still_playing


@pytest.mark.law("chouette.lone-taker")
@pytest.mark.law("chouette.extras")
def test_a_smaller_chouette_may_have_a_rule_of_its_own_for_the_lone_taker():
    extras = ChouetteLaws(lone_taker="must_drop", lone_taker_below="accepts_extras")
    assert opened(extras, 4, *LONE).game.may_offer_extras == ("b", "d")
    assert row(opened(extras, 5, *LONE, Dropped("e"))) == {"a": 4, "b": -1, "c": -1, "d": -1, "e": -1}
    beavers = ChouetteLaws(lone_taker="must_drop", lone_taker_below="must_beaver")
    assert opened(beavers, 4, *LONE).game.round.lone_taker == "c"


@pytest.mark.law("chouette.lone-taker")
def test_the_box_doubling_only_some_leaves_the_law_asleep():
    evening = opened(DROPS, 5, Doubled("a", ("b", "c")), Dropped("b"), Took("c"))
    assert evening.game.still_playing == ("c", "d", "e")


@pytest.mark.law("chouette.lone-taker-beaver")
def test_where_he_must_beaver_the_lone_taker_answers_again():
    evening = opened(BEAVERS, 4, *LONE)
    assert (evening.game.round.waiting, evening.game.round.lone_taker) == (("c",), "c")
    facts = {"player": "c"}
    assert refused(evening, Took("c")) == ("lone_taker_must_beaver", "chouette.lone-taker-beaver", facts)
    assert row(opened(BEAVERS, 4, *LONE, Dropped("c"))) == {"a": 3, "b": -1, "c": -1, "d": -1}
    beaver = opened(BEAVERS, 4, *LONE, Raised("c"), Took("a"))
    assert beaver.game.bet("a", "c").wager.cube == Cube(4, Side.BLACK)


@pytest.mark.law("chouette.lone-taker-beaver")
def test_a_player_who_beavers_at_once_gets_no_second_turn():
    evening = opened(BEAVERS, 4, Doubled("a"), Raised("c"), Dropped("b"), Dropped("d"))
    assert (evening.game.round, evening.game.bet("a", "c").wager.offer.value) == (None, 4)


@pytest.mark.law("chouette.extras")
def test_each_dropper_may_pay_the_lone_taker_to_hold_an_extra_cube():
    evening = opened(EXTRAS, 4, *LONE, OfferedExtra("b"))
    extra = evening.game.bet("b", "c")
    assert (extra.price, extra.wager.cube, extra.is_open) == (1, Cube(2, Side.BLACK), True)
    assert evening.game.may_offer_extras == ("d",)
    facts = {"player": "b"}
    assert refused(evening, OfferedExtra("b")) == ("extra_not_open", "chouette.extras", facts)


@pytest.mark.law("chouette.extras")
@pytest.mark.parametrize(
    ("winner", "amounts"),
    [("team", {"a": 0, "b": -6, "c": 7, "d": -1}), ("box", {"a": 4, "b": 2, "c": -5, "d": -1})],
)
def test_an_extra_cube_is_redoubled_won_and_lost_by_itself(winner, amounts):
    events = [*LONE, OfferedExtra("b"), Doubled("c", ("b",)), Took("b")]
    evening = opened(EXTRAS, 4, *events, Ended(winner, 1))
    extra = ChouetteLedgerLine(("b", "c"), "c", 1, 1, "extra_price", 1)
    assert evening.rows[0].lines[0] == extra
    assert row(evening) == amounts


@pytest.mark.law("chouette.extras")
def test_a_dropped_extra_leaves_the_boxs_cube_in_play():
    evening = opened(EXTRAS, 4, *LONE, OfferedExtra("b"), Doubled("c", ("b",)), Dropped("b"))
    assert [bet.pair for bet in evening.game.open_bets] == [("a", "c")]


@pytest.mark.law("chouette.extras")
def test_extras_are_played_on_when_the_box_is_out():
    events = [*LONE, OfferedExtra("b"), Doubled("c"), Dropped("a")]
    evening = opened(EXTRAS, 4, *events)
    assert (evening.phase, evening.captain) == ("playing", "c")
    assert row(opened(EXTRAS, 4, *events, Ended("box"))) == {"a": 0, "b": 0, "c": 1, "d": -1}


@pytest.mark.law("chouette.extras")
def test_an_extra_follows_an_automatic_double_and_a_beaver():
    laws = ChouetteLaws(MoneyLaws(), lone_taker="accepts_extras")
    events = [
        DoubledAutomatically(),
        Doubled("a"),
        Dropped("b"),
        Raised("c"),
        Dropped("d"),
        OfferedExtra("d"),
    ]
    extra = opened(laws, 4, *events).game.bet("d", "c")
    assert (extra.price, extra.wager.cube) == (2, Cube(4, Side.BLACK))


@pytest.mark.law("chouette.extras")
def test_extras_are_offered_at_once_after_the_first_double_only():
    late = opened(EXTRAS, 4, *LONE, Doubled("c"))
    assert refused(late, OfferedExtra("b"))[0] == "extra_not_open"
    first = [Doubled("a"), Took("b"), Took("c"), Took("d"), Doubled("b"), Took("a"), Doubled("c"), Took("a")]
    again = [Doubled("d"), Took("a"), Doubled("a"), Dropped("b"), Took("c"), Dropped("d")]
    assert refused(opened(EXTRAS, 4, *first, *again), OfferedExtra("b"))[0] == "extra_not_open"
    assert refused(opened(EXTRAS, 4), OfferedExtra("b"))[0] == "extra_not_open"
