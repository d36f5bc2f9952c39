"""Every operation of the API, asked at length as four roles: never a crash, only what is described.

On PostgreSQL: `python -m tests.servers postgres -- python -m pytest tests/proofs/test_schema_walked.py`.
"""

import os

import pytest

from tests.conftest import PROVE
from tests.house.world import House, a_house
from tests.proofs import schema_walk
from tests.proofs.schema_walk import described, name_of, walk

pytestmark = [pytest.mark.django_db, pytest.mark.proof]

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "50"))


@pytest.fixture(scope="module")
def house(lasting: None) -> House:
    """The club everybody asks for."""
    return a_house()


@pytest.fixture(scope="module")
def roles(house: House) -> dict[str, dict[str, str]]:
    """What each role sends along."""
    return schema_walk.roles(house)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The description takes seconds to draw: only a proof reads it."""
    metafunc.parametrize("operation", described() if PROVE else (), ids=name_of)


@pytest.mark.parametrize("role", ["nobody", "player", "director", "foreign"])
def test_it_answers_as_described(
    house: House, roles: dict[str, dict[str, str]], operation: object, role: str
) -> None:
    walk(operation, house, roles[role], examples=EXAMPLES, start=20_261_122)
