"""Random tournaments at length: thousands of seeds through every format, each step checked."""

import os
from collections import Counter

from tests.proofs.parallel_seeds import spread
from tournaments.verification.simulator.simulation_run import run_simulation

SEEDS = int(os.environ.get("PROOF_SEEDS", "5000"))


def tried(number: int) -> tuple[str, int, float, tuple[str, ...]]:
    """What became of one seed: its format, how many commands, how long it took, what was found."""
    course = run_simulation(f"proof-{number}")
    items = tuple(sorted({f"{course.seed} {fault.guarantee} {fault.code}" for fault in course.findings}))
    return course.format_name, course.actions.total(), course.seconds, items


def test_no_seed_breaks_a_promise() -> None:
    forms: Counter[str] = Counter()
    actions, seconds, value = 0, 0.0, list[str]()
    for form, count, took, faults in spread(tried, range(SEEDS)):
        forms[form] += 1
        actions, seconds = actions + count, seconds + took
        value.extend(faults)
    print(f"{SEEDS} seeds, {actions} actions, {len(value)} violations, {seconds / SEEDS:.3f} s each: {forms}")
    assert value == []
