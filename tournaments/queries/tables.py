"""Tables of the flights that are ranked by criteria, every figure with the parts it is made of."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.phrases import tables as said
from tournaments.queries.bracket_rows import AnyEntrant
from tournaments.standings.sheet import Value
from tournaments.standings.tables import Row


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a line: what it is, how it is written, and its parts in words with theirs."""

    name: str
    meaning: str
    text: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a table; places `place` to `last` are shared."""

    entry: AnyEntrant
    place: int
    last: int
    figures: tuple[Figure, ...]

    @property
    def is_shared(self) -> bool:
        """Whether others hold the same place."""
        return self.last > self.place


@dataclass(frozen=True, slots=True)
class Table:
    """The table of a flight: its columns and its lines, best first."""

    flight: str
    columns: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]


def tables_of(ranked: Mapping[str, tuple[Row, ...]], entries: Mapping[int, AnyEntrant]) -> dict[str, Table]:
    """The table of every flight that is ranked, by flight; `entries` are those of the event by number."""
    return {flight: _table(flight, rows, entries) for flight, rows in ranked.items()}


def _table(flight: str, rows: tuple[Row, ...], entries: Mapping[int, AnyEntrant]) -> Table:
    names = {number: entry.player.name for number, entry in entries.items()}
    criteria = max((tuple(value.name for value in row.values) for row in rows), key=len, default=())
    is_of_teams = any(entries[row.entry].player.is_team for row in rows)
    columns = {criterion: said.criterion(criterion, is_of_teams=is_of_teams) for criterion in criteria}
    return Table(
        flight,
        tuple(columns.values()),
        tuple(
            Line(entries[row.entry], row.place, row.last, tuple(_figures(row, columns, names)))
            for row in rows
        ),
    )


def _figures(row: Row, columns: Mapping[str, tuple[str, str]], names: Mapping[int, str]) -> list[Figure]:
    values_by_name = {value.name: value for value in row.values}
    return [
        _figure(criterion, column, values_by_name.get(criterion), names)
        for criterion, column in columns.items()
    ]


def _figure(criterion: str, column: tuple[str, str], value: Value | None, names: Mapping[int, str]) -> Figure:
    name, meaning = column
    if value is None:
        return Figure(name, meaning, "", ())
    parts = tuple(
        (
            said.part(part.code, part.round, names.get(part.opponent, ""), part.prs),
            said.figure(criterion, part.amount),
        )
        for part in value.parts
    )
    return Figure(name, meaning, said.figure(criterion, value.amount), parts)
