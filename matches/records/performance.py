"""Performance figures: sums of equity lost and of decisions, never averages of ratings."""

from collections.abc import Iterable
from dataclasses import dataclass

# A performance rating is the equity lost a decision, in thousandths of a point, halved.
FACTOR = 500


@dataclass(frozen=True, slots=True)
class Tally:
    """Equity lost, in points, over so many counted decisions."""

    lost: float
    decisions: int

    @property
    def rating(self) -> float | None:
        """500 x equity lost / decisions; the lower the better; None before the first decision."""
        return FACTOR * self.lost / self.decisions if self.decisions else None


def compute_equity_lost(rating: float, decisions: int) -> float:
    """Return the equity lost that a rating over so many decisions means."""
    return rating * decisions / FACTOR


def pool_tallies(tallies: Iterable[Tally]) -> Tally:
    """Pool several matches; longer ones weigh more, as they have more decisions."""
    tally_list = list(tallies)
    return Tally(sum(each.lost for each in tally_list), sum(each.decisions for each in tally_list))
