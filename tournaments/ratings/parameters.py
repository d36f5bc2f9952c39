"""What every rating system works with: parameters and limits, a player's rating, an explanation."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar, Protocol

from rules.errors import Refusal


def check_numbers(constants: Mapping[str, object], *, whole: Collection[str] = ()) -> None:
    """Refuse ("rating_constant_unreadable") a value that is no number; those in `whole` must be integers."""
    for name, value in constants.items():
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not is_whole and (name in whole or not isinstance(value, float) or not isfinite(value)):
            raise Refusal("rating_constant_unreadable", name=name)


def check_range(value: float, name: str, minimum: float, maximum: float) -> None:
    """Refuse ("rating_constant_wrong") a constant outside its limits."""
    if not minimum <= value <= maximum:
        raise Refusal("rating_constant_wrong", name=name, least=minimum, most=maximum)


# Ratings are rounded to one ten-thousandth, so that every machine computes exactly the stored figures.
PLACES = 4


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """The rating of a player before or after a match.

    Systems that rate uncertainty use `deviation` and `volatility`, and the day (as an ordinal) of the last
    match; in others they are 0.
    """

    rating: float
    experience: int
    deviation: float = 0.0
    volatility: float = 0.0
    day: int = 0


class Explanation(Protocol):
    """Every figure behind one change, for one player, as a dataclass; systems may add more of them."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def length(self) -> int:
        """The length of the match in points."""

    @property
    def chance(self) -> float:
        """The player's chance to win."""

    @property
    def delta(self) -> float:
        """The change of the rating."""


class Parameters(Protocol):
    """The constants of one list; their class is the rating system."""

    @property
    def base(self) -> float:
        """The initial rating."""

    @property
    def spread(self) -> float:
        """The difference of two ratings at which one side of a one-point match has ten times the chance."""

    def newcomer(self) -> PlayerRating:
        """Return the initial rating of a player."""

    def explain(
        self, player: PlayerRating, opponent: PlayerRating, length: int, won: bool, day: int
    ) -> Explanation:
        """Return the change of `player` in one finished match of `length` points, with its reasons."""

    def after(self, player: PlayerRating, explanation: Explanation) -> PlayerRating:
        """Return the rating of `player` after the explained match."""

    def is_provisional(self, standing: PlayerRating) -> bool:
        """Whether the rating is still too uncertain."""

    def chance_between(self, player: PlayerRating, opponent: PlayerRating, length: int) -> float:
        """Return the chance of `player` against `opponent` in a match of `length` points."""
