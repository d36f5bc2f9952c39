"""Who keeps a money session, who sees it, and for whom an identity may act there."""

from collections.abc import Iterable
from dataclasses import dataclass

from matches.identity import Identity
from matches.moneyplay.models import MoneySession, SessionSeat
from matches.permissions import may_rule
from rules.errors import Refusal


def may_keep_session(identity: Identity, session: MoneySession) -> bool:
    """Whether the identity keeps this session: opened it, or is an official of its desk."""
    if identity.user is not None and session.host_id == identity.user.pk:
        return True
    if identity.device and session.host_device == identity.device:
        return True
    return session.desk is not None and may_rule(identity.user, session.desk)


@dataclass(frozen=True, slots=True)
class SeatRights:
    """For whom an identity may speak at a table: asked of the database once, then answered in memory.

    A seat that a phone, a badge or an account has taken speaks for itself; one that is only written down is
    spoken for by anybody seated. The keeper speaks for all.
    """

    is_keeper: bool
    own_seats: frozenset[str]
    taken_seats: frozenset[str]

    def may_act_for(self, name: str) -> bool:
        """Whether the word of the player of this name may be given; "" is the whole table's."""
        if self.is_keeper or name in self.own_seats:
            return True
        return bool(self.own_seats) and name not in self.taken_seats


def holds_seat(identity: Identity, seat: SessionSeat) -> bool:
    """Whether this is the phone, the badge or the account that took the seat."""
    if identity.device and identity.device == seat.device:
        return True
    return seat.player_id in identity.player_ids


def get_seat_rights(identity: Identity, session: MoneySession, seats: Iterable[SessionSeat]) -> SeatRights:
    """For whom the identity may speak at this table."""
    all_seats = list(seats)
    return SeatRights(
        is_keeper=may_keep_session(identity, session),
        own_seats=frozenset(seat.name for seat in all_seats if holds_seat(identity, seat)),
        taken_seats=frozenset(seat.name for seat in all_seats if seat.device or seat.player_id),
    )


def may_view_session(identity: Identity, session: MoneySession, seats: Iterable[SessionSeat]) -> bool:
    """Whether this session is there at all for the identity: seated, invited by its code, or its keeper."""
    if session.pk in identity.invited or any(holds_seat(identity, seat) for seat in seats):
        return True
    return may_keep_session(identity, session)


def require_viewer(identity: Identity, session: MoneySession, seats: Iterable[SessionSeat]) -> None:
    """Refuse whoever has no business at this table; for him it is not there."""
    if not may_view_session(identity, session, seats):
        raise Refusal("session_absent")


def require_keeper(identity: Identity, session: MoneySession) -> None:
    """Refuse anyone but who opened the session or an official of its desk."""
    if not may_keep_session(identity, session):
        raise Refusal("keeper_only", session=session.code)


def require_seat_rights(
    identity: Identity, session: MoneySession, seats: Iterable[SessionSeat], name: str
) -> None:
    """Refuse to take another's word for a player who sits there with a phone or badge of his own."""
    if not get_seat_rights(identity, session, seats).may_act_for(name):
        raise Refusal("not_your_seat", player=name)
