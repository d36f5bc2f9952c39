"""A chouette too full becomes two: the last in line move to a new table, which the same keeper keeps."""

import secrets
import uuid
from typing import Any

from django.db import transaction

from matches import folding
from matches.identity import Identity
from matches.models import Session, SessionEntry, SessionSeat
from matches.queries import sessions
from matches.queries.sessions import Picture
from matches.services import journals
from matches.services.guards import must_keep
from matches.services.players import tidy_name
from rules.chouette.events import Joined, Left
from rules.chouette.order import split as two_lines
from rules.chouette.state import Evening
from rules.errors import Refusal

SPLIT, SPLIT_OFF = "split", "split_off"
Lines = tuple[tuple[str, ...], tuple[str, ...]]


def preview(*, picture: Picture, newcomer: str) -> Lines:
    """Who stays, and who moves with the newcomer; nothing is changed.

    Raises `only_in_a_chouette`, `game_open`, `name_missing`, `already_present`, `too_few_players`.
    """
    table, name = picture.table, tidy_name(newcomer)
    if not isinstance(table, Evening):
        raise Refusal("only_in_a_chouette")
    if folding.is_playing(table):
        raise Refusal("game_open")
    if name in table.queue:
        raise Refusal("already_present", "chouette.joining", player=name)
    return two_lines(table, name)


@transaction.atomic
def split(
    *,
    session: Session,
    newcomer: str,
    identity: Identity,
    stake: int = 0,
    key: str = "",
    version: int | None = None,
) -> Session:
    """Make two tables of a chouette and one more player, between two games; the new one is answered.

    Whoever moves keeps his phone, his player and his stake there, and his balance here. Undoing the line
    undoes both tables while nothing has happened at the new one. The same key answers with the same table.
    """
    picture = journals.locked(session, identity)
    must_keep(identity, picture.session)
    known = journals.repeated_as(picture, key, SPLIT)
    if known is not None:
        return Session.objects.select_related("desk", "host").get(code=known.payload["into"])
    journals.must_be_open(picture)
    journals.must_be_seen(picture, version)
    _, moving = preview(picture=picture, newcomer=newcomer)
    other = _another(picture.session)
    _seat(picture, other, moving, stake, identity)
    events: list[folding.Event] = [Left(name) for name in moving[:-1]]
    table = picture.table
    for event in events:
        table = folding.after(table, event)
    payload = {"events": [folding.write(event) for event in events], "into": other.code}
    journals.append(picture, table, kind=SPLIT, payload=payload, identity=identity, key=key)
    return other


def rejoin(entry: SessionEntry, identity: Identity) -> None:
    """Empty the table that this line has split off; refuse once anything has happened there."""
    rows = Session.objects.select_for_update(of=("self",)).select_related("desk", "host")
    picture = sessions.picture_of(rows.get(code=entry.payload["into"]))
    if [each.kind for each in picture.standing] != [SPLIT_OFF]:
        raise Refusal("split_built_upon", session=str(picture.session))
    first = picture.standing[0]
    table = sessions.table_after(picture.session, ())
    journals.append(picture, table, kind="undone", payload={}, identity=identity, key="", undoes=first.seq)
    SessionSeat.objects.filter(session=picture.session).update(device="", player=None)
    fresh = sessions.picture_of(picture.session)
    journals.append(fresh, table, kind=sessions.CLOSED, payload={}, identity=identity, key="")


def _another(session: Session) -> Session:
    """An empty table of the same kind and laws, kept by the same."""
    return Session.objects.create(
        kind=session.kind,
        laws=session.laws,
        title=session.title,
        desk=session.desk,
        host=session.host,
        host_device=session.host_device,
        seed=secrets.token_hex(16),
        key=uuid.uuid4().hex,
    )


def _seat(
    picture: Picture, other: Session, moving: tuple[str, ...], stake: int, identity: Identity
) -> SessionEntry:
    """Sit those who move down at the new table, in the order of the line, the newcomer last."""
    table: Any = sessions.table_after(other, ())
    events = [_joined(picture, name, stake) for name in moving]
    for number, event in enumerate(events, start=1):
        table, old = folding.after(table, event), picture.seat_of(event.player)
        SessionSeat.objects.create(
            session=other,
            number=number,
            name=event.player,
            player=old.player if old else None,
            device=old.device if old else "",
            stake=folding.stake_of(table, event.player),
        )
    payload = {"events": [folding.write(event) for event in events], "from": picture.session.code}
    fresh = sessions.picture_of(other)
    return journals.append(fresh, table, kind=SPLIT_OFF, payload=payload, identity=identity, key="")


def _joined(picture: Picture, name: str, stake: int) -> Joined:
    here = name in folding.present(picture.table)
    return Joined(name, folding.stake_of(picture.table, name) if here else stake)
