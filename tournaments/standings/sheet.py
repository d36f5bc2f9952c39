"""The sheet tie-breaks read: every entry's rounds, its score, and its score as opponents may count it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.standings.meetings import CHOSEN, Appearance, Results, Turn, appearances


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a figure: the round and opponent it comes from (0 for none), and what kind it is.

    `code` is a word of `Turn`, "dummy" for an unplayed round, "cut" for one left out, "again_won" and so on
    for what decided among those whose figures are level (both worth 0 here), or tells of performance ratings,
    which are `prs` then: the entry's and the opponent's.
    """

    code: str
    amount: Fraction
    round: int = 0
    opponent: int = 0
    prs: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A figure of a table and the parts it is made of: the parts add up to the amount where it is a sum."""

    name: str
    amount: Fraction
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The results of a flight, read once."""

    results: Results
    rounds: Mapping[int, tuple[Appearance, ...]] = field(init=False)
    scores: Mapping[int, Fraction] = field(init=False)
    adjusted: Mapping[int, Fraction] = field(init=False)

    def __post_init__(self) -> None:
        rounds = appearances(self.results)
        object.__setattr__(self, "rounds", rounds)
        object.__setattr__(
            self, "scores", {entry: _total(entry_rounds) for entry, entry_rounds in rounds.items()}
        )
        adjusted = {entry: self._adjusted_score(entry_rounds) for entry, entry_rounds in rounds.items()}
        object.__setattr__(self, "adjusted", adjusted)

    @property
    def draw(self) -> Fraction:
        """What half a round is worth: a drawn game where there were any."""
        return (self.results.scoring.win + self.results.scoring.loss) / 2

    @property
    def round_count(self) -> int:
        """Rounds of the flight, as announced or as far as they were played."""
        last_played = max(
            (entry_rounds[-1].round for entry_rounds in self.rounds.values() if entry_rounds), default=0
        )
        return max(self.results.rounds, last_played)

    def dummy(self, entry: int, unplayed: Appearance) -> Fraction:
        """The score of the opponent an unplayed round is counted against (FIDE C.07 16.4)."""
        score = min(self.scores[entry], self.round_count * self.draw)
        if unplayed.turn in {Turn.WALKOVER_WON, Turn.WALKOVER_LOST} and unplayed.opponent in self.adjusted:
            score = min(score, self.adjusted[unplayed.opponent])
        return score

    def _adjusted_score(self, entry_rounds: tuple[Appearance, ...]) -> Fraction:
        """An asked bye after which nothing was played by the entry's own will counts as half a win (16.3)."""
        if self.results.is_round_robin:
            return _total(entry_rounds)
        total, only_chosen = Fraction(0), True
        for appearance in reversed(entry_rounds):
            only_chosen = only_chosen and appearance.turn in CHOSEN
            is_requested_bye = appearance.turn in {Turn.HALF_BYE, Turn.AWAY}
            total += self.draw if is_requested_bye and only_chosen else appearance.score
        return total


def _total(entry_rounds: tuple[Appearance, ...]) -> Fraction:
    return sum((appearance.score for appearance in entry_rounds), Fraction(0))
