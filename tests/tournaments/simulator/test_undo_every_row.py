"""Undoing any row restores the exact state, and every preview equals its effect; one seed per format."""

from collections import Counter

import pytest

from tests.tournaments.simulator.undo_every_row import retrace
from tournaments.verification.simulator.openings import OPENINGS
from tournaments.verification.simulator.simulation_run import run_simulation

pytestmark = pytest.mark.second_stage


@pytest.mark.parametrize("form", OPENINGS)
def test_undoing_any_row_restores_the_state(form: str) -> None:
    tried = Counter[str]()
    assert list(retrace(run_simulation("retraced-1", [form]), tried)) == []
    assert tried["undo"] > 10
