"""The players of a chouette: their order, the partner of the box, and who may consult."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..errors import Illegal
from ..options import ChouetteLaws
from .events import (
    AnsweredAsPartner,
    DrewPartner,
    Joined,
    Left,
    PartnerEvent,
    PartnerRequested,
    SeatEvent,
    Threw,
)
from .state import Bet, ChouetteState

FEWEST = 3


def seat(evening: ChouetteState, event: SeatEvent) -> ChouetteState:
    """Return the state after a player joined, left or threw for the order.

    Raises `Illegal`: `player_unnamed`, `already_present`, `already_leaving`, `not_present`, `table_full`,
    `stake_impossible`, `throw_over`, `die_invalid`, `throw_not_tied`, `too_few_players`.
    """
    if isinstance(event, Joined):
        return _join(evening, event)
    if isinstance(event, Left):
        return _leave(evening, event.player)
    return _throw(evening, event)


def must_throw(evening: ChouetteState) -> tuple[str, ...]:
    """The players who must throw a die: without a throw, or tied with another player."""
    throws = evening.throws
    if throws is None or len(evening.queue) < FEWEST:
        return ()
    return tuple(player for player in evening.queue if _ties(throws, player))


def check_present(evening: ChouetteState, player: str) -> None:
    """Refuse (`not_present`) a player who is not in the queue."""
    if player not in evening.queue:
        raise Illegal("not_present", "chouette.joining", player=player)


def check_enough(evening: ChouetteState) -> None:
    """Refuse (`too_few_players`) a chouette of fewer than three."""
    if len(evening.queue) < FEWEST:
        raise Illegal("too_few_players", "chouette.players", players=len(evening.queue), fewest=FEWEST)


def split(evening: ChouetteState, newcomer: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split a full table and one more player into two queues: those who stay, and those who move.

    The last in the queue join the newcomer, half of all at most; the remaining queue is the larger one of an
    odd number. Raises `too_few_players` for fewer than six.
    """
    players = len(evening.queue) + 1
    if players < 2 * FEWEST:
        raise Illegal("too_few_players", "chouette.players", players=players, fewest=2 * FEWEST)
    staying = players - players // 2
    return evening.queue[:staying], (*evening.queue[staying:], newcomer)


def without_leavers(evening: ChouetteState) -> ChouetteState:
    """Return the state without the players who leave at the end of the game."""
    queue = tuple(player for player in evening.queue if player not in evening.leaving)
    return replace(evening, queue=queue, leaving=())


def _join(evening: ChouetteState, event: Joined) -> ChouetteState:
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


def _stay(evening: ChouetteState, player: str) -> ChouetteState:
    leaving = tuple(other for other in evening.leaving if other != player)
    return replace(evening, leaving=leaving)


def _leave(evening: ChouetteState, player: str) -> ChouetteState:
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


def _throw(evening: ChouetteState, event: Threw) -> ChouetteState:
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


def _ordered(evening: ChouetteState) -> ChouetteState:
    throws = evening.throws
    if throws is None or len(throws) < FEWEST or any(_ties(throws, player) for player in throws):
        return evening
    queue = sorted(throws, key=lambda player: throws[player], reverse=True)
    return replace(evening, queue=tuple(queue), throws=None)


_SMALLEST = 4


def choose_partner(evening: ChouetteState, event: PartnerEvent) -> ChouetteState:
    """Return the state after a step of choosing a partner; only between two games.

    Raises `Illegal`: `not_between_games`, and the codes `partner_...` of `rules.codes.TABLE_CODES`.
    """
    if evening.phase in ("gathering", "playing"):
        raise Illegal("not_between_games", "chouette.partner")
    if evening.partner:
        raise Illegal("partner_chosen", "chouette.partner", player=evening.partner)
    if isinstance(event, PartnerRequested):
        return _ask(evening)
    if evening.declined is None:
        raise Illegal("partner_not_asked", "chouette.partner")
    return _answer(evening, event) if isinstance(event, AnsweredAsPartner) else _draw(evening, event)


def next_partner_candidate(evening: ChouetteState) -> str:
    """Return the next candidate for partner; "" when all have declined or none is wanted."""
    if evening.declined is None or evening.partner:
        return ""
    return next((player for player in evening.queue[1:] if player not in evening.declined), "")


def check_partner(evening: ChouetteState) -> None:
    """Refuse (`partner_missing`, `partner_undecided`) to open a game before the partner is settled."""
    minimum = max(evening.laws.partner_compulsory_from, _SMALLEST)
    is_compulsory = evening.laws.partner_compulsory_from and len(evening.queue) >= minimum
    if evening.phase == "choosing_partner":
        raise Illegal("partner_undecided", "chouette.partner")
    if is_compulsory and not evening.partner:
        raise Illegal("partner_missing", "chouette.partner", players=len(evening.queue), least=minimum)


def fewest_for_partner(laws: ChouetteLaws) -> int:
    """The minimum of players for a partner; 0 for never. Two opponents must remain."""
    bounds = [minimum for minimum in (laws.partner_from, laws.partner_compulsory_from) if minimum]
    return max(min(bounds), _SMALLEST) if bounds else 0


def _ask(evening: ChouetteState) -> ChouetteState:
    check_enough(evening)
    if evening.declined is not None:
        raise Illegal("partner_asked", "chouette.partner")
    minimum = fewest_for_partner(evening.laws)
    if not minimum:
        raise Illegal("partner_not_played", "chouette.partner")
    if len(evening.queue) < minimum:
        raise Illegal("partner_too_few", "chouette.partner", players=len(evening.queue), least=minimum)
    return replace(evening, declined=())


def _answer(evening: ChouetteState, event: AnsweredAsPartner) -> ChouetteState:
    player = next_partner_candidate(evening)
    if event.player != player or not player:
        raise Illegal("partner_out_of_order", "chouette.partner", player=event.player, next=player)
    if event.accepts:
        return replace(evening, partner=event.player)
    return replace(evening, declined=(*(evening.declined or ()), event.player))


def _draw(evening: ChouetteState, event: DrewPartner) -> ChouetteState:
    if next_partner_candidate(evening):
        raise Illegal("partner_lot_early", "chouette.partner", next=next_partner_candidate(evening))
    if event.player not in evening.queue[1:]:
        raise Illegal("not_in_team", "chouette.partner", player=event.player)
    return replace(evening, partner=event.player)


def may_consult(evening: ChouetteState, player: str) -> bool:
    """Whether this member may advise the captain now; members out of the game never may.

    Under "after_cube" all may once any cube has been turned in this game, under "after_own_cube" each once
    their own cube has been turned. The box's partner may always advise the box, except where consulting is
    forbidden altogether.
    """
    game, custom = evening.game, evening.laws.consultation
    if game is None or custom == "never":
        return False
    if player == game.partner:
        return True
    if player not in game.still_playing:
        return False
    if custom == "after_own_cube":
        return any(bet.wager.is_turned for bet in game.bets_of(player))
    return custom == "free" or any(map(_is_doubled, game.bets))


def consultants(evening: ChouetteState) -> tuple[str, ...]:
    """All players except the box and the leader who may advise their side now."""
    game = evening.game
    others = [player for player in game.players if player not in (game.box, game.leader)] if game else []
    return tuple(player for player in others if may_consult(evening, player))


def _is_doubled(bet: Bet) -> bool:
    """Whether a double has been offered on this cube; automatic ones do not count."""
    wager = bet.wager
    return bool(wager.offer or wager.is_turned or (wager.close and wager.close.kind == "drop"))
