"""Fixtures for tests of one event, which the test module defines as `event`."""

import pytest
from django.test import Client

from tests.tournaments import club_evenings
from tournaments.models import Event


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    """The director of the event's club, signed in."""
    client.force_login(club_evenings.director_of(event.tournament.club))
    return client
