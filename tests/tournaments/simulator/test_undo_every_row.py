"""Undoing any row restores the exact state, and every preview equals its effect; one seed per format."""

from collections import Counter

import pytest

from tests.tournaments.simulator.undo_every_row import retrace
from tournaments.verification.simulator.openings import OPENINGS
from tournaments.verification.simulator.simulation_run import run_simulation

pytestmark = pytest.mark.second_stage


@pytest.mark.parametrize("form", OPENINGS)
def test_every_line_undone_is_as_if_it_had_never_been(form: str) -> None:
    result = Counter[str]()
    assert list(retrace(run_simulation("retraced-3", [form]), result)) == []
    assert result["undo"] > 10
