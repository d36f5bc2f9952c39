"""Whoever has shown a living invitation may make an account for a while: his session remembers it."""

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

KEY = "may_sign_up_until"
LONGEST = timedelta(hours=2)


def allow_sign_up(request: HttpRequest, *, until: datetime | None = None) -> None:
    """Let this visitor sign up until the invitation ends, at most for two hours; call it after the invitation
    was checked. Closed houses stay closed."""
    latest = timezone.now() + LONGEST
    request.session[KEY] = min(until or latest, latest).timestamp()


def may_sign_up(request: HttpRequest) -> bool:
    """Whether this visitor has shown an invitation that still counts."""
    return float(request.session.get(KEY, 0)) > timezone.now().timestamp()
