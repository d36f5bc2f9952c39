"""Permission matrix: every address of the site with every method, requested by every role."""

import copy
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from tests.factories import a_user
from tests.matches.accounts.people import a_second_factor
from tests.site import bodies, bodies_api, matrix, matrix_api
from tests.site.world import SITUATIONS, Site, a_client, a_site, body_of
from tournaments.models import Entry, JournalEntry
from tournaments.services import members

pytestmark = pytest.mark.django_db

READING = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA", "EXPLAIN")
PUBLIC = [*matrix.PUBLIC.split(), *matrix_api.PUBLIC.split()]
ROWS = [*matrix.RIGHTS.splitlines(), *matrix_api.RIGHTS.splitlines()]
RIGHTS = [line.split() for line in ROWS if line.strip() and not line.startswith("#")]
BODIES = {**bodies.BODIES, **bodies_api.BODIES}
SITUATION_OF_ADDRESS = {**bodies.SITUATIONS, **bodies_api.SITUATIONS}


# Roles from no rights to all rights; a page that these may read is public.
ROLES_BY_RIGHTS = ("nobody", "player", "other", "director", "foreign", "owner")
# By address and method: the answer expected for each role.
EXPECTED_ANSWERS: dict[str, dict[str, dict[str, str]]] = {
    address: {"GET": dict.fromkeys(ROLES_BY_RIGHTS, "200")} for address in PUBLIC
}
for row in RIGHTS:
    EXPECTED_ANSWERS.setdefault(row[1], {})[row[0]] = dict(zip(matrix.ROLES, row[2:], strict=True))
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WRITES = METHODS[1:]
# Roles whose GET requests are checked to write nothing; the others read no more than they do.
ROLES_CHECKED_FOR_WRITES = {"player", "director"}
# Pages of Django, which answer other methods in their own way.
DJANGO_ADDRESSES = {"/admin/", "/language/setlang/"}
Execute = Callable[..., Any]


@pytest.fixture(scope="module")
def visitors(site: Site) -> dict[str, Client]:
    """One client for each role."""
    recorder, helper = a_user("recorder"), a_user("helper")
    a_second_factor(helper)
    # Only somebody with an account in the club can get a role.
    members.add_account(club=site.club, user=recorder)
    members.appoint(club=site.club, user=recorder, role="recorder", by=site.director)
    members.appoint(club=site.club, user=helper, role="helper", by=site.director)
    people = {
        "director": site.director,
        "foreign": a_site("elsewhere").director,
        "recorder": recorder,
        "helper": helper,
        "owner": a_user("owner", is_superuser=True, is_staff=True),
        "stranger": a_user("stranger"),
    }
    return {role: a_client(site, role, people) for role in matrix.ROLES}


@pytest.fixture(scope="module")
def form_values(site: Site) -> dict[str, Any]:
    """The values that forms carry at the start."""
    return {"card": "", **get_form_values(site)}


