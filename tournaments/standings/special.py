"""Figures of events that count their own way: a hundred and the difference, and a point for the lower PR."""

from fractions import Fraction

from tournaments.standings.meetings import WINNING, Appearance, Scoring, Turn
from tournaments.standings.sheet import Part, Sheet, Value

HUNDRED = 100


def hundred(sheet: Sheet, entry: int) -> Value:
    """A hundred for a win and the difference in points on top; who loses has that difference taken away.

    A bye and an absent opponent are worth a hundred alone, half a bye fifty (the count-back of Stavrou's
    Swiss).
    """
    parts = tuple(_hundred(own) for own in sheet.rounds[entry])
    return Value("hundred", _sum(parts), parts)


def pr_points(sheet: Sheet, entry: int) -> Value:
    """What the rounds scored, and a point for the lower PR in each match that was played.

    PRs no further apart than the event allows share it. A match whose PRs are not known, and not ruled upon,
    gives nothing yet.
    """
    parts: list[Part] = []
    for own in sheet.rounds[entry]:
        parts.append(Part(own.turn.value, own.score, own.round, own.opponent))
        if own.is_played:
            parts.append(_lower(own, sheet.results.scoring))
    return Value("pr_points", _sum(tuple(parts)), tuple(parts))


def _lower(own: Appearance, scoring: Scoring) -> Part:
    if own.pr_ruled is not None:
        return Part("pr_ruled", own.pr_ruled, own.round, own.opponent)
    if own.pr is None or own.opponent_pr is None:
        return Part("pr_missing", Fraction(0), own.round, own.opponent)
    apart = own.opponent_pr - own.pr
    code, worth = ("pr_lower", scoring.pr_lower) if apart > 0 else ("pr_higher", Fraction(0))
    if abs(apart) <= scoring.pr_within:
        code, worth = "pr_equal", scoring.pr_equal
    return Part(code, worth, own.round, own.opponent, (own.pr, own.opponent_pr))


def _hundred(own: Appearance) -> Part:
    margin = own.points_for - own.points_against
    whole = own.turn in WINNING or own.turn is Turn.BYE
    won = Fraction(1) if whole else Fraction(own.turn is Turn.HALF_BYE, 2)
    return Part(own.turn.value, HUNDRED * won + margin, own.round, own.opponent)


def _sum(parts: tuple[Part, ...]) -> Fraction:
    return sum((part.amount for part in parts), Fraction(0))
