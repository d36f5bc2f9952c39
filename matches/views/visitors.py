"""Who a request comes from: its account, the badge and device named in its cookies, the card it used."""

import secrets

from django.http import HttpRequest, HttpResponse

from matches.identity import Identity, device_hash
from matches.models import Badge, Table, User
from matches.queries import badges

DEVICE_COOKIE = "device"
BADGE_COOKIE = "badge"
DEVICE_AGE = 400 * 24 * 3600
BADGE_AGE = 30 * 24 * 3600


def get_identity(request: HttpRequest, table: Table | None = None) -> Identity:
    """Everything this request proves, ready for a service."""
    return Identity(
        user=get_user(request),
        badge=get_badge(request),
        device=device_hash(_device_secret(request)),
        table=table,
    )


def get_user(request: HttpRequest) -> User | None:
    """The signed-in user, or None."""
    return request.user if isinstance(request.user, User) and request.user.is_authenticated else None


def get_badge(request: HttpRequest) -> Badge | None:
    """The badge this device has redeemed, while it counts."""
    badge_key = request.get_signed_cookie(BADGE_COOKIE, default="", max_age=BADGE_AGE)
    return badges.valid(int(badge_key)) if badge_key and badge_key.isdigit() else None


def remember_device(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let a device keep the secret it is known by, so that two phones at a table are two voices."""
    response.set_cookie(
        DEVICE_COOKIE,
        _device_secret(request),
        max_age=DEVICE_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def remember_badge(request: HttpRequest, response: HttpResponse, badge: Badge) -> HttpResponse:
    """Let this device speak for the holder of a badge."""
    response.set_signed_cookie(
        BADGE_COOKIE,
        str(badge.pk),
        max_age=BADGE_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def _device_secret(request: HttpRequest) -> str:
    """The device's own secret; a new device is given one that already counts for the page it sees first."""
    if not request.COOKIES.get(DEVICE_COOKIE):
        request.COOKIES[DEVICE_COOKIE] = secrets.token_urlsafe(16)
    return request.COOKIES[DEVICE_COOKIE]
