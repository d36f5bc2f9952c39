"""Standings of an event: places, and tables of its ranked flights with the parts of every figure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext

from tournaments.formats.place_levels import find_place_levels
from tournaments.journal.event_end import is_finished
from tournaments.journal.final_places import (
    SharedPlaces,
    find_final_places,
    find_flight_places,
    list_fields,
    list_shared_places,
)
from tournaments.journal.flight_places import Span, is_complete
from tournaments.journal.standings import TableWithdrawal, is_table, table_rows
from tournaments.journal.state import EventState
from tournaments.messages import flight_name, round_title, tie_break_texts
from tournaments.messages.names import translate_stage_name
from tournaments.models import Entry, Event
from tournaments.play.events import event_state, events
from tournaments.play.events.bracket_rows import AnyEntry
from tournaments.play.events.events import TableNotes, order_of
from tournaments.standings.round_scores import ByeKind, Scoring, TieBreakValue, score_bye
from tournaments.standings.tables import TableRow, list_tie_breaks
from tournaments.standings.tiebreaks import DUMMY, DUMMY_WALKOVER


@dataclass(frozen=True, slots=True)
class TableFigure:
    """A score or tie-break of a table line as texts: name, meaning, value, and the parts of its sum."""

    name: str
    meaning: str
    value: TieBreakValue | None
    names: Mapping[int, str]

    @property
    def text(self) -> str:
        """Return the amount, "" without one."""
        value = self.value
        return tie_break_texts.format_value(value) if value else ""

    @property
    def has_parts(self) -> bool:
        """Return whether it is a sum."""
        return self.value is not None and bool(self.value.parts)

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Return the text and the amount of each part of the sum."""
        if self.value is None:
            return ()
        name, is_decisive = self.value.name, self.value.is_decisive
        return tuple(
            (
                tie_break_texts.describe_part(part, self.names.get(part.opponent, "")),
                tie_break_texts.format_figure(name, part.amount) if is_decisive else "",
            )
            for part in self.value.parts
        )


@dataclass(frozen=True, slots=True)
class TableLine:
    """One entry of a table; it shares the places `place` to `last`.

    Its figures are made when a page shows the line: a large table has thousands. `move` says that it is
    promoted ("up") or relegated ("down"), or would be as the table stands, until `is_move_final`. `goes_on`:
    the complete table sends it to another stage.
    """

    entry: AnyEntry
    place: int
    last: int
    values: Mapping[str, TieBreakValue]
    columns: Mapping[str, tuple[str, str]]
    names: Mapping[int, str] = field(repr=False)
    move: str = ""
    goes_on: bool = False
    is_move_final: bool = False

    @property
    def figures(self) -> tuple[TableFigure, ...]:
        """Return its figures in the order of the columns."""
        return tuple(
            TableFigure(name, meaning, self.values.get(tie_break), self.names)
            for tie_break, (name, meaning) in self.columns.items()
        )

    @property
    def is_shared(self) -> bool:
        """Return whether others have the same place."""
        return self.last > self.place


