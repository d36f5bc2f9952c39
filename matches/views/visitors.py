"""The visitor of a page: identity by account, badge and device cookies; rate limits; preferences."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from matches import rate_limits
from matches.actors import Identity, device_hash
from matches.models import Badge, Table, User
from matches.queries import badges
from matches.queries.people import get_player
from rules.errors import Refusal

DEVICE_COOKIE = "device"
BADGE_COOKIE = "badge"
DEVICE_COOKIE_AGE = 400 * 24 * 3600
BADGE_COOKIE_AGE = 30 * 24 * 3600


def get_identity(request: HttpRequest, table: Table | None = None) -> Identity:
    """Return the identity this request proves."""
    return Identity(
        user=get_user(request),
        badge=get_badge(request),
        device=device_hash(_get_device_secret(request)),
        table=table,
    )


def get_user(request: HttpRequest) -> User | None:
    """The signed-in user, or None."""
    return request.user if isinstance(request.user, User) and request.user.is_authenticated else None


def get_badge(request: HttpRequest) -> Badge | None:
    """The badge this device has redeemed, while it is valid."""
    badge_key = request.get_signed_cookie(BADGE_COOKIE, default="", max_age=BADGE_COOKIE_AGE)
    return badges.get_valid_badge(int(badge_key)) if badge_key and badge_key.isdigit() else None


def remember_device(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Set the cookie that identifies the device, so that two phones at a table are distinct."""
    response.set_cookie(
        DEVICE_COOKIE,
        _get_device_secret(request),
        max_age=DEVICE_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def remember_badge(request: HttpRequest, response: HttpResponse, badge: Badge) -> HttpResponse:
    """Set the cookie that makes this device act for the holder of a badge."""
    response.set_signed_cookie(
        BADGE_COOKIE,
        str(badge.pk),
        max_age=BADGE_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def _get_device_secret(request: HttpRequest) -> str:
    """Return the secret of the device; a new one is added to the cookies of this request."""
    if not request.COOKIES.get(DEVICE_COOKIE):
        request.COOKIES[DEVICE_COOKIE] = secrets.token_urlsafe(16)
    return request.COOKIES[DEVICE_COOKIE]


# How many devices at one address may use up their limits.
ADDRESS_FACTOR = 20


def throttle_identity(
    action: str,
    request: HttpRequest,
    identity: Identity,
    *,
    at: str,
    limit: int,
    seconds: int,
    address_limit: int = 0,
) -> None:
    """Count one action of an identity, at one desk or session. Raises `too_many_requests`.

    Counted by account, else by badge, else by device and address. Devices at one address are also counted
    together, with `address_limit` or a limit `ADDRESS_FACTOR` times as high, because a client can invent
    devices; a venue has one address for everybody. A client that names no device, as programs may, is only
    counted by its address.
    """
    if identity.user is not None:
        throttle_action(action, f"{at} user {identity.user.pk}", limit=limit, seconds=seconds)
    elif identity.badge is not None:
        throttle_action(action, f"{at} badge {identity.badge.pk}", limit=limit, seconds=seconds)
    else:
        total = address_limit or limit * ADDRESS_FACTOR
        throttle_action(action, f"{at} all {get_address(request)}", limit=total, seconds=seconds)
        if identity.device:
            throttle_action(
                action, f"{at} {get_address(request)} {identity.device}", limit=limit, seconds=seconds
            )


def get_address(request: HttpRequest) -> str:
    """Return the address under which a client is counted (see `rate_limits.get_network`).

    Behind a proxy, the server has set it from the forwarded header.
    """
    return rate_limits.get_network(str(request.META.get("REMOTE_ADDR", "")))


def throttle_action(action: str, key: str, *, limit: int, seconds: int) -> None:
    """Count one action of a key. Raises `too_many_requests` above `limit` in `seconds`."""
    if not rate_limits.consume(action, key, limit=limit, seconds=seconds):
        raise Refusal("too_many_requests", wait=seconds)


@contextmanager
def throttle_guesses(action: str, key: str, *, limit: int, seconds: int) -> Iterator[None]:
    """Limit wrong guesses at a secret: the guess counts unless the body ends without an exception.

    It is counted before the body runs, so that parallel guesses are limited too. Raises `too_many_requests`
    once `limit` guesses are counted in `seconds`.
    """
    throttle_action(action, key, limit=limit, seconds=seconds)
    yield
    rate_limits.release(action, key)


THEME_COOKIE = "theme"
THEMES = ("light", "dark")
FOLLOW_COOKIE = "following"
YEAR = 365 * 24 * 3600


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Store the theme, "light" or "dark"; any other value removes it, so that the device decides."""
    response = HttpResponseRedirect(get_safe_next(request))
    chosen_theme = request.POST.get("theme", "")
    if chosen_theme in THEMES:
        response.set_cookie(
            THEME_COOKIE,
            chosen_theme,
            max_age=YEAR,
            samesite="Lax",
            secure=request.is_secure(),
            httponly=True,
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


@require_POST
def set_followed_player(request: HttpRequest) -> HttpResponse:
    """Store the player to highlight on every page; without a known player, remove it."""
    response = HttpResponseRedirect(get_safe_next(request))
    code = request.POST.get("player", "")
    if code and get_player(code) is not None:
        response.set_cookie(
            FOLLOW_COOKIE, code, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
        )
    else:
        response.delete_cookie(FOLLOW_COOKIE, samesite="Lax")
    return response


def get_followed_code(request: HttpRequest) -> str:
    """Return the code of the player this visitor follows, or ""."""
    code = request.COOKIES.get(FOLLOW_COOKIE, "")
    return code if code.isalnum() else ""


def get_safe_next(request: HttpRequest, fallback: str = "/") -> str:
    """Return the URL in `next` if it is on this site, else `fallback`."""
    next_url = request.POST.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(
        next_url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return next_url if is_safe else fallback
