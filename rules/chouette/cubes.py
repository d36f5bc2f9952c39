"""The cubes of a chouette: who may double whom, and the answers of the box and of single members."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.chouette.events import CubeEvent, Doubled, DoubledAutomatically, OfferedExtra
from rules.chouette.extras import offer_extra
from rules.chouette.fairness import check_box_answer, check_box_doubles
from rules.chouette.rounds import answer_round, check_captain
from rules.chouette.state import BOX, TEAM, Bet, Game, Round
from rules.chouette.steps import AnswerEvent, answer_of, in_bet, step_of
from rules.errors import Illegal
from rules.options import ChouetteLaws
from rules.sides import Side


def turn(game: Game, event: CubeEvent, laws: ChouetteLaws) -> Game:
    """The game after something was done with the cubes.

    Raises `Illegal` as `rules.wager.Wager` does, and `not_in_game`, `no_such_bet`, `captain_only`,
    `double_unanswered`, `nothing_to_answer`, `captain_first`, `box_must_break_even`,
    `lone_taker_must_beaver` and the errors of extra cubes.
    """
    if isinstance(event, OfferedExtra):
        return offer_extra(game, event.by)
    game = replace(game, may_offer_extras=(), lone_taker="")
    if isinstance(event, DoubledAutomatically):
        return game.with_bets(*(_automatic(bet) for bet in game.bets))
    if event.by not in game.players:
        raise Illegal("not_in_game", "chouette.cubes", player=event.by)
    return _double(game, event, laws) if isinstance(event, Doubled) else _answer(game, event, laws)


def to_answer(game: Game, player: str) -> tuple[Bet, ...]:
    """The bets in which this player has to answer an offer now."""
    waiting = game.round.waiting if game.round else game.players
    return tuple(
        bet
        for bet in game.bets_of(player)
        if bet.wager.offer
        and bet.wager.offer.answerer is bet.side_of(player)
        and (player in waiting or bet.is_extra or bet.side_of(player) is BOX)
    )


def _automatic(bet: Bet) -> Bet:
    return in_bet(bet, bet.wager.double_automatically())


def _double(game: Game, event: Doubled, laws: ChouetteLaws) -> Game:
    targets = _named(game, event.by, event.against) or _doubled_by_default(game, event.by)
    if not targets:
        raise Illegal("no_such_bet", "chouette.cubes", one=event.by, other=game.box)
    _check_double(game, event.by, targets, laws)
    sides = [_side(bet, event.by) for bet in targets]
    changed = [in_bet(bet, bet.wager.double(side)) for bet, side in zip(targets, sides, strict=True)]
    game = game.with_bets(*changed)
    members = tuple(bet.team_side for bet in changed if bet.side_of(event.by) is BOX and not bet.is_extra)
    return replace(game, round=Round(members, True, {})) if members else game


def _check_double(game: Game, by: str, targets: tuple[Bet, ...], laws: ChouetteLaws) -> None:
    own = [bet for bet in targets if not bet.is_extra]
    _check_quiet(game, _side(targets[0], by))
    if not own:
        return
    if laws.cubes == "single":
        check_captain(game, by)
        if len(own) < len([bet for bet in game.own_bets if bet.is_open]):
            raise Illegal("one_cube_for_all", "chouette.single-cube")
    elif by == game.box and laws.captain_first:
        check_box_doubles(game, own)


def _check_quiet(game: Game, side: Side) -> None:
    """While one side waits for an answer the other may not double; partners in doubling may."""
    for bet in game.open_bets:
        offer = bet.wager.offer
        if offer and (offer.doubler is not side or game.round):
            raise Illegal("double_unanswered", "cube.answer", value=offer.value)


def _doubled_by_default(game: Game, by: str) -> tuple[Bet, ...]:
    own = tuple(bet for bet in game.own_bets if bet.is_open)
    if by == game.box:
        ready = tuple(bet for bet in own if bet.wager.cube.is_open_to(BOX))
        return ready or own
    mine = tuple(bet for bet in own if bet.team_side == by)
    is_one_for_all = len({bet.wager for bet in own}) == 1 and mine and by == game.leader
    return own if is_one_for_all and _is_single(game) else mine


def _is_single(game: Game) -> bool:
    return game.has_one_cube


def _named(game: Game, by: str, against: tuple[str, ...]) -> tuple[Bet, ...]:
    return tuple(game.bet(by, other) for other in dict.fromkeys(against))


def _side(bet: Bet, player: str) -> Side:
    side = bet.side_of(player)
    return side if side else TEAM
