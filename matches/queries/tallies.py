"""What a person's settled matches come to: by length, and the most that were won in a row."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from matches.queries.rivals import Outcome


@dataclass(frozen=True, slots=True)
class ByLength:
    """Matches of one length that were won or lost."""

    length: int
    won: int
    lost: int

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.lost

    @property
    def share(self) -> int:
        """How many of a hundred were won, to the nearest."""
        return round(100 * self.won / self.played)


def by_length(found: Iterable[Outcome]) -> list[ByLength]:
    """The tally of every length, the shortest first; a match nobody won counts for nobody."""
    told = [outcome for outcome in found if outcome.has_won or outcome.has_lost]
    all_told = Counter(outcome.length for outcome in told)
    won = Counter(outcome.length for outcome in told if outcome.has_won)
    return [ByLength(length, won[length], count - won[length]) for length, count in sorted(all_told.items())]


def longest_run(found: Iterable[Outcome]) -> int:
    """The most matches won one after the other."""
    told = [outcome for outcome in found if outcome.has_won or outcome.has_lost]
    return max((len(list(run)) for won, run in groupby(told, lambda each: each.has_won) if won), default=0)
