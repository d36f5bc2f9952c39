"""The actor of a command: a user, the identity that a request proves, or the system."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias, final

from matches.models import Badge, Match, Player, Table, User
from matches.registry import badge_desks
from matches.states import Channel
from rules.errors import Refusal

# The length of a user name in `AbstractUser`, and of `Match.changed_by`.
MAX_NAME_LENGTH = 150


def device_hash(secret: str) -> str:
    """Return the hash a device is stored under; the secret in its cookie is never stored."""
    return hashlib.sha256(f"device:{secret}".encode()).hexdigest() if secret else ""


# Without slots: `badge_desks` is cached on the instance.
@dataclass(frozen=True, kw_only=True)
class Identity:
    """The proofs that one request carries: account, badge, device, table card.

    It grants nothing by itself; `matches.permissions` decides what an identity may do. `device` is the hash
    of the device's secret. `invited` are the primary keys of the money sessions whose join code was sent.
    """

    user: User | None = None
    badge: Badge | None = None
    device: str = ""
    table: Table | None = None
    invited: frozenset[int] = frozenset()

    @property
    def badge_player(self) -> Player | None:
        """The player of the badge, None without a valid one."""
        return self.badge.player if self.badge and self.badge.revoked_at is None else None

    @cached_property
    def badge_desks(self) -> frozenset[int]:
        """The desks (keys) at which the badge acts for its player; none without a valid badge."""
        if self.badge is None or self.badge.revoked_at is not None:
            return frozenset()
        return frozenset({self.badge.desk_id}.union(*badge_desks(self.badge)))

    def has_badge_at(self, desk_id: int) -> bool:
        """Whether the badge acts for its player at this desk. No query for the desk that issued it."""
        if self.badge is None or self.badge.revoked_at is not None:
            return False
        return self.badge.desk_id == desk_id or desk_id in self.badge_desks

    def is_badge_of_other_desk(self, match: Match) -> bool:
        """Whether the badge is of a player of the match, but does not act at the desk of the match."""
        player = self.badge_player
        return player is not None and bool(_get_side(match, player)) and not self.has_badge_at(match.desk_id)

    def is_player_of_other_match(self, match: Match) -> bool:
        """Whether the identity is a player, by badge or account, but none of this match."""
        return bool(self.player_ids) and not self.side_in(match) and not self.is_badge_of_other_desk(match)

    def side_in(self, match: Match) -> str:
        """Return the side the identity plays, "white" or "black"; "" if it is no player of the match.

        Proved by a badge that is valid at the match's desk or by an account.
        """
        return self._side_by_badge(match) or self._side_by_account(match)

    def channel_in(self, match: Match) -> Channel:
        """Return the strongest proof that the identity is a player: badge, account or table card."""
        if self._side_by_badge(match):
            return Channel.BADGE
        return Channel.ACCOUNT if self._side_by_account(match) else Channel.TABLE

    def name_in(self, match: Match) -> str:
        """Return the name under which a change of the match is recorded (`Match.changed_by`).

        The player's name, else the user name, else the table as "#3", else "".
        """
        side = self.side_in(match)
        if side:
            return str(match.white if side == "white" else match.black)[:MAX_NAME_LENGTH]
        if self.user is not None:
            return self.user.get_username()
        return f"#{self.table}" if self.table is not None else ""

    @property
    def player_ids(self) -> frozenset[int]:
        """The players this identity acts as, by badge and by account; never a pair or a team."""
        players = (self.badge_player, getattr(self.user, "player", None))
        return frozenset(player.pk for player in players if player is not None and player.is_person)

    def _side_by_badge(self, match: Match) -> str:
        player = self.badge_player if self.has_badge_at(match.desk_id) else None
        return _get_side(match, player) if player is not None else ""

    def _side_by_account(self, match: Match) -> str:
        player = getattr(self.user, "player", None)
        return _get_side(match, player) if player is not None else ""


def _get_side(match: Match, player: Player) -> str:
    if player.pk in (match.white_id, match.black_id):
        return "white" if player.pk == match.white_id else "black"
    if player.may_act_for(match.white):
        return "white"
    return "black" if player.may_act_for(match.black) else ""


@final
class System:
    """The system as an actor: for tasks, management commands, and services that have checked permission."""

    def __repr__(self) -> str:
        return "SYSTEM"


SYSTEM: Final = System()

Actor: TypeAlias = User | Identity | System


def require_actor(actor: Actor) -> None:
    """Raise `not_signed_in` unless `actor` is a `User`, an `Identity` or `SYSTEM`."""
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
