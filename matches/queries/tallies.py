"""What a person's settled matches come to: by length, and the most that were won in a row."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from matches.queries.rivals import PlayerOutcome


@dataclass(frozen=True, slots=True)
class LengthTally:
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


def tally_by_length(outcomes: Iterable[PlayerOutcome]) -> list[LengthTally]:
    """The tally of every length, the shortest first; a match nobody won counts for nobody."""
    decided_outcomes = [outcome for outcome in outcomes if outcome.has_won or outcome.has_lost]
    match_counts = Counter(outcome.length for outcome in decided_outcomes)
    win_counts = Counter(outcome.length for outcome in decided_outcomes if outcome.has_won)
    return [
        LengthTally(length, win_counts[length], count - win_counts[length])
        for length, count in sorted(match_counts.items())
    ]


def get_longest_run(outcomes: Iterable[PlayerOutcome]) -> int:
    """The most matches won one after the other."""
    decided_outcomes = [outcome for outcome in outcomes if outcome.has_won or outcome.has_lost]
    return max(
        (len(list(run)) for won, run in groupby(decided_outcomes, lambda each: each.has_won) if won),
        default=0,
    )
