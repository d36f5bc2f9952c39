"""Figures of rounds for lives: how long an entry stayed in, and the lives that are left."""

from fractions import Fraction

from tournaments.standings.round_scores import (
    Appearance,
    FigurePart,
    FlightResults,
    RoundKind,
    TieBreakValue,
)

# Rounds in which an entry did not play and lost a life.
ABSENT = frozenset({RoundKind.AWAY, RoundKind.WALKOVER_LOST})
# Codes of parts: the lives at the start, and those that an entry forfeits as it leaves.
AT_THE_START, LEFT = "lives", "left"


def rounds_survived(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """The rounds after which the entry was still in; a late entry counts from the first round too."""
    last = _find_last_survived(flight_results, entry)
    rounds = {appearance.round: appearance for appearance in flight_results.rounds[entry]}
    survived = [rounds.get(number) or _miss(number) for number in range(1, last + 1)]
    parts = tuple(FigurePart(one.kind.value, Fraction(1), one.round, one.opponent) for one in survived)
    return TieBreakValue("rounds_survived", Fraction(last), parts)


def lives_left(flight_results: FlightResults, entry: int) -> TieBreakValue:
    """The lives an entry still has; none if it has left."""
    lives, lost = flight_results.results.lives, flight_results.lost_lives[entry]
    left = lives - len(lost)
    parts = [FigurePart(AT_THE_START, Fraction(lives))] if lives else []
    rounds = {appearance.round: appearance for appearance in flight_results.rounds[entry]}
    for number in lost:
        one = rounds.get(number) or _miss(number)
        parts.append(FigurePart(one.kind.value, Fraction(-1), number, one.opponent))
    if left and entry in flight_results.results.gone:
        parts.append(FigurePart(LEFT, Fraction(-left)))
        left = 0
    return TieBreakValue("lives_left", Fraction(left), tuple(parts))


def _miss(number: int) -> Appearance:
    """Return a round in which the entry was not in the draw, as before it entered late."""
    return Appearance(number, RoundKind.AWAY, 0, Fraction(0))


def _find_last_survived(flight_results: FlightResults, entry: int) -> int:
    """Return the last round after which an entry was in; one that leaves is out after its last match."""
    results, lost = flight_results.results, flight_results.lost_lives[entry]
    if not results.lives:
        return 0
    if len(lost) == results.lives:
        return lost[-1] - 1
    if entry not in results.gone:
        return flight_results.round_count
    present = (one.round for one in flight_results.rounds[entry] if one.kind not in ABSENT)
    return max(present, default=0)
