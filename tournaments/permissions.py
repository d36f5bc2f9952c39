"""Who may do what in a club and an event: plain predicates. Services enforce them, doors only show or hide."""

from django.contrib.auth.models import AnonymousUser

from matches.models import User
from tournaments.models import Club, Role

MANAGERS = (Role.DIRECTOR, Role.SECRETARY)


def may_manage(user: User | AnonymousUser | None, club: Club) -> bool:
    """Whether `user` keeps the members, seasons and lists of a club: its directors and secretaries."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return user.is_superuser or club.memberships.filter(user=user, role__in=MANAGERS).exists()
