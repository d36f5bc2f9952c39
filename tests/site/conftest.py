"""The club all tests of this package send requests to."""

import functools
import logging
from collections.abc import Iterator
from datetime import datetime
from unittest.mock import patch

import pytest
import time_machine
from django.urls import get_resolver
from django.utils import timezone

from tests.site.two_clubs import Site, a_site


@pytest.fixture(scope="module")
def site(module_transaction: None) -> Site:
    """Built once for a module; each test undoes its own."""
    return a_site()


@pytest.fixture(scope="module")
def lean_requests() -> Iterator[None]:
    """Leave out what so many requests can do without: logs, copies of contexts, resolving a path again."""
    resolver = get_resolver()
    logging.disable(logging.CRITICAL)
    with (
        patch("django.test.client.store_rendered_templates"),
        patch.object(resolver, "resolve", functools.cache(resolver.resolve)),
    ):
        yield
    logging.disable(logging.NOTSET)


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
