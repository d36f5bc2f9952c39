"""Who may direct what: plain predicates. Services enforce them, doors only show or hide."""

from django.contrib.auth.models import AnonymousUser

from matches.identity import Identity
from matches.models import Player, User
from matches.permissions import may_rule
from rules.errors import Refusal
from tournaments.models import Cashier, Club, Entry, Event, Membership, Role, Tournament

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


def may_captain(identity: Identity, entry: Entry) -> bool:
    """Whether the identity is the captain of a team in its event, by a badge of its desk or by account."""
    badge = identity.badge
    at_desk = badge is not None and badge.desk_id == entry.event.tournament.desk_id
    voices = (identity.badge_player if at_desk else None, getattr(identity.user, "player", None))
    captain = entry.members.filter(is_captain=True).select_related("player").first()
    return captain is not None and any(
        voice is not None and voice.is_one_with(captain.player) for voice in voices
    )


def may_handle_money(user: Someone, tournament: Tournament) -> bool:
    """Whether `user` takes and pays money there: who directs it, the club's secretary, and its cashiers.

    What fees and prizes are is for those alone who direct.
    """
    if may_direct(user, tournament) or may_manage(user, tournament.club):
        return True
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return Cashier.objects.filter(till__tournament=tournament, user=user.pk, ended_at=None).exists()


def must_handle_money(user: Someone, tournament: Tournament) -> None:
    """Refuse ("cashiers_only") whoever may not handle the money of a tournament."""
    if not may_handle_money(user, tournament):
        raise Refusal("cashiers_only", name=tournament.name)


def speaks_at_club(identity: Identity, player: Player, club: Club) -> bool:
    """Whether this is the player's own word at a club: by account, or by a badge of the club's own desk."""
    own = getattr(identity.user, "player", None)
    if own is not None and own.is_one_with(player):
        return True
    held = identity.badge_player
    is_here = identity.badge is not None and identity.badge.desk_id == club.desk_id
    return held is not None and is_here and held.is_one_with(player)
