"""The rules of a season, by which `season_table` computes the points, and presets of rules."""

import re
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, fields
from fractions import Fraction
from math import isfinite
from typing import Any, Self

from rules.errors import Refusal
from tournaments.standings.season_results import folded_name
from tournaments.standings.tiebreaks import SEASON_FIGURES

LENGTH, ROOT, FLAT = "length", "root", "flat"
WIN_KINDS = (FLAT, LENGTH, ROOT)
POINTS, PERCENT, POOL, LOG = "points", "percent", "pool", "log"
BONUS_UNITS = (POINTS, PERCENT, POOL, LOG)
# The largest value, and the largest denominator.
MOST, FINEST = 10_000, 10_000
MOST_PLACES, MOST_NAMES, LONGEST_NAME = 64, 24, 80
# Without exponents: Fraction("1e999999999") would be evaluated before its size could be checked.
FIGURE_PATTERN = re.compile(r"-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}|\d{1,9}/\d{1,9})", re.ASCII)
MONTHS = range(1, 13)
Figure = Fraction | int


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season.

    A match won earns `win_value`: as it is ("flat"), times its length ("length"), or times the square root of
    its length ("root"). A match played and lost earns `loss_value`; attending a tournament `attendance`.
    `bonuses` gives for each flight the values of its places from the first on: in points, in percent of the
    number of entrants, as parts of a pool of one point for each entrant, or times the binary logarithm of the
    number of entrants ("log"). With `best_bonus_only` a player gets only the best bonus of a tournament.

    `weights` are factors by the folded name of an event, `months` factors by the month of a tournament; the
    default is 1. `best_evenings` is how many tournaments count (0: all), `minimum_evenings` how many are
    needed to get a place. With `divisions` (names, the highest first) players are ranked within their own;
    the first `up` and the last `down` of each change division at the end.

    Refuses invalid rules: "season_rule_unknown", "season_value_unknown", "season_figure_unreadable",
    "season_figure_impossible", "season_names_many", "tiebreak_unknown", "season_divisions_wrong".
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
    tiebreaks: tuple[str, ...] = ("wins", "difference", "head_to_head")
    divisions: tuple[str, ...] = ()
    up: int = 0
    down: int = 0

    def __post_init__(self) -> None:
        self._check_choices()
        for name in ("win_value", "loss_value", "attendance"):
            object.__setattr__(self, name, figure(getattr(self, name)))
        for name in ("best_evenings", "minimum_evenings", "up", "down"):
            object.__setattr__(self, name, _read_count(getattr(self, name)))
        object.__setattr__(
            self, "bonuses", {name: _read_bonus_table(each) for name, each in self.bonuses.items()}
        )
        weights = {folded_name(name): figure(each) for name, each in self.weights.items()}
        object.__setattr__(self, "weights", weights)
        object.__setattr__(
            self, "months", {_read_month(key): figure(each) for key, each in self.months.items()}
        )
        for name_list in (self.bonuses, self.weights, self.divisions):
            _check_names(name_list)
        folded_names = {name.casefold() for name in self.divisions}
        if (
            len(folded_names) < len(self.divisions)
            or "" in folded_names
            or ((self.up or self.down) and len(folded_names) < 2)
        ):
            raise Refusal("season_divisions_wrong")

    def _check_choices(self) -> None:
        choices = ((self.win, WIN_KINDS), (self.bonus_unit, BONUS_UNITS))
        flags = ((self.best_bonus_only, (True, False)), (self.walkovers_count, (True, False)))
        for value, allowed in (*choices, *flags):
            if type(value) is not type(allowed[0]) or value not in allowed:
                raise Refusal("season_value_unknown", word=str(value)[:40])
        for tiebreak in self.tiebreaks:
            if tiebreak not in SEASON_FIGURES:
                raise Refusal("tiebreak_unknown", name=str(tiebreak)[:40])

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return rules from stored JSON; missing keys have their defaults."""
        unknown = set(data) - {spec.name for spec in fields(cls)}
        if unknown:
            raise Refusal("season_rule_unknown", names=", ".join(sorted(unknown)))
        values = dict(data)
        for name in ("bonuses", "weights", "months"):
            if not isinstance(values.get(name, {}), Mapping):
                raise Refusal("season_figure_unreadable", text=name)
        for name in ("tiebreaks", "divisions"):
            if not isinstance(values.get(name, []), list | tuple):
                raise Refusal("season_figure_unreadable", text=name)
            if name in values:
                values[name] = tuple(map(str, values[name]))
        return cls(**values)

    def to_data(self) -> dict[str, Any]:
        """Return the rules as JSON; a fraction is a text, "1/3"."""
        data = asdict(self)
        for name in ("win_value", "loss_value", "attendance"):
            data[name] = json_figure(data[name])
        data["bonuses"] = {flight: [*map(json_figure, bonuses)] for flight, bonuses in self.bonuses.items()}
        data["weights"] = {name: json_figure(each) for name, each in self.weights.items()}
        data["months"] = {str(month): json_figure(each) for month, each in sorted(self.months.items())}
        data["tiebreaks"], data["divisions"] = list(self.tiebreaks), list(self.divisions)
        return data

    def factor(self, event: str, month: int) -> Figure:
        """Return the factor of the points of an event in a month."""
        return self.weights.get(event, 1) * self.factor_of_month(month)

    def factor_of_month(self, month: int) -> Figure:
        """Return the factor of a tournament in this month."""
        return self.months.get(month, 1)


def figure(value: object) -> Figure:
    """Return a number as integer or Fraction, from 0 to MOST; accepts 3, 0.5, "0,5", "1/3".

    Refuses "season_figure_unreadable", and "season_figure_impossible" for denominators above FINEST.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
        raise Refusal("season_figure_unreadable", text=str(value)[:40])
    if isinstance(value, float) and not isfinite(value):
        raise Refusal("season_figure_unreadable", text=str(value))
    try:
        # A float stands for its decimal notation: 0.1 is exactly a tenth.
        number = (
            _read_decimal(value)
            if isinstance(value, str)
            else Fraction(str(value) if isinstance(value, float) else value)
        )
    except (ValueError, ZeroDivisionError) as error:
        raise Refusal("season_figure_unreadable", text=str(value)[:40]) from error
    if not 0 <= number <= MOST or number.denominator > FINEST:
        raise Refusal("season_figure_impossible", text=_excerpt(value), most=MOST)
    return int(number) if number.denominator == 1 else number


