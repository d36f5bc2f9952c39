"""Some rehearsed days of every kind; `make prove` lives many more."""

import pytest

from tests.rehearsals.days import KINDS
from tests.rehearsals.rehearsal import Rehearsal, run_rolled_back

pytestmark = pytest.mark.django_db


def test_a_short_day_has_no_findings() -> None:
    rehearsal = Rehearsal("club_night", 2)
    rehearsal.run(steps=10, closing=0)

    assert rehearsal.findings == []


@pytest.mark.second_stage
@pytest.mark.parametrize("kind", KINDS)
def test_days_have_no_findings(kind: str) -> None:
    rehearsal = Rehearsal(kind, 1)
    rehearsal.run(steps=20, closing=15)

    assert rehearsal.findings == []


@pytest.mark.second_stage
def test_a_day_is_repeated_exactly() -> None:
    first, second = Rehearsal("club_night", 3), Rehearsal("club_night", 3)
    run_rolled_back(first, 10)
    run_rolled_back(second, 10)

    assert [str(act) for act in first.acts] == [str(act) for act in second.acts]
