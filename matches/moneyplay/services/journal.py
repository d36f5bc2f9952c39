"""The journal of a session: lock the session, check the request, append an entry."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from matches.identity import Identity
from matches.moneyplay import queries, table_state
from matches.moneyplay.models import MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import require_viewer
from matches.moneyplay.queries import SessionState
from matches.moneyplay.table_state import Event, TableState
from matches.services import live
from rules.errors import Refusal

MOST_ENTRIES = 5000


def lock_session(session: MoneySession, identity: Identity) -> SessionState:
    """Lock the session and read its state, for those who may see it; call it before anything else."""
    rows = MoneySession.objects.select_for_update(of=("self",)).select_related("desk", "host")
    state = queries.get_session_state(rows.get(pk=session.pk))
    require_viewer(identity, state.session, state.seats)
    return state


def find_repeated_entry(
    state: SessionState, key: str, kind: str, payload: Mapping[str, Any]
) -> SessionEntry | None:
    """The entry this key has made already; `key_used_twice` if its content differs."""
    existing = next((entry for entry in state.entries if key and entry.key == key), None)
    if existing is not None and (existing.kind, existing.payload) != (kind, payload):
        raise Refusal("key_used_twice", "", version=state.session.version)
    return existing


def find_entry_by_key(
    state: SessionState, key: str, *kinds: str, player_name: str | None = None
) -> SessionEntry | None:
    """The entry this key has made, compared by kind and player; `key_used_twice` for another action."""
    existing = next((entry for entry in state.entries if key and entry.key == key), None)
    if existing is not None and (existing.kind not in kinds or player_name not in (None, existing.who)):
        raise Refusal("key_used_twice", "", version=state.session.version)
    return existing


def require_open(state: SessionState) -> None:
    """Raise `session_closed` for a closed session."""
    if state.session.closed_at is not None:
        raise Refusal("session_closed", session=state.session.code)


def require_version(state: SessionState, version: int | None) -> None:
    """Raise `session_changed` for an action decided on an older version; None is not checked."""
    if version is not None and version != state.session.version:
        raise _make_conflict(state)


def require_no_conflict(state: SessionState, version: int | None, event: Event, player_name: str) -> None:
    """The same, but individual events of other players may have come in between."""
    later = [entry for entry in state.entries if version is not None and entry.seq > version]
    is_ahead = version is not None and version > state.session.version
    if is_ahead or (
        later and not (table_state.is_individual(event) and _are_independent(state, later, player_name))
    ):
        raise _make_conflict(state)


def append_entry(
    state: SessionState,
    table: TableState,
    *,
    kind: str,
    payload: Mapping[str, Any],
    identity: Identity,
    key: str,
    player_name: str = "",
    undoes: int | None = None,
) -> SessionEntry:
    """Append one entry, which leads to `table`; update balances and status and notify open pages."""
    session = state.session
    if session.version >= MOST_ENTRIES:
        raise Refusal("session_full", most=MOST_ENTRIES)
    entry = SessionEntry.objects.create(
        session=session,
        seq=session.version + 1,
        kind=kind,
        payload=payload,
        who=player_name,
        by=_get_author_name(state, identity)[:150],
        user=identity.user,
        device=identity.device,
        key=key or uuid.uuid4().hex,
        undoes=undoes,
    )
    _update_balances(state, table)
    _update_session(session, entry)
    return entry


def _are_independent(state: SessionState, later: list[SessionEntry], player_name: str) -> bool:
    kind = state.session.kind
    return all(
        entry.undoes is None
        and entry.who not in ("", player_name)
        and all(table_state.is_individual(event) for event in queries.read_events(entry, kind))
        for entry in later
    )


def _make_conflict(state: SessionState) -> Refusal:
    last = state.entries[-1] if state.entries else None
    at = timezone.localtime(last.at).strftime("%H:%M") if last else ""
    facts = {"by": last.by if last else "", "at": at, "version": state.session.version}
    return Refusal("session_changed", "", **facts)


def _get_author_name(state: SessionState, identity: Identity) -> str:
    seat = state.get_seat_of(identity)
    if seat is not None:
        return seat.name
    return identity.user.get_username() if identity.user is not None else ""


def _update_balances(state: SessionState, table: TableState) -> None:
    balances = table_state.get_balances(table)
    rows = SessionSeat.objects.filter(session=state.session)
    for seat in rows:
        balance = balances.get(seat.name, 0)
        if balance != seat.balance:
            rows.filter(pk=seat.pk).update(balance=balance)


def _update_session(session: MoneySession, entry: SessionEntry) -> None:
    changes: dict[str, Any] = {"version": entry.seq}
    if entry.kind == queries.CLOSED:
        changes |= {"status": "closed", "closed_at": entry.at, "token_hash": ""}
    elif session.closed_at is not None:
        changes |= {"status": "open", "closed_at": None}
    updated = MoneySession.objects.filter(pk=session.pk, version=session.version).update(**changes)
    if updated != 1:
        raise Refusal("session_changed", "", by="", at="", version=session.version)
    for name, value in changes.items():
        setattr(session, name, value)
    live.publish(topic=f"session:{session.code}", kind="session", data={"version": session.version})
