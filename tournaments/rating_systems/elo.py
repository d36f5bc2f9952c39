"""Elo for matches of any length: what one player gains, the other loses.

D is the difference of the two ratings, n the length, S = 1 + C (n - 1) / 2 the skill that decides such a
match, W the spread, M the step. The weaker player wins with probability 1 / (10^(D S^x / W) + 1); the winner
gains M S^y times the probability of the other result. C = 2 makes S the length, as at FIBS; Rinta-Nikkola
(1998) found C between 0.8 and 2. With x = y = 0 all matches count the same, with 0.5 as at FIBS; with y = 1
the gain grows with the length, as in the list of Japan.
"""

from dataclasses import asdict, dataclass
from math import pow

from tournaments.rating_systems.fibs import FibsExplanation, SharedParameters
from tournaments.rating_systems.parameters import PLACES, PlayerRating, check_numbers, check_range

SYSTEM = "elo-1"
# Beyond this exponent the probability is 0, as 10 to a larger power would overflow.
LARGEST_EXPONENT = 300


@dataclass(frozen=True, slots=True)
class EloParameters(SharedParameters):
    """The parameters of a rating list.

    `base` is the initial rating, `spread` W, `step` M, `exponent` x, `step_exponent` y, `skill` C;
    `length_cap` is the longest length that counts (0: no cap). Refuses ("rating_constant_wrong") invalid
    constants.
    """

    base: float = 1500.0
    spread: float = 2000.0
    step: float = 4.0
    exponent: float = 0.5
    step_exponent: float = 0.5
    skill: float = 2.0
    length_cap: int = 0
    provisional_below: int = 100

    def __post_init__(self) -> None:
        check_numbers(asdict(self), whole=("length_cap", "provisional_below"))
        self.check_shared_ranges()
        check_range(self.exponent, "exponent", 0, 2)
        check_range(self.step_exponent, "step_exponent", 0, 2)
        check_range(self.skill, "skill", 0, 2)

    def explain(
        self, player: PlayerRating, opponent: PlayerRating, length: int, won: bool, day: int
    ) -> FibsExplanation:
        """Return the change of `player` in one finished match, with its reasons.

        The explanation is that of FIBS, with a `ramp` of 1, as newcomers move no faster here.
        """
        chance = self.chance_between(player, opponent, length)
        other_result_chance = self.chance_between(opponent, player, length) if won else chance
        size = self.step * pow(self._skill_needed(length), self.step_exponent) * other_result_chance
        return FibsExplanation(
            length=length,
            distance=round(player.rating - opponent.rating, PLACES),
            chance=chance,
            moved=other_result_chance,
            ramp=1.0,
            experience=player.experience,
            delta=round(size if won else -size, PLACES),
        )

    def chance_between(self, player: PlayerRating, opponent: PlayerRating, length: int) -> float:
        """Return the chance of `player` in a match of `length` points."""
        length_factor = pow(self._skill_needed(length), self.exponent)
        exponent = (opponent.rating - player.rating) * length_factor / self.spread
        return 0.0 if exponent > LARGEST_EXPONENT else 1.0 / (pow(10.0, exponent) + 1.0)

    def _skill_needed(self, length: int) -> float:
        return 1 + self.skill * (self.rated_length(length) - 1) / 2
