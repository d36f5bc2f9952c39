"""Record events at a table; draw at random; split a chouette; undo the last entry."""

import re
import secrets
import uuid
from dataclasses import replace
from typing import Any

from django.db import transaction

from matches.actors import Identity
from matches.moneyplay import permissions, queries, random_order, table_state
from matches.moneyplay.models import MONEY, MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import require_keeper, require_seat_rights
from matches.moneyplay.queries import UNDONE, SessionState
from matches.moneyplay.services import sessions
from matches.moneyplay.table_state import Event
from matches.services.players import normalise_name
from rules.chouette.events import DrewPartner, Joined, Left, Threw
from rules.chouette.seating import check_enough, must_throw
from rules.chouette.seating import split_table as split_queue
from rules.chouette.state import ChouetteState
from rules.errors import Refusal

# Kinds of journal entries: in the session that is split, in the new one, and when the last two continue.
SPLIT, SPLIT_OFF, LAST_TWO = "split", "split_off", "last_two"
Queues = tuple[tuple[str, ...], tuple[str, ...]]


def preview_split(*, state: SessionState, newcomer: str) -> Queues:
    """Return the players who would stay and who would move with the newcomer; changes nothing.

    Raises `only_in_a_chouette`, `game_open`, `name_missing`, `already_present`, `too_few_players`.
    """
    table, name = state.table, normalise_name(newcomer)
    if not isinstance(table, ChouetteState):
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
    game: int | None = None,
) -> MoneySession:
    """Split a chouette with one more player into two tables, between two games; returns the new session.

    Players who move keep phone, player and stake; their balances stay in the old session. The entry can be
    undone, in both sessions, until something happens in the new one. The same key returns the same session.
    """
    state = sessions.lock_session(session, identity)
    require_keeper(identity, state.session)
    existing = sessions.find_entry_by_key(state, key, SPLIT)
    if existing is not None:
        return MoneySession.objects.select_related("desk", "host").get(code=existing.payload["into"])
    sessions.require_open(state)
    sessions.require_game(state, game)
    sessions.require_version(state, version)
    _, moving = preview_split(state=state, newcomer=newcomer)
    other = _create_session(state.session)
    _seat_players(state, other, moving, stake, identity)
    _record_departures(state, moving[:-1], other, kind=SPLIT, identity=identity, key=key)
    return other


@transaction.atomic
def continue_as_money_session(
    *,
    session: MoneySession,
    identity: Identity,
    key: str = "",
    version: int | None = None,
    game: int | None = None,
) -> MoneySession:
    """Let the last two of a chouette continue as money play; returns their new session.

    They play by the rules of money play that the chouette agreed on, for the stake they had against each
    other; the box has White. Their balances stay in the old session. The entry can be undone until something
    happens in the new one. The same key returns the same session. Raises `only_in_a_chouette`, `game_open`,
    `last_two_only`.
    """
    state = sessions.lock_session(session, identity)
    require_keeper(identity, state.session)
    existing = sessions.find_entry_by_key(state, key, LAST_TWO)
    if existing is not None:
        return MoneySession.objects.select_related("desk", "host").get(code=existing.payload["into"])
    sessions.require_open(state)
    sessions.require_game(state, game)
    sessions.require_version(state, version)
    table = state.table
    if not isinstance(table, ChouetteState):
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
    """Empty and close the session that `entry` split off. Raises `split_built_upon` if it has been used."""
    rows = MoneySession.objects.select_for_update(of=("self",)).select_related("desk", "host")
    state = queries.get_session_state(rows.get(code=entry.payload["into"]))
    if [each.kind for each in state.valid_entries] != [SPLIT_OFF]:
        raise Refusal("split_built_upon", session=str(state.session))
    first = state.valid_entries[0]
    table = queries.replay_entries(state.session, ())
    sessions.append_entry(
        state, table, kind="undone", payload={}, identity=identity, key="", undoes=first.seq
    )
    SessionSeat.objects.filter(session=state.session).update(device="", player=None)
    new_state = queries.get_session_state(state.session)
    sessions.append_entry(new_state, table, kind=queries.CLOSED, payload={}, identity=identity, key="")


