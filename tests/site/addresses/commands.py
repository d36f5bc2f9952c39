"""The addresses of commands: the form on a page, and the same request in the API."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType

from tests.site.addresses.address import Address, Call
from tests.site.command_call import CommandCall
from tests.site.source import ROOT
from tournaments.web.command import Command

HAS_CALLS = re.compile(r"^CALLS = ", re.MULTILINE)


@cache
def list_modules_with_calls() -> list[ModuleType]:
    """Return the test modules of `tests/tournaments` that say in `CALLS` what is sent to commands."""
    paths = sorted((ROOT / "tests" / "tournaments").rglob("test_*.py"))
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in paths
        if HAS_CALLS.search(path.read_text(encoding="utf-8"))
    ]
    return [import_module(name) for name in names]


@cache
def find_calls() -> Mapping[type[Command], CommandCall]:
    """Return what is sent to each command that a test module tells."""
    return {call.command: call for module in list_modules_with_calls() for call in module.CALLS}


def list_command_addresses(
    page: str,
    rights: str,
    api_rights: str,
    commands: Iterable[type[Command]],
    reads: Mapping[str, Call] = MappingProxyType({}),
    api: str = "/api/v1/events/{event}/",
) -> Iterator[Address]:
    """Yield the addresses of commands: of the forms, below `page`, and of the API, below `api`.

    `rights` and `api_rights` are those of the pages and of the API. `reads` are the GET calls of addresses
    of the API that commands share, by path. A command without a call in a test module is a KeyError.
    """
    api_addresses: dict[str, Address] = {}
    for call in map(find_calls().__getitem__, commands):
        method, _, pattern = call.command.api.partition(" ")
        name, path = call.command.name, f"{api}{_fill_in(pattern, call)}/"
        request = path if method == "POST" else f"{method} {path}"
        yield Address(f"{page}{name}/", post=Call(rights, call.page_status, call.body), api={name: request})
        address = api_addresses.get(path, Address(path, get=reads.get(path)))
        api_addresses[path] = replace(address, **{method.lower(): _make_api_call(call, api_rights)})
    yield from api_addresses.values()


def _fill_in(pattern: str, call: CommandCall) -> str:
    """Return the path of a command in the API with the values of the body in it."""
    return re.sub(r"\(\?P<(\w+)>[^)]*\)", lambda group: str(call.body[group[1]]), pattern)


def _make_api_call(call: CommandCall, rights: str) -> Call:
    """Return the call of the API, with the fields of the body that are not in the path."""
    names = call.command.base_fields.keys() - set(call.command.list_path_fields())
    body = {name: call.body[name] for name in call.body if name in names}
    status = call.api_status or call.command.get_api_status()
    return Call(rights, status, body if call.api_body is None else call.api_body)
