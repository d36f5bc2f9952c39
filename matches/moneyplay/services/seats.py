"""Who sits at a table: sitting down with a phone of one's own, being written down by the keeper, leaving."""

from collections.abc import Collection
from typing import Any

from django.db import transaction

from matches.identity import Identity
from matches.models import Player, User
from matches.moneyplay import table_state as folding
from matches.moneyplay.models import CHOUETTE, HIGHEST_STAKE, MoneySession, SessionEntry, SessionSeat
from matches.moneyplay.permissions import must_keep, must_speak_for
from matches.moneyplay.queries import Picture
from matches.moneyplay.services import journal as journals
from matches.moneyplay.table_state import Table
from matches.services.guards import must_be_a_person
from matches.services.players import tidy_name
from rules.chouette.events import Joined, Left
from rules.errors import Refusal

MOST_SEATS = 24
JOINED, LEFT, CLAIMED = "joined", "left", "claimed"
SITTING_DOWN = (JOINED, CLAIMED)


@transaction.atomic
def join(
    *, session: MoneySession, name: str, identity: Identity, stake: int = 0, key: str = ""
) -> SessionEntry:
    """Sit down at the end of the line; this phone, badge or account speaks for the seat from now on.

    A name that was written down and that nobody has taken becomes his. `stake` 0 is the table's. Raises
    `session_absent`, `session_closed`, `seat_taken`, `seated_already`, and what the laws refuse.
    """
    picture, name = journals.locked(session, identity), tidy_name(name)
    known = journals.repeated_as(picture, key, *SITTING_DOWN, who=name)
    if known is not None:
        return known
    journals.must_be_open(picture)
    _must_be_his(picture, name, identity)
    is_claim = name in folding.present(picture.table)
    payload = {} if is_claim else _joining(picture, name, stake)
    table = _after(picture, payload)
    seat = _seat(picture, table, name)
    player = next(iter(sorted(identity.player_ids)), None)
    SessionSeat.objects.filter(pk=seat.pk).update(device=identity.device, player=seat.player_id or player)
    return journals.append(
        picture,
        table,
        kind=CLAIMED if is_claim else JOINED,
        payload=payload,
        who=name,
        identity=identity,
        key=key,
    )


@transaction.atomic
def seat_guest(
    *,
    session: MoneySession,
    name: str,
    identity: Identity,
    stake: int = 0,
    player: Player | None = None,
    key: str = "",
) -> SessionEntry:
    """Write down somebody without a phone, at the end of the line. Raises `keeper_only` and as `join`."""
    picture, name = journals.locked(session, identity), tidy_name(name)
    must_keep(identity, picture.session)
    payload = _joining(picture, name, stake)
    known = journals.repeated(picture, key, JOINED, payload)
    if known is not None:
        return known
    journals.must_be_open(picture)
    table = _after(picture, payload)
    seat = _seat(picture, table, name)
    if player is not None:
        must_be_a_person(player)
        SessionSeat.objects.filter(pk=seat.pk).update(player=player)
    return journals.append(picture, table, kind=JOINED, payload=payload, who=name, identity=identity, key=key)


@transaction.atomic
def leave(*, session: MoneySession, name: str, identity: Identity, key: str = "") -> SessionEntry:
    """Leave the line; out of a game with an open stake, when it is over. Raises `not_your_seat`."""
    picture = journals.locked(session, identity)
    must_speak_for(identity, picture.session, picture.seats, name)
    payload = {"events": [folding.write(Left(name))]}
    known = journals.repeated(picture, key, LEFT, payload)
    if known is not None:
        return known
    journals.must_be_open(picture)
    table = _after(picture, payload)
    return journals.append(picture, table, kind=LEFT, payload=payload, who=name, identity=identity, key=key)


@transaction.atomic
def release_players(*, players: Collection[int]) -> None:
    """Part the seats of these players (by key) from them; the names written there stay."""
    SessionSeat.objects.filter(player__in=players).update(player=None, device="")


@transaction.atomic
def rename_author(*, user: User, former_name: str, name: str) -> None:
    """Write another name under the journal entries that an account has signed."""
    SessionEntry.objects.filter(user=user, by=former_name).update(by=name)


def release(picture: Picture, entry: SessionEntry) -> None:
    """Give back a seat whose taking is undone, unless the same player had sat down before."""
    before = [each for each in picture.standing if each.kind in SITTING_DOWN and each.who == entry.who]
    if entry.kind == CLAIMED or (entry.kind == JOINED and before == [entry]):
        rows = SessionSeat.objects.filter(session=picture.session, name=entry.who)
        rows.update(device="", player=None)


def _must_be_his(picture: Picture, name: str, identity: Identity) -> None:
    held, seat = picture.seat_held_by(identity), picture.seat_of(name)
    if held is not None and held.name != name:
        raise Refusal("seated_already", player=held.name)
    if held is not None and name in folding.present(picture.table):
        raise Refusal("already_present", "chouette.joining", player=name)
    if held is None and seat is not None and (seat.device or seat.player_id):
        raise Refusal("seat_taken", player=name)
    if not identity.device and not identity.player_ids:
        raise Refusal("not_signed_in")


def _joining(picture: Picture, name: str, stake: int) -> dict[str, Any]:
    if not 0 <= stake <= HIGHEST_STAKE:
        raise Refusal("stake_impossible", "chouette.stakes", stake=stake)
    own = stake if picture.session.kind == CHOUETTE else 0
    return {"events": [folding.write(Joined(name, own))]}


def _after(picture: Picture, payload: dict[str, Any]) -> Table:
    table = picture.table
    for data in payload.get("events", ()):
        table = folding.after(table, folding.read(picture.session.kind, data))
    return table


def _seat(picture: Picture, table: Table, name: str) -> SessionSeat:
    """The row of a seat, made when the name is new; its stake is what the table says now."""
    known, stake = picture.seat_of(name), folding.stake_of(table, name)
    if known is not None:
        SessionSeat.objects.filter(pk=known.pk).update(stake=stake)
        return known
    if len(picture.seats) >= MOST_SEATS:
        raise Refusal("table_full", "chouette.joining", player=name, most=MOST_SEATS)
    number = max((seat.number for seat in picture.seats), default=0) + 1
    return SessionSeat.objects.create(session=picture.session, number=number, name=name, stake=stake)
