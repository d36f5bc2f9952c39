"""The rules of a season as data: what a match, an evening and a place are worth."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from fractions import Fraction
from math import isfinite
from typing import Any, Self

from rules.errors import Refusal
from tournaments.standings.tiebreaks import BREAKERS

LENGTH, ROOT, FLAT = "length", "root", "flat"
WIN_KINDS = (FLAT, LENGTH, ROOT)
POINTS, PERCENT, POOL, LOG = "points", "percent", "pool", "log"
BONUS_UNITS = (POINTS, PERCENT, POOL, LOG)
MOST, FINEST = 10_000, 10_000
MONTHS = range(1, 13)
Figure = Fraction | int


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How a season counts.

    A match won earns `win_value`: once ("flat"), for each point of its length ("length"), or times the root
    of its length ("root"). A match played and lost earns `loss_value`; coming earns `attendance`. `bonuses`
    gives each flight the worth of its places from the first down: in points, in percent of the entrants, as
    parts of a pool of one point for each entrant, or times the binary logarithm of the entrants ("log").
    With `best_bonus_only` a player takes the best bonus of an evening and not all of them.

    `weights` are factors of events by their folded names, `months` those of evenings by their month; what
    is not named counts once. `best_evenings` is how many evenings count (0: all), `minimum_evenings` how
    many it takes to be placed. With `divisions` (the highest first) everybody is placed among his own, and
    the first `up` and the last `down` of each change places at the end.

    Refuses what cannot count: "season_rule_unknown", "season_word_unknown", "season_figure_unreadable",
    "season_figure_impossible", "tiebreak_unknown", "season_divisions_wrong".
    """

    win: str = LENGTH
    win_value: Figure = 1
    loss_value: Figure = 0
    attendance: Figure = 0
    bonuses: Mapping[str, tuple[Figure, ...]] = field(default_factory=dict)
    bonus_unit: str = POINTS
    best_bonus_only: bool = True
    walkovers_count: bool = True
    weights: Mapping[str, Figure] = field(default_factory=dict)
    months: Mapping[int, Figure] = field(default_factory=dict)
    best_evenings: int = 0
    minimum_evenings: int = 0
    tiebreaks: tuple[str, ...] = ("wins", "difference", "head-to-head")
    divisions: tuple[str, ...] = ()
    up: int = 0
    down: int = 0

    def __post_init__(self) -> None:
        for word, known in ((self.win, WIN_KINDS), (self.bonus_unit, BONUS_UNITS)):
            if word not in known:
                raise Refusal("season_word_unknown", word=str(word))
        for name in ("win_value", "loss_value", "attendance"):
            object.__setattr__(self, name, figure(getattr(self, name)))
        for name in ("best_evenings", "minimum_evenings", "up", "down"):
            object.__setattr__(self, name, _count(getattr(self, name)))
        tables = {flight: tuple(map(figure, table)) for flight, table in self.bonuses.items()}
        object.__setattr__(self, "bonuses", tables)
        object.__setattr__(self, "weights", {name: figure(each) for name, each in self.weights.items()})
        object.__setattr__(self, "months", {_month(key): figure(each) for key, each in self.months.items()})
        for tiebreak in self.tiebreaks:
            if tiebreak not in BREAKERS:
                raise Refusal("tiebreak_unknown", name=str(tiebreak))
        names = {name.casefold() for name in self.divisions}
        if len(names) < len(self.divisions) or "" in names or ((self.up or self.down) and len(names) < 2):
            raise Refusal("season_divisions_wrong")

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Rules from stored JSON; what is left out has its default."""
        unknown = set(data) - {spec.name for spec in fields(cls)}
        if unknown:
            raise Refusal("season_rule_unknown", names=", ".join(sorted(unknown)))
        given = dict(data)
        for name in ("bonuses", "weights", "months"):
            if not isinstance(given.get(name, {}), Mapping):
                raise Refusal("season_figure_unreadable", text=name)
        for name in ("tiebreaks", "divisions"):
            if not isinstance(given.get(name, []), list | tuple):
                raise Refusal("season_figure_unreadable", text=name)
            if name in given:
                given[name] = tuple(map(str, given[name]))
        return cls(**given)

    def to_data(self) -> dict[str, Any]:
        """The rules as JSON can hold them; a broken figure is a text, "1/3"."""
        data = asdict(self)
        for name in ("win_value", "loss_value", "attendance"):
            data[name] = written(data[name])
        data["bonuses"] = {flight: [*map(written, table)] for flight, table in self.bonuses.items()}
        data["weights"] = {name: written(each) for name, each in self.weights.items()}
        data["months"] = {str(month): written(each) for month, each in sorted(self.months.items())}
        data["tiebreaks"], data["divisions"] = list(self.tiebreaks), list(self.divisions)
        return data

    def factor(self, event: str, month: int) -> Fraction:
        """How many times over a match or a place of this event counts in this month."""
        return Fraction(self.weights.get(event, 1)) * self.factor_of_month(month)

    def factor_of_month(self, month: int) -> Fraction:
        """How many times over an evening of this month counts."""
        return Fraction(self.months.get(month, 1))


def figure(given: object) -> Figure:
    """A figure from 0 to MOST, whole or broken: 3, 0.5, "0,5", "1/3"; on a grid of ten-thousandths or a
    fraction with a small denominator."""
    if isinstance(given, bool) or not isinstance(given, int | float | str | Fraction):
        raise Refusal("season_figure_unreadable", text=str(given))
    if isinstance(given, float) and not isfinite(given):
        raise Refusal("season_figure_unreadable", text=str(given))
    try:
        found = Fraction(str(given).strip().replace(",", "."))
    except (ValueError, ZeroDivisionError) as error:
        raise Refusal("season_figure_unreadable", text=str(given)[:40]) from error
    if not 0 <= found <= MOST or found.denominator > FINEST:
        raise Refusal("season_figure_impossible", text=str(given)[:40], most=MOST)
    return int(found) if found.denominator == 1 else found


def written(given: Figure) -> int | str:
    """A figure as JSON holds it."""
    return int(given) if Fraction(given).denominator == 1 else str(given)


def _count(given: object) -> int:
    found = figure(given)
    if not isinstance(found, int):
        raise Refusal("season_figure_unreadable", text=str(given))
    return found


def _month(given: object) -> int:
    found = _count(given)
    if found not in MONTHS:
        raise Refusal("season_figure_impossible", text=str(given), most=MONTHS[-1])
    return found
