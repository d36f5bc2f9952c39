"""Every address of the API refuses a field or a query parameter that its description does not name."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.factories import a_user
from tests.site.addresses import BY_PATH, Call, list_calls
from tests.site.addresses.mirrors import RECEIVED_PATHS
from tests.site.bodies import A_STAGE, API_TOURNAMENT, MATCH_LAWS
from tests.site.requests import fill_in
from tests.site.two_clubs import SITUATIONS, Site, a_client, body_of

pytestmark = pytest.mark.django_db

UNKNOWN = "colour_of_the_board"
# The description of the API and the pages that show it are those of drf-spectacular.
FRAMEWORK_PATHS = {"/api/v1/schema/", "/api/v1/docs/"}
SITE_ROLES = ("owner", "director", "player", "stranger", "nobody")


@pytest.fixture(scope="module")
def clients(site: Site) -> dict[str, Client]:
    """A client for each of the roles that together may call every address."""
    people = {
        "director": site.director,
        "owner": a_user("owner", is_superuser=True, is_staff=True),
        "stranger": a_user("stranger"),
    }
    return {role: a_client(site, role, people) for role in SITE_ROLES}


def list_api_calls(*methods: str) -> list[tuple[str, str, Call]]:
    return [
        (method, address.path, call)
        for method, address, call in list_calls(*methods)
        if address.is_api and address.path not in FRAMEWORK_PATHS | RECEIVED_PATHS
    ]


def choose_client(clients: dict[str, Client], call: Call) -> Client:
    """Return a client that may make the call; the owner for an address whose object is nobody's."""
    allowed = [role for role in SITE_ROLES if call.answers.get(role) == str(call.status)]
    return clients[allowed[0] if allowed else "owner"]


def send_with_unknown_field(
    client: Client, method: str, path: str, call: Call, site: Site, values: dict[str, Any]
) -> HttpResponse:
    body: Any = {**body_of(call.body, site, **values), UNKNOWN: "green"}
    takes_files = any("file" in each.body for each in BY_PATH[path].calls.values())
    kind = {} if takes_files else {"content_type": "application/json"}
    if takes_files and method != "POST":
        body, kind = encode_multipart(BOUNDARY, body), {"content_type": MULTIPART_CONTENT}
    answer: HttpResponse = getattr(client, method.lower())(fill_in(path, site), body, **kind)
    return answer


def describe_refusal(answer: HttpResponse) -> tuple[int, str, str]:
    problem = answer.json() if answer.status_code >= 400 else {"code": "", "context": {}}
    return answer.status_code, problem["code"], problem["context"].get("name", "")


@pytest.mark.second_stage
def test_every_write_refuses_a_field_it_does_not_know(
    subtests: pytest.Subtests, site: Site, clients: dict[str, Client]
) -> None:
    for method, path, call in list_api_calls("POST", "PUT", "PATCH", "DELETE"):
        with subtests.test(method=method, path=path), transaction.atomic():
            cache.clear()
            if call.situation:
                SITUATIONS[call.situation](site)
            values = {"card": "", "token": site.tokens["player"], "version": 1, "waiting": 1, "last": 1}
            client = choose_client(clients, call)
            answer = send_with_unknown_field(client, method, path, call, site, values)
            transaction.set_rollback(True)

            assert describe_refusal(answer) == (400, "unknown_field", UNKNOWN)


@pytest.mark.second_stage
def test_every_read_refuses_a_parameter_it_does_not_know(
    subtests: pytest.Subtests, site: Site, clients: dict[str, Client]
) -> None:
    for _, path, call in list_api_calls("GET"):
        with subtests.test(path=path):
            cache.clear()
            answer = choose_client(clients, call).get(f"{fill_in(path, site)}?{UNKNOWN}=green")

            assert describe_refusal(answer) == (400, "unknown_parameter", UNKNOWN)


def post_json(client: Client, path: str, body: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post(path, body, content_type="application/json")
    return answer.status_code, answer.json()


def test_a_misspelt_field_is_named_with_the_nearest_one_and_nothing_is_stored(
    site: Site, clients: dict[str, Client]
) -> None:
    game = {"winner": "white", "kind": "single", "cub": 2}
    status, problem = post_json(clients["director"], f"/api/v1/matches/{site.match.code}/games/", game)

    assert (status, problem["code"]) == (400, "unknown_field")
    assert problem["context"] == {
        "name": "cub",
        "nearest": "cube",
        "known": ["cube", "kind", "version", "winner"],
    }
    assert problem["detail"] == (
        "Unknown field “cub”. Nearest: cube. Fields of this request: cube, kind, version, winner."
    )
    assert site.match.games.count() == 0


def test_the_refusal_is_written_in_the_language_of_the_request(
    site: Site, clients: dict[str, Client]
) -> None:
    answer = clients["director"].get("/api/v1/matches/?event=4", headers={"Accept-Language": "it"})

    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_parameter")
    assert answer.json()["detail"].startswith("Parametro sconosciuto «event».")


def test_the_name_that_the_pages_use_for_a_field_is_refused(site: Site, clients: dict[str, Client]) -> None:
    body = {**API_TOURNAMENT, "scheme": "knockout", "length": [5]}
    status, problem = post_json(clients["director"], f"/api/v1/clubs/{site.club.slug}/tournaments/", body)

    assert (status, problem["code"], problem["context"]["name"]) == (400, "unknown_field", "scheme")


@pytest.mark.parametrize(
    ("path", "method", "body", "name"),
    [
        ("/api/v1/desks/{desk}/laws/", "put", {"match": {**MATCH_LAWS, "beaver": True}}, "match.beaver"),
        (
            "/api/v1/events/{event}/plan/",
            "put",
            {"stages": [{**A_STAGE, "size": 5}]},
            "stages.0.size",
        ),
        (
            "/api/v1/events/{event}/plan/",
            "put",
            {"stages": [{**A_STAGE, "feed": {"orgin": "entries"}}]},
            "stages.0.feed.orgin",
        ),
        (
            "/api/v1/desks/{desk}/conduct-rulings/",
            "post",
            {"match": "any", "case": "dice", "data": {"rol": "31"}},
            "data.rol",
        ),
    ],
)
def test_an_unknown_field_of_an_inner_object_is_named_with_its_path(
    site: Site, clients: dict[str, Client], path: str, method: str, body: Any, name: str
) -> None:
    send = getattr(clients["director"], method)
    answer = send(fill_in(path, site), body, content_type="application/json")

    assert describe_refusal(answer) == (400, "unknown_field", name)


@pytest.mark.parametrize("body", ["[]", "[1]", '"text"', "7", "true", "null"])
@pytest.mark.parametrize("path", ["/api/v1/matches/{match}/begin/", "/api/v1/events/{event}/cancel/"])
def test_a_body_that_is_no_object_is_refused(
    site: Site, clients: dict[str, Client], path: str, body: str
) -> None:
    status, problem = post_json(clients["director"], fill_in(path, site), body)

    assert (status, problem["code"]) == (400, "body_not_object")
