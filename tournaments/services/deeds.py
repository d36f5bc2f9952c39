"""The trail of a club: every deed upon its people and its page is written down with the deed."""

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
    """One line of the trail, in the transaction of the deed; `user` and `player` are whom it is about."""
    payload = dict(about or {})
    return ClubDeed.objects.create(
        club=club, kind=kind, by=account_of(by), user=user, player=player, payload=payload
    )
