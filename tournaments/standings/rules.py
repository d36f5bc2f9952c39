"""The rules of a season as data: what a match, an evening and a place are worth."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from tournaments.standings.tiebreaks import BREAKERS

WIN_KINDS = ("length", "flat")
BONUS_UNITS = ("points", "percent")


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How a season counts. Raises ValueError for rules that cannot count.

    A match won earns `win_value` per point of its length or flat, as `win` says; a match played and lost
    earns `loss_value`; coming earns `attendance`. `bonuses` gives each flight the worth of its places
    from the first down: in points, or in percent of the entrants. With `best_bonus_only` a player takes
    the best bonus of an evening and not all of them. `best_evenings` is how many evenings count (0: all),
    `minimum_evenings` how many it takes to be placed.
    """

    win: str = "length"
    win_value: int = 1
    loss_value: int = 0
    attendance: int = 0
    bonuses: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    bonus_unit: str = "points"
    best_bonus_only: bool = True
    walkovers_count: bool = True
    best_evenings: int = 0
    minimum_evenings: int = 0
    tiebreaks: tuple[str, ...] = ("wins", "difference", "head-to-head")

    def __post_init__(self) -> None:
        if self.win not in WIN_KINDS or self.bonus_unit not in BONUS_UNITS:
            raise ValueError("a win counts by length or flat, a bonus in points or percent")
        numbers = (
            self.win_value,
            self.loss_value,
            self.attendance,
            self.best_evenings,
            self.minimum_evenings,
        )
        if min(numbers) < 0 or any(worth < 0 for table in self.bonuses.values() for worth in table):
            raise ValueError("nothing in a season counts below zero")
        unknown = [name for name in self.tiebreaks if name not in BREAKERS]
        if unknown:
            raise ValueError(f"unknown tie-breaks: {', '.join(unknown)}")

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Rules from stored JSON; what is left out has its default, an unknown name is a ValueError."""
        unknown = set(data) - {spec.name for spec in fields(cls)}
        if unknown:
            raise ValueError(f"unknown season rules: {', '.join(sorted(unknown))}")
        given = dict(data)
        if "bonuses" in given:
            given["bonuses"] = {flight: tuple(table) for flight, table in given["bonuses"].items()}
        if "tiebreaks" in given:
            given["tiebreaks"] = tuple(given["tiebreaks"])
        return cls(**given)

    def to_data(self) -> dict[str, Any]:
        """The rules as JSON can hold them."""
        data = asdict(self)
        data["bonuses"] = {flight: list(table) for flight, table in self.bonuses.items()}
        data["tiebreaks"] = list(self.tiebreaks)
        return data


# Each a way clubs are known to count; a season starts from one and may change any figure.
PRESETS: dict[str, SeasonRules] = {
    "length-and-places": SeasonRules(
        attendance=2, bonuses={"main": (50, 25, 12, 12), "consolation": (25, 12)}
    ),
    "entrants": SeasonRules(win="flat", attendance=1, bonuses={"main": (100, 50, 25)}, bonus_unit="percent"),
    "league": SeasonRules(win="flat", win_value=3, loss_value=1, walkovers_count=False),
}
