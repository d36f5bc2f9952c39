"""PROOF_SEEDS (5,000) random tournaments in every format, from PROOF_FIRST_SEED: the checker finds no
violation after any command."""

from collections import Counter

from tests.proofs.parallel_seeds import size, spread
from tournaments.verification.simulator.simulation_run import run_simulation

SEEDS = size("PROOF_SEEDS", 5000)
FIRST = size("PROOF_FIRST_SEED", 0)


def tried(number: int) -> tuple[str, int, float, tuple[str, ...]]:
    """Simulate one seed; return its format, the number of its commands, the seconds it took, the
    violations."""
    course = run_simulation(f"proof-{number}")
    violations = tuple(sorted({f"{course.seed} {fault.guarantee} {fault.code}" for fault in course.findings}))
    return course.format_name, course.actions.total(), course.seconds, violations


def test_no_seed_violates_a_guarantee() -> None:
    format_counts: Counter[str] = Counter()
    actions, seconds, violations = 0, 0.0, list[str]()
    for format_name, count, took, faults in spread(tried, range(FIRST, FIRST + SEEDS)):
        format_counts[format_name] += 1
        actions, seconds = actions + count, seconds + took
        violations.extend(faults)
    print(
        f"{SEEDS} seeds, {actions} actions, {len(violations)} violations, {seconds / SEEDS:.3f} s each: "
        f"{format_counts}"
    )
    assert violations == []
