"""The club all tests of this package send requests to."""

from collections.abc import Iterator
from datetime import datetime

import pytest
import time_machine
from django.utils import timezone

from tests.site.world import Site, a_site


@pytest.fixture(scope="module")
def site(module_transaction: None) -> Site:
    """Built once for a module; each test undoes its own."""
    return a_site()


@pytest.fixture(scope="module")
def test_starts() -> list[datetime]:
    """When the tests of the module began, the first one first."""
    return []


@pytest.fixture(autouse=True)
def clock(request: pytest.FixtureRequest, test_starts: list[datetime]) -> Iterator[None]:
    """The clock begins each test where it began the first one of the module: a module that takes an hour must
    not find its club an hour older, with sign-ins and time limits that have run out."""
    if "site" not in request.fixturenames:
        yield
        return
    test_starts.append(timezone.now())
    with time_machine.travel(test_starts[0], tick=True):
        yield
