"""The exact number of expected rematches in a fed consolation, computed from the drawn pairings."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.graph import GraphPairing, Origin

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Expected:
    """Expected rematches among equal players, and the earliest round in which one can happen."""

    rematches: Fraction
    earliest: int


def expected(main: Sequence[GraphPairing], consolation: Sequence[GraphPairing]) -> Expected:
    """Sum over each main pairing: its winner loses later and both reach a meeting in the consolation."""
    next_pairing = {
        source.pairing: pairing for pairing in main for source in pairing.sources if source.pairing
    }
    path = {(source.origin, source.pairing): pairing for pairing in consolation for source in pairing.sources}
    dropped = {name: pairing for (origin, name), pairing in path.items() if origin is not Origin.WINNER}
    total, earliest = Fraction(0), 99
    for pairing in main:
        later, chance = next_pairing.get(pairing.id), HALF
        while later is not None and pairing.id in dropped and later.id in dropped:
            round_of_meeting, steps = meeting(dropped[pairing.id], dropped[later.id], path)
            total += chance * HALF**steps
            earliest = min(earliest, round_of_meeting)
            later, chance = next_pairing.get(later.id), chance * HALF
    return Expected(total, earliest)


def meeting(
    one: GraphPairing, other: GraphPairing, path: dict[tuple[Origin, str], GraphPairing]
) -> tuple[int, int]:
    """The round in which two entrants of the consolation can meet, and the wins both need before."""
    steps = 0
    while one.id != other.id:
        if one.round <= other.round:
            one, steps = path[Origin.WINNER, one.id], steps + 1
        else:
            other, steps = path[Origin.WINNER, other.id], steps + 1
    return one.round, steps