def _record_departures(
    state: SessionState,
    names: tuple[str, ...],
    other: MoneySession,
    *,
    kind: str,
    identity: Identity,
    key: str,
) -> None:
    """Append the entry that players have left for the other session."""
    table, events = state.table, [Left(name) for name in names]
    for event in events:
        table = table_state.apply_event(table, event)
    payload = {"events": [table_state.write_event(event) for event in events], "into": other.code}
    sessions.append_entry(state, table, kind=kind, payload=payload, identity=identity, key=key)


def _create_session(
    session: MoneySession, *, kind: str = "", laws: dict[str, Any] | None = None
) -> MoneySession:
    """Create an empty session with the same keeper, and the same kind and rules unless given."""
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
    """Seat the moving players in the new session, in queue order, the newcomer last."""
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
    return sessions.append_entry(new_state, table, kind=SPLIT_OFF, payload=payload, identity=identity, key="")


def _make_joined(state: SessionState, name: str, stake: int) -> Joined:
    is_present = name in table_state.list_present_players(state.table)
    return Joined(name, table_state.get_stake(state.table, name) if is_present else stake)


ORDER_DRAWN, PARTNER_DRAWN = "lots", "partner_lot"


@transaction.atomic
def record_event(
    *,
    session: MoneySession,
    event: Event,
    identity: Identity,
    key: str = "",
    version: int | None = None,
    game: int | None = None,
) -> SessionEntry:
    """Record one event at a table, other than joining and leaving.

    The identity must have the right to act for its player. The same key returns the stored entry. With
    `version`, an event that conflicts with a later entry raises `session_changed` (see
    `sessions.require_no_conflict`). `game` is the game it is meant for (see
    `sessions.require_game`); the result an earlier game was recorded with returns the entry that has it.
    Raises the refusals of the rules.
    """
    state = sessions.lock_session(session, identity)
    player_name = table_state.get_acting_player(state.table, event)
    require_seat_rights(identity, state.session, state.seats, player_name)
    kind, payload = _get_entry_kind(event), {"events": [table_state.write_event(event)]}
    existing = sessions.find_repeated_entry(state, key, kind, payload)
    existing = existing or sessions.find_recorded_result(state, event, game)
    if existing is not None:
        return existing
    sessions.require_open(state)
    sessions.require_game(state, game)
    sessions.require_no_conflict(state, version, event, player_name)
    _require_table_event(event, identity, state)
    table = table_state.apply_event(state.table, event)
    return sessions.append_entry(
        state, table, kind=kind, payload=payload, player_name=player_name, identity=identity, key=key
    )


@transaction.atomic
def draw_order(
    *,
    session: MoneySession,
    identity: Identity,
    key: str = "",
    version: int | None = None,
    game: int | None = None,
) -> SessionEntry:
    """Roll for all players who still have to, by the seed of the session, until the order is decided.

    Raises `throw_over`, `too_few_players` and `session_changed`.
    """
    state = sessions.lock_session(session, identity)
    require_seat_rights(identity, state.session, state.seats, "")
    existing = sessions.find_entry_by_key(state, key, ORDER_DRAWN)
    if existing is not None:
        return existing
    sessions.require_open(state)
    sessions.require_game(state, game)
    sessions.require_version(state, version)
    events, table = _throw_for_order(state)
    payload = {"events": [table_state.write_event(event) for event in events], "seed": state.session.seed}
    return sessions.append_entry(state, table, kind=ORDER_DRAWN, payload=payload, identity=identity, key=key)


