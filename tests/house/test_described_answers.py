"""A small share of the walk over the API's description, always the same one; the whole is a proof."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.house.world import House, a_house
from tests.proofs import schema_walk

pytestmark = pytest.mark.django_db

# Every so manieth operation, each by the next role.
SHARE = 16


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """The club everybody asks for."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield a_house()
        transaction.set_rollback(True)


def test_a_share_of_all_operations_answers_as_described(house: House) -> None:
    roles = list(schema_walk.roles(house).values())
    chosen = schema_walk.described()[::SHARE]
    for place, operation in enumerate(chosen):
        schema_walk.walk(operation, house, roles[place % len(roles)], examples=1, start=place)
