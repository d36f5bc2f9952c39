"""Actors of commands: a user, what a request has proved (badge, device, table card), or the system."""

import hashlib
from dataclasses import dataclass
from typing import Final, TypeAlias, final

from matches.models import Badge, Match, Player, Table, User
from matches.states import Channel
from rules.errors import Refusal

# As long as the longest user name.
LONGEST_NAMED = 150


def device_hash(secret: str) -> str:
    """Return the hash a device is stored under; the secret in its cookie is never stored."""
    return hashlib.sha256(f"device:{secret}".encode()).hexdigest() if secret else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The proofs of one request. They are no permissions: see `matches.permissions`.

    `invited` are the keys of the money sessions whose code this device has sent.
    """

    user: User | None = None
    badge: Badge | None = None
    device: str = ""
    table: Table | None = None
    invited: frozenset[int] = frozenset()

    @property
    def badge_player(self) -> Player | None:
        """The player whose badge this device holds, if any."""
        return self.badge.player if self.badge and self.badge.revoked_at is None else None

    def side_in(self, match: Match) -> str:
        """ "white" or "black" when a badge of this desk or an account proves a seat, else ""."""
        return self._side_by_badge(match) or self._side_by_account(match)

    def channel_in(self, match: Match) -> Channel:
        """The strongest proof that the identity is a player of this match."""
        if self._side_by_badge(match):
            return Channel.BADGE
        return Channel.ACCOUNT if self._side_by_account(match) else Channel.TABLE

    def name_in(self, match: Match) -> str:
        """How this identity is named in the history of a match."""
        side = self.side_in(match)
        if side:
            return str(match.white if side == "white" else match.black)[:LONGEST_NAMED]
        if self.user is not None:
            return self.user.get_username()
        return f"#{self.table}" if self.table is not None else ""

    @property
    def player_ids(self) -> frozenset[int]:
        """The players this identity acts as, by badge and by account; never a pair or a team."""
        players = (self.badge_player, getattr(self.user, "player", None))
        return frozenset(player.pk for player in players if player is not None and player.is_person)

    def _side_by_badge(self, match: Match) -> str:
        if self.badge is None or self.badge.revoked_at is not None or self.badge.desk_id != match.desk_id:
            return ""
        return _seat(match, self.badge.player)

    def _side_by_account(self, match: Match) -> str:
        player = getattr(self.user, "player", None)
        return _seat(match, player) if player is not None else ""


def _seat(match: Match, player: Player) -> str:
    if player.pk in (match.white_id, match.black_id):
        return "white" if player.pk == match.white_id else "black"
    if player.may_act_for(match.white):
        return "white"
    return "black" if player.may_act_for(match.black) else ""


@final
class System:
    """The system: a task, a command, or a service that acts upon a decision whose actor it has checked."""

    def __repr__(self) -> str:
        return "SYSTEM"


SYSTEM: Final = System()

Actor: TypeAlias = User | Identity | System


def require_actor(actor: Actor) -> None:
    """Raise `not_signed_in` for anything that is no actor: None or an anonymous user."""
    if actor is not SYSTEM and not isinstance(actor, User | Identity):
        raise Refusal("not_signed_in")


def account_of(actor: Actor) -> User | None:
    """Return the account an action is recorded under; None for the system and for anonymous devices.

    Raises `not_signed_in`.
    """
    require_actor(actor)
    if isinstance(actor, User):
        return actor
    return actor.user if isinstance(actor, Identity) else None


def username_of(actor: Actor) -> str:
    """Return the user name an action is recorded under; "" for the system."""
    account = account_of(actor)
    return account.get_username() if account is not None else ""
