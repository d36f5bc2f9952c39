"""PROOF_DAYS (2,000) rehearsed days of all kinds, lived through the pages without a finding.

No page fails, none shows what is not meant, and the invariants of `tests.rehearsals.invariants` hold.
"""

from collections import Counter

import pytest

from tests.proofs.parallel_seeds import size
from tests.rehearsals.days import KINDS
from tests.rehearsals.rehearsal import Rehearsal, run_rolled_back

pytestmark = pytest.mark.django_db

DAYS = size("PROOF_DAYS", 2000)
FIRST = size("PROOF_FIRST_DAY", 1)
STEPS = 150


@pytest.mark.parametrize("kind", KINDS)
def test_rehearsed_days_have_no_findings(kind: str) -> None:
    counts, findings = Counter[str](), list[str]()
    for seed in range(FIRST, FIRST + DAYS // len(KINDS)):
        rehearsal = Rehearsal(kind, seed)
        run_rolled_back(rehearsal, STEPS)
        counts += rehearsal.counts
        print(*rehearsal.findings, sep="\n", end="", flush=True)
        findings += rehearsal.findings
    print(f"\n{kind}: {dict(sorted(counts.items()))}")
    assert findings == []
