"""Figures of events that count their own way: a hundred and the difference, and a point for the lower PR."""

from fractions import Fraction

from tournaments.standings.meetings import WINNING, Appearance, Turn
from tournaments.standings.sheet import Part, Sheet, Value

HUNDRED = 100
DECIMALS = 3


def hundred(sheet: Sheet, entry: int) -> Value:
    """A hundred for a win and the difference in points on top; who loses has that difference taken away.

    A bye and an absent opponent are worth a hundred alone, half a bye fifty (the count-back of Stavrou's
    Swiss).
    """
    parts = tuple(_hundred(own) for own in sheet.rounds[entry])
    return Value("hundred", _sum(parts), parts)


def pr_points(sheet: Sheet, entry: int) -> Value:
    """One point for the match, one for the lower PR in it (three decimals); equal PRs earn both a point."""
    parts = tuple(_pr_points(own) for own in sheet.rounds[entry])
    return Value("pr_points", _sum(parts), parts)


def _hundred(own: Appearance) -> Part:
    margin = own.points_for - own.points_against
    whole = own.turn in WINNING or own.turn is Turn.BYE
    won = Fraction(1) if whole else Fraction(own.turn is Turn.HALF_BYE, 2)
    return Part(own.turn.value, HUNDRED * won + margin, own.round, own.opponent)


def _pr_points(own: Appearance) -> Part:
    won = own.turn in WINNING or own.turn is Turn.BYE
    better = (
        own.pr is not None
        and own.opponent_pr is not None
        and round(own.pr, DECIMALS) <= round(own.opponent_pr, DECIMALS)
    )
    return Part(own.turn.value, Fraction(won + better), own.round, own.opponent)


def _sum(parts: tuple[Part, ...]) -> Fraction:
    return sum((part.amount for part in parts), Fraction(0))
