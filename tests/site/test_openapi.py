"""The stored OpenAPI description equals the one the site serves, and is complete."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from config import api
from tests.site import openapi
from tests.site.generated_client import generate_client
from tournaments.webhooks import webhook_events

pytestmark = pytest.mark.second_stage

PLAIN_TYPES = ("string", "integer", "number", "boolean")
HINT = "The API has changed. Look whether programs can live with it, then `make schema` keeps it."


@pytest.fixture(scope="module")
def served() -> dict[str, Any]:
    return openapi.described()


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    return openapi.stored()


def test_the_stored_operations_equal_those_of_the_site(
    served: dict[str, Any], stored: dict[str, Any]
) -> None:
    now, before = openapi.operations(served), openapi.operations(stored)
    changes = {
        "new": sorted(set(now) - set(before)),
        "gone": sorted(set(before) - set(now)),
        "changed": sorted(name for name in set(now) & set(before) if now[name] != before[name]),
    }
    assert changes == {"new": [], "gone": [], "changed": []}, HINT


def test_the_stored_schemas_equal_those_of_the_site(served: dict[str, Any], stored: dict[str, Any]) -> None:
    now, before = served["components"]["schemas"], stored["components"]["schemas"]
    assert [name for name in {**now, **before} if now.get(name) != before.get(name)] == [], HINT
    assert served == stored, HINT


def test_the_list_of_addresses_is_that_of_the_description(served: dict[str, Any]) -> None:
    assert openapi.LISTED.read_text(encoding="utf-8") == openapi.as_list(served), HINT


def test_the_description_is_openapi_3_1_and_describes_every_operation(served: dict[str, Any]) -> None:
    operations = openapi.operations(served)
    assert served["openapi"].startswith("3.1")
    assert [name for name, operation in operations.items() if not operation.get("description")] == []


def test_every_operation_describes_its_error_responses(served: dict[str, Any]) -> None:
    incomplete = []
    for name, operation in openapi.operations(served).items():
        needed = {"400", "401", "403", "404", "405", "406", "429"}
        if not operation["at"].startswith("GET"):
            needed |= {"409", "412", "413", "415", "422"}
        incomplete += [name] if needed - set(operation["responses"]) else []
    assert incomplete == []


def test_every_operation_that_writes_takes_an_idempotency_key(served: dict[str, Any]) -> None:
    keyless = {
        name
        for name, operation in openapi.operations(served).items()
        if not operation["at"].startswith("GET")
        and "Idempotency-Key" not in [one["name"] for one in operation.get("parameters", [])]
    }
    reads = {name for name, operation in openapi.operations(served).items() if _writes_nothing(operation)}
    assert keyless == reads


def _writes_nothing(operation: dict[str, Any]) -> bool:
    return "Nothing is written." in operation["description"]


def test_every_operation_has_a_summary_and_a_described_tag(served: dict[str, Any]) -> None:
    operations = openapi.operations(served).values()
    tags = {tag["name"]: tag["description"] for tag in served["tags"]}
    assert [operation["at"] for operation in operations if not operation.get("summary")] == []
    assert {tag for operation in operations for tag in operation["tags"]} <= set(tags)
    assert all(tags.values())
    assert served["servers"] == [{"url": "/", "description": "This site"}]


def test_examples_are_of_known_components_and_name_known_fields(served: dict[str, Any]) -> None:
    components = served["components"]["schemas"]
    assert set(api.EXAMPLES) <= set(components)
    for name, example in api.EXAMPLES.items():
        assert components[name]["examples"] == [example]
        assert set(example) <= set(components[name]["properties"]), name
        if not name.startswith("Patched"):
            assert set(components[name].get("required", ())) <= set(example), name


def test_every_kind_of_webhook_is_described(served: dict[str, Any]) -> None:
    assert set(served["webhooks"]) == {*webhook_events.KINDS, webhook_events.PING}
    for kind, methods in served["webhooks"].items():
        (parameters, body) = (methods["post"][name] for name in ("parameters", "requestBody"))
        assert [parameter["name"] for parameter in parameters] == [
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature",
        ]
        (example,) = body["content"]["application/json"]["schema"]["examples"]
        assert example["type"] == kind


@pytest.mark.django_db
def test_the_description_is_cached_for_five_minutes(client: Client) -> None:
    first, again = (client.get("/api/v1/schema/") for _ in range(2))

    assert (first.status_code, first["Cache-Control"]) == (200, "max-age=300")
    assert (again.content, again["Expires"]) == (first.content, first["Expires"])


def test_a_typed_client_is_generated_without_a_warning(tmp_path: Path) -> None:
    generate_client(tmp_path)


def test_no_schema_is_named_like_one_of_its_properties_with_a_type_of_its_own(stored: dict[str, Any]) -> None:
    """Generated clients use one variable for both, which contradicts the type of the property."""
    named_alike = [
        name
        for name, schema in stored["components"]["schemas"].items()
        for key, value in schema.get("properties", {}).items()
        if key == re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() and value.get("type") not in PLAIN_TYPES
    ]
    assert named_alike == []
