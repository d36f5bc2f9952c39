"""How often passwords may be tried: guessing ends, and nobody can lock somebody else out.

The devices on which an account has signed in under a name are counted by themselves, as long as no other
account answers to that name. All others are counted by address and name, by address, and by name: who guesses
from everywhere at once closes that name only to devices that never were signed in under it.
"""

import hashlib

from allauth.account.internal.userkit import filter_users_by_email, filter_users_by_username
from django.http import HttpRequest, HttpResponse

from matches import rate_limits
from matches.models import User
from matches.views import limits

ACTION = "sign-in"
KNOWN_COOKIE = "known"
YEAR = 365 * 24 * 3600
TEN_MINUTES = 600
TRIES = 10
TRIES_OF_AN_ADDRESS = 150
TRIES_AT_A_NAME = 150


def consume(request: HttpRequest, name: str) -> list[str] | None:
    """Count a password that is about to be examined, as if it were wrong.

    Returns the keys it was counted under, for `release`, or None when no further password may be tried for
    this name from here.
    """
    consumed: list[str] = []
    for key, limit in _counted(request, name):
        if not rate_limits.consume(ACTION, key, limit=limit, seconds=TEN_MINUTES):
            release(consumed)
            return None
        consumed.append(key)
    return consumed


def release(consumed: list[str]) -> None:
    """Take back what `consume` has counted: the password was right, or was not examined."""
    for key in consumed:
        rate_limits.release(ACTION, key)


def remember_device(response: HttpResponse, request: HttpRequest, name: str, user: User) -> HttpResponse:
    """Let this device be known to have signed in to an account under a name."""
    response.set_signed_cookie(
        KNOWN_COOKIE,
        f"{_short(name)}.{user.pk}",
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def _counted(request: HttpRequest, name: str) -> list[tuple[str, int]]:
    if known := _known(request, name):
        return [(f"known {known}", TRIES)]
    address, tidy = limits.address_of(request), _tidy(name)
    return [
        (f"{address} {tidy}", TRIES),
        (f"address {address}", TRIES_OF_AN_ADDRESS),
        (f"name {tidy}", TRIES_AT_A_NAME),
    ]


def _known(request: HttpRequest, name: str) -> str:
    """The account this device has signed in to under a name, while the name is that account's alone.

    Whoever let his own account answer to somebody else's address would buy fresh tries with each sign-in.
    """
    held = request.get_signed_cookie(KNOWN_COOKIE, default="", max_age=YEAR) or ""
    said, _, account = held.partition(".")
    if said != _short(name):
        return ""
    sought = name.strip()
    meant = (*filter_users_by_username(sought), *filter_users_by_email(sought, prefer_verified=True))
    return held if {str(user.pk) for user in meant} == {account} else ""


def _tidy(name: str) -> str:
    return name.strip().casefold()


def _short(name: str) -> str:
    return hashlib.sha256(_tidy(name).encode("utf-8", "surrogatepass")).hexdigest()[:16]