def json_figure(value: Figure) -> int | str:
    """Return a figure as JSON."""
    return int(value) if Fraction(value).denominator == 1 else str(value)


def _excerpt(value: object) -> str:
    """Return the value for an error message, shortened if long."""
    is_long = isinstance(value, int) and value.bit_length() > 128
    return "…" if is_long else str(value)[:40]


def _read_decimal(text: str) -> Fraction:
    plain = text.strip().replace(",", ".")
    if FIGURE_PATTERN.fullmatch(plain) is None:
        raise ValueError(plain)
    return Fraction(plain)


def _read_bonus_table(value: object) -> tuple[Figure, ...]:
    if not isinstance(value, list | tuple):
        raise Refusal("season_figure_unreadable", text=str(value)[:40])
    if len(value) > MOST_PLACES:
        raise Refusal("season_names_many", most=MOST_PLACES)
    return tuple(map(figure, value))


def _check_names(names: Collection[str]) -> None:
    if len(names) > MOST_NAMES or any(len(name) > LONGEST_NAME for name in names):
        raise Refusal("season_names_many", most=MOST_NAMES)


def _read_count(value: object) -> int:
    number = figure(value)
    if not isinstance(number, int):
        raise Refusal("season_figure_unreadable", text=str(value))
    return number


def _read_month(value: object) -> int:
    number = _read_count(value)
    if number not in MONTHS:
        raise Refusal("season_figure_impossible", text=str(value), most=MONTHS[-1])
    return number


# USBGF Master Points (May 2015): place n > 1 is worth 1 / (n - 1) times log2 of the entrants. The value of
# the first place is not documented; here it is twice that of the second.
MASTER_PLACES: tuple[Figure, ...] = (2, *(Fraction(1, place - 1) for place in range(2, 17)))
# ABT: one point for each entrant is shared, the first place gets twice as much as the second, and so on.
TOUR_PLACES = (8, 4, 2, 2, 1, 1, 1, 1)

RULE_PRESETS: dict[str, SeasonRules] = {
    "wins": SeasonRules(win=FLAT),
    "length": SeasonRules(win=LENGTH),
    "places": SeasonRules(
        win=FLAT,
        win_value=0,
        bonuses={"main": (25, 18, 15, 12, 10, 8, 6, 4, 2, 1), "consolation": (8, 5, 3, 2)},
        best_bonus_only=False,
    ),
    "length-and-places": SeasonRules(
        attendance=2, bonuses={"main": (50, 25, 12, 12), "consolation": (25, 12)}
    ),
    "doubled-months": SeasonRules(
        attendance=2,
        bonuses={"main": (50, 25, 12, 12), "consolation": (25, 12)},
        weights={"intermediate": Fraction(1, 2)},
        months={5: 2, 11: 2},
    ),
    "entrants": SeasonRules(win=FLAT, attendance=1, bonuses={"main": (100, 50, 25)}, bonus_unit=PERCENT),
    "best-of": SeasonRules(win=LENGTH, attendance=1, best_evenings=8, minimum_evenings=4),
    "attendance": SeasonRules(win=FLAT, win_value=0, attendance=1),
    "league": SeasonRules(win=FLAT, win_value=3, loss_value=1, walkovers_count=False),
    "divisions": SeasonRules(
        win=FLAT, win_value=3, loss_value=1, walkovers_count=False, divisions=("1", "2"), up=2, down=2
    ),
    "one-up": SeasonRules(
        win=FLAT, win_value=3, loss_value=1, walkovers_count=False, divisions=("1", "2"), up=1, down=2
    ),
    "master": SeasonRules(
        win=ROOT,
        win_value=Fraction(1, 3),
        bonuses={"main": MASTER_PLACES},
        bonus_unit=LOG,
        weights={"intermediate": Fraction(7, 10), "novice": Fraction(1, 2)},
        walkovers_count=False,
        tiebreaks=("wins", "difference"),
    ),
    "tour": SeasonRules(
        win=FLAT,
        win_value=0,
        bonuses={"main": TOUR_PLACES},
        bonus_unit=POOL,
        weights={"intermediate": Fraction(1, 2), "novice": Fraction(1, 4)},
        tiebreaks=("wins", "difference"),
    ),
}
