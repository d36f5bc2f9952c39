"""The kept description of the API is what the house serves; what differs is named."""

from typing import Any

import pytest
from django.test import Client

from tests.house import openapi

HINT = "The API has changed. Look whether programs can live with it, then `make schema` keeps it."


@pytest.fixture(scope="module")
def served() -> dict[str, Any]:
    return openapi.described()


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    return openapi.kept()


def test_no_operation_comes_goes_or_changes_unsaid(served: dict[str, Any], kept: dict[str, Any]) -> None:
    now, before = openapi.operations(served), openapi.operations(kept)
    changes = {
        "new": sorted(set(now) - set(before)),
        "gone": sorted(set(before) - set(now)),
        "changed": sorted(name for name in set(now) & set(before) if now[name] != before[name]),
    }
    assert changes == {"new": [], "gone": [], "changed": []}, HINT


def test_no_shape_changes_unsaid(served: dict[str, Any], kept: dict[str, Any]) -> None:
    now, before = served["components"]["schemas"], kept["components"]["schemas"]
    assert [name for name in {**now, **before} if now.get(name) != before.get(name)] == [], HINT
    assert served == kept, HINT


def test_the_list_of_addresses_is_that_of_the_description(served: dict[str, Any]) -> None:
    assert openapi.LISTED.read_text(encoding="utf-8") == openapi.as_list(served), HINT


def test_it_is_openapi_3_1_and_every_operation_says_what_it_does(served: dict[str, Any]) -> None:
    told = openapi.operations(served)
    assert served["openapi"].startswith("3.1")
    assert [name for name, operation in told.items() if not operation.get("description")] == []


def test_every_operation_tells_its_refusals_as_problems(served: dict[str, Any]) -> None:
    silent = []
    for name, operation in openapi.operations(served).items():
        needed = {"400", "401", "403", "404", "405", "406", "429"}
        if not operation["at"].startswith("GET"):
            needed |= {"409", "412", "413", "415", "422"}
        silent += [name] if needed - set(operation["responses"]) else []
    assert silent == []


def test_every_operation_that_writes_takes_a_key(served: dict[str, Any]) -> None:
    keyless = {
        name
        for name, operation in openapi.operations(served).items()
        if not operation["at"].startswith("GET")
        and "Idempotency-Key" not in [one["name"] for one in operation.get("parameters", [])]
    }
    looks = {name for name, operation in openapi.operations(served).items() if _writes_nothing(operation)}
    assert keyless == looks


def _writes_nothing(operation: dict[str, Any]) -> bool:
    return "Nothing is written." in operation["description"]


@pytest.mark.django_db
def test_whoever_asks_for_the_description_again_is_told_the_same_for_five_minutes(client: Client) -> None:
    first, again = (client.get("/api/v1/schema/") for _ in range(2))

    assert (first.status_code, first["Cache-Control"]) == (200, "max-age=300")
    assert (again.content, again["Expires"]) == (first.content, first["Expires"])
