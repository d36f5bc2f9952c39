"""Hand a seat of a money session to another phone, by a link that works once."""

import secrets
from dataclasses import replace
from typing import NamedTuple

from django.db import transaction

from matches.actors import Identity
from matches.moneyplay import table_state
from matches.moneyplay.models import MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import require_keeper
from matches.moneyplay.queries import SessionState
from matches.moneyplay.services import sessions
from matches.services.players import normalise_name
from rules.errors import Refusal


class SeatLink(NamedTuple):
    """A seat and the code by which a phone takes it over; the code is not stored and not shown again."""

    seat: SessionSeat
    token: str


@transaction.atomic
def create_seat_link(*, session: MoneySession, name: str, identity: Identity) -> SeatLink:
    """Create the code by which another phone takes over a seat; the phone that had it acts no more.

    An earlier code of the seat becomes invalid. Until a phone takes it, only the keeper acts for the seat. A
    player linked to it by badge or account stays linked. Raises `keeper_only`, `session_closed`,
    `not_present`.
    """
    state, name = sessions.lock_session(session, identity), normalise_name(name)
    require_keeper(identity, state.session)
    sessions.require_open(state)
    seat = _get_present_seat(state, name)
    token = secrets.token_urlsafe(sessions.TOKEN_BYTES)
    SessionSeat.objects.filter(pk=seat.pk).update(device="", token_hash=_hash(token))
    seat.device = ""
    return SeatLink(seat, token)


@transaction.atomic
def take_over_seat(*, token: str, identity: Identity, key: str = "") -> SessionEntry | None:
    """Take over the seat of a code with this phone, which acts for it from now on; the code is used up.

    None if no seat has this code. Raises `session_closed`, `not_present`, `seated_already`, `not_signed_in`.
    """
    token_hash = _hash(token)
    seat = SessionSeat.objects.select_related("session").filter(token_hash=token_hash).first()
    if seat is None:
        return None
    guest = replace(identity, invited=identity.invited | {seat.session_id})
    state = sessions.lock_session(seat.session, guest)
    seat = next((each for each in state.seats if each.token_hash == token_hash), None)
    if seat is None:
        return None
    sessions.require_open(state)
    _get_present_seat(state, seat.name)
    own_seat = state.get_seat_of(identity)
    if own_seat is not None and own_seat != seat:
        raise Refusal("seated_already", player=own_seat.name)
    if not identity.device:
        raise Refusal("not_signed_in")
    SessionSeat.objects.filter(pk=seat.pk).update(device=identity.device, token_hash="")
    return sessions.append_entry(
        state,
        state.table,
        kind=sessions.HANDED_OVER,
        payload={},
        player_name=seat.name,
        identity=identity,
        key=key,
    )


def _get_present_seat(state: SessionState, name: str) -> SessionSeat:
    seat = state.seat_of(name)
    if seat is None or name not in table_state.list_present_players(state.table):
        raise Refusal("not_present", "chouette.joining", player=name)
    return seat


def _hash(token: str) -> str:
    return sessions.hash_token(f"seat:{token}")
