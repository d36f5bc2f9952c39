"""The legal plays of reachable positions equal those of an enumerator that shares no code with the rules.

PROOF_POSITIONS is the number of positions (200,000).
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
    """Compare `count` turns with one seed; return how many there are of each kind, and the differing
    turns."""
    random, kind_counts, differing_turns = Random(seed), Counter[str](), []
    for turn in islice(turns(random), count):
        kind_counts.update(kinds(turn))
        boards_of_rules = boards(turn, random.choice(list(Side)))
        if len(boards_of_rules) != len(set(boards_of_rules)) or set(boards_of_rules) != {
            final for used, final in turn.lines if used
        }:
            differing_turns.append(turn)
    return kind_counts, differing_turns


def boards(turn: Turn, side: Side) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The boards after every play that the rules allow when `side` is to play, the mover's checkers first."""
    mover, opponent = turn.board
    pair = (mover, opponent) if side is Side.WHITE else (opponent, mover)
    plays = legal_plays(Position(*pair, side), turn.dice)
    return [(play.after.of(side), play.after.of(side.other)) for play in plays]


def test_plays_equal_those_of_the_slow_enumerator_on_reachable_positions():
    count = -(-POSITIONS // PIECES)
    kind_counts, differing_turns = Counter[str](), []
    for piece_counts, differing in spread(partial(differences, count), range(PIECES)):
        kind_counts += piece_counts
        differing_turns += differing
    print(f"\n{count * PIECES} positions")
    for kind in KINDS:
        print(f"{kind_counts[kind]:9} {kind}")
    assert differing_turns == []
    assert {kind for kind in KINDS if not kind_counts[kind]} == set()
    assert set(kind_counts) == set(KINDS)
