"""Every bug of `engine_bugs`, patched into the engine, is found by checking random tournaments."""

import pytest

from tests.tournaments.checker.engine_bugs import BUGS
from tournaments.verification.simulator.simulation_run import run_simulation

SEEDS = 40


def broken(number: str) -> set[str]:
    """The guarantees broken at the first seed with findings."""
    for form in BUGS[number].formats:
        for seed in range(SEEDS):
            course = run_simulation(f"bug-{seed}", [form])
            if course.findings:
                return {fault.guarantee for fault in course.findings}
    return set()


@pytest.mark.second_stage
@pytest.mark.parametrize("number", BUGS)
def test_the_bug_is_found(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    BUGS[number].plant(monkeypatch)
    assert broken(number) & BUGS[number].breaks, (number, BUGS[number].failure)


def test_the_same_seeds_find_nothing_in_the_engine_as_it_is() -> None:
    forms = sorted({form for bug in BUGS.values() for form in bug.formats})
    assert [run_simulation("bug-0", [form]).findings for form in forms] == [()] * len(forms)
