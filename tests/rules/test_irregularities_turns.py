"""Rulings on invalid rolls, the end of a turn, illegal plays and early rolls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cube import Cube
from rules.dice import THROWS
from rules.errors import Refusal
from rules.irregularities import (
    Continuation,
    DiceRoll,
    EarlyRoll,
    PlayMade,
    RulingSituation,
    illegal_play,
    judge_roll,
    play_changed,
    premature_roll,
)
from rules.options import ConductLaws
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import SIDES

WHITE, BLACK = SIDES
START = Position.start()
TEXT, STRICT = ConductLaws(), ConductLaws(illegal_plays="correct", premature_rolls="stands")
CUBE = Cube(2, BLACK)
ROLLED = RulingSituation(START, (6, 3), CUBE)
WRONG = Position.build({24: 2, 13: 5, 8: 4, 6: 4}, {24: 2, 13: 5, 8: 3, 6: 5})
RACE = Position.build({5: 2, 4: 3}, {6: 3, 2: 2})
CLOSED = Position.build({25: 1, 6: 5, 5: 5, 4: 4}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 13: 3})


def made(left, **facts):
    return PlayMade(ROLLED, left, **facts)


@pytest.mark.law("conduct.dice")
@pytest.mark.parametrize("landing", ["cocked", "on_checker", "off_board", "wrong_half"])
@pytest.mark.parametrize("place", [0, 1])
def test_one_die_that_does_not_lie_flat_on_the_right_has_both_rolled_again(landing, place):
    landings = ("flat", landing) if place else (landing, "flat")
    ruling = judge_roll(ROLLED, DiceRoll((6, 3), landings))
    assert (ruling.code, ruling.law, ruling.facts) == (
        "dice_rerolled",
        "conduct.dice",
        {"faults": (landing,)},
    )
    assert ruling.continuations == (Continuation("roll_again", RulingSituation(START, None, CUBE)),)


@pytest.mark.law("conduct.dice")
def test_dice_not_rolled_together_are_rolled_again():
    ruling = judge_roll(RulingSituation(START), DiceRoll((6, 3), is_together=False))
    assert (ruling.code, ruling.facts) == ("dice_rerolled", {"faults": ("apart",)})


def test_a_good_roll_is_played():
    ruling = judge_roll(RulingSituation(START), DiceRoll((6, 3)))
    expected = Continuation("play", RulingSituation(START, (6, 3)), legal_plays(START, (6, 3)))
    assert (ruling.code, ruling.continuations) == ("dice_stand", (expected,))


def test_dice_that_do_not_exist_are_refused():
    with pytest.raises(Refusal) as caught:
        judge_roll(RulingSituation(START), DiceRoll((7, 1)))
    assert caught.value.code == "dice_invalid"


def test_a_roll_that_does_not_count_is_judged_without_its_dice() -> None:
    again = judge_roll(ROLLED, DiceRoll(None, ("cocked", "flat")))
    assert (again.code, again.facts) == ("dice_rerolled", {"faults": ("cocked",)})
    with pytest.raises(Refusal) as caught:
        judge_roll(RulingSituation(START), DiceRoll(None))
    assert caught.value.code == "dice_invalid"


@pytest.mark.law("conduct.turn-end")
def test_a_play_may_be_changed_until_the_dice_are_lifted():
    played = legal_plays(START, (6, 3))[0].after
    still = play_changed(made(played, is_lifted=False))
    again = Continuation("play_again", ROLLED, legal_plays(START, (6, 3)))
    assert (still.code, still.continuations, still.chosen_by) == ("turn_open", (again,), None)
    lifted = play_changed(made(played))
    stands = Continuation("play_stands", RulingSituation(played.with_turn(BLACK), None, CUBE))
    assert (lifted.code, lifted.law, lifted.continuations) == ("turn_ended", "conduct.turn-end", (stands,))


@pytest.mark.law("conduct.illegal-play")
@pytest.mark.parametrize("laws", [TEXT, STRICT])
def test_an_unlawful_play_does_not_stand_because_the_dice_are_lifted(laws):
    assert play_changed(made(WRONG), laws) == illegal_play(made(WRONG), laws)
    assert play_changed(made(WRONG)) == illegal_play(made(WRONG), TEXT)


@pytest.mark.law("conduct.illegal-play")
def test_the_opponent_lets_an_unlawful_play_stand_or_has_it_played_lawfully():
    ruling = illegal_play(made(WRONG), TEXT)
    again = Continuation("play_again", ROLLED, legal_plays(START, (6, 3)))
    stands = Continuation("play_stands", RulingSituation(WRONG.with_turn(BLACK), None, CUBE))
    assert (ruling.code, ruling.chosen_by) == ("play_unlawful", BLACK)
    assert ruling.continuations == (again, stands)


@pytest.mark.law("conduct.illegal-play")
def test_where_only_lawful_moves_count_it_is_put_right():
    ruling = illegal_play(made(WRONG), STRICT)
    assert (ruling.code, ruling.chosen_by) == ("play_unlawful", None)
    assert [continuation.code for continuation in ruling.continuations] == ["play_again"]


@pytest.mark.law("conduct.illegal-play")
@pytest.mark.parametrize("laws", [TEXT, STRICT])
def test_after_the_opponents_roll_or_double_it_stands(laws):
    ruling = illegal_play(made(WRONG, is_answered=True), laws)
    assert (ruling.code, [continuation.code for continuation in ruling.continuations]) == (
        "play_condoned",
        ["play_stands"],
    )


@pytest.mark.law("conduct.turn-end")
def test_before_the_dice_are_lifted_nothing_has_been_played():
    ruling = illegal_play(made(WRONG, is_lifted=False), TEXT)
    assert (ruling.code, ruling.law) == ("turn_open", "conduct.turn-end")


@given(st.sampled_from(THROWS), st.data())
def test_a_lawful_play_is_never_undone(dice, data):
    situation = RulingSituation(START, dice)
    after = data.draw(st.sampled_from(legal_plays(START, dice))).after
    assert illegal_play(PlayMade(situation, after), STRICT).code == "play_lawful"


@pytest.mark.law("conduct.illegal-play")
def test_who_moved_although_he_could_not_loses_the_turn():
    situation = RulingSituation(CLOSED, (6, 5))
    result = Position.build({25: 1, 6: 4, 5: 5, 4: 4, 1: 1}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 13: 3})
    ruling = illegal_play(PlayMade(situation, result), STRICT)
    assert ruling.continuations == (Continuation("turn_lost", RulingSituation(CLOSED.with_turn(BLACK))),)
    assert illegal_play(PlayMade(situation, CLOSED), STRICT).code == "play_lawful"


@pytest.mark.law("conduct.premature-roll")
def test_an_early_roll_is_made_again():
    ruling = premature_roll(EarlyRoll(ROLLED, (5, 1)), TEXT)
    continuation = Continuation("end_turn", ROLLED, legal_plays(START, (6, 3)))
    assert (ruling.code, ruling.law, ruling.continuations) == (
        "roll_void",
        "conduct.premature-roll",
        (continuation,),
    )


@pytest.mark.law("conduct.premature-roll")
def test_by_some_settings_it_stands_and_the_opponent_plays_knowing_it():
    ruling = premature_roll(EarlyRoll(ROLLED, (5, 1)), STRICT)
    situation = RulingSituation(START, (6, 3), CUBE, next_dice=(5, 1))
    continuation = Continuation("end_turn", situation, legal_plays(START, (6, 3)))
    assert (ruling.code, ruling.continuations, ruling.facts) == (
        "roll_stands",
        (continuation,),
        {"dice": "51"},
    )


@pytest.mark.law("conduct.premature-roll")
@pytest.mark.parametrize(
    "situation", [RulingSituation(RACE, (2, 1)), RulingSituation(RACE), RulingSituation(CLOSED, (6, 5))]
)
def test_it_is_waived_when_the_play_is_forced_or_contact_is_over(situation):
    ruling = premature_roll(EarlyRoll(situation, (5, 1)), TEXT)
    assert (ruling.code, ruling.continuations[0].situation.next_dice) == ("roll_waived", (5, 1))
    strict = ConductLaws(waives_premature=False)
    assert premature_roll(EarlyRoll(situation, (5, 1)), strict).code == "roll_void"


def test_a_roll_before_the_opponent_has_rolled_is_void():
    ruling = premature_roll(EarlyRoll(RulingSituation(START), (5, 1)), TEXT)
    assert (ruling.code, ruling.continuations) == (
        "roll_void",
        (Continuation("end_turn", RulingSituation(START)),),
    )


def test_laws_travel_as_plain_data():
    assert ConductLaws.from_json({**STRICT.to_json(), "newer": 1}) == STRICT
