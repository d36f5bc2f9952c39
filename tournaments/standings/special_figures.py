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
    parts = tuple(_hundred_part(appearance) for appearance in sheet.rounds[entry])
    return Value("hundred", _sum(parts), parts)


def pr_points(sheet: Sheet, entry: int) -> Value:
    """What the rounds scored, and a point for the lower PR in each match that was played.

    PRs no further apart than the event allows share it. A match whose PRs are not known, and not ruled upon,
    gives nothing yet.
    """
    parts: list[Part] = []
    for appearance in sheet.rounds[entry]:
        parts.append(Part(appearance.turn.value, appearance.score, appearance.round, appearance.opponent))
        if appearance.is_played:
            parts.append(_pr_part(appearance, sheet.results.scoring))
    return Value("pr_points", _sum(tuple(parts)), tuple(parts))


def _pr_part(appearance: Appearance, scoring: Scoring) -> Part:
    if appearance.pr_ruled is not None:
        return Part("pr_ruled", appearance.pr_ruled, appearance.round, appearance.opponent)
    if appearance.pr is None or appearance.opponent_pr is None:
        return Part("pr_missing", Fraction(0), appearance.round, appearance.opponent)
    apart = appearance.opponent_pr - appearance.pr
    code, worth = ("pr_lower", scoring.pr_lower) if apart > 0 else ("pr_higher", Fraction(0))
    if abs(apart) <= scoring.pr_within:
        code, worth = "pr_equal", scoring.pr_equal
    return Part(code, worth, appearance.round, appearance.opponent, (appearance.pr, appearance.opponent_pr))


def _hundred_part(appearance: Appearance) -> Part:
    margin = appearance.points_for - appearance.points_against
    whole = appearance.turn in WINNING or appearance.turn is Turn.BYE
    won = Fraction(1) if whole else Fraction(appearance.turn is Turn.HALF_BYE, 2)
    return Part(appearance.turn.value, HUNDRED * won + margin, appearance.round, appearance.opponent)


def _sum(parts: tuple[Part, ...]) -> Fraction:
    return sum((part.amount for part in parts), Fraction(0))
