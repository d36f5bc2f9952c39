"""Sign-up by invitation: the browser session stores until when a visitor may make an account."""

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

KEY = "may_sign_up_until"
LONGEST = timedelta(hours=2)


def allow_sign_up(request: HttpRequest, *, until: datetime | None = None) -> None:
    """Let this visitor sign up until the invitation ends, at most for two hours; call it after the invitation
    was checked. Where SIGN_UP is closed it has no effect."""
    latest = timezone.now() + LONGEST
    request.session[KEY] = min(until or latest, latest).timestamp()


def may_sign_up(request: HttpRequest) -> bool:
    """Whether this visitor has opened an invitation that is still valid."""
    return float(request.session.get(KEY, 0)) > timezone.now().timestamp()
