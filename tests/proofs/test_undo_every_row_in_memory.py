"""PROOF_UNDOINGS (20,000) journal lines of random events are undone and redone, and every correction is
previewed."""

from collections import Counter
from itertools import count

from tests.proofs.parallel_seeds import size, spread
from tests.tournaments.simulator.undo_every_row import retrace
from tournaments.verification.simulator.simulation_run import run_simulation

UNDOINGS = size("PROOF_UNDOINGS", 20_000)
AT_ONCE = 40


def retraced(number: int) -> tuple[Counter[str], list[str]]:
    """What was tried in the event of one seed, and the faults found."""
    counts = Counter[str]()
    return counts, list(retrace(run_simulation(f"retraced-{number}"), counts))


def test_undo_restores_the_exact_state_and_previews_equal_their_effect():
    counts, errors = Counter[str](), list[str]()
    for start in count(0, AT_ONCE):
        for tried, wrong in spread(retraced, range(start, start + AT_ONCE)):
            counts += tried
            errors += wrong
        if errors or counts["undo"] >= UNDOINGS:
            break
    print(f"\n{counts['undo']} lines undone and done again, {counts['correction']} corrections foretold")
    assert errors == []
