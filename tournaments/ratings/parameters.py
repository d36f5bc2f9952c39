"""What every rating system works with: parameters and their limits, a player's standing, an explanation."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar, Protocol

from rules.errors import Refusal


def check_numbers(constants: Mapping[str, object], *, whole: Collection[str] = ()) -> None:
    """Refuse ("rating_constant_unreadable") what is no number; those in `whole` have no broken part."""
    for name, value in constants.items():
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not is_whole and (name in whole or not isinstance(value, float) or not isfinite(value)):
            raise Refusal("rating_constant_unreadable", name=name)


def check_range(value: float, name: str, minimum: float, maximum: float) -> None:
    """Refuse ("rating_constant_wrong") a constant outside its limits."""
    if not minimum <= value <= maximum:
        raise Refusal("rating_constant_wrong", name=name, least=minimum, most=maximum)


# Ratings live on a grid of one ten-thousandth, so that a refold elsewhere meets the stored figures exactly.
PLACES = 4


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands before or after a match.

    Systems that rate how sure they are keep `deviation` and `volatility`, and the day (as an ordinal) of the
    last match; others leave them 0.
    """

    rating: float
    experience: int
    deviation: float = 0.0
    volatility: float = 0.0
    day: int = 0


class Explanation(Protocol):
    """Every figure behind one change, for one player, as a dataclass; a system may have more of them."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def length(self) -> int:
        """The length of the match in points."""

    @property
    def chance(self) -> float:
        """What the player was expected to win."""

    @property
    def delta(self) -> float:
        """What the match moved."""


class Parameters(Protocol):
    """The constants of one list; their class is the system that rates by them."""

    @property
    def base(self) -> float:
        """Where everybody starts."""

    @property
    def spread(self) -> float:
        """By how much two ratings differ when one side of a match to one point has ten times the chance."""

    def newcomer(self) -> Standing:
        """Where a player stands before the first match."""

    def explain(self, player: Standing, opponent: Standing, length: int, won: bool, day: int) -> Explanation:
        """The change of `player` in one finished match of `length` points, with its reasons."""

    def after(self, player: Standing, explanation: Explanation) -> Standing:
        """Where `player` stands after the match explained."""

    def is_provisional(self, standing: Standing) -> bool:
        """Whether too little is known yet to tell much."""

    def chance_between(self, player: Standing, opponent: Standing, length: int) -> float:
        """What `player` is expected to win against `opponent` in a match of `length` points."""
