"""The argument that a stalemate cannot arise, checked on whole games and on boards close to one: PROOF_TURNS
rolls (200,000)."""

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
    """The situations of the argument that occur, and those that refute it, in `rolls` rolls with one seed."""
    sightings, refutations = Counter[str](), Counter[str]()
    played = turns if seed % 2 else turns_at_the_brink
    for turn in islice(played(Random(5_000 + seed)), rolls):
        sightings.update(sights(turn))
        refutations.update(breaks(turn))
    return sightings, refutations


def test_two_closed_boards_never_hold_a_checker_of_each_side_on_the_bar():
    sightings, refutations = Counter[str](), Counter[str]()
    for sighted, refuted in spread(partial(count, -(-TURNS // PIECES)), range(PIECES)):
        sightings += sighted
        refutations += refuted
    print(f"\n{TURNS} rolls")
    for sight in SEEN:
        print(f"{sightings[sight]:9} {sight}")
    assert refutations == {}
    assert {sight for sight in SEEN if not sightings[sight]} == set()
