"""The queue of a chouette: joining and leaving, the throws that decide the order, and two tables of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..errors import Illegal
from .events import (
    Joined,
    Left,
    SeatEvent,
    Threw,
)
from .state import ChouetteState

FEWEST = 3


def apply_seat_event(chouette: ChouetteState, event: SeatEvent) -> ChouetteState:
    """Return the state after a player joined, left or threw for the order.

    Raises `Illegal`: `player_unnamed`, `already_present`, `already_leaving`, `not_present`, `table_full`,
    `stake_impossible`, `throw_over`, `die_invalid`, `throw_not_tied`, `too_few_players`.
    """
    if isinstance(event, Joined):
        return _join(chouette, event)
    if isinstance(event, Left):
        return _leave(chouette, event.player)
    return _throw(chouette, event)


def must_throw(chouette: ChouetteState) -> tuple[str, ...]:
    """The players who must throw a die: without a throw, or tied with another player."""
    throws = chouette.throws
    if throws is None or len(chouette.queue) < FEWEST:
        return ()
    return tuple(player for player in chouette.queue if _ties(throws, player))


def check_present(chouette: ChouetteState, player: str) -> None:
    """Refuse (`not_present`) a player who is not in the queue."""
    if player not in chouette.queue:
        raise Illegal("not_present", "chouette.joining", player=player)


def check_enough(chouette: ChouetteState) -> None:
    """Refuse (`too_few_players`) a chouette of fewer than three."""
    if len(chouette.queue) < FEWEST:
        raise Illegal("too_few_players", "chouette.players", players=len(chouette.queue), fewest=FEWEST)


def split_table(chouette: ChouetteState, newcomer: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split a full table and one more player into two queues: those who stay, and those who move.

    The last in the queue join the newcomer, half of all at most; the remaining queue is the larger one of an
    odd number. Raises `too_few_players` for fewer than six.
    """
    players = len(chouette.queue) + 1
    if players < 2 * FEWEST:
        raise Illegal("too_few_players", "chouette.players", players=players, fewest=2 * FEWEST)
    staying = players - players // 2
    return chouette.queue[:staying], (*chouette.queue[staying:], newcomer)


def without_leavers(chouette: ChouetteState) -> ChouetteState:
    """Return the state without the players who leave at the end of the game."""
    queue = tuple(player for player in chouette.queue if player not in chouette.leaving)
    return replace(chouette, queue=queue, leaving=())


def _join(chouette: ChouetteState, event: Joined) -> ChouetteState:
    player, stake = event.player, event.stake
    if not player:
        raise Illegal("player_unnamed", "chouette.joining")
    if player in chouette.leaving:
        return _stay(chouette, player)
    if player in chouette.queue:
        raise Illegal("already_present", "chouette.joining", player=player)
    maximum = chouette.laws.most_players
    if maximum and len(chouette.queue) >= maximum:
        raise Illegal("table_full", "chouette.joining", player=player, most=maximum)
    if stake < 0:
        raise Illegal("stake_impossible", "chouette.stakes", stake=stake)
    known_stake = chouette.stakes.get(player, chouette.laws.money.stake)
    throws = chouette.throws if chouette.throws is None else {**chouette.throws, player: ()}
    stakes = {**chouette.stakes, player: stake or known_stake}
    return replace(chouette, queue=(*chouette.queue, player), stakes=stakes, throws=throws)


def _stay(chouette: ChouetteState, player: str) -> ChouetteState:
    leaving = tuple(other for other in chouette.leaving if other != player)
    return replace(chouette, leaving=leaving)


def _leave(chouette: ChouetteState, player: str) -> ChouetteState:
    check_present(chouette, player)
    if player in chouette.leaving:
        raise Illegal("already_leaving", "chouette.joining", player=player)
    if chouette.game and player in chouette.game.players:
        return replace(chouette, leaving=(*chouette.leaving, player))
    queue = tuple(other for other in chouette.queue if other != player)
    if chouette.throws is None:
        return replace(chouette, queue=queue, declined=None, partner="")
    throws = {other: thrown for other, thrown in chouette.throws.items() if other != player}
    return _ordered(replace(chouette, queue=queue, throws=throws))


def _throw(chouette: ChouetteState, event: Threw) -> ChouetteState:
    throws = chouette.throws
    if throws is None:
        raise Illegal("throw_over", "chouette.order")
    check_present(chouette, event.player)
    check_enough(chouette)
    if not 1 <= event.die <= 6:
        raise Illegal("die_invalid", "dice.valid", die=event.die)
    if not _ties(throws, event.player):
        raise Illegal("throw_not_tied", "chouette.order", player=event.player)
    thrown = (*throws[event.player], event.die)
    return _ordered(replace(chouette, throws={**throws, event.player: thrown}))


def _ties(throws: Mapping[str, tuple[int, ...]], player: str) -> bool:
    throw = throws[player]
    return any(other_throw[: len(throw)] == throw for other, other_throw in throws.items() if other != player)


def _ordered(chouette: ChouetteState) -> ChouetteState:
    throws = chouette.throws
    if throws is None or len(throws) < FEWEST or any(_ties(throws, player) for player in throws):
        return chouette
    queue = sorted(throws, key=lambda player: throws[player], reverse=True)
    return replace(chouette, queue=tuple(queue), throws=None)
