"""PROOF_UNDOINGS (20,000) lines of random events undone and done again, every correction as foretold."""

from collections import Counter
from itertools import count

from tests.proofs.spreading import size, spread
from tests.tournaments.trials.retraced import retrace
from tournaments.verification.simulator.simulation_run import run_simulation

UNDOINGS = size("PROOF_UNDOINGS", 20_000)
AT_ONCE = 40


def retraced(number: int) -> tuple[Counter[str], list[str]]:
    """What was tried with one seed, and what was wrong."""
    seen = Counter[str]()
    return seen, list(retrace(run_simulation(f"retraced-{number}"), seen))


def test_undoing_is_exact_and_a_preview_is_its_effect():
    seen, found = Counter[str](), list[str]()
    for start in count(0, AT_ONCE):
        for tried, wrong in spread(retraced, range(start, start + AT_ONCE)):
            seen += tried
            found += wrong
        if found or seen["undo"] >= UNDOINGS:
            break
    print(f"\n{seen['undo']} lines undone and done again, {seen['correction']} corrections foretold")
    assert found == []
