"""The identity of a visitor with the sessions whose code this device has sent."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse

from matches.identity import Identity
from matches.moneyplay.models import MoneySession
from matches.views import visitors

COOKIE = "sessions"
MOST_SESSIONS = 12


def identity_of(request: HttpRequest) -> Identity:
    """Everything this request proves, with the sessions its device was invited to."""
    return replace(visitors.get_identity(request), invited=frozenset(list_invitations(request)))


def list_invitations(request: HttpRequest) -> list[int]:
    """The keys of the sessions whose code this device has sent, the latest last."""
    cookie = request.get_signed_cookie(COOKIE, default="", max_age=visitors.BADGE_AGE)
    return [int(key) for key in (cookie or "").split(".") if key.isdigit()]


def remember_session(request: HttpRequest, response: HttpResponse, session: MoneySession) -> HttpResponse:
    """Remember that this device has sent the code of a session."""
    others = [key for key in list_invitations(request) if key != session.pk]
    keys = [*others, session.pk][-MOST_SESSIONS:]
    response.set_signed_cookie(
        COOKIE,
        ".".join(map(str, keys)),
        max_age=visitors.BADGE_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response
