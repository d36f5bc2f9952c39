"""Every address of the house, asked by every role: what may be seen, what may be done, what is not there."""

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from pytest_django import DjangoDbBlocker

from tests.factories import a_user
from tests.house import bodies, bodies_api, matrix, matrix_api
from tests.house.world import SITUATIONS, House, a_client, a_house, body_of
from tests.matches.accounts.people import a_second_factor
from tournaments.models import Entry, JournalEntry
from tournaments.services import members

pytestmark = pytest.mark.django_db

READING = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA", "EXPLAIN")
PUBLIC = [*matrix.PUBLIC.split(), *matrix_api.PUBLIC.split()]
WRITTEN = [*matrix.RIGHTS.splitlines(), *matrix_api.RIGHTS.splitlines()]
RIGHTS = [line.split() for line in WRITTEN if line.strip() and not line.startswith("#")]
BODIES = {**bodies.BODIES, **bodies_api.BODIES}
STANDING = {**bodies.SITUATIONS, **bodies_api.SITUATIONS}


LINES = [("GET", address) for address in PUBLIC] + [(row[0], row[1]) for row in RIGHTS]
LOOKED_AT = [address for method, address in LINES if method == "GET"]
# From no right at all to every right: a page that these may read, everybody may.
FAR_APART = ("nobody", "other", "foreign", "owner")
# Django's own pages: the choice of a language sends every other method back where it came from.
NOT_OURS = {"/admin/", "/language/setlang/"}
ADDRESSES = sorted({address for _, address in LINES} - NOT_OURS)
Execute = Callable[..., Any]


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """The club everybody knocks at, built once and rolled back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield a_house()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def visitors(house: House) -> dict[str, Client]:
    """One client for each role."""
    recorder, helper = a_user("recorder"), a_user("helper")
    a_second_factor(helper)
    members.appoint(club=house.club, user=recorder, role="recorder", by=house.director)
    members.appoint(club=house.club, user=helper, role="helper", by=house.director)
    people = {
        "director": house.director,
        "foreign": a_house("elsewhere").director,
        "recorder": recorder,
        "helper": helper,
        "owner": a_user("owner", is_superuser=True, is_staff=True),
        "stranger": a_user("stranger"),
    }
    return {role: a_client(house, role, people) for role in matrix.ROLES}


@contextmanager
def for_a_moment(client: Client) -> Iterator[None]:
    """Whatever is done in here has not been done, and the client has forgotten it."""
    cache.clear()
    cookies = copy.deepcopy(client.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    client.cookies = cookies


def at(address: str, house: House) -> str:
    return address.format(law="match.crawford", **house.names)


def body(address: str, role: str, house: House) -> dict[str, Any]:
    house.match.refresh_from_db()
    waiting = Entry.objects.filter(event=house.event, player__name="Hugo").values_list("number", flat=True)
    facts = {
        "card": house.names["table"] if role == "card" else "",
        "token": house.tokens["player"],
        "version": house.match.version,
        "waiting": waiting.get(),
        "last": JournalEntry.objects.filter(event=house.event).latest("seq").seq,
    }
    return body_of(BODIES.get(address, {}), house, **facts)


def knock(client: Client, method: str, address: str, house: House, role: str = "") -> HttpResponse:
    path = at(address, house)
    if method == "GET":
        return client.get(path)
    sent = body(address, role, house)
    is_json = address.startswith("/api/") and "file" not in sent
    kind = {"content_type": "application/json"} if is_json else {}
    return client.post(path, sent, **kind)


def asked(
    visitors: dict[str, Client],
    house: House,
    method: str,
    address: str,
    roles: Sequence[str] = matrix.ROLES,
) -> list[str]:
    """What each role is answered, in the words and the order of the matrix."""
    found = []
    with transaction.atomic():
        if method == "POST" and address in STANDING:
            SITUATIONS[STANDING[address]](house)
        for role in roles:
            with for_a_moment(visitors[role]):
                found.append(word(knock(visitors[role], method, address, house, role)))
        transaction.set_rollback(True)
    return found


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


def route_of(address: str, house: House) -> str:
    """The pattern that answers an address."""
    found = resolve(at(address, house))
    return "admin/index" if found.namespaces == ["admin"] else found.route


def test_every_address_stands_in_the_matrix(house: House) -> None:
    written = {route_of(address, house) for address in [*PUBLIC, *(row[1] for row in RIGHTS)]}

    assert written == set(patterns(get_resolver()))


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_page_is_for_everybody(visitors: dict[str, Client], house: House, address: str) -> None:
    assert asked(visitors, house, "GET", address, FAR_APART) == ["200"] * len(FAR_APART)


@pytest.mark.parametrize(("method", "address", "expected"), [(row[0], row[1], row[2:]) for row in RIGHTS])
def test_everybody_may_do_what_the_matrix_says(
    visitors: dict[str, Client], house: House, method: str, address: str, expected: list[str]
) -> None:
    assert asked(visitors, house, method, address) == expected


@pytest.mark.parametrize("address", LOOKED_AT)
def test_looking_changes_nothing(visitors: dict[str, Client], house: House, address: str) -> None:
    written: list[str] = []

    def note(execute: Execute, sql: str, *rest: Any) -> Any:
        written.extend([sql] if not sql.lstrip().startswith(READING) else [])
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        for role in ("player", "director"):
            knock(visitors[role], "GET", address, house)

    assert written == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_knows_another_method(visitors: dict[str, Client], house: House, address: str) -> None:
    known = {method for method, each in LINES if each == address}
    others = [method for method in ("get", "post", "put", "patch", "delete") if method.upper() not in known]

    client = visitors["nobody" if address == "/sign-in/" else "owner"]

    with for_a_moment(client):
        answers = {method: getattr(client, method)(at(address, house)) for method in others}

    assert {method: answer.status_code for method, answer in answers.items()} == dict.fromkeys(others, 405)


@pytest.mark.parametrize("address", [address for method, address in LINES if method == "POST"])
def test_a_form_of_another_site_does_nothing(house: House, address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(house.director)

    with for_a_moment(client):
        assert knock(client, "POST", address, house).status_code == 403
