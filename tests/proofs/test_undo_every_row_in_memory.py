"""PROOF_UNDOINGS (20,000) lines of random events undone and done again, every correction as foretold."""

from collections import Counter
from itertools import count

from tests.proofs.parallel_seeds import size, spread
from tests.tournaments.simulator.undo_every_row import retrace
from tournaments.verification.simulator.simulation_run import run_simulation

UNDOINGS = size("PROOF_UNDOINGS", 20_000)
AT_ONCE = 40


def retraced(number: int) -> tuple[Counter[str], list[str]]:
    """What was tried with one seed, and what was wrong."""
    result = Counter[str]()
    return result, list(retrace(run_simulation(f"retraced-{number}"), result))


def test_undoing_is_exact_and_a_preview_is_its_effect():
    result, value = Counter[str](), list[str]()
    for start in count(0, AT_ONCE):
        for tried, wrong in spread(retraced, range(start, start + AT_ONCE)):
            result += tried
            value += wrong
        if value or result["undo"] >= UNDOINGS:
            break
    print(f"\n{result['undo']} lines undone and done again, {result['correction']} corrections foretold")
    assert value == []
