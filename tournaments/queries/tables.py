"""Tables of the flights that are ranked by criteria, every figure with the parts it is made of."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import cache

from tournaments.journal import tables
from tournaments.journal.state import EventState
from tournaments.models import Entry, Event
from tournaments.phrases import tables as said
from tournaments.queries import events, facts
from tournaments.standings.sheet import Value
from tournaments.standings.tables import Row

KEPT_SECONDS = 3600


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

    entry: Entry
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


def tables_of(event: Event) -> dict[str, Table]:
    """The table of every published flight that has one, by flight; in two queries, folded once a version."""
    found = _rows(event)
    entries = {entry.number: entry for entry in events.entries_of(event)} if found else {}
    return {flight: _table(flight, rows, entries) for flight, rows in found.items()}


def _rows(event: Event) -> dict[str, tuple[Row, ...]]:
    key = f"tables:{event.pk}:{event.version}"
    kept: dict[str, tuple[Row, ...]] | None = cache.get(key)
    if kept is None:
        kept = _folded(facts.state(event))
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _folded(state: EventState) -> dict[str, tuple[Row, ...]]:
    return {
        flight: tables.table_of(state, flight, state.board)
        for flight, stage in state.wiring.stage_of.items()
        if state.stages[stage].is_published and tables.is_table(state.stages[stage].stage)
    }


def _table(flight: str, rows: tuple[Row, ...], entries: Mapping[int, Entry]) -> Table:
    names = {number: entry.player.name for number, entry in entries.items()}
    words = max((tuple(value.name for value in row.values) for row in rows), key=len, default=())
    return Table(
        flight,
        tuple((said.criterion_name(word), said.criterion_meaning(word)) for word in words),
        tuple(
            Line(entries[row.entry], row.place, row.last, tuple(_figures(row, words, names))) for row in rows
        ),
    )


def _figures(row: Row, words: tuple[str, ...], names: Mapping[int, str]) -> list[Figure]:
    told = {value.name: value for value in row.values}
    return [_figure(word, told.get(word), names) for word in words]


def _figure(word: str, value: Value | None, names: Mapping[int, str]) -> Figure:
    name, meaning = said.criterion_name(word), said.criterion_meaning(word)
    if value is None:
        return Figure(name, meaning, "", ())
    parts = tuple(
        (said.part(part.code, part.round, names.get(part.opponent, "")), said.figure(word, part.amount))
        for part in value.parts
    )
    return Figure(name, meaning, said.figure(word, value.amount), parts)
