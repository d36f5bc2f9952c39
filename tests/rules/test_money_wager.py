"""One cube in money play: doubles, beavers and raccoons, automatic doubles, Jacoby, settlements."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cube import Cube
from rules.errors import Illegal
from rules.money_cube import Close, Offer, Wager, check_money_laws, get_raise_name
from rules.options import MoneyLaws
from rules.sides import SIDES

WHITE, BLACK = SIDES
ALL = MoneyLaws(animals=9, automatic_doubles=9)


def refusal(step, *args):
    with pytest.raises(Illegal) as caught:
        step(*args)
    return caught.value.code, caught.value.law, caught.value.facts


def test_a_double_taken_passes_the_cube_to_the_taker():
    result = Wager(ALL).double(WHITE).take(BLACK)
    assert (result.cube, result.offer, result.is_turned, result.is_open) == (Cube(2, BLACK), None, True, True)


def test_a_double_refused_loses_the_value_before_it():
    redouble = Wager(ALL).double(WHITE).take(BLACK).double(BLACK).drop(WHITE)
    assert redouble.close == Close(BLACK, "drop", 2, 2)


def test_a_double_refused_is_off_the_table_and_points_are_whole():
    dropped = Wager(ALL).double(WHITE).drop(BLACK)
    assert (dropped.offer, type(dropped.close.points), type(dropped.close.cube)) == (None, int, int)


def test_only_the_owner_may_double_again():
    result = Wager(ALL).double(WHITE).take(BLACK)
    assert refusal(result.double, WHITE) == ("cube_not_owned", "cube.owner", {"value": 4})


@pytest.mark.law("money.beaver")
def test_a_beaver_doubles_at_once_and_the_taker_keeps_the_cube():
    beaver = Wager(ALL).double(WHITE).beaver(BLACK)
    assert beaver.offer == Offer(WHITE, 4, 1)
    assert beaver.take(WHITE).cube == Cube(4, BLACK)


@pytest.mark.law("money.animals")
@pytest.mark.parametrize(
    ("raises", "name", "value", "loser", "expected"),
    [
        (0, "", 2, BLACK, 1),
        (1, "beaver", 4, WHITE, 2),
        (2, "raccoon", 8, BLACK, 4),
        (3, "otter", 16, WHITE, 8),
        (4, "animal", 32, BLACK, 16),
    ],
)
def test_animals_raise_in_turn_and_a_refusal_loses_the_value_before(raises, name, value, loser, expected):
    wager = Wager(ALL).double(WHITE)
    for number in range(raises):
        wager = wager.beaver((BLACK, WHITE)[number % 2])
    assert wager.offer == Offer(WHITE, value, raises)
    assert wager.take(loser).cube == Cube(value, BLACK)
    reasons = ("animal_refused",) if raises else ()
    assert wager.drop(loser).close == Close(loser.other, "drop", expected, expected, reasons)
    assert not raises or get_raise_name(raises) == name


@pytest.mark.law("money.animals")
def test_animals_stop_at_the_number_agreed():
    beaver = Wager(MoneyLaws(animals=1)).double(WHITE).beaver(BLACK)
    facts = {"animal": "raccoon", "limit": 1}
    assert refusal(beaver.beaver, WHITE) == ("animal_not_agreed", "money.animals", facts)
    none = Wager(MoneyLaws(animals=0)).double(WHITE)
    facts = {"animal": "beaver", "limit": 0}
    assert refusal(none.beaver, BLACK) == ("animal_not_agreed", "money.animals", facts)


@pytest.mark.law("money.automatic")
def test_automatic_doubles_raise_the_cube_in_the_centre_up_to_the_limit():
    laws = MoneyLaws(automatic_doubles=2)
    twice = Wager(laws).double_automatically().double_automatically()
    assert (twice.cube, twice.automatic, twice.is_turned) == (Cube(4), 2, False)
    assert refusal(twice.double_automatically) == ("automatic_limit", "money.automatic", {"limit": 2})


@pytest.mark.law("money.automatic")
def test_a_drop_after_one_automatic_double_costs_two():
    dropped = Wager(ALL).double_automatically().double(WHITE).drop(BLACK)
    assert dropped.close == Close(WHITE, "drop", 2, 2, ("automatic",))


@pytest.mark.law("money.automatic")
def test_no_automatic_double_comes_after_a_double():
    result = Wager(ALL).double(WHITE).take(BLACK)
    assert refusal(result.double_automatically) == ("automatic_after_double", "money.automatic", {})


@pytest.mark.law("money.jacoby")
@pytest.mark.parametrize("end", ["finish", "concede"])
@pytest.mark.parametrize(("level", "kind"), [(2, "gammon"), (3, "backgammon")])
def test_gammons_count_only_after_a_double(end, level, kind):
    prefix, side = ("", WHITE) if end == "finish" else ("resigned_", BLACK)
    quiet = getattr(Wager(ALL), end)(side, level)
    assert quiet.close == Close(WHITE, prefix + kind, 1, 1, ("jacoby",))
    raised = getattr(Wager(ALL).double_automatically(), end)(side, level)
    assert raised.close == Close(WHITE, prefix + kind, 2, 2, ("jacoby", "automatic"))
    turned = getattr(Wager(ALL).double(WHITE).take(BLACK), end)(side, level)
    assert turned.close == Close(WHITE, prefix + kind, 2, 2 * level)
    free = getattr(Wager(replace(ALL, jacoby=False)), end)(side, level)
    assert free.close == Close(WHITE, prefix + kind, 1, level)


def test_a_single_game_is_not_reduced_by_jacoby():
    assert Wager(ALL).finish(BLACK, 1).close == Close(BLACK, "single", 1, 1)


@pytest.mark.law("money.settlement")
def test_a_site_may_have_every_game_played_out():
    wager = Wager(MoneyLaws(settlements=False))
    assert refusal(wager.settle, None, 0) == ("settlement_not_agreed", "money.settlement", {})


@pytest.mark.law("money.settlement")
def test_a_settlement_costs_at_most_what_the_game_could():
    quiet, turned = Wager(ALL), Wager(ALL).double(WHITE).take(BLACK)
    assert (quiet.most, turned.most, Wager(replace(ALL, jacoby=False)).most) == (1, 6, 3)
    assert turned.settle(WHITE, 6).close == Close(WHITE, "settled", 2, 6)
    assert turned.settle(None, 0).close == Close(None, "settled", 2, 0)
    facts = {"points": 7, "most": 6}
    assert refusal(turned.settle, WHITE, 7) == ("settlement_impossible", "money.settlement", facts)


@pytest.mark.parametrize(("winner", "points"), [(WHITE, 0), (WHITE, -1), (None, 1)])
def test_an_odd_settlement_is_refused(winner, points):
    assert refusal(Wager(ALL).settle, winner, points)[0] == "settlement_impossible"


@pytest.mark.law("money.cube-limit")
def test_the_cube_does_not_pass_its_limit_in_any_way():
    laws = MoneyLaws(animals=3, automatic_doubles=3, cube_limit=2)
    facts = {"value": 4, "limit": 2}
    expected = ("cube_limit_reached", "money.cube-limit", facts)
    assert refusal(Wager(laws).double(WHITE).beaver, BLACK) == expected
    assert refusal(Wager(laws).double(WHITE).take(BLACK).double, BLACK) == expected
    assert refusal(Wager(laws).double_automatically().double_automatically) == expected


@pytest.mark.law("money.cube-limit")
def test_without_a_limit_the_cube_goes_as_far_as_a_cube_can_be_written():
    side, wager = WHITE, Wager(MoneyLaws())
    for _ in range(12):
        wager, side = wager.double(side).take(side.other), side.other
    assert wager.cube.value == 4096
    assert refusal(wager.double, side)[2] == {"value": 8192, "limit": 4096}


@pytest.mark.parametrize(
    ("step", "args", "code"),
    [
        ("take", (BLACK,), "take_without_double"),
        ("drop", (BLACK,), "drop_without_double"),
        ("beaver", (BLACK,), "beaver_without_double"),
    ],
)
def test_there_is_nothing_to_answer_without_a_double(step, args, code):
    assert refusal(getattr(Wager(ALL), step), *args) == (code, "cube.answer", {})


@pytest.mark.parametrize("step", ["take", "drop", "beaver"])
def test_the_doubler_does_not_answer_himself(step):
    doubled = Wager(ALL).double(WHITE)
    assert refusal(getattr(doubled, step), WHITE) == ("answer_by_doubler", "cube.answer", {})
    assert refusal(getattr(doubled.beaver(BLACK), step), BLACK) == ("answer_by_doubler", "cube.answer", {})


@pytest.mark.parametrize(
    ("step", "args"),
    [
        ("double", (WHITE,)),
        ("finish", (WHITE, 1)),
        ("concede", (WHITE, 1)),
        ("settle", (None, 0)),
        ("double_automatically", ()),
    ],
)
def test_an_offer_is_answered_before_anything_else(step, args):
    doubled = Wager(ALL).double(WHITE)
    assert refusal(getattr(doubled, step), *args) == ("double_unanswered", "cube.answer", {"value": 2})


@pytest.mark.parametrize(
    ("step", "args"),
    [("double", (WHITE,)), ("take", (WHITE,)), ("finish", (WHITE, 1)), ("settle", (None, 0))],
)
def test_nothing_follows_the_end(step, args):
    over = Wager(ALL).finish(WHITE, 1)
    assert refusal(getattr(over, step), *args) == ("wager_closed", "game.win", {})


def test_there_are_three_levels():
    assert refusal(Wager(ALL).finish, WHITE, 4) == ("level_impossible", "game.value", {"level": 4})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("stake", 0),
        ("animals", -1),
        ("automatic_doubles", -1),
        ("cube_limit", 3),
        ("cube_limit", 1),
        ("cube_limit", 8192),
    ],
)
def test_impossible_options_are_refused(option, value):
    facts = {"option": option, "value": value}
    assert refusal(check_money_laws, MoneyLaws(**{option: value})) == ("laws_impossible", "", facts)


@pytest.mark.parametrize(
    "options",
    [
        {"stake": 1, "animals": 0, "automatic_doubles": 0},
        *({"cube_limit": limit} for limit in (0, 2, 64, 4096)),
    ],
)
def test_the_options_at_the_limits_can_be_played_by(options):
    check_money_laws(MoneyLaws(**options))


def test_the_cheapest_settlement_is_one_point():
    assert Wager(ALL).settle(BLACK, 1).close == Close(BLACK, "settled", 1, 1)


STEPS = st.one_of(
    st.tuples(st.sampled_from(["double", "take", "drop", "beaver"]), st.tuples(st.sampled_from(SIDES))),
    st.tuples(st.sampled_from(["finish", "concede"]), st.tuples(st.sampled_from(SIDES), st.integers(1, 3))),
    st.just(("double_automatically", ())),
)


@given(st.lists(STEPS, max_size=25), st.booleans(), st.integers(0, 3), st.integers(0, 2))
def test_the_cube_and_its_value_stay_valid_whatever_is_tried(steps, jacoby, animals, automatic):
    laws = MoneyLaws(jacoby=jacoby, animals=animals, automatic_doubles=automatic)
    wager = Wager(laws)
    for name, args in steps:
        before = wager
        try:
            wager = getattr(wager, name)(*args)
        except Illegal:
            assert wager is before
    value = wager.close.cube if wager.close else wager.cube.value
    assert value & (value - 1) == 0
    assert value >= 2**wager.automatic
    assert wager.automatic <= automatic
    if wager.close:
        assert wager.close.points in (value, 2 * value, 3 * value)
        if jacoby and wager.cube.owner is None:
            assert wager.close.points == value
