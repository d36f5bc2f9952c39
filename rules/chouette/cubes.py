"""The cubes of a chouette: who may double whom, and who answers what."""

from __future__ import annotations

from dataclasses import replace

from rules.chouette.events import AnswerEvent, CubeEvent, Doubled, DoubledAutomatically, OfferedExtra, Raised
from rules.chouette.extras import offer_extra
from rules.chouette.fairness import check_box_answer, check_box_doubles
from rules.chouette.rounds import ANSWERS, STEPS, answer_round
from rules.chouette.state import BOX, TEAM, Answer, Bet, Game, Round
from rules.errors import Illegal
from rules.sides import Side


def turn(game: Game, event: CubeEvent) -> Game:
    """The game after something was done with the cubes.

    Raises `Illegal` as `rules.wager.Wager` does, and `not_in_game`, `no_such_bet`, `captain_only`,
    `one_cube_for_all`, `double_unanswered`, `nothing_to_answer`, `captain_first`, `box_must_break_even`,
    `lone_taker_must_beaver`, `extra_not_open`.
    """
    if isinstance(event, OfferedExtra):
        return offer_extra(game, event.by)
    game = replace(game, may_offer_extras=(), lone_taker="")
    if isinstance(event, DoubledAutomatically):
        return game.with_bets(*(replace(bet, wager=bet.wager.double_automatically()) for bet in game.bets))
    if event.by not in (game.box, *game.members):
        raise Illegal("not_in_game", "chouette.cubes", player=event.by)
    return _double(game, event) if isinstance(event, Doubled) else _answer(game, event)


def to_answer(game: Game, player: str) -> tuple[Bet, ...]:
    """The bets in which this player has to answer an offer now."""
    return tuple(bet for bet in game.bets_of(player) if _is_waiting_for(game, bet, player))


def _is_waiting_for(game: Game, bet: Bet, player: str) -> bool:
    offer = bet.wager.offer
    if not offer or offer.answerer is not bet.side_of(player):
        return False
    return bet.is_extra or player == game.box or not game.round or player in game.round.waiting


def _double(game: Game, event: Doubled) -> Game:
    targets = _targets(game, event)
    side = _side(game, targets[0], event.by)
    _check_quiet(game, side)
    _check_double(game, event.by, targets)
    doubled = [replace(bet, wager=bet.wager.double(side)) for bet in targets]
    members = tuple(bet.team_side for bet in targets if not bet.is_extra)
    game = replace(game.with_bets(*doubled), wave=None)
    if side is TEAM or not members:
        return game
    is_whole = len(members) == len(game.open_own_bets) > 1
    return replace(game, round=Round(members, is_whole, {}))


def _targets(game: Game, event: Doubled) -> tuple[Bet, ...]:
    """The bets a double is meant for: those named, or all the player's own that he may turn."""
    bets = tuple(game.bet(event.by, other) for other in dict.fromkeys(event.against))
    if bets and (event.by == game.box or not game.is_single or bets[0].is_extra):
        return bets
    own_bets = tuple(bet for bet in game.open_own_bets if game.is_single or bet.side_of(event.by))
    ready = tuple(bet for bet in own_bets if bet.wager.cube.is_open_to(_side(game, bet, event.by)))
    if not own_bets:
        raise Illegal("no_such_bet", "chouette.cubes", one=event.by, other=game.box)
    return ready or own_bets


def _check_double(game: Game, by: str, targets: tuple[Bet, ...]) -> None:
    own_bets = [bet for bet in targets if not bet.is_extra]
    if own_bets and game.is_single:
        if by not in (game.box, game.leader):
            raise Illegal("captain_only", "chouette.single-cube", player=by, captain=game.leader)
        if len(own_bets) < len(game.open_own_bets):
            raise Illegal("one_cube_for_all", "chouette.single-cube")
    elif own_bets and by == game.box:
        check_box_doubles(game, own_bets)


def _check_quiet(game: Game, side: Side) -> None:
    """While an offer waits the other side may not double; the team's members may double together."""
    for bet in game.open_bets:
        offer = bet.wager.offer
        if offer and (offer.doubler is not side or offer.raises or game.round or side is BOX):
            raise Illegal("double_unanswered", "cube.answer", value=offer.value)


def _answer(game: Game, event: AnswerEvent) -> Game:
    answer = ANSWERS[type(event)]
    for bet in _answered(game, event):
        if event.by == game.box:
            game = _answer_as_box(game, bet, answer)
        elif game.round and not bet.is_extra:
            game = answer_round(game, game.round, event.by, answer)
        else:
            game = game.with_bets(STEPS[answer](bet, _side(game, bet, event.by)))
    return _raised_by_box(game) if isinstance(event, Raised) and event.by == game.box else game


def _answered(game: Game, event: AnswerEvent) -> tuple[Bet, ...]:
    waiting = to_answer(game, event.by)
    if not waiting:
        raise Illegal("nothing_to_answer", "cube.answer", player=event.by)
    if not event.against or (game.is_single and event.by == game.box):
        return waiting
    bets = tuple(game.bet(event.by, other) for other in dict.fromkeys(event.against))
    if set(bets) - set(waiting):
        raise Illegal("nothing_to_answer", "cube.answer", player=event.by)
    return bets


def _answer_as_box(game: Game, bet: Bet, answer: Answer) -> Game:
    wave = _wave(game, bet)
    if wave:
        wave = replace(wave, answers={**wave.answers, bet.team_side: answer})
        check_box_answer(game, wave)
    return replace(game.with_bets(STEPS[answer](bet, BOX)), wave=wave)


def _wave(game: Game, bet: Bet) -> Round | None:
    """The doubles the box is answering: those that were on the table at his first answer; no animals."""
    if bet.wager.offer and bet.wager.offer.raises:
        return None
    if game.wave:
        return game.wave
    members = tuple(other.team_side for other in game.open_own_bets if other.wager.offer)
    return Round(members, len(members) == len(game.open_own_bets) > 1, {})


def _raised_by_box(game: Game) -> Game:
    """The members whose cubes the box has raised answer in a round, as to a double."""
    raised = tuple(
        bet.team_side for bet in game.open_own_bets if bet.wager.offer and bet.wager.offer.answerer is TEAM
    )
    answers = game.round.answers if game.round else {}
    return replace(
        game, round=Round(raised, False, {raiser: answers[raiser] for raiser in raised if raiser in answers})
    )


def _side(game: Game, bet: Bet, player: str) -> Side:
    if bet.is_extra:
        return BOX if player == bet.box_side else TEAM
    return BOX if player == game.box else TEAM
