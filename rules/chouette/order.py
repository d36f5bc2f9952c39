"""Who sits in a chouette and in which order: joining, leaving and the dice that make the line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.chouette.events import Joined, Left, SeatEvent, Threw
from rules.chouette.state import Evening
from rules.errors import Illegal

FEWEST = 3


def seat(evening: Evening, event: SeatEvent) -> Evening:
    """The evening after somebody joined, left or threw for the order.

    Raises `Illegal`: `player_unnamed`, `already_present`, `already_leaving`, `not_present`, `table_full`,
    `stake_impossible`, `throw_over`, `die_invalid`, `throw_not_tied`, `too_few_players`.
    """
    if isinstance(event, Joined):
        return _join(evening, event)
    if isinstance(event, Left):
        return _leave(evening, event.player)
    return _throw(evening, event)


def must_throw(evening: Evening) -> tuple[str, ...]:
    """Those who still have to throw a die: they have not, or their throws tie with another's."""
    throws = evening.throws
    if throws is None or len(evening.queue) < FEWEST:
        return ()
    return tuple(player for player in evening.queue if _ties(throws, player))


def check_present(evening: Evening, player: str) -> None:
    """Refuse (`not_present`) a player who is not in the line."""
    if player not in evening.queue:
        raise Illegal("not_present", "chouette.joining", player=player)


def check_enough(evening: Evening) -> None:
    """Refuse (`too_few_players`) a chouette of fewer than three."""
    if len(evening.queue) < FEWEST:
        raise Illegal("too_few_players", "chouette.players", players=len(evening.queue), fewest=FEWEST)


def split(evening: Evening, newcomer: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The two lines that a full table and one more player make: who stays, and who moves with the newcomer.

    The last in line join him, half of all at most; the line that stays is the larger when they are odd.
    Raises `too_few_players` when they are fewer than six, too few for two tables.
    """
    players = len(evening.queue) + 1
    if players < 2 * FEWEST:
        raise Illegal("too_few_players", "chouette.players", players=players, fewest=2 * FEWEST)
    staying = players - players // 2
    return evening.queue[:staying], (*evening.queue[staying:], newcomer)


def without_leavers(evening: Evening) -> Evening:
    """The evening with those gone who wanted to leave at the end of the game."""
    queue = tuple(player for player in evening.queue if player not in evening.leaving)
    return replace(evening, queue=queue, leaving=())


def _join(evening: Evening, event: Joined) -> Evening:
    player, stake = event.player, event.stake
    if not player:
        raise Illegal("player_unnamed", "chouette.joining")
    if player in evening.leaving:
        return _stay(evening, player)
    if player in evening.queue:
        raise Illegal("already_present", "chouette.joining", player=player)
    maximum = evening.laws.most_players
    if maximum and len(evening.queue) >= maximum:
        raise Illegal("table_full", "chouette.joining", player=player, most=maximum)
    if stake < 0:
        raise Illegal("stake_impossible", "chouette.stakes", stake=stake)
    known_stake = evening.stakes.get(player, evening.laws.money.stake)
    throws = evening.throws if evening.throws is None else {**evening.throws, player: ()}
    stakes = {**evening.stakes, player: stake or known_stake}
    return replace(evening, queue=(*evening.queue, player), stakes=stakes, throws=throws)


def _stay(evening: Evening, player: str) -> Evening:
    leaving = tuple(other for other in evening.leaving if other != player)
    return replace(evening, leaving=leaving)


def _leave(evening: Evening, player: str) -> Evening:
    check_present(evening, player)
    if player in evening.leaving:
        raise Illegal("already_leaving", "chouette.joining", player=player)
    if evening.game and player in evening.game.players:
        return replace(evening, leaving=(*evening.leaving, player))
    queue = tuple(other for other in evening.queue if other != player)
    if evening.throws is None:
        return replace(evening, queue=queue, declined=None, partner="")
    throws = {other: thrown for other, thrown in evening.throws.items() if other != player}
    return _ordered(replace(evening, queue=queue, throws=throws))


def _throw(evening: Evening, event: Threw) -> Evening:
    throws = evening.throws
    if throws is None:
        raise Illegal("throw_over", "chouette.order")
    check_present(evening, event.player)
    check_enough(evening)
    if not 1 <= event.die <= 6:
        raise Illegal("die_invalid", "dice.valid", die=event.die)
    if not _ties(throws, event.player):
        raise Illegal("throw_not_tied", "chouette.order", player=event.player)
    thrown = (*throws[event.player], event.die)
    return _ordered(replace(evening, throws={**throws, event.player: thrown}))


def _ties(throws: Mapping[str, tuple[int, ...]], player: str) -> bool:
    throw = throws[player]
    return any(other_throw[: len(throw)] == throw for other, other_throw in throws.items() if other != player)


def _ordered(evening: Evening) -> Evening:
    throws = evening.throws
    if throws is None or len(throws) < FEWEST or any(_ties(throws, player) for player in throws):
        return evening
    queue = sorted(throws, key=lambda player: throws[player], reverse=True)
    return replace(evening, queue=tuple(queue), throws=None)
