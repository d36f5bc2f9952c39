"""Permission predicates. Services enforce them; views only show or hide."""

from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from matches.actors import Identity
from matches.models import Player, User
from matches.permissions import may_rule
from rules.errors import Refusal
from tournaments.models import Club, Entry, Event, Membership, Role, Tournament

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
    """Whether `user` is a director of the club (or a superuser)."""
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


def may_invite(user: Someone, club: Club, role: str) -> bool:
    """Whether `user` may give this office by a link: officers invite members, directors everybody."""
    return may_manage(user, club) if role == Role.MEMBER else is_director(user, club)


def must_direct(user: Someone, of: Event | Tournament | Club) -> None:
    """Refuse ("directors_only") whoever may not direct; `user` None has no permission."""
    if not may_direct(user, of):
        raise only_directors(of)
    if isinstance(of, Club):
        must_be_open(of)


def only_directors(of: Event | Tournament | Club) -> Refusal:
    """The refusal "directors_only", which names the club alone: an event may be of another club."""
    if isinstance(of, Event):
        of = of.tournament
    return Refusal("directors_only", name=of.club.name if isinstance(of, Tournament) else of.name)


def must_manage(user: Someone, club: Club) -> None:
    """Refuse ("club_officers_only") whoever is neither director nor secretary, and for an archived club
    everybody."""
    if not may_manage(user, club):
        raise Refusal("club_officers_only", club=club.name)
    must_be_open(club)


def must_be_open(club: Club) -> None:
    """Refuse ("club_archived") to begin anything in a club that was put away."""
    if club.archived_at is not None:
        raise Refusal("club_archived", club=club.name)


def may_host(user: Someone) -> bool:
    """Whether `user` is the host of the site."""
    return user is not None and user.is_authenticated and user.is_active and user.is_superuser


def must_host(user: Someone) -> None:
    """Refuse ("host_only") everybody but the host of the site."""
    if not may_host(user):
        raise Refusal("host_only")


def may_found(user: Someone) -> bool:
    """Whether `user` may found a club here: whoever is signed in, or the host alone (FOUNDING)."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return user.is_superuser or settings.FOUNDING == "everybody"


def may_open_casual(identity: Identity, club: Club, players: Iterable[Player]) -> bool:
    """Whether the identity may open a casual match of these two: the club's desk, or one of them himself
    where members may."""
    if may_rule(identity.user, club.desk):
        return True
    return club.members_open and any(may_act_for_player(identity, player, club) for player in players)


def may_captain(identity: Identity, entry: Entry) -> bool:
    """Whether the identity is the captain of a team in its event, by a badge of its desk or by account."""
    badge = identity.badge
    at_desk = badge is not None and badge.desk_id == entry.event.tournament.desk_id
    players = (identity.badge_player if at_desk else None, getattr(identity.user, "player", None))
    captain = entry.members.filter(is_captain=True).select_related("player").first()
    return captain is not None and any(
        player is not None and player.is_one_with(captain.player) for player in players
    )


def may_act_for_player(identity: Identity, player: Player, club: Club) -> bool:
    """Whether the identity is the player: by account, or by a badge of the club's own desk."""
    account_player = getattr(identity.user, "player", None)
    if account_player is not None and account_player.is_one_with(player):
        return True
    badge_player = identity.badge_player
    is_here = identity.badge is not None and identity.badge.desk_id == club.desk_id
    return badge_player is not None and is_here and badge_player.is_one_with(player)


def may_hold_token(user: Someone, of: Club | Event) -> bool:
    """Whether a program may act there for `user`: who directs it, or belongs to its club, or plays in it."""
    club = of.tournament.club if isinstance(of, Event) else of
    if may_direct(user, of) or may_manage(user, club):
        return True
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    is_own = Q(user=user.pk) | Q(player__user=user.pk)
    return club.memberships.filter(is_own, left_at=None).exists()
