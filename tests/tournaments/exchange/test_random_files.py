"""Random events of every format, exported from one site and imported into another; `make prove` takes 500."""

import pytest

from tests.tournaments.exchange.sites import differing
from tournaments.verification.simulator.openings import SEASON, TEAM_EVENTS

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

# In the first, two results were moved with their players to rounds of another match length.
SEEDS = ("site-3", "site-24", "site-5")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_file_of_a_random_event_survives_export_and_import(seed: str) -> None:
    assert differing(seed) == []


@pytest.mark.parametrize("form", [*TEAM_EVENTS, SEASON])
def test_files_of_teams_and_leagues_survive_export_and_import(form: str) -> None:
    assert differing("site-teams", [form]) == []
