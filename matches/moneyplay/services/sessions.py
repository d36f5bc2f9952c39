"""Open, join and close money sessions; take and release seats; append to the journal."""

import hashlib
import secrets
import uuid
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from matches.actors import Identity
from matches.models import Desk, Player, User
from matches.moneyplay import queries, settlement, table_state
from matches.moneyplay.messages import describe_event, map_level_labels
from matches.moneyplay.models import CHOUETTE, HIGHEST_STAKE, MONEY, MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import require_keeper, require_seat_rights, require_viewer
from matches.moneyplay.queries import CLOSED, SessionState
from matches.moneyplay.table_state import Event, TableState
from matches.services import live
from matches.services.guards import require_official, require_person
from matches.services.players import normalise_name
from rules.chouette.events import Joined, Left
from rules.errors import Refusal

MAX_ENTRIES = 5000


def lock_session(session: MoneySession, identity: Identity) -> SessionState:
    """Lock a session and return its state; commands call it first. Raises `session_absent`."""
    rows = MoneySession.objects.select_for_update(of=("self",)).select_related("desk", "host")
    state = queries.get_session_state(rows.get(pk=session.pk))
    require_viewer(identity, state.session, state.seats)
    return state


def find_repeated_entry(
    state: SessionState, key: str, kind: str, payload: Mapping[str, Any]
) -> SessionEntry | None:
    """Return the entry made under this key before, if any. Raises `key_used_twice` if its content differs."""
    existing = next((entry for entry in state.entries if key and entry.key == key), None)
    if existing is not None and (existing.kind, existing.payload) != (kind, payload):
        raise Refusal("key_used_twice", "", version=state.session.version)
    return existing


def find_entry_by_key(
    state: SessionState, key: str, *kinds: str, player_name: str | None = None
) -> SessionEntry | None:
    """Return the entry made under this key before, compared only by kind and player.

    For entries with random content. Raises `key_used_twice` for another action.
    """
    existing = next((entry for entry in state.entries if key and entry.key == key), None)
    if existing is not None and (existing.kind not in kinds or player_name not in (None, existing.who)):
        raise Refusal("key_used_twice", "", version=state.session.version)
    return existing


def require_open(state: SessionState) -> None:
    """Raise `session_closed` for a closed session."""
    if state.session.closed_at is not None:
        raise Refusal("session_closed", session=state.session.code)


def require_version(state: SessionState, version: int | None) -> None:
    """Raise `session_changed` if `version` is not that of the session; None is not checked."""
    if version is not None and version != state.session.version:
        raise _make_conflict(state, version)


def require_no_conflict(state: SessionState, version: int | None, event: Event, player_name: str) -> None:
    """Raise `session_changed` if later entries conflict with an event based on `version`; None: not checked.

    Individual events of different players do not conflict (`table_state.is_individual`).
    """
    later = [entry for entry in state.entries if version is not None and entry.seq > version]
    is_ahead = version is not None and version > state.session.version
    if is_ahead or (
        later and not (table_state.is_individual(event) and _are_independent(state, later, player_name))
    ):
        raise _make_conflict(state, version or 0, player_name)


def require_game(state: SessionState, game: int | None) -> None:
    """Raise an error for an action of another game than the current one; None is not checked.

    `game` is the number of the game that was on the page, between two games that of the next one. Raises
    `game_recorded` for an earlier game, `game_not_reached` for a later one.
    """
    current = table_state.get_game_number(state.table)
    if game is None or game == current:
        return
    context = {"game": game, "current": current, "version": state.session.version}
    if game > current:
        raise Refusal("game_not_reached", "", **context)
    raise Refusal("game_recorded", "", outcome=_describe_outcome(state, game), **context)


def find_recorded_result(state: SessionState, event: Event, game: int | None) -> SessionEntry | None:
    """The entry that already records this very result for an earlier game, None without one.

    Two phones may send the result of one game: the second has nothing to add, and nothing went wrong.
    """
    if game is None or game >= table_state.get_game_number(state.table) or not table_state.ends_game(event):
        return None
    entry = queries.find_ending_entry(state, game)
    recorded = queries.read_events(entry, state.session.kind) if entry else ()
    return entry if recorded == (event,) else None


def require_seen_game(event: Event, version: int | None, game: int | None) -> None:
    """Raise `game_unnamed` for a result without the version or the number of the game it is meant for."""
    if table_state.ends_game(event) and version is None and game is None:
        raise Refusal("game_unnamed")


