"""The replay of a chouette: its state after each event, and the events that may follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce

from ..errors import Illegal, Refusal
from ..money_cube import Wager, check_money_laws
from ..options import ChouetteLaws
from .cubes import apply_cube_event, list_bets_to_answer
from .ending import apply_end_event, make_ledger_row
from .events import (
    AnsweredAsPartner,
    Conceded,
    CubeEvent,
    Doubled,
    DoubledAutomatically,
    DrewPartner,
    Dropped,
    Ended,
    EndEvent,
    Event,
    Left,
    OfferedExtra,
    Opened,
    PartnerEvent,
    PartnerRequested,
    Raised,
    SeatEvent,
    Settled,
    Threw,
    Took,
)
from .partner import check_partner, choose_partner, next_partner_candidate
from .rotation import rotate
from .seating import apply_seat_event, check_enough, must_throw, without_leavers
from .state import Bet, ChouetteGame, ChouetteState


def fold(laws: ChouetteLaws, events: Iterable[Event]) -> ChouetteState:
    """Return the state these events lead to; fewer events undo the later ones.

    Raises `Illegal` for the first illegal event, `laws_impossible` for impossible options.
    """
    check_laws(laws)
    return reduce(apply, events, ChouetteState(laws, {}, throws={}))


def apply(chouette: ChouetteState, event: Event) -> ChouetteState:
    """Return the state after one more event. Raises `Illegal`; the modules called list the codes."""
    if isinstance(event, SeatEvent):
        return apply_seat_event(chouette, event)
    if isinstance(event, PartnerEvent):
        return choose_partner(chouette, event)
    if isinstance(event, Opened):
        return _open(chouette)
    return _play(chouette, event)


def check_laws(laws: ChouetteLaws) -> None:
    """Refuse impossible options (`laws_impossible`, facts `option`, `value`)."""
    check_money_laws(laws.money)
    for option in ("lone_taker", "lone_taker_below"):
        if getattr(laws, option) == "must_beaver" and not laws.money.animals:
            raise Illegal("laws_impossible", "", option=option, value="must_beaver")
    for option in ("lone_taker_from", "partner_from", "partner_compulsory_from"):
        if getattr(laws, option) < 0:
            raise Illegal("laws_impossible", "", option=option, value=getattr(laws, option))


def _open(chouette: ChouetteState) -> ChouetteState:
    if chouette.throws is not None or chouette.game:
        raise Illegal("not_between_games", "chouette.order")
    check_enough(chouette)
    check_partner(chouette)
    box, members = chouette.queue[0], chouette.team
    wager = Wager(chouette.laws.money)
    bets = tuple(Bet(box, member, chouette.stakes[member], wager) for member in members)
    number, captain = len(chouette.rows) + 1, members[0]
    game = ChouetteGame(
        chouette.laws, number, box, captain, chouette.partner, members, bets, captain, captain
    )
    return replace(chouette, game=game)


def _play(chouette: ChouetteState, event: CubeEvent | EndEvent) -> ChouetteState:
    if chouette.game is None:
        raise Illegal("no_game", "chouette.order")
    game = (
        apply_cube_event(chouette.game, event)
        if isinstance(event, CubeEvent)
        else apply_end_event(chouette.game, event)
    )
    return replace(chouette, game=game) if game.open_bets else _close(chouette, game)


def _close(chouette: ChouetteState, game: ChouetteGame) -> ChouetteState:
    queue, rotation = rotate(game, chouette.queue)
    if chouette.laws.newcomers == "last":
        queue = tuple(sorted(queue, key=lambda player: player not in game.players))
    rows = (*chouette.rows, make_ledger_row(game, rotation))
    closed = replace(chouette, queue=queue, rows=rows, game=None, partner="", declined=None)
    return without_leavers(closed)


def choices(chouette: ChouetteState) -> tuple[Event, ...]:
    """Every event that may follow now, except joining, which is always possible.

    Of settlements one is given for each open bet and each way, at the most it can cost; a die is given as 1.
    The box's doubles are given for all together and for each member.
    """
    return tuple(event for event in _candidates(chouette) if is_legal(chouette, event))


def awaited_players(chouette: ChouetteState) -> tuple[str, ...]:
    """The players the game waits for: to throw a die, to accept partnership, to answer an offer."""
    game = chouette.game
    if game:
        return tuple(player for player in (game.box, *game.members) if list_bets_to_answer(game, player))
    candidate = next_partner_candidate(chouette)
    return (candidate,) if candidate else must_throw(chouette)


def is_legal(chouette: ChouetteState, event: Event) -> bool:
    """Whether this event may follow now."""
    try:
        apply(chouette, event)
    except Refusal:
        return False
    return True


def _candidates(chouette: ChouetteState) -> Iterator[Event]:
    for player in must_throw(chouette):
        yield Threw(player, 1)
    yield from _between_games(chouette)
    if chouette.game:
        yield from _on_cubes(chouette.game)
        yield from _to_the_end(chouette.game)
    for player in chouette.queue:
        yield Left(player)


def _between_games(chouette: ChouetteState) -> Iterator[Event]:
    yield Opened()
    yield PartnerRequested()
    candidate = next_partner_candidate(chouette)
    if candidate:
        yield AnsweredAsPartner(candidate, True)
        yield AnsweredAsPartner(candidate, False)
    for player in chouette.queue:
        yield DrewPartner(player)


def _on_cubes(game: ChouetteGame) -> Iterator[Event]:
    yield DoubledAutomatically()
    for player in (game.box, *game.members):
        yield OfferedExtra(player)
        yield Doubled(player)
        for bet in game.bets_of(player):
            if player == game.box or bet.is_extra:
                yield Doubled(player, (bet.opponent(player),))
        for bet in list_bets_to_answer(game, player):
            against = (bet.opponent(player),)
            yield from (Took(player, against), Dropped(player, against), Raised(player, against))


def _to_the_end(game: ChouetteGame) -> Iterator[Event]:
    for level in (1, 2, 3):
        yield Ended("box", level)
        yield Ended("team", level)
    for bet in game.open_bets:
        for winner, loser in (bet.pair, bet.pair[::-1]):
            yield Settled(winner, loser, bet.wager.most)
            yield Conceded(loser, (winner,), 1)
