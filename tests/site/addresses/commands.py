"""The addresses of commands: the form on a page, and the same request in the API."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from tests.site.addresses.address import Address, Call
from tournaments.web.command import Command


@dataclass(frozen=True)
class CommandCall:
    """A command with what is sent, and the status of the page and of the API for those who may give it.

    `api_status` is that of the command itself unless the state forbids it. `api_body` is what the API is sent
    instead of `body`, where that differs.
    """

    command: type[Command]
    body: Mapping[str, Any]
    page_status: int = 303
    api_status: int = 0
    api_body: Mapping[str, Any] | None = None

    @property
    def api_path(self) -> str:
        """The path of the API below that of the object, with the values of the body in it."""
        path = re.sub(r"\(\?P<(\w+)>[^)]*\)", lambda group: str(self.body[group[1]]), self.command.api)
        return f"{path.partition(' ')[2]}/"

    @property
    def method(self) -> str:
        """The method of the API."""
        return self.command.api.partition(" ")[0]

    def make_api_call(self, rights: str) -> Call:
        """Return the call of the API, with the fields of the body that are not in the path."""
        names = self.command.base_fields.keys() - set(self.command.list_path_fields())
        body = {name: self.body[name] for name in self.body if name in names}
        status = self.api_status or self.command.get_api_status()
        return Call(rights, status, body if self.api_body is None else self.api_body)


def list_command_addresses(
    page: str,
    rights: str,
    api_rights: str,
    calls: tuple[CommandCall, ...],
    reads: Mapping[str, Call] = MappingProxyType({}),
    api: str = "/api/v1/events/{event}/",
) -> Iterator[Address]:
    """Yield the addresses of commands: of the forms, below `page`, and of the API, below `api`.

    `rights` and `api_rights` are those of the pages and of the API. `reads` are the GET calls of addresses
    of the API that commands share, by path.
    """
    api_addresses: dict[str, Address] = {}
    for call in calls:
        name, method, path = call.command.name, call.method, api + call.api_path
        request = path if method == "POST" else f"{method} {path}"
        yield Address(f"{page}{name}/", post=Call(rights, call.page_status, call.body), api={name: request})
        address = api_addresses.get(path, Address(path, get=reads.get(path)))
        api_addresses[path] = replace(address, **{method.lower(): call.make_api_call(api_rights)})
    yield from api_addresses.values()
