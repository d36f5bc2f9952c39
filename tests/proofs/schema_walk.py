"""Random requests generated from the OpenAPI description, sent in four roles: answers must be as
described."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.site import openapi
from tests.site.two_clubs import Site, a_site
from tournaments.web.tokens import services as tokens

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# Existing values of path parameters, by the first segment of the path and the name of the parameter.
PATH_PARAMETERS: dict[str, Callable[[Site], object]] = {
    "slug": lambda site: site.club.slug,
    "tournament": lambda site: site.event.tournament.slug,
    "season": lambda site: "season",
    "ladder": lambda site: "ladder",
    "rating_list": lambda site: site.names["list"],
    "id": lambda site: site.event.pk,
    "label": lambda site: "R1-1",
    "transcript": lambda site: site.transcript.pk,
    "desk": lambda site: site.match.desk.code,
    "archive": lambda site: site.archive.code,
    "matches code": lambda site: site.match.code,
    "sessions code": lambda site: site.session.code,
    "players code": lambda site: site.match.white.code,
    "players other": lambda site: site.names["namesake"],
    "clubs code": lambda site: site.match.white.code,
    "events code": lambda site: site.names["screen"],
    "number": lambda site: 1,
    "fund": lambda site: 1,
}
# The test client does not decompress answers.
PLAIN = {"Accept-Encoding": "identity"}
OF_TEAMS, OF_LEAGUES = ("/teams/", "/meetings/"), ("/league/",)


def described() -> list[Any]:
    """Every operation of the OpenAPI description; requests are sent to the site in this process."""
    schema = schemathesis.openapi.from_dict(openapi.stored())
    schema.app = get_wsgi_application()
    return [all_operation.ok() for all_operation in schema.get_all_operations()]


def name_of(operation: Any) -> str:
    """The name of an operation in the IDs of tests."""
    return f"{operation.method.upper()} {operation.path}"


def roles(site: Site) -> dict[str, dict[str, str]]:
    """The headers of each role: none, a player's badge, a director's token, the token of another club."""
    other = a_site("elsewhere")

    def bearer(owner: Site) -> dict[str, str]:
        token_fields = {"name": "Walk", "scope": owner.club, "may_write": True, "days": 9}
        return {"Authorization": f"Bearer {tokens.create_token(by=owner.director, **token_fields).secret}"}

    return {
        "nobody": {},
        "player": {"Authorization": f"Badge {site.tokens['player']}", "X-Device": "phone of player"},
        "director": bearer(site),
        "foreign": bearer(other),
    }


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll back every change made inside, and keep the database connection open between requests."""
    cache.clear()
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def walk(operation: Any, site: Site, headers: dict[str, str], *, examples: int, start: int) -> None:
    """Send `examples` random requests to one operation; nine in ten name existing objects."""
    chance = random.Random(start)

    @seed(start)
    @given(case=operation.as_strategy())
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
    )
    def ask(case: Any) -> None:
        if chance.random() < 0.9:
            case.path_parameters = {**(case.path_parameters or {}), **_existing_parameters(operation, site)}
        with rolled_back():
            answer = case.call(headers={**dict(case.headers or {}), **headers, **PLAIN})
            case.validate_response(answer, checks=CHECKS)

    ask()


def _existing_parameters(operation: Any, site: Site) -> dict[str, object]:
    first = operation.path.removeprefix("/api/v1/").split("/")[0]
    parameters: dict[str, object] = {}
    for parameter in operation.path_parameters:
        name = parameter.name
        make = PATH_PARAMETERS.get(f"{first} {name}") or PATH_PARAMETERS.get(name)
        if make is not None:
            parameters[name] = make(site)
    if any(part in operation.path for part in OF_TEAMS):
        parameters["id"] = site.squads.pk
    if any(part in operation.path for part in OF_LEAGUES):
        parameters["id"] = site.league.pk
    return parameters
