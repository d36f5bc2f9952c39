"""What a game of a chouette costs and pays: a row that sums to nothing, every number with its reason."""

from __future__ import annotations

from math import gcd

from rules.chouette.rows import Line, Rotation, Row
from rules.chouette.state import BOX, Bet, Game
from rules.wager import Close


def row_of(game: Game, rotation: Rotation) -> Row:
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
    return Row(game.number, game.box, game.captain, game.partner, amounts, lines, rotation)


def lines_of(game: Game) -> tuple[Line, ...]:
    """What was paid in a game and why: the prices of extra cubes, then every decided bet."""
    prices = [
        Line(bet.pair, bet.team_side, bet.price, bet.stake, "extra_price", bet.price)
        for bet in game.bets
        if bet.is_extra
    ]
    return (*prices, *(_line(bet, close) for bet, close in game.closes))


def box_result(game: Game) -> int:
    """What a finished game brought the box, before a partner takes his half, in units of the stakes."""
    result = 0
    for bet, close in game.closes:
        if not bet.is_extra and close.winner:
            result += close.points * bet.stake * (1 if close.winner is BOX else -1)
    return result


def partner_half(result: int, stakes: list[int]) -> int:
    """The partner's part of the box's result: half of it, the odd point, won or lost, left to the box.

    With unequal stakes the odd point is the largest amount that all stakes are a multiple of.
    """
    unit = gcd(*stakes)
    half = abs(result) // unit // 2 * unit
    return half if result > 0 else -half


def _line(bet: Bet, close: Close) -> Line:
    winner = bet.holder(close.winner) if close.winner else None
    return Line(bet.pair, winner, close.points, bet.stake, close.kind, close.cube, close.reasons)
