"""A fixed share of the API operations answers random requests as the OpenAPI description says (all: a
proof)."""

import pytest

from tests.proofs import schema_walk
from tests.site.two_clubs import Site

pytestmark = [pytest.mark.django_db, pytest.mark.second_stage]

# One operation of this many is requested, each by the next role.
SHARE = 16


def test_a_share_of_all_operations_answers_as_described(site: Site) -> None:
    roles = list(schema_walk.roles(site).values())
    operations = schema_walk.described()[::SHARE]
    for place, operation in enumerate(operations):
        schema_walk.walk(operation, site, roles[place % len(roles)], examples=1, start=place)
