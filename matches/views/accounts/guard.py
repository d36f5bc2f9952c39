"""How often passwords may be tried: guessing ends, and nobody can lock somebody else out.

A device that has signed in under a name before is counted for itself. All others are counted by address and
name, by address, and by name: who guesses from everywhere at once closes that name only to devices that never
were signed in under it.
"""

import hashlib
import secrets

from django.http import HttpRequest, HttpResponse

from matches.views import limits

DOOR = "sign-in"
KNOWN_COOKIE = "known"
YEAR = 365 * 24 * 3600
TEN_MINUTES = 600
TRIES = 10
TRIES_OF_AN_ADDRESS = 150
TRIES_AT_A_NAME = 150


def is_closed(request: HttpRequest, name: str) -> bool:
    """Whether no further password may be tried for this name from here."""
    return any(limits.is_spent(DOOR, who, most=most) for who, most in _counted(request, name))


def count(request: HttpRequest, name: str) -> None:
    """A password was wrong."""
    for who, _ in _counted(request, name):
        limits.count(DOOR, who, seconds=TEN_MINUTES)


def remember(response: HttpResponse, request: HttpRequest, name: str) -> HttpResponse:
    """Let this device be known to have signed in under a name."""
    response.set_signed_cookie(
        KNOWN_COOKIE,
        f"{_short(name)}.{secrets.token_urlsafe(9)}",
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def _counted(request: HttpRequest, name: str) -> list[tuple[str, int]]:
    known = request.get_signed_cookie(KNOWN_COOKIE, default="", max_age=YEAR) or ""
    if known.startswith(f"{_short(name)}."):
        return [(f"device {known}", TRIES)]
    address, tidy = limits.address_of(request), _tidy(name)
    return [
        (f"{address} {tidy}", TRIES),
        (f"address {address}", TRIES_OF_AN_ADDRESS),
        (f"name {tidy}", TRIES_AT_A_NAME),
    ]


def _tidy(name: str) -> str:
    return name.strip().casefold()


def _short(name: str) -> str:
    return hashlib.sha256(_tidy(name).encode("utf-8", "surrogatepass")).hexdigest()[:16]
