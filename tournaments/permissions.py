"""Who may direct what: plain predicates. Services enforce them, doors only show or hide."""

from django.contrib.auth.models import AnonymousUser

from matches.models import User
from matches.permissions import may_rule
from rules.errors import Refusal
from tournaments.models import Club, Event, Membership, Role, Tournament

Someone = User | AnonymousUser | None
MANAGERS = (Role.DIRECTOR, Role.SECRETARY)
# These offices rule at the desk of the club. An evening is run by its directors alone: whoever rules at its
# desk may also draw and undo.
AT_THE_DESK = frozenset({Role.DIRECTOR, Role.RECORDER})


def may_direct(user: Someone, of: Event | Tournament | Club) -> bool:
    """Whether `user` may run an event, a tournament or everything of a club.

    A director of the club may; an official of the tournament's desk may run that tournament.
    """
    if isinstance(of, Event):
        return may_direct(user, of.tournament)
    if isinstance(of, Tournament):
        return may_rule(user, of.desk) or is_director(user, of.club)
    return is_director(user, of)


def is_director(user: Someone, club: Club) -> bool:
    """Whether `user` is a director of the club (or runs the whole house)."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    if user.is_superuser:
        return True
    return Membership.objects.filter(club=club, user=user.pk, role=Role.DIRECTOR).exists()


def may_manage(user: Someone, club: Club) -> bool:
    """Whether `user` keeps the members, seasons and lists of a club: its directors and secretaries."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return user.is_superuser or club.memberships.filter(user=user.pk, role__in=MANAGERS).exists()


def must_direct(user: Someone, of: Event | Tournament | Club) -> None:
    """Refuse ("directors_only") whoever may not direct; `user` None is nobody, not the house."""
    if not may_direct(user, of):
        raise Refusal("directors_only", name=of.name)
