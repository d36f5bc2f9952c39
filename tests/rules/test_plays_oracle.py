"""Legal plays equal those of a slow enumerator, and of GNU Backgammon where it is installed."""

import os
import re
import shutil
import subprocess
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import ROLLS
from rules.formats.gnuid import position_id
from rules.notation import read_play
from rules.play_faults import judge_play
from rules.plays import can_move, legal_plays
from rules.position import Position
from tests.rules.sample_records import random_position
from tests.rules.slow_plays import resulting_boards

SAMPLE = int(os.environ.get("CRAWFORD_ORACLE_SAMPLE", "20"))


def slow(position, dice):
    return resulting_boards((position.of(position.turn), position.of(position.turn.other)), dice)


def boards(position, dice):
    mover, opponent = position.turn, position.turn.other
    return [(play.after.of(mover), play.after.of(opponent)) for play in legal_plays(position, dice)]


@pytest.mark.parametrize("seed", range(8))
def test_plays_equal_those_of_the_slow_enumerator(seed):
    random = Random(seed)
    for _ in range(350):
        position, dice = random_position(random), random.choice(ROLLS)
        result = boards(position, dice)
        assert set(result) == slow(position, dice), (position, dice)
        assert len(set(result)) == len(result)


def test_plays_along_random_games_equal_those_of_the_slow_enumerator():
    random = Random(7)
    position = Position.start()
    for _ in range(500):
        dice = random.choice(ROLLS)
        plays = legal_plays(position, dice)
        assert set(boards(position, dice)) == slow(position, dice)
        position = random.choice(plays).after if plays else position.with_turn(position.turn.other)
        position = Position.start() if position.winner else position


positions = st.integers(0, 10**9).map(lambda seed: random_position(Random(seed)))
rolls = st.sampled_from(ROLLS)


@settings(max_examples=150, deadline=None)
@given(positions, rolls)
def test_a_play_keeps_thirty_checkers_and_moves_pips_as_the_dice_say(position, dice):
    mover = position.turn
    for play in legal_plays(position, dice):
        assert play.after.faults() == ()
        count = sum(move.start - move.end for move in play.moves)
        assert play.after.pips(mover) == position.pips(mover) - count


@settings(max_examples=150, deadline=None)
@given(positions, rolls)
def test_every_hit_is_listed_once_and_sends_one_checker_to_the_bar(position, dice):
    opponent = position.turn.other
    for play in legal_plays(position, dice):
        hits = [move.end for move in play.moves if move.hit]
        assert len(hits) == len(set(hits)) == play.after.bar(opponent) - position.bar(opponent)


@settings(max_examples=150, deadline=None)
@given(positions, rolls)
def test_a_roll_can_be_moved_when_it_has_a_play(position, dice):
    value, against = position.of(position.turn), position.of(position.turn.other)[::-1]
    assert can_move(value, against, dice) == bool(legal_plays(position, dice))


@settings(max_examples=150, deadline=None)
@given(positions, rolls)
def test_the_sides_play_by_mirrored_laws(position, dice):
    mirrored = {play.after.mirror() for play in legal_plays(position.mirror(), dice)}
    assert mirrored == {play.after for play in legal_plays(position, dice)}


@settings(max_examples=150, deadline=None)
@given(positions, rolls)
def test_every_lawful_play_is_found_again_from_its_notation(position, dice):
    value, result = list(position.of(position.turn)), list(position.of(position.turn.other))
    for play in legal_plays(position, dice):
        outcome = read_play(play.notation(), dice)
        moves, fault = judge_play(value, result, dice, outcome)
        assert fault is None
        assert play._replace(moves=moves).after == play.after


@pytest.mark.skipif(shutil.which("gnubg", path="/usr/games:/usr/bin") is None, reason="needs GNU Backgammon")
@pytest.mark.second_stage
def test_plays_equal_those_of_gnu_backgammon(tmp_path):
    random = Random(11)
    cases = []
    while len(cases) < SAMPLE:
        position, dice = random_position(random), random.choice(ROLLS)
        if legal_plays(position, dice):
            cases.append((position, dice))
    lines = [
        "set player 0 human",
        "set player 1 human",
        "set evaluation chequer evaluation plies 0",
        "new match 7",
    ]
    lines += [f"set board {position_id(position)}\nset dice {a} {b}\nhint 999" for position, (a, b) in cases]
    gnubg = shutil.which("gnubg", path="/usr/games:/usr/bin")
    process = subprocess.run(
        [gnubg, "-t", "-q", "-r"],
        input="\n".join([*lines, ""]),
        capture_output=True,
        text=True,
        timeout=600,
        env={"HOME": str(tmp_path), "LC_ALL": "C"},
        check=False,
    )
    counts = _hint_counts(process.stdout)
    assert counts == [len(legal_plays(position, dice)) for position, dice in cases]


def _hint_counts(text):
    """How many plays each hint listed: the numbered lines restart at 1."""
    numbers = [int(number) for number in re.findall(r"^\s*(\d+)\. Cubeful", text, re.MULTILINE)]
    return [number for number, following in zip(numbers, [*numbers[1:], 1], strict=True) if following == 1]
