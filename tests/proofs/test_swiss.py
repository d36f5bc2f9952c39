"""The Swiss engine, compared with every possible round of PROOF_FIELDS (5,000) random fields of up to ten
entrants."""

from collections import Counter
from functools import partial

from tests.proofs.parallel_seeds import size, spread
from tests.tournaments.formats.swiss.exhaustive import try_one

FIELDS = size("PROOF_FIELDS", 5_000)
PIECES, MOST, FIRST = 50, 10, 1_000_000
SEEN = ("paired", "no pairing", "with floats", "with two floats", "with shared tags")


def count(fields: int, piece: int) -> Counter[str]:
    """Count the kinds of `fields` random fields; fails at the first that the engine does not pair best."""
    counts = Counter[str]()
    for number in range(fields):
        counts += try_one(FIRST + piece * fields + number, MOST)
    return counts


def test_the_engine_chooses_the_best_of_all_possible_rounds():
    counts = Counter[str]()
    for piece_counts in spread(partial(count, -(-FIELDS // PIECES)), range(PIECES)):
        counts += piece_counts
    print(f"\n{FIELDS} fields")
    for sight in SEEN:
        print(f"{counts[sight]:9} {sight}")
    assert {sight for sight in SEEN if not counts[sight]} == set()
