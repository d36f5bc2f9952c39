"""PROOF_EVENINGS (200) evenings on the database: each act one line, undone and done again, as foretold."""

from collections import Counter

import pytest

from tests.proofs.parallel_seeds import size
from tests.tournaments.undo_every_row import RetracedEvening

pytestmark = pytest.mark.django_db

EVENINGS = size("PROOF_EVENINGS", 200)
PIECES, ACTS = 10, 25


@pytest.mark.parametrize("piece", range(PIECES))
def test_every_act_is_one_line_and_every_line_can_be_taken_back(piece: int) -> None:
    result, value = Counter[str](), list[str]()
    for seed in range(piece, EVENINGS, PIECES):
        evening = RetracedEvening(seed)
        evening.retrace(ACTS)
        print(*evening.findings, sep="\n", flush=True)
        result += evening.counts
        value += evening.findings
    print(f"\n{result.total() - result['undone']} acts: {dict(result)}")
    assert value == []
