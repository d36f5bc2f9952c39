"""The table of a flight: places by the criteria in their order; what they leave tied is a shared place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.errors import Refusal
from tournaments.standings.meetings import Results
from tournaments.standings.sheet import Sheet, Value
from tournaments.standings.tiebreaks import TIE_BREAKS


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
    only for those they were asked about. Refuses ("criteria_unknown") a word that is not in `TIE_BREAKS`.
    """
    unknown = [name for name in criteria if name not in TIE_BREAKS]
    if unknown:
        raise Refusal("criteria_unknown", names=unknown)
    sheet = Sheet(results)
    ties = [_Tie(tuple(sorted(results.entries)), dict.fromkeys(results.entries, ()))]
    for name in criteria:
        ties = [part for tie in ties for part in _split_tie(sheet, tie, name)]
    return tuple(_rows(ties))


def _split_tie(sheet: Sheet, tie: _Tie, name: str) -> list[_Tie]:
    figure, rank = TIE_BREAKS[name].figure, TIE_BREAKS[name].ranking
    if figure is not None:
        figures = {entry: figure(sheet, entry) for entry in tie.entries}
        return _ties(tie, _levels(figures), figures)
    if rank is None or len(tie.entries) < 2:
        return [tie]
    ranking = rank(sheet, tie.entries)
    return _ties(tie, ranking.blocks, ranking.values)


def _levels(figures: Mapping[int, Value]) -> list[tuple[int, ...]]:
    entries_by_amount: dict[Fraction, list[int]] = {}
    for entry, value in figures.items():
        entries_by_amount.setdefault(value.amount, []).append(entry)
    return [tuple(sorted(entries_by_amount[amount])) for amount in sorted(entries_by_amount, reverse=True)]


def _ties(tie: _Tie, blocks: Sequence[tuple[int, ...]], values: Mapping[int, Value]) -> list[_Tie]:
    return [_Tie(block, {one: (*tie.values[one], values[one]) for one in block}) for block in blocks]


def _rows(ties: Sequence[_Tie]) -> list[Row]:
    rows: list[Row] = []
    for tie in ties:
        place = len(rows) + 1
        last = place + len(tie.entries) - 1
        rows.extend(Row(entry, place, last, tie.values[entry]) for entry in tie.entries)
    return rows
