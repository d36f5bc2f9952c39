"""Rulings on any board: what they lead to is lawful, whole and the same every time."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.conduct import (
    CubeLeftOver,
    DoubleMade,
    EarlyRoll,
    PlayMade,
    RulingSituation,
    Throw,
    WrongSetup,
    illegal_play,
    judge_throw,
    left_over_cube,
    premature_roll,
    wrong_double,
    wrong_setup,
)
from rules.cube import Cube
from rules.dice import THROWS
from rules.match import MatchScore
from rules.options import ConductLaws, MatchLaws
from rules.plays import legal_plays
from rules.position import Position
from rules.sides import SIDES
from tests.rules.samples import random_position

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
    before, left = boards(seed)
    made = PlayMade(RulingSituation(before, dice), left, is_lifted, is_answered)
    ruling = illegal_play(made, laws)
    assert (len(ruling.continuations) > 1) == (ruling.chosen_by is not None)
    for way in ruling.continuations:
        if way.code == "play_again":
            assert (way.scene, way.plays) == (made.scene, legal_plays(before, dice))
        elif way.code == "turn_lost":
            assert (way.scene, legal_plays(before, dice)) == (
                RulingSituation(before.with_turn(before.turn.other)),
                (),
            )
        else:
            assert way.scene == RulingSituation(left.with_turn(before.turn.other))
    assert illegal_play(made, laws) == ruling


@pytest.mark.law("conduct.premature-roll")
@settings(max_examples=60, deadline=None)
@given(SEEDS, DICE, DICE, LAWS)
def test_an_early_roll_never_changes_the_turn_it_disturbed(seed, dice, early, laws):
    position, _ = boards(seed)
    scene = RulingSituation(position, dice)
    ruling = premature_roll(EarlyRoll(scene, early), laws)
    (way,) = ruling.continuations
    assert replace(way.scene, next_dice=None) == scene
    assert (way.scene.next_dice is None) == (ruling.code == "roll_void")
    assert way.plays == legal_plays(position, dice)


@pytest.mark.law("conduct.dice")
@settings(max_examples=40, deadline=None)
@given(SEEDS, DICE, st.lists(st.sampled_from(["flat", "tilted", "off_board"]), min_size=2, max_size=2))
def test_a_throw_counts_as_a_whole_or_not_at_all(seed, dice, landings):
    scene = RulingSituation(boards(seed)[0])
    (way,) = judge_throw(scene, Throw(dice, tuple(landings))).continuations
    assert way.scene.dice == (dice if landings == ["flat", "flat"] else None)


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
    scene = RulingSituation(Position.start(), dice, cube)
    ruling = wrong_double(DoubleMade(scene, doubler, score, reply, is_on), MatchLaws(), ConductLaws())
    (way,) = ruling.continuations
    if way.scene:
        assert (way.scene.position, way.scene.dice) == (scene.position, dice)
        allowed = {cube, Cube(cube.value * 2, doubler.other)}
        assert way.scene.cube in (allowed if not score.is_crawford else {Cube()})
    else:
        assert (way.outcome.winner, way.outcome.cube) == (doubler, cube.value)


@pytest.mark.law("conduct.left-over-cube")
@given(CUBES, st.lists(st.sampled_from(SIDES), max_size=4))
def test_a_cube_left_over_is_forgotten_whatever_it_showed(cube, takers):
    claims = [
        CubeLeftOver(RulingSituation(Position.start(), cube=shown), tuple(takers)) for shown in (cube, Cube())
    ]
    assert len({left_over_cube(claim).continuations for claim in claims}) == 1


@pytest.mark.law("conduct.setup")
@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 8))
def test_a_corrected_set_up_always_leaves_a_position_that_can_stand(seed, rolls):
    now, start = boards(seed)
    ruling = wrong_setup(WrongSetup(RulingSituation(now), start, rolls), ConductLaws())
    (way,) = ruling.continuations
    assert (way.scene.position.faults(), ruling.code == "setup_stands") == ((), rolls > 4)


@pytest.mark.law("conduct.setup")
@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(0, 4))
def test_putting_a_set_up_right_before_the_first_roll_gives_the_start(seed, rolls):
    start, _ = boards(seed)
    ruling = wrong_setup(WrongSetup(RulingSituation(start), start, rolls), ConductLaws())
    assert ruling.continuations[0].scene.position == Position.start(start.turn)