@transaction.atomic
def draw_partner(
    *,
    session: MoneySession,
    identity: Identity,
    key: str = "",
    version: int | None = None,
    game: int | None = None,
) -> SessionEntry:
    """Draw the partner of the box at random, after all have declined.

    Raises as choosing one does, and `session_changed`.
    """
    state = sessions.lock_session(session, identity)
    require_seat_rights(identity, state.session, state.seats, "")
    existing = sessions.find_entry_by_key(state, key, PARTNER_DRAWN)
    if existing is not None:
        return existing
    sessions.require_open(state)
    sessions.require_game(state, game)
    sessions.require_version(state, version)
    chouette = _get_chouette(state)
    check_enough(chouette)
    game_number = len(chouette.rows) + 1
    event = DrewPartner(random_order.draw_name(state.session.seed, chouette.queue[1:], game_number))
    table = table_state.apply_event(state.table, event)
    payload = {"events": [table_state.write_event(event)], "seed": state.session.seed}
    return sessions.append_entry(
        state,
        table,
        kind=PARTNER_DRAWN,
        payload=payload,
        player_name=event.player,
        identity=identity,
        key=key,
    )


@transaction.atomic
def undo_last_entry(
    *, session: MoneySession, identity: Identity, key: str = "", version: int | None = None
) -> SessionEntry:
    """Undo the last valid entry by appending an entry; allowed to its author and the keeper.

    Raises `nothing_to_undo`, `not_your_line`, `session_changed`; of a split, `split_built_upon`, and
    `split_undone_there` at the session it made.
    """
    state = sessions.lock_session(session, identity)
    existing = sessions.find_entry_by_key(state, key, UNDONE)
    if existing is not None:
        return existing
    sessions.require_version(state, version)
    last = state.last
    if last is None:
        raise Refusal("nothing_to_undo")
    _require_author(last, identity, state)
    _undo_split(last, identity)
    table = queries.replay_entries(state.session, state.valid_entries[:-1])
    sessions.release_seat(state, last)
    return sessions.append_entry(
        state,
        table,
        kind=UNDONE,
        payload={},
        player_name=last.who,
        identity=identity,
        key=key,
        undoes=last.seq,
    )


def _get_entry_kind(event: Event) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()


def _require_table_event(event: Event, identity: Identity, state: SessionState) -> None:
    """Refuse events that have services of their own; only the keeper may enter a partner drawn by hand."""
    if isinstance(event, Joined | Left):
        raise Refusal("request_invalid", problem=type(event).__name__)
    if isinstance(event, DrewPartner):
        require_keeper(identity, state.session)


def is_author(entry: SessionEntry | None, identity: Identity) -> bool:
    """Whether this phone or account made the entry."""
    if entry is None:
        return False
    if identity.device and entry.device == identity.device:
        return True
    return identity.user is not None and entry.user_id == identity.user.pk


def _require_author(entry: SessionEntry, identity: Identity, state: SessionState) -> None:
    if not is_author(entry, identity) and not permissions.may_keep_session(identity, state.session):
        raise Refusal("not_your_line", by=entry.by)


def _undo_split(last: SessionEntry, identity: Identity) -> None:
    """Undo a split only in the session it was made in, together with the new session."""
    if last.kind == SPLIT_OFF:
        raise Refusal("split_undone_there", session=last.payload["from"])
    if last.kind in (SPLIT, LAST_TWO):
        undo_split(last, identity)


def _get_chouette(state: SessionState) -> ChouetteState:
    if not isinstance(state.table, ChouetteState):
        raise Refusal("only_in_a_chouette")
    return state.table


def _throw_for_order(state: SessionState) -> tuple[list[Threw], Any]:
    chouette: Any = _get_chouette(state)
    events: list[Threw] = []
    if chouette.throws is None:
        raise Refusal("throw_over", "chouette.order")
    check_enough(chouette)
    while chouette.throws is not None:
        for player in must_throw(chouette):
            event = Threw(
                player, random_order.roll_die(state.session.seed, player, len(chouette.throws[player]) + 1)
            )
            events, chouette = [*events, event], table_state.apply_event(chouette, event)
            if chouette.throws is None:
                break
    return events, chouette
