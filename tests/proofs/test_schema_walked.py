"""Every operation of the API, requested with random input in four roles: answers are as described.

On PostgreSQL: `python -m tests.servers postgres -- python -m pytest tests/proofs/test_schema_walked.py`.
"""

import os

import pytest

from tests.conftest import PROVE
from tests.proofs import schema_walk
from tests.proofs.schema_walk import described, name_of, walk
from tests.site.two_clubs import Site, a_site

pytestmark = [pytest.mark.django_db, pytest.mark.proof]

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "50"))


@pytest.fixture(scope="module")
def site(module_transaction: None) -> Site:
    """The club whose objects are requested."""
    return a_site()


@pytest.fixture(scope="module")
def roles(site: Site) -> dict[str, dict[str, str]]:
    """The headers of each role."""
    return schema_walk.roles(site)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each operation; making the description takes seconds, so only a proof does it."""
    metafunc.parametrize("operation", described() if PROVE else (), ids=name_of)


@pytest.mark.parametrize("role", ["nobody", "player", "director", "foreign"])
def test_every_operation_answers_as_described(
    site: Site, roles: dict[str, dict[str, str]], operation: object, role: str
) -> None:
    walk(operation, site, roles[role], examples=EXAMPLES, start=20_261_122)
