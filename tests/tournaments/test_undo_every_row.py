"""Every act of an evening is one line of its journal, can be undone and done again, and is as foretold."""

import pytest

from tests.tournaments.undo_every_row import Retraced

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]


# In the second a ruling is undone: the match that comes back is rated where it was.
@pytest.mark.parametrize("seed", [2, 4])
def test_every_act_is_one_line_and_every_line_can_be_taken_back(seed: int) -> None:
    evening = Retraced(seed)
    evening.retrace(25 if seed == 4 else 12)
    assert evening.found == []
    assert evening.seen["undone"] > 2
