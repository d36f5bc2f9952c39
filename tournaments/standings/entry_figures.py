"""Tie-breaks by an entry's own doings: score, wins, points for and against, running totals, errors, lots."""

from collections.abc import Callable
from fractions import Fraction

from tournaments.standings.meetings import WINNING, Appearance, Turn
from tournaments.standings.sheet import Part, Sheet, Value

# Worse than any engine says: it loses a hundred points at every decision.
WORST = Fraction(-50_000)


def score(sheet: Sheet, entry: int) -> Value:
    """What the rounds were worth by the scoring of the event, byes included."""
    return _summed("score", sheet, entry, lambda appearance: appearance.score)


def wins(sheet: Sheet, entry: int) -> Value:
    """Matches won, at the board, by the opponent's absence or by ruling. A bye is no win."""
    return _summed("wins", sheet, entry, lambda appearance: Fraction(appearance.turn in WINNING))


def wins_played(sheet: Sheet, entry: int) -> Value:
    """Matches won at the board."""
    return _summed("wins_played", sheet, entry, lambda appearance: Fraction(appearance.turn is Turn.WON))


def points_for(sheet: Sheet, entry: int) -> Value:
    """Match points won, the winner's cut off at the length of the match."""
    return _summed("points_for", sheet, entry, lambda appearance: Fraction(appearance.points_for))


def points_against(sheet: Sheet, entry: int) -> Value:
    """Match points lost, told as a negative figure so that fewer is better."""
    return _summed("points_against", sheet, entry, lambda appearance: Fraction(-appearance.points_against))


def difference(sheet: Sheet, entry: int) -> Value:
    """Match points won less match points lost."""
    return _summed(
        "difference",
        sheet,
        entry,
        lambda appearance: Fraction(appearance.points_for - appearance.points_against),
    )


def points_share(sheet: Sheet, entry: int) -> Value:
    """Match points won as a part of the points of the matches played: fair where lengths differ."""
    whole = sum(appearance.length for appearance in sheet.rounds[entry])
    value = _summed("points_share", sheet, entry, lambda appearance: Fraction(appearance.points_for))
    if not whole:
        return value
    parts = tuple(Part(part.code, part.amount / whole, part.round, part.opponent) for part in value.parts)
    return Value(value.name, value.amount / whole, parts)


def cumulative(cut: int = 0) -> Callable[[Sheet, int], Value]:
    """Sum of the running totals of the score, without the first `cut` rounds (progressive score)."""
    name = f"cumulative_cut_{cut}" if cut else "cumulative"

    def value(sheet: Sheet, entry: int) -> Value:
        running, parts = Fraction(0), []
        for place, appearance in enumerate(sheet.rounds[entry]):
            running += appearance.score
            code, amount = ("cut", Fraction(0)) if place < cut else (appearance.turn.value, running)
            parts.append(Part(code, amount, appearance.round, appearance.opponent))
        return Value(name, sum((part.amount for part in parts), Fraction(0)), tuple(parts))

    return value


def performance(sheet: Sheet, entry: int) -> Value:
    """The mean of the performance ratings of the matches, negative so that fewer errors are better.

    Whoever has no analysed match stands behind those who have.
    """
    rated_appearances = [appearance for appearance in sheet.rounds[entry] if appearance.pr is not None]
    parts = tuple(
        Part("rated", -(appearance.pr or Fraction(0)), appearance.round, appearance.opponent)
        for appearance in rated_appearances
    )
    whole = sum((part.amount for part in parts), Fraction(0))
    return Value("performance", whole / len(parts) if parts else WORST, parts)


def draw_order(sheet: Sheet, entry: int) -> Value:
    """The lot drawn for the entry, negative so that the first lot is the best."""
    lot = sheet.results.lots.get(entry, len(sheet.results.entries) + 1)
    return Value("lots", Fraction(-lot))


def _summed(name: str, sheet: Sheet, entry: int, worth: Callable[[Appearance], Fraction]) -> Value:
    parts = tuple(
        Part(appearance.turn.value, worth(appearance), appearance.round, appearance.opponent)
        for appearance in sheet.rounds[entry]
    )
    return Value(name, sum((part.amount for part in parts), Fraction(0)), parts)
