"""Swiss rounds against every possible round of small fields: PROOF_FIELDS fields (5,000) of up to ten."""

from collections import Counter
from functools import partial

from tests.proofs.parallel_seeds import size, spread
from tests.tournaments.formats.swiss.exhaustive import try_one

FIELDS = size("PROOF_FIELDS", 5_000)
PIECES, MOST, FIRST = 50, 10, 1_000_000
SEEN = ("paired", "no pairing", "with floats", "with two floats", "with shared tags")


def count(fields: int, piece: int) -> Counter[str]:
    """What is seen in so many fields; fails at the first that the engine pairs otherwise."""
    result = Counter[str]()
    for number in range(fields):
        result += try_one(FIRST + piece * fields + number, MOST)
    return result


def test_the_engine_chooses_the_best_of_all_rounds():
    result = Counter[str]()
    for each in spread(partial(count, -(-FIELDS // PIECES)), range(PIECES)):
        result += each
    print(f"\n{FIELDS} fields")
    for sight in SEEN:
        print(f"{result[sight]:9} {sight}")
    assert {sight for sight in SEEN if not result[sight]} == set()
