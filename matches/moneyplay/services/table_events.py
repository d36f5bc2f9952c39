"""Events at a table: games, cubes, answers, random order; and undoing the last entry."""

import re
from typing import Any

from django.db import transaction

from matches.identity import Identity
from matches.moneyplay import permissions, queries, random_order, table_state
from matches.moneyplay.models import MoneySession, SessionEntry
from matches.moneyplay.permissions import require_keeper, require_seat_rights
from matches.moneyplay.queries import UNDONE, SessionState
from matches.moneyplay.services import journal, seats, splits
from matches.moneyplay.table_state import Event
from rules.chouette.events import DrewPartner, Joined, Left, Threw
from rules.chouette.order import check_enough, must_throw
from rules.chouette.state import Evening
from rules.errors import Refusal

ORDER_DRAWN, PARTNER_DRAWN = "lots", "partner_lot"


@transaction.atomic
def record_event(
    *, session: MoneySession, event: Event, identity: Identity, key: str = "", version: int | None = None
) -> SessionEntry:
    """Record one event: a game begun, a cube turned, an answer, a partner, an end, a settlement.

    An event of a player is accepted from those who may act for the seat. The same key returns the stored
    entry. Individual events at the same moment do not conflict; anything else decided on an older version
    raises `session_changed`. Raises errors of the rules.
    """
    state = journal.lock_session(session, identity)
    player_name = table_state.get_acting_player(state.table, event)
    require_seat_rights(identity, state.session, state.seats, player_name)
    kind, payload = _kind(event), {"events": [table_state.write_event(event)]}
    existing = journal.find_repeated_entry(state, key, kind, payload)
    if existing is not None:
        return existing
    journal.require_open(state)
    journal.require_no_conflict(state, version, event, player_name)
    _require_table_event(event, identity, state)
    table = table_state.apply_event(state.table, event)
    return journal.append_entry(
        state, table, kind=kind, payload=payload, player_name=player_name, identity=identity, key=key
    )


@transaction.atomic
def draw_order(*, session: MoneySession, identity: Identity, key: str = "") -> SessionEntry:
    """Roll for everybody who still has to, by the seed of the session, until the order is decided.

    Raises `throw_over` and `too_few_players`.
    """
    state = journal.lock_session(session, identity)
    require_seat_rights(identity, state.session, state.seats, "")
    existing = journal.find_entry_by_key(state, key, ORDER_DRAWN)
    if existing is not None:
        return existing
    journal.require_open(state)
    events, table = _throw_for_order(state)
    payload = {"events": [table_state.write_event(event) for event in events], "seed": state.session.seed}
    return journal.append_entry(state, table, kind=ORDER_DRAWN, payload=payload, identity=identity, key=key)


@transaction.atomic
def draw_partner(*, session: MoneySession, identity: Identity, key: str = "") -> SessionEntry:
    """Draw the partner of the box at random, after all have declined. Raises as choosing one does."""
    state = journal.lock_session(session, identity)
    require_seat_rights(identity, state.session, state.seats, "")
    existing = journal.find_entry_by_key(state, key, PARTNER_DRAWN)
    if existing is not None:
        return existing
    journal.require_open(state)
    evening = _get_chouette(state)
    check_enough(evening)
    event = DrewPartner(random_order.draw_name(state.session.seed, evening.queue[1:], len(evening.rows) + 1))
    table = table_state.apply_event(state.table, event)
    payload = {"events": [table_state.write_event(event)], "seed": state.session.seed}
    return journal.append_entry(
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
    """Void the last valid entry and replay the rest; its author may, and the keeper.

    Raises `nothing_to_undo`, `not_your_line`, `session_changed`; of a split, `split_built_upon`, and
    `split_undone_there` at the session it made.
    """
    state = journal.lock_session(session, identity)
    existing = journal.find_entry_by_key(state, key, UNDONE)
    if existing is not None:
        return existing
    journal.require_version(state, version)
    last = state.last
    if last is None:
        raise Refusal("nothing_to_undo")
    _require_author(last, identity, state)
    _undo_split(last, identity)
    table = queries.replay_entries(state.session, state.valid_entries[:-1])
    seats.release_seat(state, last)
    return journal.append_entry(
        state,
        table,
        kind=UNDONE,
        payload={},
        player_name=last.who,
        identity=identity,
        key=key,
        undoes=last.seq,
    )


def _kind(event: Event) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()


def _require_table_event(event: Event, identity: Identity, state: SessionState) -> None:
    """Refuse events that have services of their own; a partner drawn by hand is for the keeper."""
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
    if last.kind == splits.SPLIT_OFF:
        raise Refusal("split_undone_there", session=last.payload["from"])
    if last.kind in (splits.SPLIT, splits.LAST_TWO):
        splits.undo_split(last, identity)


def _get_chouette(state: SessionState) -> Evening:
    if not isinstance(state.table, Evening):
        raise Refusal("only_in_a_chouette")
    return state.table


def _throw_for_order(state: SessionState) -> tuple[list[Threw], Any]:
    evening: Any = _get_chouette(state)
    events: list[Threw] = []
    if evening.throws is None:
        raise Refusal("throw_over", "chouette.order")
    check_enough(evening)
    while evening.throws is not None:
        for player in must_throw(evening):
            event = Threw(
                player, random_order.roll_die(state.session.seed, player, len(evening.throws[player]) + 1)
            )
            events, evening = [*events, event], table_state.apply_event(evening, event)
            if evening.throws is None:
                break
    return events, evening
