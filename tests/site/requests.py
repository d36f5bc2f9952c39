"""Send requests to the addresses of `tests.site.addresses`, with the bodies listed there."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import ResolverMatch, URLPattern, URLResolver, resolve

from tests.site.addresses import BY_PATH
from tests.site.two_clubs import Site, body_of

# Placeholder values for resolving an address without a site; each has the form of a real value.
SAMPLES = {
    "competition": "club/night/event",
    "league": "club/night/event",
    "squads": "club/night/event",
    "night": "club/night",
    "signing": "club/night",
    "signing_api": "club/tournaments/night",
    "law": "match.crawford",
    "year": "2026",
}


class _Samples(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "1"


def fill_in(path: str, site: Site) -> str:
    """Return the path of an address on a site."""
    return path.format(law="match.crawford", **site.names)


def resolve_address(path: str) -> ResolverMatch:
    """Return the view that answers an address of the table; no site is needed."""
    return resolve(path.format_map(_Samples(SAMPLES)))


def send_request(
    client: Client,
    method: str,
    path: str,
    site: Site,
    *,
    target: str = "",
    headers: dict[str, str] | None = None,
    **values: Any,
) -> HttpResponse:
    """Send a request as the table of addresses describes it.

    `path` is an address of the table, `target` the path that is requested, if it is not that of the site.
    `values` stand for the placeholders of the body that the site does not name.
    """
    target = target or fill_in(path, site)
    if method == "GET":
        return client.get(target, headers=headers)
    call = BY_PATH[path].calls[method]
    body = body_of(call.body, site, **values)
    is_json = path.startswith("/api/") and "file" not in body
    kind = {"content_type": "application/json"} if is_json else {}
    answer: HttpResponse = getattr(client, method.lower())(target, body, headers=headers, **kind)
    return answer


def list_routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """Yield every route of a resolver; the admin counts as one."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern).removeprefix("^" if before else "")
        if isinstance(pattern, URLPattern):
            yield route
        elif pattern.namespace == "admin":
            yield f"{route}index"
        else:
            yield from list_routes(pattern, route)


def route_of(path: str) -> str:
    """Return the route that answers an address of the table."""
    match = resolve_address(path)
    return "admin/index" if match.namespaces == ["admin"] else match.route
