"""The table of a flight: places by the criteria in their order; what they leave tied is a shared place."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.errors import Refusal
from tournaments.standings import encounters, opponents, own, special
from tournaments.standings.encounters import Ranking
from tournaments.standings.meetings import Results
from tournaments.standings.sheet import Sheet, Value

Figure = Callable[[Sheet, int], Value]

# Each says one figure of one entry; more is better.
FIGURES: dict[str, Figure] = {
    "score": own.score,
    "wins": own.wins,
    "wins_played": own.wins_played,
    "points_for": own.points_for,
    "points_against": own.points_against,
    "difference": own.difference,
    "points_share": own.points_share,
    "cumulative": own.cumulative(),
    "cumulative_cut_1": own.cumulative(1),
    "performance": own.performance,
    "lots": own.lots,
    "buchholz": opponents.buchholz(),
    "buchholz_cut_1": opponents.buchholz(1),
    "buchholz_cut_2": opponents.buchholz(2),
    "median_1": opponents.buchholz(1, 1),
    "median_2": opponents.buchholz(2, 2),
    "sonneborn_berger": opponents.sonneborn_berger,
    "koya": opponents.koya,
    "strength_of_losses": opponents.strength_of_losses,
    "hundred": special.hundred,
    "pr_points": special.pr_points,
}

# Each ranks only those who are tied when its turn comes.
RANKERS: dict[str, Callable[[Sheet, Collection[int]], Ranking]] = {
    encounters.HEAD_TO_HEAD: encounters.head_to_head,
    encounters.PLAYOFF: encounters.playoff,
}

CRITERIA = frozenset(FIGURES) | frozenset(RANKERS)
ROUND_ROBIN = ("score", "head_to_head", "difference", "sonneborn_berger")
SWISS = ("score", "head_to_head", "buchholz_cut_1", "buchholz", "sonneborn_berger", "difference")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: the place (the first of those shared), and the figures looked at, in order."""

    entry: int
    place: int
    last: int
    values: tuple[Value, ...] = ()

    @property
    def is_shared(self) -> bool:
        """Whether others hold the same place."""
        return self.last > self.place


@dataclass(slots=True)
class _Tie:
    entries: tuple[int, ...]
    values: dict[int, tuple[Value, ...]] = field(default_factory=dict)


def table(results: Results, criteria: Sequence[str]) -> tuple[Row, ...]:
    """Every entry with its place from 1, best first; the tied by entry number, which means nothing.

    A figure is told for everybody, also where the place was decided before it; head to head and play-off
    only for those they were asked about. Refuses ("criteria_unknown") a word that is not in `CRITERIA`.
    """
    unknown = [name for name in criteria if name not in CRITERIA]
    if unknown:
        raise Refusal("criteria_unknown", names=unknown)
    sheet = Sheet(results)
    ties = [_Tie(tuple(sorted(results.entries)), dict.fromkeys(results.entries, ()))]
    for name in criteria:
        ties = [part for tie in ties for part in _parted(sheet, tie, name)]
    return tuple(_rows(ties))


def _parted(sheet: Sheet, tie: _Tie, name: str) -> list[_Tie]:
    if name in FIGURES:
        figures = {entry: FIGURES[name](sheet, entry) for entry in tie.entries}
        return _ties(tie, _levels(figures), figures)
    if len(tie.entries) < 2:
        return [tie]
    ranking = RANKERS[name](sheet, tie.entries)
    return _ties(tie, ranking.blocks, ranking.values)


def _levels(figures: Mapping[int, Value]) -> list[tuple[int, ...]]:
    held: dict[Fraction, list[int]] = {}
    for entry, value in figures.items():
        held.setdefault(value.amount, []).append(entry)
    return [tuple(sorted(held[amount])) for amount in sorted(held, reverse=True)]


def _ties(tie: _Tie, blocks: Sequence[tuple[int, ...]], values: Mapping[int, Value]) -> list[_Tie]:
    return [_Tie(block, {one: (*tie.values[one], values[one]) for one in block}) for block in blocks]


def _rows(ties: Sequence[_Tie]) -> list[Row]:
    rows: list[Row] = []
    for tie in ties:
        place = len(rows) + 1
        last = place + len(tie.entries) - 1
        rows.extend(Row(entry, place, last, tie.values[entry]) for entry in tie.entries)
    return rows
