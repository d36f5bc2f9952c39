"""The club everybody of this room knocks at."""

import pytest

from tests.house.world import House, a_house


@pytest.fixture(scope="module")
def house(lasting: None) -> House:
    """Built once for a module; each test undoes its own."""
    return a_house()