@dataclass(frozen=True, slots=True)
class FlightTable:
    """The table of a flight: columns (name and meaning), and lines with the best first.

    `drawn` are tied entries of which only some, `let_on`, go on to another stage, `drawn_moves` those of
    which only some are promoted or relegated: the draw seed decides. `withdrawals` are the entries that left
    before their last match. `scoring` are the points of a round.
    """

    flight: str
    columns: tuple[tuple[str, str], ...]
    lines: tuple[TableLine, ...]
    drawn: tuple[AnyEntry, ...] = ()
    drawn_moves: tuple[AnyEntry, ...] = ()
    withdrawals: tuple[TableWithdrawal, ...] = ()
    scoring: Scoring = field(default_factory=Scoring)
    let_on: tuple[AnyEntry, ...] = ()

    def get_bye_points(self, kind: str) -> Fraction | None:
        """Return the points of a bye of this kind, None in a table without scores."""
        if all("score" not in line.values for line in self.lines):
            return None
        return score_bye(ByeKind(kind), self.scoring)

    @property
    def rule_of_unplayed_rounds(self) -> str:
        """Return how rounds without a match count in sums of opponents' scores, "" without any."""
        parts = (part for line in self.lines for value in line.values.values() for part in value.parts)
        has_any = any(
            part.code in {DUMMY, DUMMY_WALKOVER} or part.opponent_score is not None for part in parts
        )
        return tie_break_texts.describe_unplayed_rounds() if has_any else ""

    @property
    def note(self) -> str:
        """Return sentences about ties decided by the draw seed and about withdrawals, "" without any."""
        sentences = []
        if self.drawn:
            sentence = gettext(
                "Tied on every tie-break: %(names)s. The draw seed decided at random who goes on."
            )
            sentences.append(sentence % {"names": ", ".join(entry.player.name for entry in self.drawn)})
            names_on = ", ".join(entry.player.name for entry in self.let_on)
            sentences.append(gettext("Advancing: %(names)s.") % {"names": names_on})
        if self.drawn_moves:
            sentence = gettext(
                "Tied on every tie-break: %(names)s. "
                "The draw seed decided at random who is promoted or relegated."
            )
            names_drawn = ", ".join(entry.player.name for entry in self.drawn_moves)
            sentences.append(sentence % {"names": names_drawn})
        names = {line.entry.number: line.entry.player.name for line in self.lines}
        for one in self.withdrawals:
            sentences.append(
                tie_break_texts.describe_withdrawal(names[one.entry], (one.played, one.scheduled), one.effect)
            )
        return " ".join(sentences)


def build_tables(
    ranked: Mapping[str, tuple[TableRow, ...]],
    entries: Mapping[int, AnyEntry],
    notes: Mapping[str, TableNotes],
) -> dict[str, FlightTable]:
    """Return the tables of ranked flights; `entries` are those of the event by number."""
    return {
        flight: _build_table(flight, rows, entries, notes.get(flight, TableNotes()))
        for flight, rows in ranked.items()
    }


def _build_table(
    flight: str, rows: tuple[TableRow, ...], entries: Mapping[int, AnyEntry], notes: TableNotes
) -> FlightTable:
    names = {number: entry.player.name for number, entry in entries.items()}
    is_of_teams = any(entries[row.entry].player.is_team for row in rows)
    columns = {
        tie_break: tie_break_texts.describe_tie_break(tie_break, is_of_teams=is_of_teams)
        for tie_break in list_tie_breaks(rows)
    }
    moves = dict.fromkeys(notes.moves.promoted, "up")
    moves |= dict.fromkeys(notes.moves.relegated, "down")
    return FlightTable(
        flight,
        tuple(columns.values()),
        tuple(
            TableLine(
                entries[row.entry],
                row.place,
                row.last,
                {value.name: value for value in row.values},
                columns,
                names,
                moves.get(row.entry, ""),
                row.entry in notes.advancing,
                notes.moves.is_final,
            )
            for row in rows
        ),
        tuple(entries[number] for number in notes.drawn),
        tuple(entries[number] for number in notes.moves.by_seed),
        tuple(notes.withdrawals),
        notes.scoring,
        tuple(entries[number] for number in notes.let_on),
    )


@dataclass(frozen=True, slots=True)
class StandingsFigure:
    """Value of an entry for one tie-break: its code and the exact fraction, such as "7/2", if known."""

    tie_break: str
    value: str | None


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """An entry with its best and worst possible place."""

    entry: Entry
    place_from: int
    place_to: int
    figures: tuple[StandingsFigure, ...] = ()


@dataclass(frozen=True, slots=True)
class FlightStandings:
    """A flight's standings: in a bracket winner and eliminated entries, in a table all.

    `level` is that of its stage among those that decide the places of the event (`find_place_levels`), None
    for a flight with places of its own. `notes` say why places are shared after a double no-show.
    """

    flight: str
    name: str
    format: str
    is_final: bool
    rows: tuple[StandingsLine, ...]
    level: int | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventStandings:
    """Places of an event and standings of its published flights.

    Split flights and mini knockouts are several fields, each with a winner of its own.
    """

    event: Event
    is_final: bool
    has_several_fields: bool
    places: tuple[StandingsLine, ...]
    flights: tuple[FlightStandings, ...]


