"""Permission to issue sign-in links for accounts."""

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
