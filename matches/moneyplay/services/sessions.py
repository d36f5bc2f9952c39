"""Money sessions: open one, create a code to join it, close it."""

import hashlib
import secrets
import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction

from matches.identity import Identity
from matches.models import Desk
from matches.moneyplay import table_state
from matches.moneyplay.models import CHOUETTE, HIGHEST_STAKE, MONEY, MoneySession, SessionEntry
from matches.moneyplay.permissions import require_keeper
from matches.moneyplay.queries import CLOSED
from matches.moneyplay.services import journal
from matches.services.guards import require_official
from matches.services.players import normalise_name
from rules.errors import Refusal

TOKEN_BYTES = 16


class SessionInvitation(NamedTuple):
    """A session and the code to join it, which is stored nowhere and cannot be shown again."""

    session: MoneySession
    token: str


@transaction.atomic
def open_session(
    *,
    kind: str,
    laws: Mapping[str, Any],
    identity: Identity,
    title: str = "",
    desk: Desk | None = None,
    key: str = "",
) -> MoneySession:
    """Open a session; who opens it keeps it. At a desk only officials may.

    The same key answers with the session it has opened. Raises `session_kind_unknown`,
    `session_without_keeper`, `laws_impossible`, `stake_impossible`, `key_used_twice`.
    """
    if kind not in (MONEY, CHOUETTE):
        raise Refusal("session_kind_unknown", kind=kind)
    if desk is not None:
        require_official(identity.user or _refuse_desk(desk), desk)
    elif identity.user is None and not identity.device:
        raise Refusal("session_without_keeper")
    options = table_state.read_options(kind, laws)
    _validate_stake(options.to_json())
    fields = {
        "kind": kind,
        "laws": options.to_json(),
        "title": normalise_name(title) if title.strip() else "",
    }
    keeper = {"host": identity.user, "host_device": "" if identity.user else identity.device}
    session, is_new = MoneySession.objects.get_or_create(
        key=key or uuid.uuid4().hex,
        defaults={**fields, **keeper, "desk": desk, "seed": secrets.token_hex(16)},
    )
    if not is_new and any(getattr(session, name) != value for name, value in ({**fields, **keeper}).items()):
        raise Refusal("key_used_twice")
    return session


@transaction.atomic
def create_invitation(*, session: MoneySession, identity: Identity) -> SessionInvitation:
    """Create a new code to join by; the earlier one becomes invalid. Raises `keeper_only`."""
    state = journal.lock_session(session, identity)
    require_keeper(identity, state.session)
    journal.require_open(state)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    MoneySession.objects.filter(pk=session.pk).update(token_hash=_hash(token))
    return SessionInvitation(state.session, token)


def redeem_code(*, token: str) -> MoneySession:
    """The session of a code. Raises `session_code_unknown` for a wrong code and for a replaced one."""
    sessions = MoneySession.objects.select_related("desk", "host").filter(token_hash=_hash(token))
    session = sessions.first()
    if session is None:
        raise Refusal("session_code_unknown")
    return session


@transaction.atomic
def close_session(
    *, session: MoneySession, identity: Identity, key: str = "", version: int | None = None
) -> SessionEntry:
    """Close a session between two games: only its settlement can be read then. Undoing opens it again.

    Raises `keeper_only`, `session_closed`, `game_open`, `session_changed`.
    """
    state = journal.lock_session(session, identity)
    require_keeper(identity, state.session)
    existing = journal.find_repeated_entry(state, key, CLOSED, {})
    if existing is not None:
        return existing
    journal.require_open(state)
    journal.require_version(state, version)
    if table_state.is_game_open(state.table):
        raise Refusal("game_open")
    return journal.append_entry(state, state.table, kind=CLOSED, payload={}, identity=identity, key=key)


def _refuse_desk(desk: Desk) -> Any:
    raise Refusal("desk_only", desk=desk.name)


def _validate_stake(laws: Mapping[str, Any]) -> None:
    stake = laws.get("money", laws)["stake"]
    if stake > HIGHEST_STAKE:
        raise Refusal("stake_impossible", "chouette.stakes", stake=stake)


def _hash(token: str) -> str:
    return hashlib.sha256(f"session:{token}".encode()).hexdigest()
