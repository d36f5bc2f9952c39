"""Performance ratings, computed from sums of equity lost and decisions (never as averages of ratings)."""

from collections.abc import Iterable
from dataclasses import dataclass

# A performance rating (PR) is 500 times the equity lost per decision.
FACTOR = 500


@dataclass(frozen=True, slots=True)
class Tally:
    """Equity lost, in points, over a number of counted decisions."""

    lost: float
    decisions: int

    @property
    def rating(self) -> float | None:
        """The performance rating, lower is better; None without decisions."""
        return FACTOR * self.lost / self.decisions if self.decisions else None


def compute_equity_lost(rating: float, decisions: int) -> float:
    """Return the equity lost, in points, from a rating and its number of decisions."""
    return rating * decisions / FACTOR


def pool_tallies(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of several tallies, so that matches weigh by their number of decisions."""
    tally_list = list(tallies)
    return Tally(sum(each.lost for each in tally_list), sum(each.decisions for each in tally_list))
