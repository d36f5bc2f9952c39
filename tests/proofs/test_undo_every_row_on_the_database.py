"""PROOF_EVENINGS (200) events on the database: each action is one journal line, undone and redone exactly."""

from collections import Counter

import pytest

from tests.proofs.parallel_seeds import size
from tests.tournaments.undo_every_row import RetracedEvening

pytestmark = pytest.mark.django_db

EVENINGS = size("PROOF_EVENINGS", 200)
PIECES, ACTS = 10, 25


@pytest.mark.parametrize("piece", range(PIECES))
def test_every_action_is_one_journal_line_and_every_line_can_be_undone(piece: int) -> None:
    counts, findings = Counter[str](), list[str]()
    for seed in range(piece, EVENINGS, PIECES):
        evening = RetracedEvening(seed)
        evening.retrace(ACTS)
        print(*evening.findings, sep="\n", flush=True)
        counts += evening.counts
        findings += evening.findings
    print(f"\n{counts.total() - counts['undone']} acts: {dict(counts)}")
    assert findings == []
