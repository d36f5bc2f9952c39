"""Limits of attempts to sign in: by password, and by the code from a mail.

The limits of passwords stop guessing without locking out the owner of an account. A device on which an
account has signed in under a name is counted separately, by a signed cookie, as long as no other account has
that name or e-mail address. All other devices are counted by address and name, by address, and by name. So an
attack from many addresses blocks a name only for devices that never signed in under it.
"""

import hashlib

from allauth.account import app_settings
from allauth.account.internal.userkit import filter_users_by_email, filter_users_by_username
from django.http import HttpRequest, HttpResponse

from matches import rate_limits
from matches.models import User
from matches.views import visitors

ACTION, CODE_ACTION = "sign-in", "sign-in-code"
SIGNED_IN_COOKIE = "known"
YEAR = 365 * 24 * 3600
TEN_MINUTES = 600
MAX_TRIES = 10
MAX_TRIES_PER_ADDRESS = 150
MAX_TRIES_PER_NAME = 150


def consume_password(request: HttpRequest, name: str) -> list[str] | None:
    """Count a password before it is checked, as if it were wrong.

    Return the keys it was counted under, for `release_password`; None if a limit is reached and the password
    must not be checked.
    """
    consumed: list[str] = []
    for key, limit in _list_counters(request, name):
        if not rate_limits.consume(ACTION, key, limit=limit, seconds=TEN_MINUTES):
            release_password(consumed)
            return None
        consumed.append(key)
    return consumed


def release_password(consumed: list[str]) -> None:
    """Undo `consume_password`, if the password was right or was not checked."""
    for key in consumed:
        rate_limits.release(ACTION, key)


def consume_code(request: HttpRequest, requested_at: float) -> bool:
    """Count a code before it is compared; return False if no attempts are left at the code of that time.

    The limit is that of allauth, which counts wrong codes in the session, where parallel requests overwrite
    each other's count.
    """
    return rate_limits.consume(
        CODE_ACTION,
        f"{request.session.session_key} {requested_at}",
        limit=app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS,
        seconds=app_settings.LOGIN_BY_CODE_TIMEOUT,
    )


def remember_device(response: HttpResponse, request: HttpRequest, name: str, user: User) -> HttpResponse:
    """Set the cookie that this device has signed in to an account under a name."""
    response.set_signed_cookie(
        SIGNED_IN_COOKIE,
        f"{_hash(name)}.{user.pk}",
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def _list_counters(request: HttpRequest, name: str) -> list[tuple[str, int]]:
    if account := _get_account_of_device(request, name):
        return [(f"known {account}", MAX_TRIES)]
    address, login = visitors.get_address(request), _normalise(name)
    return [
        (f"{address} {login}", MAX_TRIES),
        (f"address {address}", MAX_TRIES_PER_ADDRESS),
        (f"name {login}", MAX_TRIES_PER_NAME),
    ]


def _get_account_of_device(request: HttpRequest, name: str) -> str:
    """Return the cookie of the account this device has signed in to under a name; "" if there is none.

    Also "" if another account has that name or address. Otherwise, creating accounts with a victim's address
    would give new attempts at the victim's password.
    """
    cookie = request.get_signed_cookie(SIGNED_IN_COOKIE, default="", max_age=YEAR) or ""
    name_hash, _, account = cookie.partition(".")
    if name_hash != _hash(name):
        return ""
    login = name.strip()
    accounts = (*filter_users_by_username(login), *filter_users_by_email(login, prefer_verified=True))
    return cookie if {str(user.pk) for user in accounts} == {account} else ""


def _normalise(name: str) -> str:
    return name.strip().casefold()


def _hash(name: str) -> str:
    return hashlib.sha256(_normalise(name).encode("utf-8", "surrogatepass")).hexdigest()[:16]
