"""The replay of any record ends with a verdict that can be stored and read again."""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import (
    AcceptedIllegalPlay,
    Action,
    Beavered,
    Conceded,
    Doubled,
    Dropped,
    Moved,
    Placed,
    Took,
)
from rules.codes import CODES, TABLE_CODES
from rules.laws import LAWS
from rules.notation import BLANK, DANCE, UNKNOWN, read_play
from rules.options import MatchLaws, MoneyLaws
from rules.position import Position
from rules.record import Record, RecordedGame
from rules.replay import replay
from rules.sides import SIDES
from rules.verdict import Verdict
from tests.rules.sample_records import random_position

LAWS_TRIED = (None, MatchLaws(), MatchLaws(dead_cube="refuse", illegal_plays="condone"), MoneyLaws())
ODD_DICE = ((0, 0), (7, 1), (-1, 3), (6, 6), (1, 1))
HEADERS = ({}, {"jacoby": "On"}, {"crawford": "Off", "cubelimit": "64"}, {"site": "BackgammonGalaxy"})


def record(random: Random) -> Record:
    """A record nobody would write: any action after any other, boards that cannot stand, odd cubes."""
    games = tuple(played(random, number) for number in range(1, random.randint(1, 4)))
    length = random.choice((0, 1, 2, 3, 7, 16))
    final = random.choice((None, (3, 3), (99, 0)))
    return Record(("Anna", "Bea"), length, games, random.choice(HEADERS), final=final)


def played(random: Random, number: int) -> RecordedGame:
    actions = tuple(action(random) for _ in range(random.randint(0, 25)))
    return RecordedGame(
        number,
        random.choice((None, (0, 0), (number, 0), (6, 5), (50, 50))),
        actions,
        random.choice((None, *SIDES)),
        random.choice((None, 0, 1, 2, 5, 64, 1004)),
        is_crawford=random.choice((None, True, False)),
        initial_cube=random.choice((1, 1, 1, 0, 2, 3, 8192)),
    )


def action(random: Random) -> Action:
    side, value = random.choice(SIDES), random.choice((0, 2, 3, 4, 8, 2**40))
    kind = random.randrange(9)
    if kind < 3:
        return moved(random)
    if kind == 3:
        return random.choice((Doubled, Beavered))(side, value)
    if kind == 4:
        return random.choice((Took, Dropped))(side)
    if kind == 5:
        return Conceded(side, random.choice((None, 0, 1, 7)))
    if kind == 6:
        return AcceptedIllegalPlay(side, dice(random), board(random))
    return Placed(side, board(random), cube=random.choice((0, 0, 2, 3)), owner=random.choice((None, side)))


def moved(random: Random) -> Moved:
    rolled = dice(random)
    if random.random() < 0.3:
        return Moved(random.choice(SIDES), rolled, random.choice((BLANK, DANCE, UNKNOWN)))
    text = " ".join(f"{random.randint(1, 25)}/{random.randint(0, 24)}" for _ in range(random.randint(1, 5)))
    return Moved(random.choice(SIDES), rolled, read_play(text, rolled) or BLANK)


def dice(random: Random) -> tuple[int, int]:
    return random.choice(ODD_DICE) if random.random() < 0.2 else (random.randint(1, 6), random.randint(1, 6))


def board(random: Random) -> Position:
    if random.random() < 0.7:
        return random_position(random)
    counts = tuple(random.randint(0, 15) for _ in range(random.choice((26, 26, 3))))
    return Position(counts, Position.start().black, random.choice(SIDES))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_any_record_gets_a_verdict_that_survives_being_stored(seed):
    random = Random(seed)
    verdict = replay(record(random), random.choice(LAWS_TRIED), length=random.choice((None, 7)))
    stored = json.loads(json.dumps(verdict.to_json()))
    assert Verdict.from_json(stored).to_json() == stored
    checkers = {
        sum(frame.position.of(side)) for game in verdict.games for frame in game.frames for side in SIDES
    }
    assert checkers <= {15}
    assert {each.code for each in verdict.findings} <= {*CODES, *TABLE_CODES}
    assert {each.law for each in verdict.findings} <= set(LAWS)
