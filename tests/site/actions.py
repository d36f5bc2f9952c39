"""Make docs/commands.md: every action of a page with what it does, and the API requests that do the same."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.admindocs.views import simplify_regex

from tests.site.addresses import ADDRESSES, BY_PATH, SUBJECTS
from tests.site.addresses.address import Address, Requests
from tests.site.requests import resolve_address

HEAD = """# Everything that can be done, by subject

Every form of a page: what it does, the name of its URL, and the request of the API that does the same (POST
if no method is named). How to direct a tournament stands in [desk.md](desk.md), how to run a club in
[clubs.md](clubs.md), how to use the API in [api.md](api.md). This list is written by `make schema`.
"""


@dataclass(frozen=True)
class Action:
    """An action of a page: its name, its requests with method and path, and what each of them does.

    An action without requests has the reason in `without_api`. One of several actions of a URL is named after
    a colon.
    """

    name: str
    requests: tuple[str, ...]
    descriptions: tuple[str, ...]
    without_api: str = ""

    def as_row(self) -> str:
        """Return the row of the action."""
        requests = ", ".join(f"`{request}`" for request in self.requests)
        # Requests that differ only in what they are about may do the same.
        does = " ".join(dict.fromkeys(self.descriptions)).replace("|", "\\|")
        return f"| {does} | `{self.name}` | {self.without_api or requests} |\n"


def list_actions(paths: Mapping[str, Any], addresses: Iterable[Address] = ADDRESSES) -> list[Action]:
    """Return every action of the pages of these addresses.

    `paths` are those of the OpenAPI description.
    """
    by_pattern = {_pattern_of(path): path for path in paths}
    actions: dict[str, Action] = {}
    for address in addresses:
        if address.is_api or not address.post:
            continue
        match = resolve_address(address.path)
        url_name = str(match.url_name)
        if address.without_api:
            actions[url_name] = Action(url_name, (), (_describe_view(match.func),), address.without_api)
            continue
        several = isinstance(address.api, Mapping)
        for action, requests in (address.api if several else {"": address.api}).items():
            name = f"{url_name}:{action}" if several else url_name
            actions[name] = _make_action(name, requests, paths, by_pattern)
    return list(actions.values())


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
    """Return the page of the documents that lists all actions by subject."""
    page = HEAD
    for subject in SUBJECTS:
        heading = str(subject.__doc__).partition("\n")[0].rstrip(".")
        if actions := list_actions(paths, subject.ADDRESSES):
            page += f"\n## {heading}\n\n| What it does | Form of a page | Request |\n|---|---|---|\n"
            page += "".join(action.as_row() for action in actions)
    return page


def summarise(operation: Mapping[str, Any]) -> str:
    """Return the first paragraph of the description of an operation as one line."""
    return " ".join(operation.get("description", "").split("\n\n")[0].split())


def _describe_view(view: Any) -> str:
    """Return what a page does when its form is sent; "" for a page of a library."""
    view = getattr(view, "view_class", view)
    if not view.__module__.startswith(("config.", "matches.", "tournaments.")):
        return ""
    text = " ".join(str(inspect.getdoc(view)).split("\n\n")[0].split()).rpartition("POST: ")[2]
    return text[:1].upper() + text[1:]


def _make_action(
    name: str, requests: Requests, paths: Mapping[str, Any], by_pattern: Mapping[str, str]
) -> Action:
    described, does = [], []
    for request in [requests] if isinstance(requests, str) else requests:
        method, blank, path = request.rpartition(" ")
        pattern = _pattern_of(simplify_regex(resolve_address(BY_PATH[path].path).route))
        if pattern not in by_pattern:
            raise LookupError(f"docs/openapi.yaml has no {pattern}: run make schema")
        listed = by_pattern[pattern]
        described.append(method + blank + listed)
        does.append(summarise(paths[listed].get((method or "POST").lower(), {})))
    return Action(name, tuple(described), tuple(does))


def _pattern_of(path: str) -> str:
    return re.sub(r"\{[^}]*\}|<[^>]*>", "*", path)
