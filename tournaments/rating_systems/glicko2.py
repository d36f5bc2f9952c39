"""Glicko-2 after Mark Glickman's paper: rating, deviation and volatility of a player.

Every match is a rating period of its own. Between matches the deviation grows as in the paper, by one period
for every `period_days`. With an exponent x above 0, a match to n points counts as n^x games of the paper.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import exp, log, pi, pow, sqrt
from typing import NamedTuple

from rules.errors import Refusal
from tournaments.rating_systems import parameters
from tournaments.rating_systems.parameters import PLACES, PlayerRating, check_numbers, check_range

SYSTEM = "glicko2-1"
# The factor between the scales of Glicko and Glicko-2 in the paper.
SCALE = 173.7178
VOLATILITY_DIGITS, FIGURE_DIGITS = 8, 12
TOLERANCE = 1e-6


class PeriodGame(NamedTuple):
    """One game of a period: the opponent, the score from 0 to 1, and the number of games it counts for."""

    rating: float
    deviation: float
    score: float
    weight: float = 1.0


class ScaledRating(NamedTuple):
    """Rating, deviation and volatility of a player, in the scale of Glicko."""

    rating: float
    deviation: float
    volatility: float


@dataclass(frozen=True, slots=True)
class Glicko2Explanation:
    """The values from which a change was computed. `deviation` is that on the day of the match."""

    length: int
    distance: float
    chance: float
    moved: float
    ramp: float
    experience: int
    delta: float
    deviation: float
    opponent_deviation: float
    deviation_after: float
    volatility: float
    volatility_after: float
    weight: float
    day: int


@dataclass(frozen=True, slots=True)
class Glicko2Parameters:
    """The parameters of a rating list; by default those of the paper.

    A rating is provisional while its deviation is above `provisional_above`. Refuses
    ("rating_constant_wrong") invalid constants.
    """

    base: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    tau: float = 0.5
    period_days: int = 30
    exponent: float = 0.0
    provisional_above: float = 110.0

    def __post_init__(self) -> None:
        check_numbers(asdict(self), whole=("period_days",))
        check_range(self.base, "base", -100_000, 100_000)
        check_range(self.deviation, "deviation", 30, 1_000)
        check_range(self.volatility, "volatility", 0.01, 0.2)
        check_range(self.tau, "tau", 0.2, 1.2)
        check_range(self.period_days, "period_days", 1, 3_660)
        check_range(self.exponent, "exponent", 0, 2)
        check_range(self.provisional_above, "provisional_above", 0, 1_000)

    @property
    def spread(self) -> float:
        """The difference at which one side has ten times the chance."""
        return SCALE * log(10)

    def newcomer(self) -> PlayerRating:
        """Return the initial rating of a player."""
        return PlayerRating(self.base, 0, self.deviation, self.volatility)

    def explain(
        self, player: PlayerRating, opponent: PlayerRating, length: int, won: bool, day: int
    ) -> Glicko2Explanation:
        """Return the change of `player` in one finished match, with its reasons."""
        if length < 1:
            raise Refusal("length_not_rated", length=length)
        deviation, opponent_deviation = self._deviation_on(player, day), self._deviation_on(opponent, day)
        weight = pow(length, self.exponent)
        chance = win_expectancy(player.rating, opponent.rating, opponent_deviation)
        new_figures = rate_period(
            ScaledRating(player.rating, deviation, player.volatility),
            [PeriodGame(opponent.rating, opponent_deviation, float(won), weight)],
            self.tau,
        )
        return Glicko2Explanation(
            length=length,
            distance=round(player.rating - opponent.rating, PLACES),
            chance=round(chance, FIGURE_DIGITS),
            moved=round(1 - chance if won else chance, FIGURE_DIGITS),
            ramp=1.0,
            experience=player.experience,
            delta=round(new_figures.rating - player.rating, PLACES),
            deviation=deviation,
            opponent_deviation=opponent_deviation,
            deviation_after=round(min(new_figures.deviation, self.deviation), PLACES),
            volatility=player.volatility,
            volatility_after=round(new_figures.volatility, VOLATILITY_DIGITS),
            weight=round(weight, FIGURE_DIGITS),
            day=day,
        )

    def after(self, player: PlayerRating, explanation: parameters.Explanation) -> PlayerRating:
        """Return the rating of `player` after the explained match."""
        rating = round(player.rating + explanation.delta, PLACES)
        experience = player.experience + explanation.length
        if not isinstance(explanation, Glicko2Explanation):
            return PlayerRating(rating, experience, player.deviation, player.volatility, player.day)
        certainty = (explanation.deviation_after, explanation.volatility_after, explanation.day)
        return PlayerRating(rating, experience, *certainty)

    def is_provisional(self, rating: PlayerRating) -> bool:
        """Whether the rating is still too uncertain."""
        return rating.deviation > self.provisional_above

    def chance_between(self, player: PlayerRating, opponent: PlayerRating, length: int) -> float:
        """Return the chance of `player` to win; the length does not change it."""
        return win_expectancy(player.rating, opponent.rating, opponent.deviation)

    def _deviation_on(self, player: PlayerRating, day: int) -> float:
        """Return the deviation on a day: it grows since the last match, at most to that of a new player."""
        passed = max(day - player.day, 0) / self.period_days if player.day else 0.0
        grown = sqrt(player.deviation**2 + passed * (player.volatility * SCALE) ** 2)
        return round(min(grown, self.deviation), PLACES)


def win_expectancy(rating: float, opponent: float, deviation: float) -> float:
    """Return the chance to win against an opponent of this deviation (E of the paper)."""
    return 1 / (1 + exp(-_g(deviation / SCALE) * (rating - opponent) / SCALE))


def rate_period(player: ScaledRating, games: Sequence[PeriodGame], tau: float) -> ScaledRating:
    """Return a player after the games of one period (steps 2 to 8 of the paper)."""
    phi = player.deviation / SCALE
    information = improvement = 0.0
    for game in games:
        force = _g(game.deviation / SCALE)
        chance = win_expectancy(player.rating, game.rating, game.deviation)
        information += game.weight * force**2 * chance * (1 - chance)
        improvement += game.weight * force * (game.score - chance)
    if not information:
        return player._replace(deviation=SCALE * sqrt(phi**2 + player.volatility**2))
    variance = 1 / information
    sigma = _volatility(player.volatility, phi, variance, variance * improvement, tau)
    after = 1 / sqrt(1 / (phi**2 + sigma**2) + information)
    return ScaledRating(player.rating + SCALE * after**2 * improvement, SCALE * after, sigma)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility (step 5 of the paper): the zero of f, by the Illinois algorithm."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low, high = start, start - tau
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        while f(high) < 0:
            high -= tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
