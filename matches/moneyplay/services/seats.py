"""Seats: take one with a phone, add a guest, leave."""

from collections.abc import Collection
from typing import Any

from django.db import transaction

from matches.identity import Identity
from matches.models import Player, User
from matches.moneyplay import table_state
from matches.moneyplay.models import CHOUETTE, HIGHEST_STAKE, MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import require_keeper, require_seat_rights
from matches.moneyplay.queries import SessionState
from matches.moneyplay.services import journal
from matches.moneyplay.table_state import TableState
from matches.services.guards import require_person
from matches.services.players import normalise_name
from rules.chouette.events import Joined, Left
from rules.errors import Refusal

MOST_SEATS = 24
JOINED, LEFT, CLAIMED = "joined", "left", "claimed"
TAKING_A_SEAT = (JOINED, CLAIMED)


@transaction.atomic
def take_seat(
    *, session: MoneySession, name: str, identity: Identity, stake: int = 0, key: str = ""
) -> SessionEntry:
    """Take a seat at the end of the queue; this phone, badge or account acts for it from now on.

    A name that was added and that nobody has taken can be taken. `stake` 0 is the table's. Raises
    `session_absent`, `session_closed`, `seat_taken`, `seated_already`, and errors of the rules.
    """
    state, name = journal.lock_session(session, identity), normalise_name(name)
    existing = journal.find_entry_by_key(state, key, *TAKING_A_SEAT, player_name=name)
    if existing is not None:
        return existing
    journal.require_open(state)
    _require_free_seat(state, name, identity)
    is_claim = name in table_state.list_present_players(state.table)
    payload = {} if is_claim else _make_payload(state, name, stake)
    table = _apply_payload(state, payload)
    seat = _get_or_create_seat(state, table, name)
    player = next(iter(sorted(identity.player_ids)), None)
    SessionSeat.objects.filter(pk=seat.pk).update(device=identity.device, player=seat.player_id or player)
    return journal.append_entry(
        state,
        table,
        kind=CLAIMED if is_claim else JOINED,
        payload=payload,
        player_name=name,
        identity=identity,
        key=key,
    )


@transaction.atomic
def add_guest(
    *,
    session: MoneySession,
    name: str,
    identity: Identity,
    stake: int = 0,
    player: Player | None = None,
    key: str = "",
) -> SessionEntry:
    """Add a player without a phone at the end of the queue. Raises `keeper_only` and as `take_seat`."""
    state, name = journal.lock_session(session, identity), normalise_name(name)
    require_keeper(identity, state.session)
    payload = _make_payload(state, name, stake)
    existing = journal.find_repeated_entry(state, key, JOINED, payload)
    if existing is not None:
        return existing
    journal.require_open(state)
    table = _apply_payload(state, payload)
    seat = _get_or_create_seat(state, table, name)
    if player is not None:
        require_person(player)
        SessionSeat.objects.filter(pk=seat.pk).update(player=player)
    return journal.append_entry(
        state, table, kind=JOINED, payload=payload, player_name=name, identity=identity, key=key
    )


@transaction.atomic
def leave_seat(*, session: MoneySession, name: str, identity: Identity, key: str = "") -> SessionEntry:
    """Leave the queue; during a game with an open stake, when the game is over. Raises `not_your_seat`."""
    state = journal.lock_session(session, identity)
    require_seat_rights(identity, state.session, state.seats, name)
    payload = {"events": [table_state.write_event(Left(name))]}
    existing = journal.find_repeated_entry(state, key, LEFT, payload)
    if existing is not None:
        return existing
    journal.require_open(state)
    table = _apply_payload(state, payload)
    return journal.append_entry(
        state, table, kind=LEFT, payload=payload, player_name=name, identity=identity, key=key
    )


@transaction.atomic
def release_players(*, players: Collection[int]) -> None:
    """Separate the seats of these players (by key) from them; the names written there stay."""
    SessionSeat.objects.filter(player__in=players).update(player=None, device="")


@transaction.atomic
def rename_author(*, user: User, former_name: str, name: str) -> None:
    """Replace the name of an account in the journal entries it has made."""
    SessionEntry.objects.filter(user=user, by=former_name).update(by=name)


def release_seat(state: SessionState, entry: SessionEntry) -> None:
    """Release a seat when taking it is undone, unless the same player had taken it before."""
    before = [each for each in state.valid_entries if each.kind in TAKING_A_SEAT and each.who == entry.who]
    if entry.kind == CLAIMED or (entry.kind == JOINED and before == [entry]):
        rows = SessionSeat.objects.filter(session=state.session, name=entry.who)
        rows.update(device="", player=None)


def _require_free_seat(state: SessionState, name: str, identity: Identity) -> None:
    own_seat, seat = state.get_seat_of(identity), state.seat_of(name)
    if own_seat is not None and own_seat.name != name:
        raise Refusal("seated_already", player=own_seat.name)
    if own_seat is not None and name in table_state.list_present_players(state.table):
        raise Refusal("already_present", "chouette.joining", player=name)
    if own_seat is None and seat is not None and (seat.device or seat.player_id):
        raise Refusal("seat_taken", player=name)
    if not identity.device and not identity.player_ids:
        raise Refusal("not_signed_in")


def _make_payload(state: SessionState, name: str, stake: int) -> dict[str, Any]:
    if not 0 <= stake <= HIGHEST_STAKE:
        raise Refusal("stake_impossible", "chouette.stakes", stake=stake)
    own_stake = stake if state.session.kind == CHOUETTE else 0
    return {"events": [table_state.write_event(Joined(name, own_stake))]}


def _apply_payload(state: SessionState, payload: dict[str, Any]) -> TableState:
    table = state.table
    for data in payload.get("events", ()):
        table = table_state.apply_event(table, table_state.read_event(state.session.kind, data))
    return table


def _get_or_create_seat(state: SessionState, table: TableState, name: str) -> SessionSeat:
    """The seat of this name, with the stake the table gives it now."""
    existing, stake = state.seat_of(name), table_state.get_stake(table, name)
    if existing is not None:
        SessionSeat.objects.filter(pk=existing.pk).update(stake=stake)
        return existing
    if len(state.seats) >= MOST_SEATS:
        raise Refusal("table_full", "chouette.joining", player=name, most=MOST_SEATS)
    number = max((seat.number for seat in state.seats), default=0) + 1
    return SessionSeat.objects.create(session=state.session, number=number, name=name, stake=stake)
