"""PROOF_DAYS (2,000) rehearsed days of all kinds, lived through the pages without a finding.

No page fails, none shows what is not meant, and the invariants of `tests.rehearsals` hold.
"""

from collections import Counter

from tests.proofs.parallel_seeds import size, spread
from tests.rehearsals.days import KINDS
from tests.rehearsals.living import live_days

DAYS = size("PROOF_DAYS", 2000)
FIRST = size("PROOF_FIRST_DAY", 1)
STEPS = size("PROOF_STEPS", 60)
# So many days are lived in a process before it reports.
AT_ONCE = 10


def test_rehearsed_days_have_no_findings() -> None:
    last = FIRST + max(DAYS // len(KINDS), 1)
    pieces = [
        (kind, range(first, min(first + AT_ONCE, last)), STEPS)
        for first in range(FIRST, last, AT_ONCE)
        for kind in KINDS
    ]
    days, counts, findings = Counter[str](), Counter[str](), list[str]()
    steps = 0
    for lived in spread(live_days, pieces):
        days[lived.kind] += lived.days
        steps, counts = steps + lived.steps, counts + lived.counts
        print(*lived.findings, sep="\n", end="", flush=True)
        findings += lived.findings
    print(f"\n{days.total()} days {dict(days)}, {steps} steps, {dict(sorted(counts.items()))}")
    assert findings == []
