"""The end of a game of a chouette: its bets are decided, and its ledger row."""

from __future__ import annotations

from dataclasses import replace
from math import gcd

from ..errors import Illegal
from ..money_cube import Close
from .events import Conceded, Ended, EndEvent, Settled
from .state import BOX, TEAM, Bet, ChouetteGame, ChouetteLedgerLine, ChouetteLedgerRow, Rotation


def make_ledger_row(game: ChouetteGame, rotation: Rotation) -> ChouetteLedgerRow:
    """The ledger row of a finished game; the partner's half is taken out of the box's result."""
    lines = lines_of(game)
    amounts = dict.fromkeys(game.players, 0)
    for line in lines:
        for player in line.pair:
            amounts[player] += line.amount if player == line.winner else -line.amount
    if game.partner:
        half = partner_half(amounts[game.box], [bet.stake for bet in game.own_bets])
        amounts[game.box] -= half
        amounts[game.partner] += half
    return ChouetteLedgerRow(game.number, game.box, game.captain, game.partner, amounts, lines, rotation)


def lines_of(game: ChouetteGame) -> tuple[ChouetteLedgerLine, ...]:
    """The payments of a game with reasons: prices of extra cubes, where agreed, then every decided bet."""
    prices = [
        ChouetteLedgerLine(bet.pair, bet.team_side, bet.price, bet.stake, "extra_price", bet.price)
        for bet in game.bets
        if bet.is_extra and game.laws.extra_is_paid
    ]
    return (*prices, *(_line(bet, close) for bet, close in game.closes))


def box_result(game: ChouetteGame) -> int:
    """The result of the box in units of the stakes, before the partner's half."""
    result = 0
    for bet, close in game.closes:
        if not bet.is_extra and close.winner:
            result += close.points * bet.stake * (1 if close.winner is BOX else -1)
    return result


def partner_half(result: int, stakes: list[int]) -> int:
    """The partner's half of the box's result; the odd point, won or lost, remains with the box.

    With unequal stakes the odd point is the largest amount that all stakes are a multiple of.
    """
    unit = gcd(*stakes)
    half = abs(result) // unit // 2 * unit
    return half if result > 0 else -half


def _line(bet: Bet, close: Close) -> ChouetteLedgerLine:
    winner = bet.holder(close.winner) if close.winner else None
    return ChouetteLedgerLine(
        bet.pair, winner, close.points, bet.stake, close.kind, close.cube, close.reasons
    )


def apply_end_event(game: ChouetteGame, event: EndEvent) -> ChouetteGame:
    """The game after open bets were decided.

    Raises `Illegal` as `Wager` does, `no_such_bet`, and `not_in_game` for whom nothing is open.
    """
    game = replace(game, may_offer_extras=(), lone_taker="")
    if isinstance(event, Ended):
        return _end(game, event)
    return _concede(game, event) if isinstance(event, Conceded) else _settle(game, event)


def _end(game: ChouetteGame, event: Ended) -> ChouetteGame:
    winner = BOX if event.winner == "box" else TEAM
    decided = [replace(bet, wager=bet.wager.finish(winner, event.level)) for bet in game.open_bets]
    return replace(game.with_bets(*decided), last_winner=winner)


def _concede(game: ChouetteGame, event: Conceded) -> ChouetteGame:
    cubes = tuple(game.bet(event.by, other) for other in dict.fromkeys(event.against))
    bets = cubes or game.bets_of(event.by)
    if not bets:
        raise Illegal("not_in_game", "chouette.cubes", player=event.by)
    decided = []
    for bet in bets:
        side = BOX if event.by == bet.box_side else TEAM
        decided.append(replace(bet, wager=bet.wager.concede(side, event.level)))
    return game.with_bets(*decided)


def _settle(game: ChouetteGame, event: Settled) -> ChouetteGame:
    bet = game.bet(event.winner, event.loser)
    winner = BOX if event.winner == bet.box_side else TEAM
    wager = bet.wager.settle(winner if event.points else None, event.points)
    return game.with_bets(replace(bet, wager=wager))
