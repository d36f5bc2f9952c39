"""The audit log of a club."""

from collections.abc import Mapping

from matches.actors import Actor, account_of
from matches.models import Player, User
from tournaments.models import Club, ClubLogEntry, Tournament


def log_action(
    *,
    club: Club,
    kind: str,
    by: Actor,
    user: User | None = None,
    player: Player | None = None,
    about: Mapping[str, object] | None = None,
) -> ClubLogEntry:
    """Write a line of the club's audit log, in the transaction of the change.

    `user` and `player` are those that the change concerns, `about` is further data of its kind.
    """
    payload = dict(about or {})
    return ClubLogEntry.objects.create(
        club=club, kind=kind, by=account_of(by), user=user, player=player, payload=payload
    )


def log_change(tournament: Tournament, kind: str, by: User, **about: str) -> None:
    """Write a line about a tournament in the audit log of its club; `about` has its name by default."""
    about = {"name": tournament.name, **about}
    log_action(club=tournament.club, kind=kind, by=by, about={**about, "evening": tournament.slug})
