"""Random events of every format go out of a house and into another; `make prove` takes five hundred."""

import pytest

from tests.tournaments.exchange.houses import differing
from tournaments.verification.simulator.openings import SEASON, TEAM_EVENTS

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

# In the first two results have gone with their people to rounds of another length.
SEEDS = ("house-3", "house-24", "house-5")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_file_of_a_random_event_is_the_same_in_every_house(seed: str) -> None:
    assert differing(seed) == []


@pytest.mark.parametrize("form", [*TEAM_EVENTS, SEASON])
def test_so_are_those_of_teams_and_leagues(form: str) -> None:
    assert differing("house-teams", [form]) == []
