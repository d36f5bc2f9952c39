"""Every format of rounds ends with a full ranking, for small and odd fields; `make prove` takes all."""

import pytest

from tests.tournaments.journal.rounds_to_the_end import PLANS, faults

SIZES = (2, 3, 4, 5, 6, 7, 9, 16, 17, 33)


@pytest.mark.parametrize("name", PLANS)
def test_it_is_played_to_a_full_ranking(name: str) -> None:
    for entrants in SIZES:
        assert faults(name, entrants, 0) == []
