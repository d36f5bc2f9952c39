"""Lawful plays equal those of an enumerator that shares no code with the rules, on reachable positions.

PROOF_POSITIONS says on how many (200,000).
"""

from collections import Counter
from functools import partial
from itertools import islice
from random import Random

from rules.plays import legal_plays
from rules.position import Position
from rules.sides import Side
from tests.proofs.parallel_seeds import size, spread
from tests.proofs.playouts import Turn, turns
from tests.proofs.turn_kinds import KINDS, kinds

POSITIONS = size("PROOF_POSITIONS", 200_000)
PIECES = 64


def differences(count: int, seed: int) -> tuple[Counter[str], list[Turn]]:
    """Compare `count` turns from one seed: how many of each kind, and those that differ."""
    random, value, wrong = Random(seed), Counter[str](), []
    for turn in islice(turns(random), count):
        value.update(kinds(turn))
        result = boards(turn, random.choice(list(Side)))
        if len(result) != len(set(result)) or set(result) != {final for used, final in turn.lines if used}:
            wrong.append(turn)
    return value, wrong


def boards(turn: Turn, side: Side) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The boards that the rules lead to, when this side has to play."""
    value, result = turn.board
    pair = (value, result) if side is Side.WHITE else (result, value)
    plays = legal_plays(Position(*pair, side), turn.dice)
    return [(play.after.of(side), play.after.of(side.other)) for play in plays]


def test_plays_equal_those_of_the_slow_enumerator_on_reachable_positions():
    each = -(-POSITIONS // PIECES)
    result, wrong = Counter[str](), []
    for value, differing in spread(partial(differences, each), range(PIECES)):
        result += value
        wrong += differing
    print(f"\n{each * PIECES} positions")
    for kind in KINDS:
        print(f"{result[kind]:9} {kind}")
    assert wrong == []
    assert {kind for kind in KINDS if not result[kind]} == set()
    assert set(result) == set(KINDS)
