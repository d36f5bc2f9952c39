"""Permissions of money sessions: to manage one as its keeper, to see it, and to act for seats."""

from collections.abc import Iterable
from dataclasses import dataclass

from matches.actors import Identity
from matches.moneyplay.models import MoneySession, SessionSeat
from matches.permissions import may_rule
from rules.errors import Refusal


def may_keep_session(identity: Identity, session: MoneySession) -> bool:
    """Whether the identity is a keeper of this session: opened it, or is an official of its desk."""
    if identity.user is not None and session.host_id == identity.user.pk:
        return True
    if identity.device and session.host_device == identity.device:
        return True
    return session.desk is not None and may_rule(identity.user, session.desk)


@dataclass(frozen=True, slots=True)
class SeatRights:
    """The seats an identity may act for.

    For a seat that a phone, badge or account has taken, only that one may act; for one that is kept for a new
    phone, none of the players. For any other seat, every
    identity with a seat may. The keeper may act for all.
    """

    is_keeper: bool
    own_seats: frozenset[str]
    taken_seats: frozenset[str]

    def may_act_for(self, name: str) -> bool:
        """Whether the identity may act for the player of this name; "" is the whole table."""
        if self.is_keeper or name in self.own_seats:
            return True
        return bool(self.own_seats) and name not in self.taken_seats


def holds_seat(identity: Identity, seat: SessionSeat) -> bool:
    """Whether this is the phone, the badge or the account that took the seat."""
    if identity.device and identity.device == seat.device:
        return True
    return seat.player_id in identity.player_ids


def get_seat_rights(identity: Identity, session: MoneySession, seats: Iterable[SessionSeat]) -> SeatRights:
    """The seats the identity may act for."""
    all_seats = list(seats)
    return SeatRights(
        is_keeper=may_keep_session(identity, session),
        own_seats=frozenset(seat.name for seat in all_seats if holds_seat(identity, seat)),
        taken_seats=frozenset(seat.name for seat in all_seats if seat.is_taken),
    )


def may_view_session(identity: Identity, session: MoneySession, seats: Iterable[SessionSeat]) -> bool:
    """Whether the identity may see this session: seated, invited by its code, or its keeper."""
    if session.pk in identity.invited or any(holds_seat(identity, seat) for seat in seats):
        return True
    return may_keep_session(identity, session)


def require_viewer(identity: Identity, session: MoneySession, seats: Iterable[SessionSeat]) -> None:
    """Raise `session_absent` unless the identity may see the session."""
    if not may_view_session(identity, session, seats):
        raise Refusal("session_absent")


def require_keeper(identity: Identity, session: MoneySession) -> None:
    """Raise `keeper_only` unless the identity is a keeper of the session."""
    if not may_keep_session(identity, session):
        raise Refusal("keeper_only", session=session.code)


def require_seat_rights(
    identity: Identity, session: MoneySession, seats: Iterable[SessionSeat], name: str
) -> None:
    """Refuse an identity that may not act for the player of this name; "" is the whole table.

    Raises `not_your_seat`, and `no_seat_here` where no player is named.
    """
    if not get_seat_rights(identity, session, seats).may_act_for(name):
        raise Refusal("not_your_seat", player=name) if name else Refusal("no_seat_here")