def _describe_outcome(state: SessionState, game: int) -> str:
    """Return the end of a game as a sentence in the active language, "" if it is not known."""
    entry = queries.find_ending_entry(state, game)
    players, labels = table_state.map_players_by_side(state.table), map_level_labels()
    events = entry.payload.get("events", ()) if entry else ()
    return ", ".join(describe_event(data, players, labels) for data in events)


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
    """Append one entry; `table` is the state after it. Updates balances and status, notifies open pages."""
    session = state.session
    if session.version >= MAX_ENTRIES:
        raise Refusal("session_full", most=MAX_ENTRIES)
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


def _make_conflict(state: SessionState, version: int, player_name: str = "") -> Refusal:
    """Return the refusal of an action based on `version`, naming who entered something since.

    That is not the player whose action it is, unless nobody else did.
    """
    later = [entry for entry in state.entries if entry.seq > version] or list(state.entries)
    others = [entry for entry in later if entry.by != player_name]
    last = next(reversed(others or later), None)
    at = timezone.localtime(last.at).strftime("%H:%M") if last else ""
    context = {"by": last.by if last else "", "at": at, "version": state.session.version}
    return Refusal("session_changed", "", **context)


def _get_author_name(state: SessionState, identity: Identity) -> str:
    seat = state.get_seat_of(identity)
    if seat is not None:
        return seat.name
    return identity.user.get_username() if identity.user is not None else ""


def _update_balances(state: SessionState, table: TableState) -> None:
    balances = settlement.get_balances(table)
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


TOKEN_BYTES = 16


class SessionInvitation(NamedTuple):
    """A session and its join code, which is not stored and cannot be shown again."""

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
    """Open a session; the identity becomes its keeper. At a desk only officials may.

    The same key returns the session it has opened. Raises `session_kind_unknown`, `session_without_keeper`,
    `laws_impossible`, `stake_impossible`, `key_used_twice`.
    """
    if kind not in (MONEY, CHOUETTE):
        raise Refusal("session_kind_unknown", kind=kind)
    if desk is not None:
        if identity.user is None:
            raise Refusal("desk_only", desk=desk.name)
        require_official(identity.user, desk)
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
    """Create a new join code; the earlier one becomes invalid. Raises `keeper_only`, `session_closed`."""
    state = lock_session(session, identity)
    require_keeper(identity, state.session)
    require_open(state)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    MoneySession.objects.filter(pk=session.pk).update(token_hash=hash_token(token))
    return SessionInvitation(state.session, token)


def redeem_code(*, token: str) -> MoneySession:
    """Return the session of a join code. Raises `session_code_unknown` for a wrong or replaced code."""
    sessions = MoneySession.objects.select_related("desk", "host").filter(token_hash=hash_token(token))
    session = sessions.first()
    if session is None:
        raise Refusal("session_code_unknown")
    return session


@transaction.atomic
def close_session(
    *,
    session: MoneySession,
    identity: Identity,
    key: str = "",
    version: int | None = None,
    game: int | None = None,
) -> SessionEntry:
    """Close a session between two games; after that it is read-only. Undoing the entry reopens it.

    Raises `keeper_only`, `session_closed`, `game_open`, `session_changed`, and as `require_game`.
    """
    state = lock_session(session, identity)
    require_keeper(identity, state.session)
    existing = find_repeated_entry(state, key, CLOSED, {})
    if existing is not None:
        return existing
    require_open(state)
    require_game(state, game)
    require_version(state, version)
    if table_state.is_game_open(state.table):
        raise Refusal("game_open")
    return append_entry(state, state.table, kind=CLOSED, payload={}, identity=identity, key=key)


def _validate_stake(laws: Mapping[str, Any]) -> None:
    stake = laws.get("money", laws)["stake"]
    if stake > HIGHEST_STAKE:
        raise Refusal("stake_impossible", "chouette.stakes", stake=stake)


def hash_token(token: str) -> str:
    """Return the hash by which a code is stored."""
    return hashlib.sha256(f"session:{token}".encode()).hexdigest()


MAX_SEATS = 24
# Kinds of journal entries.
JOINED, LEFT, CLAIMED, HANDED_OVER = "joined", "left", "claimed", "handed_over"
SEAT_TAKING_KINDS = (JOINED, CLAIMED)


