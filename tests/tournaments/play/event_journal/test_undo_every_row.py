"""Every command of an evening is one journal row, can be undone and redone, and matches its preview."""

import pytest

from tests.tournaments.undo_every_row import RetracedEvening

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]


# With seed 4 a ruling is undone: the restored match is rated at its former place in the order.
@pytest.mark.parametrize("seed", [2, 4])
def test_every_command_is_one_row_and_can_be_undone(seed: int) -> None:
    evening = RetracedEvening(seed)
    evening.retrace(25 if seed == 4 else 12)
    assert evening.findings == []
    assert evening.counts["undone"] > 2
