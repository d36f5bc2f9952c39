"""Every change by the API honours If-Match: an outdated ETag is refused, the present one accepted."""

from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.site.addresses import Call, list_calls
from tests.site.addresses.mirrors import RECEIVED_PATHS
from tests.site.requests import fill_in, send_request
from tests.site.test_permissions import get_form_values, rolled_back
from tests.site.two_clubs import SITUATIONS, Site, a_client

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.second_stage,
    pytest.mark.usefixtures("lean_requests"),
]

OUTDATED = '"999999999-0123456789abcdef"'
ROOT = "/api/v1/"
DONE = {"200", "201", "204"}
SENDERS = ("director", "player", "other")
CHANGES = [
    (method, address.path, call)
    for method, address, call in list_calls("POST", "PUT", "PATCH", "DELETE")
    if address.is_api and address.path not in RECEIVED_PATHS
]


@pytest.fixture(scope="module")
def senders(site: Site, lean_requests: None) -> dict[str, Client]:
    """A client of each role that sends changes."""
    return {role: a_client(site, role, {"director": site.director}) for role in SENDERS}


def choose_role(call: Call) -> str:
    """Return a role whose request succeeds, if there is one."""
    return next((role for role in SENDERS if call.answers.get(role) in DONE), "director")


def find_etag(client: Client, path: str) -> str:
    """Return the ETag of an address, or of the nearest one above it that can be read; "" if there is none."""
    while path != ROOT:
        answer = client.get(path)
        if answer.status_code == 200 and "ETag" in answer:
            return str(answer["ETag"])
        path = path.rstrip("/").rpartition("/")[0] + "/"
    return ""


def test_a_change_based_on_an_outdated_etag_is_refused(
    subtests: pytest.Subtests, site: Site, senders: dict[str, Client]
) -> None:
    """An outdated ETag is refused, the present one accepted; then it is outdated by the same change."""
    compared = 0
    for method, path, call in CHANGES:
        with subtests.test(method=method, address=path), transaction.atomic():
            if call.situation:
                SITUATIONS[call.situation](site)
            values: dict[str, Any] = {"card": "", **get_form_values(site)}
            role = choose_role(call)
            client, target = senders[role], fill_in(path, site)
            with rolled_back(client):
                answer = send_request(client, method, path, site, headers={"If-Match": OUTDATED}, **values)
                refused = answer.status_code
            with rolled_back(client):
                etag = find_etag(client, target)
                headers = {"If-Match": etag} if etag else {}
                answer = send_request(client, method, path, site, headers=headers, **values)
                accepted = str(answer.status_code)
                is_changed = method != "POST" and find_etag(client, target) != etag
                if is_changed:
                    answer = send_request(client, method, path, site, headers=headers, **values)
                    compared += 1
            transaction.set_rollback(True)

            assert (refused, accepted) == (412, call.answers[role])
            assert etag or method == "POST"
            assert not is_changed or answer.status_code == 412
    assert compared > len(CHANGES) // 8
