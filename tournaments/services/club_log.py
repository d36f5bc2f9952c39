"""Audit log of a club: changes to its members and its page."""

from collections.abc import Mapping

from matches.actors import Actor, account_of
from matches.models import Player, User
from tournaments.models import Club, ClubDeed


def note(
    *,
    club: Club,
    kind: str,
    by: Actor,
    user: User | None = None,
    player: Player | None = None,
    about: Mapping[str, object] | None = None,
) -> ClubDeed:
    """Write one line of the log, in the transaction of the change, about `user` and `player`."""
    payload = dict(about or {})
    return ClubDeed.objects.create(
        club=club, kind=kind, by=account_of(by), user=user, player=player, payload=payload
    )
