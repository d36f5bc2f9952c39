"""Rulings on random boards: the continuation is legal, complete and deterministic."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cube import Cube
from rules.dice import THROWS
from rules.irregularities import (
    CubeLeftOver,
    DiceRoll,
    DoubleMade,
    EarlyRoll,
    PlayMade,
    RulingSituation,
    WrongSetup,
    illegal_play,
    judge_roll,
    left_over_cube,
    premature_roll,
    wrong_double,
    wrong_setup,
)
from rules.match import MatchScore
from rules.options import ConductLaws, MatchLaws
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import SIDES
from tests.rules.sample_records import random_position

SEEDS = st.integers(0, 2**32)
DICE = st.sampled_from(THROWS)
LAWS = st.builds(
    ConductLaws,
    illegal_plays=st.sampled_from(["correct", "condone_or_correct"]),
    premature_rolls=st.sampled_from(["void", "stands"]),
    waives_premature=st.booleans(),
)
CUBES = st.builds(Cube, st.sampled_from([1, 2, 4, 8]), st.sampled_from([None, *SIDES]))


def boards(seed):
    """Two positions that can stand, the first with its side to play."""
    chance = Random(seed)
    return random_position(chance), random_position(chance)


@pytest.mark.law("conduct.illegal-play")
@settings(max_examples=60, deadline=None)
@given(SEEDS, DICE, LAWS, st.booleans(), st.booleans())
def test_every_way_on_after_a_play_is_lawful_or_the_play_itself(seed, dice, laws, is_lifted, is_answered):
    before, value = boards(seed)
    play_made = PlayMade(RulingSituation(before, dice), value, is_lifted, is_answered)
    ruling = illegal_play(play_made, laws)
    assert (len(ruling.continuations) > 1) == (ruling.chosen_by is not None)
    for continuation in ruling.continuations:
        if continuation.code == "play_again":
            assert (continuation.situation, continuation.plays) == (
                play_made.situation,
                legal_plays(before, dice),
            )
        elif continuation.code == "turn_lost":
            assert (continuation.situation, legal_plays(before, dice)) == (
                RulingSituation(before.with_turn(before.turn.other)),
                (),
            )
        else:
            assert continuation.situation == RulingSituation(value.with_turn(before.turn.other))
    assert illegal_play(play_made, laws) == ruling


@pytest.mark.law("conduct.premature-roll")
@settings(max_examples=60, deadline=None)
@given(SEEDS, DICE, DICE, LAWS)
def test_an_early_roll_never_changes_the_turn_it_disturbed(seed, dice, early, laws):
    position, _ = boards(seed)
    situation = RulingSituation(position, dice)
    ruling = premature_roll(EarlyRoll(situation, early), laws)
    (value,) = ruling.continuations
    assert replace(value.situation, next_dice=None) == situation
    assert (value.situation.next_dice is None) == (ruling.code == "roll_void")
    assert value.plays == legal_plays(position, dice)


@pytest.mark.law("conduct.dice")
@settings(max_examples=40, deadline=None)
@given(SEEDS, DICE, st.lists(st.sampled_from(["flat", "cocked", "off_board"]), min_size=2, max_size=2))
def test_a_throw_counts_as_a_whole_or_not_at_all(seed, dice, landings):
    situation = RulingSituation(boards(seed)[0])
    (value,) = judge_roll(situation, DiceRoll(dice, tuple(landings))).continuations
    assert value.situation.dice == (dice if landings == ["flat", "flat"] else None)


@pytest.mark.law("conduct.wrong-double")
@settings(max_examples=80, deadline=None)
@given(
    CUBES,
    st.sampled_from(SIDES),
    st.sampled_from(["none", "taken", "dropped"]),
    st.booleans(),
    st.sampled_from([MatchScore.new(7), MatchScore.at(7, 6, 3), MatchScore(0)]),
    st.sampled_from([None, (6, 3)]),
)
def test_a_ruling_on_a_double_keeps_the_board_and_a_lawful_cube(cube, doubler, reply, is_on, score, dice):
    situation = RulingSituation(Position.start(), dice, cube)
    ruling = wrong_double(DoubleMade(situation, doubler, score, reply, is_on), MatchLaws(), ConductLaws())
    (value,) = ruling.continuations
    if value.situation:
        assert (value.situation.position, value.situation.dice) == (situation.position, dice)
        allowed = {cube, Cube(cube.value * 2, doubler.other)}
        assert value.situation.cube in (allowed if not score.is_crawford else {Cube()})
    else:
        assert (value.outcome.winner, value.outcome.cube) == (doubler, cube.value)


@pytest.mark.law("conduct.left-over-cube")
@given(CUBES, st.lists(st.sampled_from(SIDES), max_size=4))
def test_a_cube_left_over_is_forgotten_whatever_it_showed(cube, takers):
    claims = [
        CubeLeftOver(RulingSituation(Position.start(), cube=item), tuple(takers)) for item in (cube, Cube())
    ]
    assert len({left_over_cube(claim).continuations for claim in claims}) == 1


@pytest.mark.law("conduct.setup")
@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 8))
def test_a_corrected_set_up_always_leaves_a_position_that_can_stand(seed, rolls):
    now, start = boards(seed)
    ruling = wrong_setup(WrongSetup(RulingSituation(now), start, rolls), ConductLaws())
    (value,) = ruling.continuations
    assert (value.situation.position.faults(), ruling.code == "setup_stands") == ((), rolls > 4)


@pytest.mark.law("conduct.setup")
@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(0, 4))
def test_putting_a_set_up_right_before_the_first_roll_gives_the_start(seed, rolls):
    start, _ = boards(seed)
    ruling = wrong_setup(WrongSetup(RulingSituation(start), start, rolls), ConductLaws())
    assert ruling.continuations[0].situation.position == Position.start(start.turn)
