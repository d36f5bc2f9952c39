"""Make docs/api-actions.md: every action of a page, with the API requests that do the same."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.admindocs.views import simplify_regex

from tests.site.addresses import ADDRESSES, BY_PATH
from tests.site.addresses.address import Requests
from tests.site.requests import resolve_address

HEAD = """# Every action of a page, for programs

Every form of a page, by the name of its URL, and the request that does the same (POST if no method is named).
How to use the API stands in [api.md](api.md). This list is written by `make schema`.

| Form of a page | Request |
|---|---|
"""


def list_actions(paths: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return every action of a page by the name of its URL, with what does the same.

    `paths` are those of the OpenAPI description. One of several actions of a URL is named after a colon.
    """
    by_pattern = {_pattern_of(path): path for path in paths}
    rows: dict[str, str] = {}
    for address in ADDRESSES:
        if address.is_api or not address.post:
            continue
        name = str(resolve_address(address.path).url_name)
        if isinstance(address.api, Mapping):
            for action, requests in address.api.items():
                rows[f"{name}:{action}"] = _describe(requests, by_pattern)
        else:
            rows[name] = address.without_api or _describe(address.api, by_pattern)
    return list(rows.items())


def list_requests() -> Iterator[tuple[str, str, str]]:
    """Yield every request that a page names, with the page: path of the page, method, path in the API."""
    for address in ADDRESSES:
        alternatives = address.api.values() if isinstance(address.api, Mapping) else [address.api]
        for requests in alternatives:
            for request in [requests] if isinstance(requests, str) else requests:
                method, _, path = request.rpartition(" ")
                if path:
                    yield address.path, method or "POST", path


def as_page(paths: Mapping[str, Any]) -> str:
    """Return the page of the documents that lists all actions."""
    return HEAD + "".join(f"| `{name}` | {requests} |\n" for name, requests in list_actions(paths))


def _describe(requests: Requests, by_pattern: Mapping[str, str]) -> str:
    listed = [requests] if isinstance(requests, str) else requests
    return ", ".join(f"`{_described_path(request, by_pattern)}`" for request in listed)


def _described_path(request: str, by_pattern: Mapping[str, str]) -> str:
    """Return a request with the path of the OpenAPI description in place of that of the table."""
    method, blank, path = request.rpartition(" ")
    return method + blank + by_pattern[_pattern_of(simplify_regex(resolve_address(BY_PATH[path].path).route))]


def _pattern_of(path: str) -> str:
    return re.sub(r"\{[^}]*\}|<[^>]*>", "*", path)
