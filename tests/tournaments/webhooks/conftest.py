"""Fixtures for webhooks: a club, its director, and an HTTP server that receives messages."""

from collections.abc import Iterator

import pytest
from django.test import override_settings

from matches.models import User
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.webhooks.receiver import Receiver, receiving
from tournaments.models import Club


@pytest.fixture(autouse=True)
def own_network() -> Iterator[None]:
    """Permit private addresses: the receivers of these tests listen on this machine."""
    with override_settings(WEBHOOKS_PRIVATE=True):
        yield


@pytest.fixture
def club() -> Club:
    return a_club("Riverside")


@pytest.fixture
def by(club: Club) -> User:
    return director_of(club)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as http_receiver:
        yield http_receiver