def get_event_standings(event: Event) -> EventStandings:
    """Return the standings of an event of any format, without unpublished draws. Two queries."""
    state = event_state.get_event_state(event)
    entries = {entry.number: entry for entry in events.entries_of(event)}
    notes = describe_shared_places(state, {number: entry.player.name for number, entry in entries.items()})
    published_flights = [
        flight
        for flight, key in state.index.stage_of.items()
        if state.stages[key].is_published and not _is_only_of_groups(state, flight)
    ]
    return EventStandings(
        event=event,
        is_final=is_finished(state, state.board),
        has_several_fields=len(list_fields(state)) > 1,
        places=_by_places(find_final_places(state), entries),
        flights=tuple(
            _flight_standings(state, flight, entries, notes.get(flight, ()))
            for flight in sorted(published_flights, key=order_of)
        ),
    )


def describe_shared_places(state: EventState, names: Mapping[int, str]) -> dict[str, tuple[str, ...]]:
    """Return by flight why places are shared after a double no-show; `names` are by entry number."""
    notes: dict[str, tuple[str, ...]] = {}
    for shared in list_shared_places(state):
        flight = state.graph.by_id[shared.pairing].flight
        notes[flight] = (*notes.get(flight, ()), describe_shared_place(state, shared, names))
    return notes


def describe_shared_place(state: EventState, shared: SharedPlaces, names: Mapping[int, str]) -> str:
    """Return why the entries on these places share them."""
    pairing = state.graph.by_id[shared.pairing]
    stage = state.stages[state.stage_of(pairing.flight)].stage
    one, other = (names[entry] for entry in state.board[shared.pairing].losers)
    sentence = gettext(
        "%(round)s: neither %(one)s nor %(other)s advanced, so places %(first)s–%(last)s are shared."
    )
    return sentence % {
        "round": round_title(
            pairing.flight,
            pairing.round,
            pairing.winner_range,
            pairing.loser_range,
            name=translate_stage_name(stage.name if pairing.flight == stage.key else ""),
        ),
        "one": one,
        "other": other,
        "first": shared.places[0],
        "last": shared.places[1],
    }


def _is_only_of_groups(state: EventState, flight: str) -> bool:
    """Whether a flight is that of a stage whose groups play, so that it has no table of its own."""
    groups = [one for one, key in state.index.stage_of.items() if key == flight != one]
    return bool(groups) and flight not in state.index.by_flight


def _flight_standings(
    state: EventState, flight: str, entries: Mapping[int, Entry], notes: tuple[str, ...]
) -> FlightStandings:
    key = state.stage_of(flight)
    stage = state.stages[key].stage
    rows = tuple(_table_standings(state, flight, entries)) if is_table(stage) else ()
    return FlightStandings(
        flight=flight,
        name=translate_stage_name(stage.name if flight == key else "") or flight_name(flight),
        format=stage.format,
        is_final=is_complete(state, flight, state.board),
        rows=rows or _by_places(find_flight_places(state, flight), entries),
        level=next((levels[key] for levels in find_place_levels(state.plan) if key in levels), None),
        notes=notes,
    )


def _table_standings(state: EventState, flight: str, entries: Mapping[int, Entry]) -> Iterator[StandingsLine]:
    for row in table_rows(state, flight, state.board):
        figures = (
            StandingsFigure(value.name, _format_exact_value(value))
            for value in row.values
            if value.is_decisive
        )
        yield StandingsLine(entries[row.entry], row.place, row.last, tuple(figures))


def _format_exact_value(value: TieBreakValue) -> str | None:
    amount = tie_break_texts.get_known_amount(value.name, value.amount)
    return None if amount is None else str(amount)


def _by_places(places: Mapping[int, Span], entries: Mapping[int, Entry]) -> tuple[StandingsLine, ...]:
    order: Sequence[int] = sorted(places, key=lambda entry: (places[entry], entry))
    return tuple(StandingsLine(entries[entry], *places[entry]) for entry in order)
