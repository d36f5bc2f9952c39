"""Permission to sign up, and to issue sign-in links for accounts."""

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

from matches.models import User
from matches.permissions import get_desks_of
from matches.registry import admission_rights


def may_issue_link_for(user: User, account: User) -> bool:
    """Whether `user` may issue a sign-in link for `account`: only if they gain no right by it.

    A superuser may for every account but their own. An official may only if every desk where the account is
    an official, or its player has played, is one of their own; other apps can object (`admission_rights`).
    """
    if user.pk == account.pk or not (user.is_active and account.is_active):
        return False
    if user.is_superuser:
        return True
    rights = admission_rights(account, user)
    if account.is_staff or account.is_superuser or False in rights:
        return False
    player = getattr(account, "player", None)
    player_desks = get_desks_of(player) if player is not None else set()
    desks = {*account.desks.values_list("pk", flat=True), *player_desks}
    own_desks = set(user.desks.values_list("pk", flat=True))
    return desks <= own_desks and (bool(desks) or True in rights)


def may_issue_links(user: User) -> bool:
    """Whether `user` may issue sign-in links at all: an official of a desk, or an admin of the site."""
    return user.is_active and (user.is_superuser or user.desks.exists())


SESSION_KEY = "may_sign_up_until"


MAX_SIGN_UP_TIME = timedelta(hours=2)


def allow_sign_up(request: HttpRequest, *, until: datetime | None = None) -> None:
    """Allow this visitor to sign up until `until`, at most for two hours; stored in the session.

    The caller has checked an invitation. It has an effect only where SIGN_UP is "invitation".
    """
    latest = timezone.now() + MAX_SIGN_UP_TIME
    request.session[SESSION_KEY] = min(until or latest, latest).timestamp()


def may_sign_up(request: HttpRequest) -> bool:
    """Whether this visitor has opened an invitation that is still valid."""
    return float(request.session.get(SESSION_KEY, 0)) > timezone.now().timestamp()
