"""What happens at a table, written down: lots, games, cubes, answers, ends; and the last line undone."""

import re
from typing import Any

from django.db import transaction

from matches.identity import Identity
from matches.moneyplay import permissions
from matches.moneyplay import queries as sessions
from matches.moneyplay import random_order as lots
from matches.moneyplay import table_state as folding
from matches.moneyplay.models import MoneySession, SessionEntry
from matches.moneyplay.permissions import must_keep, must_speak_for
from matches.moneyplay.queries import UNDONE, Picture
from matches.moneyplay.services import journal as journals
from matches.moneyplay.services import seats
from matches.moneyplay.services import splits as splitting
from matches.moneyplay.table_state import Event
from rules.chouette.events import DrewPartner, Joined, Left, Threw
from rules.chouette.order import check_enough, must_throw
from rules.chouette.state import Evening
from rules.errors import Refusal

LOTS, PARTNER_LOT = "lots", "partner_lot"


@transaction.atomic
def play(
    *, session: MoneySession, event: Event, identity: Identity, key: str = "", version: int | None = None
) -> SessionEntry:
    """Write down one event: a game begun, a cube turned, an answer, a partner, an end, a price agreed.

    A player's word is taken from whoever may speak for his seat. The same key answers with the stored line.
    Two who speak for themselves in the same moment do not contradict each other; anything else decided on
    an older picture is refused with `session_changed`. Raises what the laws refuse.
    """
    picture = journals.locked(session, identity)
    who = folding.actor(picture.table, event)
    must_speak_for(identity, picture.session, picture.seats, who)
    kind, payload = _kind(event), {"events": [folding.write(event)]}
    known = journals.repeated(picture, key, kind, payload)
    if known is not None:
        return known
    journals.must_be_open(picture)
    journals.must_be_seen_but_for_others(picture, version, event, who)
    _must_be_play(event, identity, picture)
    table = folding.after(picture.table, event)
    return journals.append(picture, table, kind=kind, payload=payload, who=who, identity=identity, key=key)


@transaction.atomic
def cast_lots(*, session: MoneySession, identity: Identity, key: str = "") -> SessionEntry:
    """Throw for everybody who still has to, by the seed of the session, until the order stands.

    Raises `throw_over` and `too_few_players`.
    """
    picture = journals.locked(session, identity)
    must_speak_for(identity, picture.session, picture.seats, "")
    known = journals.repeated_as(picture, key, LOTS)
    if known is not None:
        return known
    journals.must_be_open(picture)
    events, table = _throws(picture)
    payload = {"events": [folding.write(event) for event in events], "seed": picture.session.seed}
    return journals.append(picture, table, kind=LOTS, payload=payload, identity=identity, key=key)


@transaction.atomic
def draw_partner(*, session: MoneySession, identity: Identity, key: str = "") -> SessionEntry:
    """Find the partner of the box by lot, after all have declined. Raises as choosing him does."""
    picture = journals.locked(session, identity)
    must_speak_for(identity, picture.session, picture.seats, "")
    known = journals.repeated_as(picture, key, PARTNER_LOT)
    if known is not None:
        return known
    journals.must_be_open(picture)
    evening = _evening(picture)
    check_enough(evening)
    event = DrewPartner(lots.chosen(picture.session.seed, evening.queue[1:], len(evening.rows) + 1))
    table = folding.after(picture.table, event)
    payload = {"events": [folding.write(event)], "seed": picture.session.seed}
    return journals.append(
        picture, table, kind=PARTNER_LOT, payload=payload, who=event.player, identity=identity, key=key
    )


@transaction.atomic
def undo(
    *, session: MoneySession, identity: Identity, key: str = "", version: int | None = None
) -> SessionEntry:
    """Void the last line that stands and fold the rest again; its writer may, and the keeper.

    Raises `nothing_to_undo`, `not_your_line`, `session_changed`; of a split, `split_built_upon`, and
    `split_undone_there` at the table it made.
    """
    picture = journals.locked(session, identity)
    known = journals.repeated_as(picture, key, UNDONE)
    if known is not None:
        return known
    journals.must_be_seen(picture, version)
    last = picture.last
    if last is None:
        raise Refusal("nothing_to_undo")
    _must_be_his_line(last, identity, picture)
    _undo_elsewhere(last, identity)
    table = sessions.table_after(picture.session, picture.standing[:-1])
    seats.release(picture, last)
    return journals.append(
        picture, table, kind=UNDONE, payload={}, who=last.who, identity=identity, key=key, undoes=last.seq
    )


def _kind(event: Event) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()


def _must_be_play(event: Event, identity: Identity, picture: Picture) -> None:
    """Seats have verbs of their own; a partner's lot drawn by hand is the keeper's to write down."""
    if isinstance(event, Joined | Left):
        raise Refusal("request_invalid", problem=type(event).__name__)
    if isinstance(event, DrewPartner):
        must_keep(identity, picture.session)


def is_writer(entry: SessionEntry | None, identity: Identity) -> bool:
    """Whether this phone or account wrote the line."""
    if entry is None:
        return False
    if identity.device and entry.device == identity.device:
        return True
    return identity.user is not None and entry.user_id == identity.user.pk


def _must_be_his_line(entry: SessionEntry, identity: Identity, picture: Picture) -> None:
    if not is_writer(entry, identity) and not permissions.may_keep(identity, picture.session):
        raise Refusal("not_your_line", by=entry.by)


def _undo_elsewhere(last: SessionEntry, identity: Identity) -> None:
    """A split is undone at the table it was made at, and takes the other one with it."""
    if last.kind == splitting.SPLIT_OFF:
        raise Refusal("split_undone_there", session=last.payload["from"])
    if last.kind in (splitting.SPLIT, splitting.LAST_TWO):
        splitting.rejoin(last, identity)


def _evening(picture: Picture) -> Evening:
    if not isinstance(picture.table, Evening):
        raise Refusal("only_in_a_chouette")
    return picture.table


def _throws(picture: Picture) -> tuple[list[Threw], Any]:
    evening: Any = _evening(picture)
    events: list[Threw] = []
    if evening.throws is None:
        raise Refusal("throw_over", "chouette.order")
    check_enough(evening)
    while evening.throws is not None:
        for player in must_throw(evening):
            event = Threw(player, lots.die(picture.session.seed, player, len(evening.throws[player]) + 1))
            events, evening = [*events, event], folding.after(evening, event)
            if evening.throws is None:
                break
    return events, evening
