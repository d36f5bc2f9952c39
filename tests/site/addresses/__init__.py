"""Every URL of the site, one entry each, with what the tests and docs/commands.md need to know of it.

A module holds the addresses of one subject; each page is followed by the API requests that do the same.
`tests/site/test_permissions.py` requests all of them in every role.
"""

from collections.abc import Iterator

from tests.site.addresses import (
    accounts,
    clubs,
    desk,
    events,
    finances,
    installation,
    leagues,
    matches,
    members,
    mirrors,
    players,
    records,
    seasons,
    sessions,
    teams,
    tournaments,
)
from tests.site.addresses.address import ROLES, Address, Call

__all__ = [
    "ADDRESSES",
    "BY_PATH",
    "ROLES",
    "SUBJECTS",
    "Address",
    "Call",
    "list_calls",
    "list_pages",
    "list_public_paths",
]

# The modules by subject: the first line of each is its heading in docs/commands.md.
SUBJECTS = (
    installation,
    accounts,
    players,
    matches,
    records,
    sessions,
    clubs,
    members,
    mirrors,
    seasons,
    leagues,
    tournaments,
    events,
    desk,
    teams,
    finances,
)
ADDRESSES: tuple[Address, ...] = tuple(address for subject in SUBJECTS for address in subject.ADDRESSES)
BY_PATH = {address.path: address for address in ADDRESSES}


def list_calls(*methods: str) -> Iterator[tuple[str, Address, Call]]:
    """Yield every call with its method and its address; with `methods`, only the calls of these methods."""
    for address in ADDRESSES:
        for method, call in address.calls.items():
            if not methods or method in methods:
                yield method, address, call


def list_pages() -> list[Address]:
    """Return every address outside the API that can be read, files included."""
    return [address for address in ADDRESSES if address.get and not address.is_api]


def list_public_paths() -> list[str]:
    """Return every address that everybody may read."""
    return [address.path for address in ADDRESSES if address.is_public]
