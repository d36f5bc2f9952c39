"""Who may issue a sign-in link for an account."""

from matches.models import User
from matches.permissions import desks_of
from matches.registry import admission_rights


def may_issue_link_for(user: User, account: User) -> bool:
    """Whether `user` may hand out a link that opens `account`: nobody gains a right by it that he has not.

    Who runs the house may for every account but his own. Others only for one of their people, who rules at
    no desk but theirs, and whose player has played at no other.
    """
    if user.pk == account.pk or not (user.is_active and account.is_active):
        return False
    if user.is_superuser:
        return True
    rights = admission_rights(account, user)
    if account.is_staff or account.is_superuser or False in rights:
        return False
    player = getattr(account, "player", None)
    played = desks_of(player) if player is not None else set()
    desks = {*account.desks.values_list("pk", flat=True), *played}
    own_desks = set(user.desks.values_list("pk", flat=True))
    return desks <= own_desks and (bool(desks) or True in rights)


def may_issue_links(user: User) -> bool:
    """Whether `user` may hand out sign-in links at all: rules at a desk, or runs the house."""
    return user.is_active and (user.is_superuser or user.desks.exists())
