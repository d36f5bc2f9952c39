"""Every address of the site, asked by every role: what may be seen, what may be done, what is not there."""

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
WRITTEN = [*matrix.RIGHTS.splitlines(), *matrix_api.RIGHTS.splitlines()]
RIGHTS = [line.split() for line in WRITTEN if line.strip() and not line.startswith("#")]
BODIES = {**bodies.BODIES, **bodies_api.BODIES}
STANDING = {**bodies.SITUATIONS, **bodies_api.SITUATIONS}


# From no right at all to every right: a page that these may read, everybody may.
FAR_APART = ("nobody", "player", "other", "director", "foreign", "owner")
# What every address knows: each method, with what each role is answered.
DOORS: dict[str, dict[str, dict[str, str]]] = {
    address: {"GET": dict.fromkeys(FAR_APART, "200")} for address in PUBLIC
}
for row in RIGHTS:
    DOORS.setdefault(row[1], {})[row[0]] = dict(zip(matrix.ROLES, row[2:], strict=True))
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WRITES = METHODS[1:]
# Whose looking is watched; what others read is no more.
WATCHED = {"player", "director"}
# Django's own pages: the choice of a language sends every other method back where it came from.
NOT_OURS = {"/admin/", "/language/setlang/"}
Execute = Callable[..., Any]


@pytest.fixture(scope="module")
def visitors(site: Site) -> dict[str, Client]:
    """One client for each role."""
    recorder, helper = a_user("recorder"), a_user("helper")
    a_second_factor(helper)
    # He came by himself: by an appointment alone nobody lets him in.
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
def known(site: Site) -> dict[str, Any]:
    """How things stand before anybody has done anything."""
    return {"card": "", **facts(site)}


@contextmanager
def for_a_moment(client: Client) -> Iterator[None]:
    """Whatever is done in here has not been done, and the client has forgotten it."""
    cache.clear()
    cookies = copy.deepcopy(client.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    client.cookies = cookies


def at(address: str, site: Site) -> str:
    return address.format(law="match.crawford", **site.names)


def facts(site: Site) -> dict[str, Any]:
    """How things stand, as a form carries it."""
    site.match.refresh_from_db()
    waiting = Entry.objects.filter(event=site.event, player__name="Hugo").values_list("number", flat=True)
    return {
        "token": site.tokens["player"],
        "version": site.match.version,
        "waiting": waiting.get(),
        "last": JournalEntry.objects.filter(event=site.event).latest("seq").command,
    }


def knock(client: Client, method: str, address: str, site: Site, **value: Any) -> HttpResponse:
    path = at(address, site)
    if method == "GET":
        return client.get(path)
    result = body_of(BODIES.get(f"{method} {address}", BODIES.get(address, {})), site, **value)
    is_json = address.startswith("/api/") and "file" not in result
    kind = {"content_type": "application/json"} if is_json else {}
    answer: HttpResponse = getattr(client, method.lower())(path, result, **kind)
    return answer


@contextmanager
def watched(written: list[str]) -> Iterator[None]:
    """Whatever is written to the database in here is noted in `written`."""

    def note(execute: Execute, sql: str, *rest: Any) -> Any:
        written.extend([] if sql.lstrip().startswith(READING) else [sql])
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield


def seen(
    visitors: dict[str, Client], site: Site, address: str, roles: Iterable[str]
) -> tuple[dict[str, str], list[str]]:
    """What each role is answered that only looks, and what was written meanwhile."""
    mapping: dict[str, str] = {}
    items: list[str] = []
    for role in roles:
        with for_a_moment(visitors[role]), watched(items if role in WATCHED else []):
            mapping[role] = word(knock(visitors[role], "GET", address, site))
    return mapping, items


def done(
    visitors: dict[str, Client], site: Site, method: str, address: str, roles: Iterable[str]
) -> dict[str, str]:
    """What each role is answered that does it, as if no other had."""
    mapping = {}
    with transaction.atomic():
        situation = STANDING.get(f"{method} {address}", STANDING.get(address))
        if situation:
            SITUATIONS[situation](site)
        result = facts(site)
        for role in roles:
            card = site.names["table"] if role == "card" else ""
            with for_a_moment(visitors[role]):
                mapping[role] = word(knock(visitors[role], method, address, site, card=card, **result))
        transaction.set_rollback(True)
    return mapping


def word(answer: HttpResponse) -> str:
    """The status, or "sign" for the way to the sign-in page."""
    return "sign" if "sign-in/?next=" in answer.get("Location", "") else str(answer.status_code)


def patterns(of: URLResolver, before: str = "") -> Iterator[str]:
    """Every route below a resolver; the admin's own as one."""
    for each in of.url_patterns:
        route = before + str(each.pattern).removeprefix("^" if before else "")
        if isinstance(each, URLPattern):
            yield route
        elif each.namespace == "admin":
            yield f"{route}index"
        else:
            yield from patterns(each, route)


def route_of(address: str, site: Site) -> str:
    """The pattern that answers an address."""
    result = resolve(at(address, site))
    return "admin/index" if result.namespaces == ["admin"] else result.route


def test_every_address_stands_in_the_matrix(site: Site) -> None:
    values = {route_of(address, site) for address in [*PUBLIC, *(row[1] for row in RIGHTS)]}

    assert values == set(patterns(get_resolver()))
    lines = [*(("GET", address) for address in PUBLIC), *((row[0], row[1]) for row in RIGHTS)]
    assert sorted(set(lines)) == sorted(lines)
    assert {method for method, _ in lines} <= set(METHODS)


@pytest.mark.second_stage
def test_everybody_may_do_what_the_matrix_says_and_looking_changes_nothing(
    subtests: pytest.Subtests, visitors: dict[str, Client], site: Site
) -> None:
    for address, methods in DOORS.items():
        with subtests.test(address=address):
            value, result = seen(visitors, site, address, methods.get("GET", ()))
            writes = {method: roles for method, roles in methods.items() if method in WRITES}
            acted = {each: done(visitors, site, each, address, roles) for each, roles in writes.items()}

            assert value == methods.get("GET", {})
            assert result == []
            assert acted == writes


@pytest.mark.second_stage
def test_no_address_knows_another_method(
    subtests: pytest.Subtests, visitors: dict[str, Client], site: Site
) -> None:
    for address in sorted(set(DOORS) - NOT_OURS):
        others = [method for method in METHODS if method not in DOORS[address]]
        client = visitors["nobody" if address == "/sign-in/" else "owner"]
        with subtests.test(address=address), for_a_moment(client):
            answers = {each: client.generic(each, at(address, site)).status_code for each in others}

            assert answers == dict.fromkeys(others, 405)


def test_a_form_of_another_site_does_nothing(
    subtests: pytest.Subtests, site: Site, known: dict[str, Any]
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(site.director)
    for address, methods in DOORS.items():
        for method in sorted(methods.keys() & WRITES):
            with subtests.test(method=method, address=address), for_a_moment(client):
                assert knock(client, method, address, site, **known).status_code == 403
