"""The interface of rating systems: parameters of a list, rating of a player, explanation of a change."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar, Protocol

from rules.errors import Refusal


def check_numbers(constants: Mapping[str, object], *, whole: Collection[str] = ()) -> None:
    """Refuse ("rating_constant_unreadable") a value that is no finite number, or in `whole` no integer."""
    for name, value in constants.items():
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not is_whole and (name in whole or not isinstance(value, float) or not isfinite(value)):
            raise Refusal("rating_constant_unreadable", name=name)


def check_range(value: float, name: str, minimum: float, maximum: float) -> None:
    """Refuse ("rating_constant_wrong") a constant outside its limits."""
    if not minimum <= value <= maximum:
        raise Refusal("rating_constant_wrong", name=name, least=minimum, most=maximum)


# Decimal places to which ratings are rounded, so that every machine computes the same.
PLACES = 4


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """The rating of a player before or after a match.

    `experience` is the number of points played. `deviation`, `volatility` and the ordinal day of the last
    match are used by systems that estimate uncertainty; in others they are 0.
    """

    rating: float
    experience: int
    deviation: float = 0.0
    volatility: float = 0.0
    day: int = 0


class Explanation(Protocol):
    """The values from which a change was computed; a dataclass, to which systems add their own."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def length(self) -> int:
        """The length of the match in points."""

    @property
    def chance(self) -> float:
        """The expected winning probability of the player."""

    @property
    def delta(self) -> float:
        """The change of the rating."""


class Parameters(Protocol):
    """The parameters of a rating list. Each rating system is a class of them."""

    @property
    def base(self) -> float:
        """The initial rating."""

    @property
    def spread(self) -> float:
        """The rating difference at which one side is ten times as likely to win a one-point match."""

    def newcomer(self) -> PlayerRating:
        """Return the initial rating of a player."""

    def explain(
        self, player: PlayerRating, opponent: PlayerRating, length: int, won: bool, day: int
    ) -> Explanation:
        """Return the change of `player` in one finished match of `length` points, with its reasons."""

    def after(self, player: PlayerRating, explanation: Explanation) -> PlayerRating:
        """Return the rating of `player` after the explained match."""

    def is_provisional(self, rating: PlayerRating) -> bool:
        """Whether the rating is still too uncertain."""

    def chance_between(self, player: PlayerRating, opponent: PlayerRating, length: int) -> float:
        """Return the chance of `player` against `opponent` in a match of `length` points."""
