"""PROOF_API_EVENTS (400) random tournaments through the REST API.

No correction is refused, every preview equals its effect, every undo is exact, and results stay with the
players who played them.
"""

from collections import Counter

import pytest

from tests.proofs.parallel_seeds import size
from tests.tournaments.random_api_events import FORMS, RandomApiEvent

pytestmark = pytest.mark.django_db

EVENTS = size("PROOF_API_EVENTS", 400)
PIECES, COMMANDS = 20, 25


@pytest.mark.parametrize("piece", range(PIECES))
def test_random_events_through_the_api_have_no_findings(piece: int) -> None:
    counts, findings = Counter[str](), list[str]()
    for number in range(piece, EVENTS, PIECES):
        event = RandomApiEvent(f"api-{number}", FORMS[number % len(FORMS)])
        event.play(COMMANDS)
        counts += event.counts
        print(*event.findings, sep="\n", flush=True)
        findings += event.findings
    print(f"\n{dict(counts)}")
    assert findings == []
