"""Random events of every format go out of a house and into another; `make prove` takes five hundred."""

import pytest

from tests.tournaments.exchange.houses import differing

pytestmark = pytest.mark.django_db

# In the first two results have gone with their people to rounds of another length.
SEEDS = ("house-3", "house-24", "house-5")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_file_of_a_random_event_is_the_same_in_every_house(seed: str) -> None:
    assert differing(seed) == []
