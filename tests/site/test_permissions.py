"""Permission matrix: every address of the site with every method, requested by a role for each answer that is
expected (with PROVE=1 by every role)."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver

from tests.factories import a_user
from tests.matches.accounts.account_factories import a_device, a_passkey, a_second_factor
from tests.site.addresses import ADDRESSES, BY_PATH, ROLES, list_calls
from tests.site.requests import fill_in, list_routes, route_of, send_request
from tests.site.role_choice import choose_roles
from tests.site.two_clubs import SITUATIONS, Site, a_client
from tests.tournaments.club_evenings import a_club
from tournaments.models import Entry, JournalEntry
from tournaments.people.services import club_roles, members

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lean_requests")]

READING = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA", "EXPLAIN")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WRITES = METHODS[1:]
# Reading these is noted by allauth: whether somebody has seen their recovery codes.
NOTED_READS = {"/account/second/codes/", "/account/second/codes.txt"}
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
    club_roles.appoint(club=site.club, user=recorder, role="recorder", by=site.director)
    club_roles.appoint(club=site.club, user=helper, role="helper", by=site.director)
    foreign = a_user("foreign")
    a_club("Elsewhere", by=foreign)
    a_passkey(foreign)
    a_device(foreign)
    people = {
        "director": site.director,
        "foreign": foreign,
        "recorder": recorder,
        "helper": helper,
        "owner": a_user("owner", is_superuser=True, is_staff=True),
        "stranger": a_user("stranger"),
    }
    clients = {role: a_client(site, role, people) for role in ROLES}
    # The objects live until the end of the module: the garbage collector need not check them again.
    gc.freeze()
    return clients


@pytest.fixture(scope="module")
def form_values(site: Site) -> dict[str, Any]:
    """The values that forms carry at the start."""
    return {"card": "", **get_form_values(site)}


@contextmanager
def rolled_back(client: Client) -> Iterator[None]:
    """Roll back what happens inside, and restore the cookies of the client."""
    cache.clear()
    cookies = dict(client.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    client.cookies.clear()
    client.cookies.update(cookies)


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


@contextmanager
def recording_writes(written: list[str]) -> Iterator[None]:
    """Append every statement that writes to the database to `written`."""

    def note(execute: Execute, sql: str, *rest: Any) -> Any:
        written.extend([] if sql.lstrip().startswith(READING) else [sql])
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield


def get_read_answers(
    visitors: Mapping[str, Client], site: Site, path: str, roles: Iterable[str]
) -> tuple[dict[str, str], list[str]]:
    """Return the answer to a GET by each role, and the statements that wrote to the database."""
    answers: dict[str, str] = {}
    written: list[str] = []
    for role in roles:
        with rolled_back(visitors[role]), recording_writes(written):
            answers[role] = describe_answer(send_request(visitors[role], "GET", path, site))
    return answers, written


def get_write_answers(
    visitors: Mapping[str, Client], site: Site, method: str, path: str, roles: Iterable[str]
) -> dict[str, str]:
    """Return the answer to a write by each role; each is rolled back before the next."""
    answers = {}
    situation = BY_PATH[path].calls[method].situation
    with transaction.atomic():
        if situation:
            SITUATIONS[situation](site)
        values = get_form_values(site)
        for role in roles:
            card = site.names["table"] if role == "card" else ""
            with rolled_back(visitors[role]):
                answer = send_request(visitors[role], method, path, site, card=card, **values)
                answers[role] = describe_answer(answer)
        transaction.set_rollback(True)
    return answers


def describe_answer(answer: HttpResponse) -> str:
    """Return the status, or "sign" for a redirect to the sign-in page."""
    return "sign" if "sign-in/?next=" in answer.get("Location", "") else str(answer.status_code)


def test_every_address_of_the_site_is_in_the_table_once(site: Site) -> None:
    paths = [address.path for address in ADDRESSES]

    assert {route_of(path) for path in paths} == set(list_routes(get_resolver()))
    assert sorted(set(paths)) == sorted(paths)


@pytest.mark.second_stage
def test_every_role_gets_the_answers_of_the_table_and_reading_writes_nothing(
    subtests: pytest.Subtests, visitors: dict[str, Client], site: Site
) -> None:
    for method, address, call in list_calls():
        with subtests.test(method=method, address=address.path):
            roles = choose_roles(method, address.path, call)
            if method == "GET":
                answers, written = get_read_answers(visitors, site, address.path, roles)
            else:
                answers, written = get_write_answers(visitors, site, method, address.path, roles), []

            assert answers == {role: call.answers[role] for role in roles}
            assert written == [] or address.path in NOTED_READS


@pytest.mark.second_stage
def test_other_methods_are_not_allowed(
    subtests: pytest.Subtests, visitors: dict[str, Client], site: Site
) -> None:
    for address in ADDRESSES:
        if address.path in DJANGO_ADDRESSES:
            continue
        others = [method for method in METHODS if method not in address.calls]
        client = visitors["nobody" if address.path == "/sign-in/" else "owner"]
        with subtests.test(address=address.path), rolled_back(client):
            path = fill_in(address.path, site)
            answers = {method: client.generic(method, path).status_code for method in others}

            assert answers == dict.fromkeys(others, 405)


@pytest.mark.second_stage
def test_a_form_of_another_site_does_nothing(
    subtests: pytest.Subtests, site: Site, form_values: dict[str, Any]
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(site.director)
    for method, address, _ in list_calls(*WRITES):
        with subtests.test(method=method, address=address.path), rolled_back(client):
            answer = send_request(client, method, address.path, site, **form_values)

            assert answer.status_code == 403
