"""The FIBS rating formula: what one match of a known length moves between two players.

D is the distance of the two ratings, n the length, K the ramp of a newcomer. The chance of the weaker
player is 1 / (10^(D sqrt(n) / W) + 1); the winner gains, the loser loses M K sqrt(n) times the chance
that it would have gone the other way. K falls from its start to 1 as experience grows, for each player
apart: while a newcomer is on the ramp the two changes are not equal.
"""

from dataclasses import asdict, dataclass
from math import isfinite, pow, sqrt

SYSTEM = "fibs-1"
# Ratings live on a grid of one ten-thousandth, so that a refold elsewhere meets the stored figures exactly.
PLACES = 4


@dataclass(frozen=True, slots=True)
class Parameters:
    """The constants of one rating list; the defaults are those of the First Internet Backgammon Server.

    `length_cap` is the longest length that counts (0: no cap); below `provisional_below` points of
    experience a rating is shown as provisional. Raises ValueError for constants that cannot rate.
    """

    base: float = 1500.0
    spread: float = 2000.0
    step: float = 4.0
    ramp_start: float = 5.0
    ramp_length: int = 400
    length_cap: int = 0
    provisional_below: int = 100

    def __post_init__(self) -> None:
        if not all(isfinite(number) for number in asdict(self).values()):
            raise ValueError("rating constants must be finite")
        if self.spread <= 0 or self.step <= 0 or self.ramp_length <= 0:
            raise ValueError("spread, step and ramp length must be above zero")
        if self.ramp_start < 1 or self.length_cap < 0 or self.provisional_below < 0:
            raise ValueError("the ramp starts at 1 or more; caps and thresholds are never negative")


FIBS = Parameters()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands before or after a match."""

    rating: float
    experience: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Every figure behind one change, for one player.

    `chance` is what the player was expected to win; `moved` the chance that it would have gone the other
    way, which is what the change is made of: delta = ± step * ramp * sqrt(length) * moved.
    """

    length: int
    distance: float
    chance: float
    moved: float
    ramp: float
    experience: int
    delta: float


def win_chance(rating: float, opponent: float, length: int, parameters: Parameters = FIBS) -> float:
    """The chance of `rating` against `opponent` in a match of `length` points."""
    exponent = (opponent - rating) * sqrt(_counted(length, parameters)) / parameters.spread
    if exponent > 300:
        return 0.0
    return 1.0 / (pow(10.0, exponent) + 1.0)


def ramp(experience: int, parameters: Parameters = FIBS) -> float:
    """K: how much faster a newcomer's rating moves; 1 once the ramp is behind."""
    fall = (parameters.ramp_start - 1.0) / parameters.ramp_length
    return max(1.0, parameters.ramp_start - experience * fall)


def explain(
    player: Standing, opponent: Standing, length: int, won: bool, parameters: Parameters = FIBS
) -> Explanation:
    """The change of `player` in one finished match of `length` points, with its reasons."""
    chance = win_chance(player.rating, opponent.rating, length, parameters)
    # 1 - chance would lose the last digits of a near-certain win; ask for the other side's chance instead.
    moved = win_chance(opponent.rating, player.rating, length, parameters) if won else chance
    speed = ramp(player.experience, parameters)
    size = parameters.step * speed * sqrt(_counted(length, parameters)) * moved
    return Explanation(
        length=length,
        distance=round(player.rating - opponent.rating, PLACES),
        chance=chance,
        moved=moved,
        ramp=speed,
        experience=player.experience,
        delta=round(size if won else -size, PLACES),
    )


def moved_on(player: Standing, explanation: Explanation) -> Standing:
    """Where `player` stands after the match explained."""
    return Standing(
        rating=round(player.rating + explanation.delta, PLACES),
        experience=player.experience + explanation.length,
    )


def _counted(length: int, parameters: Parameters) -> int:
    if length < 1:
        raise ValueError("only a match of one point or more can be rated")
    return min(length, parameters.length_cap) if parameters.length_cap else length
