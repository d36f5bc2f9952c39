"""How a game of a chouette comes to its end: on the board, by giving up, or by a price agreed."""

from __future__ import annotations

from dataclasses import replace

from rules.chouette.events import Conceded, Ended, EndEvent, Settled
from rules.chouette.state import BOX, TEAM, Game
from rules.errors import Illegal


def end(game: Game, event: EndEvent) -> Game:
    """The game after open bets were decided.

    Raises `Illegal` as `rules.wager.Wager` does, `no_such_bet`, and `not_in_game` for whom nothing is open.
    """
    game = replace(game, may_offer_extras=(), lone_taker="")
    if isinstance(event, Ended):
        return _end(game, event)
    return _concede(game, event) if isinstance(event, Conceded) else _settle(game, event)


def _end(game: Game, event: Ended) -> Game:
    winner = BOX if event.winner == "box" else TEAM
    decided = [replace(bet, wager=bet.wager.finish(winner, event.level)) for bet in game.open_bets]
    return replace(game.with_bets(*decided), last_winner=winner)


def _concede(game: Game, event: Conceded) -> Game:
    cubes = tuple(game.bet(event.by, other) for other in dict.fromkeys(event.against))
    bets = cubes or game.bets_of(event.by)
    if not bets:
        raise Illegal("not_in_game", "chouette.cubes", player=event.by)
    decided = []
    for bet in bets:
        side = BOX if event.by == bet.box_side else TEAM
        decided.append(replace(bet, wager=bet.wager.concede(side, event.level)))
    return game.with_bets(*decided)


def _settle(game: Game, event: Settled) -> Game:
    bet = game.bet(event.winner, event.loser)
    winner = BOX if event.winner == bet.box_side else TEAM
    wager = bet.wager.settle(winner if event.points else None, event.points)
    return game.with_bets(replace(bet, wager=wager))