@transaction.atomic
def take_seat(
    *, session: MoneySession, name: str, identity: Identity, stake: int = 0, key: str = ""
) -> SessionEntry:
    """Take a seat at the end of the queue; this phone, badge or account acts for it from now on.

    A seat added as a guest, which no device, badge or account has taken, is taken by its name. `stake` 0
    means that of the table. Raises `session_absent`, `session_closed`, `seat_taken`, `seated_already`, and
    errors of the rules.
    """
    state, name = lock_session(session, identity), normalise_name(name)
    existing = find_entry_by_key(state, key, *SEAT_TAKING_KINDS, player_name=name)
    if existing is not None:
        return existing
    require_open(state)
    _require_free_seat(state, name, identity)
    is_claim = name in table_state.list_present_players(state.table)
    payload = {} if is_claim else _make_payload(state, name, stake)
    table = _apply_payload(state, payload)
    seat = _get_or_create_seat(state, table, name)
    player = next(iter(sorted(identity.player_ids)), None)
    SessionSeat.objects.filter(pk=seat.pk).update(device=identity.device, player=seat.player_id or player)
    return append_entry(
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
    state, name = lock_session(session, identity), normalise_name(name)
    require_keeper(identity, state.session)
    payload = _make_payload(state, name, stake)
    existing = find_repeated_entry(state, key, JOINED, payload)
    if existing is not None:
        return existing
    require_open(state)
    table = _apply_payload(state, payload)
    seat = _get_or_create_seat(state, table, name)
    if player is not None:
        require_person(player)
        SessionSeat.objects.filter(pk=seat.pk).update(player=player)
    return append_entry(
        state, table, kind=JOINED, payload=payload, player_name=name, identity=identity, key=key
    )


@transaction.atomic
def leave_seat(*, session: MoneySession, name: str, identity: Identity, key: str = "") -> SessionEntry:
    """Leave the queue; a player with an open stake leaves after the game. Raises `not_your_seat`."""
    state = lock_session(session, identity)
    require_seat_rights(identity, state.session, state.seats, name)
    payload = {"events": [table_state.write_event(Left(name))]}
    existing = find_repeated_entry(state, key, LEFT, payload)
    if existing is not None:
        return existing
    require_open(state)
    table = _apply_payload(state, payload)
    return append_entry(
        state, table, kind=LEFT, payload=payload, player_name=name, identity=identity, key=key
    )


@transaction.atomic
def release_players(*, players: Collection[int]) -> None:
    """Unlink the seats of these players (by key); the names of the seats stay."""
    SessionSeat.objects.filter(player__in=players).update(player=None, device="")


@transaction.atomic
def rename_author(*, user: User, former_name: str, name: str) -> None:
    """Replace the former user name of an account in its journal entries."""
    SessionEntry.objects.filter(user=user, by=former_name).update(by=name)


def release_seat(state: SessionState, entry: SessionEntry) -> None:
    """Release the seat that `entry` took, because it is undone, unless an earlier entry took it too."""
    before = [
        each for each in state.valid_entries if each.kind in SEAT_TAKING_KINDS and each.who == entry.who
    ]
    rows = SessionSeat.objects.filter(session=state.session, name=entry.who)
    if entry.kind == CLAIMED or (entry.kind == JOINED and before == [entry]):
        rows.update(device="", token_hash="", player=None)
    elif entry.kind == HANDED_OVER:
        rows.update(device="", token_hash="")


def _require_free_seat(state: SessionState, name: str, identity: Identity) -> None:
    own_seat, seat = state.get_seat_of(identity), state.seat_of(name)
    if own_seat is not None and own_seat.name != name:
        raise Refusal("seated_already", player=own_seat.name)
    if own_seat is not None and name in table_state.list_present_players(state.table):
        raise Refusal("already_present", "chouette.joining", player=name)
    if own_seat is None and seat is not None and seat.is_taken:
        raise Refusal("seat_taken", player=name)
    if not identity.device and not identity.player_ids:
        raise Refusal("not_signed_in")


def _make_payload(state: SessionState, name: str, stake: int) -> dict[str, Any]:
    alike = [other for other in state.balances if other != name and other.casefold() == name.casefold()]
    if alike:
        raise Refusal("player_spelt_alike", "chouette.joining", player=alike[0])
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
    if len(state.seats) >= MAX_SEATS:
        raise Refusal("table_full", "chouette.joining", player=name, most=MAX_SEATS)
    number = max((seat.number for seat in state.seats), default=0) + 1
    return SessionSeat.objects.create(session=state.session, number=number, name=name, stake=stake)
