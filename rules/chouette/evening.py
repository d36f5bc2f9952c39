"""A chouette as a fold over its events: the same events always lead to the same evening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from rules.chouette.cubes import turn
from rules.chouette.ending import end
from rules.chouette.events import (
    CubeEvent,
    EndEvent,
    Event,
    Opened,
    PartnerEvent,
    SeatEvent,
)
from rules.chouette.ledger import row_of
from rules.chouette.order import check_enough, seat, without_leavers
from rules.chouette.partner import check_partner, choose_partner
from rules.chouette.rotation import rotate
from rules.chouette.state import Bet, Evening, Game
from rules.errors import Illegal
from rules.options import ChouetteLaws
from rules.wager import Wager, check_money_laws


def fold(laws: ChouetteLaws, events: Iterable[Event]) -> Evening:
    """The evening these events lead to; fewer events undo the later ones.

    Raises `Illegal` for the first event that is not lawful, `laws_impossible` for impossible options.
    """
    check_laws(laws)
    return reduce(apply, events, Evening(laws, {}, throws={}))


def apply(evening: Evening, event: Event) -> Evening:
    """The evening after one more event. Raises `Illegal`; the codes stand with the room that refuses."""
    if isinstance(event, SeatEvent):
        return seat(evening, event)
    if isinstance(event, PartnerEvent):
        return choose_partner(evening, event)
    if isinstance(event, Opened):
        return _open(evening)
    return _play(evening, event)


def check_laws(laws: ChouetteLaws) -> None:
    """Refuse (`laws_impossible`, facts `option`, `value`) options that no chouette can be played by."""
    check_money_laws(laws.money)
    for option in ("lone_taker", "lone_taker_below"):
        if getattr(laws, option) == "must_beaver" and not laws.money.animals:
            raise Illegal("laws_impossible", "", option=option, value="must_beaver")
    for option in ("lone_taker_from", "partner_from", "partner_compulsory_from"):
        if getattr(laws, option) < 0:
            raise Illegal("laws_impossible", "", option=option, value=getattr(laws, option))


def _open(evening: Evening) -> Evening:
    if evening.throws is not None or evening.game:
        raise Illegal("not_between_games", "chouette.order")
    check_enough(evening)
    check_partner(evening)
    box, members = evening.queue[0], evening.team
    wager = Wager(evening.laws.money)
    bets = tuple(Bet(box, member, evening.stakes[member], wager) for member in members)
    number, captain = len(evening.rows) + 1, members[0]
    game = Game(evening.laws, number, box, captain, evening.partner, members, bets, captain)
    return replace(evening, game=game)


def _play(evening: Evening, event: CubeEvent | EndEvent) -> Evening:
    if evening.game is None:
        raise Illegal("no_game", "chouette.order")
    game = turn(evening.game, event) if isinstance(event, CubeEvent) else end(evening.game, event)
    return replace(evening, game=game) if game.open_bets else _close(evening, game)


def _close(evening: Evening, game: Game) -> Evening:
    queue, rotation = rotate(game, evening.queue)
    if evening.laws.newcomers == "last":
        queue = tuple(sorted(queue, key=lambda player: player not in game.players))
    rows = (*evening.rows, row_of(game, rotation))
    closed = replace(evening, queue=queue, rows=rows, game=None, partner="", declined=None)
    return without_leavers(closed)
