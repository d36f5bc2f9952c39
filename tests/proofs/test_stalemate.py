"""The stalemate argument over whole games and over the last steps before one: PROOF_TURNS rolls (200,000)."""

from collections import Counter
from functools import partial
from itertools import islice
from random import Random

from tests.proofs.parallel_seeds import size, spread
from tests.proofs.playouts import turns
from tests.proofs.stalemate import SEEN, breaks, sights, turns_at_the_brink

TURNS = size("PROOF_TURNS", 200_000)
PIECES = 64


def count(rolls: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    """What is seen of the argument, and what would refute it, in so many rolls from one seed."""
    result, value = Counter[str](), Counter[str]()
    played = turns if seed % 2 else turns_at_the_brink
    for turn in islice(played(Random(5_000 + seed)), rolls):
        result.update(sights(turn))
        value.update(breaks(turn))
    return result, value


def test_two_closed_boards_never_hold_a_checker_of_each_side_on_the_bar():
    result, value = Counter[str](), Counter[str]()
    for sighted, refuted in spread(partial(count, -(-TURNS // PIECES)), range(PIECES)):
        result += sighted
        value += refuted
    print(f"\n{TURNS} rolls")
    for sight in SEEN:
        print(f"{result[sight]:9} {sight}")
    assert value == {}
    assert {sight for sight in SEEN if not result[sight]} == set()
