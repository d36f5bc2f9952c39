"""Splitting a chouette: into two tables, or its last two into a money session of their own.

The new session has the same keeper.
"""

import secrets
import uuid
from dataclasses import replace
from typing import Any

from django.db import transaction

from matches.identity import Identity
from matches.moneyplay import queries, table_state
from matches.moneyplay.models import MONEY, MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import require_keeper
from matches.moneyplay.queries import SessionState
from matches.moneyplay.services import journal
from matches.services.players import normalise_name
from rules.chouette.events import Joined, Left
from rules.chouette.order import split as split_queue
from rules.chouette.state import Evening
from rules.errors import Refusal

SPLIT, SPLIT_OFF, LAST_TWO = "split", "split_off", "last_two"
Queues = tuple[tuple[str, ...], tuple[str, ...]]


def preview_split(*, state: SessionState, newcomer: str) -> Queues:
    """Who would stay, and who would move with the newcomer; changes nothing.

    Raises `only_in_a_chouette`, `game_open`, `name_missing`, `already_present`, `too_few_players`.
    """
    table, name = state.table, normalise_name(newcomer)
    if not isinstance(table, Evening):
        raise Refusal("only_in_a_chouette")
    if table_state.is_game_open(table):
        raise Refusal("game_open")
    if name in table.queue:
        raise Refusal("already_present", "chouette.joining", player=name)
    return split_queue(table, name)


@transaction.atomic
def split_table(
    *,
    session: MoneySession,
    newcomer: str,
    identity: Identity,
    stake: int = 0,
    key: str = "",
    version: int | None = None,
) -> MoneySession:
    """Split a chouette with one more player into two tables, between two games; returns the new session.

    Those who move keep phone, player and stake; their balances stay here. Undoing the entry undoes both
    sessions while nothing has happened in the new one. The same key returns the same session.
    """
    state = journal.lock_session(session, identity)
    require_keeper(identity, state.session)
    existing = journal.find_entry_by_key(state, key, SPLIT)
    if existing is not None:
        return MoneySession.objects.select_related("desk", "host").get(code=existing.payload["into"])
    journal.require_open(state)
    journal.require_version(state, version)
    _, moving = preview_split(state=state, newcomer=newcomer)
    other = _create_session(state.session)
    _seat_players(state, other, moving, stake, identity)
    _record_departures(state, moving[:-1], other, kind=SPLIT, identity=identity, key=key)
    return other


@transaction.atomic
def continue_as_money_session(
    *, session: MoneySession, identity: Identity, key: str = "", version: int | None = None
) -> MoneySession:
    """Let the last two of a chouette continue as money play; returns their new session.

    They play by the chouette's rules of money play for the stake they had against each other, the box with
    White; their balances stay here. Undoing the entry takes both back while nothing has happened there. The
    same key returns the same session. Raises `only_in_a_chouette`, `game_open`, `last_two_only`.
    """
    state = journal.lock_session(session, identity)
    require_keeper(identity, state.session)
    existing = journal.find_entry_by_key(state, key, LAST_TWO)
    if existing is not None:
        return MoneySession.objects.select_related("desk", "host").get(code=existing.payload["into"])
    journal.require_open(state)
    journal.require_version(state, version)
    table = state.table
    if not isinstance(table, Evening):
        raise Refusal("only_in_a_chouette")
    if table_state.is_game_open(table):
        raise Refusal("game_open")
    if len(table.queue) != 2:
        raise Refusal("last_two_only", "chouette.players", players=len(table.queue))
    box, member = table.queue
    laws = replace(table.laws.money, stake=table.stakes[member])
    other = _create_session(state.session, kind=MONEY, laws=laws.to_json())
    _seat_players(state, other, (box, member), 0, identity)
    _record_departures(state, (box, member), other, kind=LAST_TWO, identity=identity, key=key)
    return other


def undo_split(entry: SessionEntry, identity: Identity) -> None:
    """Empty the session that this entry has split off; refuse once anything has happened there."""
    rows = MoneySession.objects.select_for_update(of=("self",)).select_related("desk", "host")
    state = queries.get_session_state(rows.get(code=entry.payload["into"]))
    if [each.kind for each in state.valid_entries] != [SPLIT_OFF]:
        raise Refusal("split_built_upon", session=str(state.session))
    first = state.valid_entries[0]
    table = queries.replay_entries(state.session, ())
    journal.append_entry(state, table, kind="undone", payload={}, identity=identity, key="", undoes=first.seq)
    SessionSeat.objects.filter(session=state.session).update(device="", player=None)
    new_state = queries.get_session_state(state.session)
    journal.append_entry(new_state, table, kind=queries.CLOSED, payload={}, identity=identity, key="")


def _record_departures(
    state: SessionState,
    names: tuple[str, ...],
    other: MoneySession,
    *,
    kind: str,
    identity: Identity,
    key: str,
) -> None:
    """Append the entry that these have left for the other session."""
    table, events = state.table, [Left(name) for name in names]
    for event in events:
        table = table_state.apply_event(table, event)
    payload = {"events": [table_state.write_event(event) for event in events], "into": other.code}
    journal.append_entry(state, table, kind=kind, payload=payload, identity=identity, key=key)


def _create_session(
    session: MoneySession, *, kind: str = "", laws: dict[str, Any] | None = None
) -> MoneySession:
    """An empty session with the same keeper, kind and rules unless others are given."""
    return MoneySession.objects.create(
        kind=kind or session.kind,
        laws=session.laws if laws is None else laws,
        title=session.title,
        desk=session.desk,
        host=session.host,
        host_device=session.host_device,
        seed=secrets.token_hex(16),
        key=uuid.uuid4().hex,
    )


def _seat_players(
    state: SessionState, other: MoneySession, moving: tuple[str, ...], stake: int, identity: Identity
) -> SessionEntry:
    """Seat those who move at the new session, in queue order, the newcomer last."""
    table: Any = queries.replay_entries(other, ())
    events = [_make_joined(state, name, stake) for name in moving]
    for number, event in enumerate(events, start=1):
        table, old = table_state.apply_event(table, event), state.seat_of(event.player)
        SessionSeat.objects.create(
            session=other,
            number=number,
            name=event.player,
            player=old.player if old else None,
            device=old.device if old else "",
            stake=table_state.get_stake(table, event.player),
        )
    payload = {"events": [table_state.write_event(event) for event in events], "from": state.session.code}
    new_state = queries.get_session_state(other)
    return journal.append_entry(new_state, table, kind=SPLIT_OFF, payload=payload, identity=identity, key="")


def _make_joined(state: SessionState, name: str, stake: int) -> Joined:
    is_present = name in table_state.list_present_players(state.table)
    return Joined(name, table_state.get_stake(state.table, name) if is_present else stake)
