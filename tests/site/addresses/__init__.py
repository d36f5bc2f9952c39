"""Every URL of the site, one entry each, with what the tests and docs/api-actions.md need to know of it.

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
    "Address",
    "Call",
    "list_calls",
    "list_pages",
    "list_public_paths",
]

ADDRESSES: tuple[Address, ...] = (
    *installation.ADDRESSES,
    *accounts.ADDRESSES,
    *players.ADDRESSES,
    *matches.ADDRESSES,
    *records.ADDRESSES,
    *sessions.ADDRESSES,
    *clubs.ADDRESSES,
    *members.ADDRESSES,
    *mirrors.ADDRESSES,
    *seasons.ADDRESSES,
    *leagues.ADDRESSES,
    *tournaments.ADDRESSES,
    *events.ADDRESSES,
    *desk.ADDRESSES,
    *teams.ADDRESSES,
    *finances.ADDRESSES,
)
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
