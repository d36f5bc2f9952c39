"""The journal of a session: the lock of its row, and the one hand that appends to it."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from matches.identity import Identity
from matches.moneyplay import queries as sessions
from matches.moneyplay import table_state as folding
from matches.moneyplay.models import MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import must_see
from matches.moneyplay.queries import Picture
from matches.moneyplay.table_state import Event, Table
from matches.services import live
from rules.errors import Refusal

MOST_ENTRIES = 5000


def locked(session: MoneySession, identity: Identity) -> Picture:
    """The session read afresh under its lock, for one who may see it; call it before anything else."""
    rows = MoneySession.objects.select_for_update(of=("self",)).select_related("desk", "host")
    picture = sessions.picture_of(rows.get(pk=session.pk))
    must_see(identity, picture.session, picture.seats)
    return picture


def repeated(picture: Picture, key: str, kind: str, payload: Mapping[str, Any]) -> SessionEntry | None:
    """The entry this key has written already; `key_used_twice` when it said something else."""
    known = next((entry for entry in picture.entries if key and entry.key == key), None)
    if known is not None and (known.kind, known.payload) != (kind, payload):
        raise Refusal("key_used_twice", "", version=picture.session.version)
    return known


def repeated_as(picture: Picture, key: str, *kinds: str, who: str | None = None) -> SessionEntry | None:
    """The entry this key has written, where the key alone says it all; `key_used_twice` for another act."""
    known = next((entry for entry in picture.entries if key and entry.key == key), None)
    if known is not None and (known.kind not in kinds or who not in (None, known.who)):
        raise Refusal("key_used_twice", "", version=picture.session.version)
    return known


def must_be_open(picture: Picture) -> None:
    """Refuse to go on with a session that is closed."""
    if picture.session.closed_at is not None:
        raise Refusal("session_closed", session=picture.session.code)


def must_be_seen(picture: Picture, version: int | None) -> None:
    """Refuse an act decided on an older picture of the table; `None` means the door showed none."""
    if version is not None and version != picture.session.version:
        raise _changed(picture)


def must_be_seen_but_for_others(picture: Picture, version: int | None, event: Event, who: str) -> None:
    """The same, but that others may have spoken for themselves meanwhile: they do not contradict him."""
    later = [entry for entry in picture.entries if version is not None and entry.seq > version]
    ahead = version is not None and version > picture.session.version
    if ahead or (later and not (folding.is_own_word(event) and _spoke_for_others(picture, later, who))):
        raise _changed(picture)


def append(
    picture: Picture,
    table: Table,
    *,
    kind: str,
    payload: Mapping[str, Any],
    identity: Identity,
    key: str,
    who: str = "",
    undoes: int | None = None,
) -> SessionEntry:
    """Add one line, which leads to `table`; bring balances and the status along and tell open pages."""
    session = picture.session
    if session.version >= MOST_ENTRIES:
        raise Refusal("session_full", most=MOST_ENTRIES)
    entry = SessionEntry.objects.create(
        session=session,
        seq=session.version + 1,
        kind=kind,
        payload=payload,
        who=who,
        by=_name(picture, identity)[:150],
        user=identity.user,
        device=identity.device,
        key=key or uuid.uuid4().hex,
        undoes=undoes,
    )
    _project(picture, table)
    _move_on(session, entry)
    return entry


def _spoke_for_others(picture: Picture, later: list[SessionEntry], who: str) -> bool:
    kind = picture.session.kind
    return all(
        entry.undoes is None
        and entry.who not in ("", who)
        and all(folding.is_own_word(event) for event in sessions.events_of(entry, kind))
        for entry in later
    )


def _changed(picture: Picture) -> Refusal:
    last = picture.entries[-1] if picture.entries else None
    at = timezone.localtime(last.at).strftime("%H:%M") if last else ""
    facts = {"by": last.by if last else "", "at": at, "version": picture.session.version}
    return Refusal("session_changed", "", **facts)


def _name(picture: Picture, identity: Identity) -> str:
    seat = picture.seat_held_by(identity)
    if seat is not None:
        return seat.name
    return identity.user.get_username() if identity.user is not None else ""


def _project(picture: Picture, table: Table) -> None:
    balances = folding.balances(table)
    rows = SessionSeat.objects.filter(session=picture.session)
    for seat in rows:
        balance = balances.get(seat.name, 0)
        if balance != seat.balance:
            rows.filter(pk=seat.pk).update(balance=balance)


def _move_on(session: MoneySession, entry: SessionEntry) -> None:
    changes: dict[str, Any] = {"version": entry.seq}
    if entry.kind == sessions.CLOSED:
        changes |= {"status": "closed", "closed_at": entry.at, "token_hash": ""}
    elif session.closed_at is not None:
        changes |= {"status": "open", "closed_at": None}
    written = MoneySession.objects.filter(pk=session.pk, version=session.version).update(**changes)
    if written != 1:
        raise Refusal("session_changed", "", by="", at="", version=session.version)
    for name, value in changes.items():
        setattr(session, name, value)
    live.publish(topic=f"session:{session.code}", kind="session", data={"version": session.version})