@contextmanager
def rolled_back(client: Client) -> Iterator[None]:
    """Roll back what happens inside, and restore the cookies of the client."""
    cache.clear()
    cookies = copy.deepcopy(client.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    client.cookies = cookies


def fill_in(address: str, site: Site) -> str:
    return address.format(law="match.crawford", **site.names)


def get_form_values(site: Site) -> dict[str, Any]:
    """Return the hidden values of forms: token, version, waiting entry, last command."""
    site.match.refresh_from_db()
    waiting = Entry.objects.filter(event=site.event, player__name="Hugo").values_list("number", flat=True)
    return {
        "token": site.tokens["player"],
        "version": site.match.version,
        "waiting": waiting.get(),
        "last": JournalEntry.objects.filter(event=site.event).latest("seq").command,
    }


def send_request(client: Client, method: str, address: str, site: Site, **values: Any) -> HttpResponse:
    path = fill_in(address, site)
    if method == "GET":
        return client.get(path)
    body = body_of(BODIES.get(f"{method} {address}", BODIES.get(address, {})), site, **values)
    is_json = address.startswith("/api/") and "file" not in body
    kind = {"content_type": "application/json"} if is_json else {}
    answer: HttpResponse = getattr(client, method.lower())(path, body, **kind)
    return answer


@contextmanager
def recording_writes(written: list[str]) -> Iterator[None]:
    """Append every statement that writes to the database to `written`."""

    def note(execute: Execute, sql: str, *rest: Any) -> Any:
        written.extend([] if sql.lstrip().startswith(READING) else [sql])
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield


def get_read_answers(
    visitors: dict[str, Client], site: Site, address: str, roles: Iterable[str]
) -> tuple[dict[str, str], list[str]]:
    """Return the answer to a GET by each role, and the statements that wrote to the database."""
    answers: dict[str, str] = {}
    written: list[str] = []
    for role in roles:
        with (
            rolled_back(visitors[role]),
            recording_writes(written if role in ROLES_CHECKED_FOR_WRITES else []),
        ):
            answers[role] = describe_answer(send_request(visitors[role], "GET", address, site))
    return answers, written


def get_write_answers(
    visitors: dict[str, Client], site: Site, method: str, address: str, roles: Iterable[str]
) -> dict[str, str]:
    """Return the answer to a write by each role; each is rolled back before the next."""
    answers = {}
    with transaction.atomic():
        situation = SITUATION_OF_ADDRESS.get(f"{method} {address}", SITUATION_OF_ADDRESS.get(address))
        if situation:
            SITUATIONS[situation](site)
        values = get_form_values(site)
        for role in roles:
            card = site.names["table"] if role == "card" else ""
            with rolled_back(visitors[role]):
                answer = send_request(visitors[role], method, address, site, card=card, **values)
                answers[role] = describe_answer(answer)
        transaction.set_rollback(True)
    return answers


def describe_answer(answer: HttpResponse) -> str:
    """Return the status, or "sign" for a redirect to the sign-in page."""
    return "sign" if "sign-in/?next=" in answer.get("Location", "") else str(answer.status_code)


def list_routes(of: URLResolver, before: str = "") -> Iterator[str]:
    """Yield every route of a resolver; the admin counts as one."""
    for each in of.url_patterns:
        route = before + str(each.pattern).removeprefix("^" if before else "")
        if isinstance(each, URLPattern):
            yield route
        elif each.namespace == "admin":
            yield f"{route}index"
        else:
            yield from list_routes(each, route)


def route_of(address: str, site: Site) -> str:
    """Return the route that answers an address."""
    match = resolve(fill_in(address, site))
    return "admin/index" if match.namespaces == ["admin"] else match.route


def test_every_address_is_in_the_matrix(site: Site) -> None:
    routes = {route_of(address, site) for address in [*PUBLIC, *(row[1] for row in RIGHTS)]}

    assert routes == set(list_routes(get_resolver()))
    lines = [*(("GET", address) for address in PUBLIC), *((row[0], row[1]) for row in RIGHTS)]
    assert sorted(set(lines)) == sorted(lines)
    assert {method for method, _ in lines} <= set(METHODS)


@pytest.mark.second_stage
def test_every_role_gets_the_answers_of_the_matrix_and_reading_writes_nothing(
    subtests: pytest.Subtests, visitors: dict[str, Client], site: Site
) -> None:
    for address, methods in EXPECTED_ANSWERS.items():
        with subtests.test(address=address):
            reads, written = get_read_answers(visitors, site, address, methods.get("GET", ()))
            writes = {method: roles for method, roles in methods.items() if method in WRITES}
            answers = {
                method: get_write_answers(visitors, site, method, address, roles)
                for method, roles in writes.items()
            }

            assert reads == methods.get("GET", {})
            assert written == []
            assert answers == writes


@pytest.mark.second_stage
def test_other_methods_are_not_allowed(
    subtests: pytest.Subtests, visitors: dict[str, Client], site: Site
) -> None:
    for address in sorted(set(EXPECTED_ANSWERS) - DJANGO_ADDRESSES):
        others = [method for method in METHODS if method not in EXPECTED_ANSWERS[address]]
        client = visitors["nobody" if address == "/sign-in/" else "owner"]
        with subtests.test(address=address), rolled_back(client):
            answers = {each: client.generic(each, fill_in(address, site)).status_code for each in others}

            assert answers == dict.fromkeys(others, 405)


def test_a_form_of_another_site_does_nothing(
    subtests: pytest.Subtests, site: Site, form_values: dict[str, Any]
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(site.director)
    for address, methods in EXPECTED_ANSWERS.items():
        for method in sorted(methods.keys() & WRITES):
            with subtests.test(method=method, address=address), rolled_back(client):
                assert send_request(client, method, address, site, **form_values).status_code == 403
