"""The FIBS rating formula: the change by one match of a known length between two players.

D is the difference of the two ratings, n the length, W the spread, M the step. The weaker player wins with
probability 1 / (10^(D sqrt(n) / W) + 1). The winner gains and the loser loses M K sqrt(n) times the
probability of the other result. The factor K of each player falls from `ramp_start` to 1 with the experience
before the match, so the two changes differ if one of the players is new.
"""

from dataclasses import asdict, dataclass
from math import pow, sqrt

from rules.errors import Refusal
from rules.match import LONGEST_MATCH
from tournaments.rating_systems import parameters
from tournaments.rating_systems.parameters import PLACES, PlayerRating, check_numbers, check_range

SYSTEM = "fibs-1"


class SharedParameters:
    """The parameters that FIBS and Elo share; the experience of a player is the sum of match lengths."""

    __slots__ = ()
    base: float
    spread: float
    step: float
    length_cap: int
    provisional_below: int

    def check_shared_ranges(self) -> None:
        """Refuse ("rating_constant_wrong") constants outside their limits."""
        check_range(self.base, "base", -100_000, 100_000)
        check_range(self.spread, "spread", 1, 100_000)
        check_range(self.step, "step", 0.001, 1_000)
        check_range(self.length_cap, "length_cap", 0, LONGEST_MATCH)
        check_range(self.provisional_below, "provisional_below", 0, 1_000_000)

    def newcomer(self) -> PlayerRating:
        """Return the initial rating of a player."""
        return PlayerRating(self.base, 0)

    def after(self, player: PlayerRating, explanation: parameters.Explanation) -> PlayerRating:
        """Return the rating of `player` after the explained match."""
        return rating_after(player, explanation)

    def is_provisional(self, rating: PlayerRating) -> bool:
        """Whether too few points have been played."""
        return rating.experience < self.provisional_below

    def rated_length(self, length: int) -> int:
        """Return the length that counts. Refuses ("length_not_rated") a match of no known length."""
        if length < 1:
            raise Refusal("length_not_rated", length=length)
        return min(length, self.length_cap) if self.length_cap else length


@dataclass(frozen=True, slots=True)
class FibsParameters(SharedParameters):
    """The parameters of a rating list; the defaults are those of the First Internet Backgammon Server.

    `length_cap` is the longest length that counts (0: no cap); below `provisional_below` points of experience
    a rating is provisional. Refuses ("rating_constant_wrong") invalid constants.
    """

    base: float = 1500.0
    spread: float = 2000.0
    step: float = 4.0
    ramp_start: float = 5.0
    ramp_length: int = 400
    length_cap: int = 0
    provisional_below: int = 100

    def __post_init__(self) -> None:
        check_numbers(asdict(self), whole=("ramp_length", "length_cap", "provisional_below"))
        self.check_shared_ranges()
        check_range(self.ramp_start, "ramp_start", 1, 100)
        check_range(self.ramp_length, "ramp_length", 1, 1_000_000)

    def explain(
        self, player: PlayerRating, opponent: PlayerRating, length: int, won: bool, day: int
    ) -> "FibsExplanation":
        """Return the change of `player` in one finished match, with its reasons."""
        return explain(player, opponent, length, won, self)

    def chance_between(self, player: PlayerRating, opponent: PlayerRating, length: int) -> float:
        """Return the chance of `player` in a match of `length` points."""
        return win_chance(player.rating, opponent.rating, length, self)


FIBS = FibsParameters()


@dataclass(frozen=True, slots=True)
class FibsExplanation:
    """The values from which the change of one player's rating was computed.

    `chance` is the player's chance to win; `moved` the chance of the other result, which determines the
    change: delta = ± step * ramp * sqrt(length) * moved.
    """

    length: int
    distance: float
    chance: float
    moved: float
    ramp: float
    experience: int
    delta: float


def win_chance(rating: float, opponent: float, length: int, parameters: FibsParameters = FIBS) -> float:
    """Return the chance of `rating` against `opponent` in a match of `length` points."""
    exponent = (opponent - rating) * sqrt(parameters.rated_length(length)) / parameters.spread
    if exponent > 300:
        return 0.0
    return 1.0 / (pow(10.0, exponent) + 1.0)


def ramp(experience: int, parameters: FibsParameters = FIBS) -> float:
    """Return the factor K of a player's changes: from `ramp_start` down to 1 at `ramp_length` experience."""
    fall = (parameters.ramp_start - 1.0) / parameters.ramp_length
    return max(1.0, parameters.ramp_start - experience * fall)


def explain(
    player: PlayerRating, opponent: PlayerRating, length: int, won: bool, parameters: FibsParameters = FIBS
) -> FibsExplanation:
    """Return the change of `player` in one finished match of `length` points, with its reasons."""
    chance = win_chance(player.rating, opponent.rating, length, parameters)
    # 1 - chance would lose the last digits of a near-certain win; use the opponent's chance instead.
    other_result_chance = win_chance(opponent.rating, player.rating, length, parameters) if won else chance
    ramp_factor = ramp(player.experience, parameters)
    size = parameters.step * ramp_factor * sqrt(parameters.rated_length(length)) * other_result_chance
    return FibsExplanation(
        length=length,
        distance=round(player.rating - opponent.rating, PLACES),
        chance=chance,
        moved=other_result_chance,
        ramp=ramp_factor,
        experience=player.experience,
        delta=round(size if won else -size, PLACES),
    )


def rating_after(player: PlayerRating, explanation: parameters.Explanation) -> PlayerRating:
    """Return the rating of `player` after the explained match."""
    return PlayerRating(
        rating=round(player.rating + explanation.delta, PLACES),
        experience=player.experience + explanation.length,
    )
