"""Brackets and crosstables of an event: flights, rounds, cells and seats, and the cells of a player."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matches.states import AT_A_TABLE, UNPLAYED_ENDINGS, Ending, Status
from tournaments.formats.graph import GROUP, Origin
from tournaments.formats.round_robin import ANNULLED
from tournaments.journal.facts import RULED, STANDS, VOID
from tournaments.journal.flight_places import Span
from tournaments.journal.state import BY_ABSENCE, BY_RULING
from tournaments.messages.journal import describe_field_ruling
from tournaments.messages.names import flight_name, translate_stage_name
from tournaments.models import Event, Pairing
from tournaments.play.brackets import event_standings
from tournaments.play.brackets.event_standings import FlightTable
from tournaments.play.events import bracket_rows, events
from tournaments.play.events.bracket_rows import BracketEntry, BracketMatch, BracketPairing
from tournaments.play.events.events import EventOverview, FlightInfo
from tournaments.play.events.stages import RoundReasons, StageBye

LOSER_ORIGINS = frozenset({Origin.FIRST_LOSS.value, Origin.LOSER.value})
OPEN, READY, BYE, ABSENT = "open", "ready", "bye", "absent"


class BracketSeat(NamedTuple):
    """One seat of a cell."""

    side: str
    entry: BracketEntry | None
    is_vacant: bool
    score: int | None
    has_won: bool
    has_lost: bool


class Cell(NamedTuple):
    """A pairing in a bracket.

    `state` is the status of its match, or OPEN, READY (both players known, no match yet), BYE or ABSENT.
    `is_annulled`: a player withdrew, and none of their results counts; it has no winner, even if played.
    `round_reasons` has the reasons of a stage paired round by round. `is_published` is false while only the
    desk may see the draw. `pairings` are those of the event by label.
    """

    pairing: BracketPairing
    match: BracketMatch | None
    state: str
    seats: tuple[BracketSeat, BracketSeat]
    pairings: Mapping[str, BracketPairing]
    round_reasons: RoundReasons | None = None
    is_published: bool = True
    is_annulled: bool = False

    @property
    def is_walkover(self) -> bool:
        """Return whether an absent player lost it without a match, and that counts."""
        return self.state == ABSENT and self.is_ready and not self.is_annulled

    @property
    def reasons(self) -> tuple[str, ...]:
        """Return why these players were paired, in a stage paired round by round."""
        place = self.pairing
        if self.round_reasons is None:
            return ()
        return self.round_reasons.board(place.flight, place.round, place.position)

    def find_feeder(self, seat: BracketSeat) -> BracketPairing | None:
        """Return the pairing whose loser comes to a seat while its entry is unknown; None without one."""
        if seat.entry is not None:
            return None
        source = self.pairing.feeds.get(seat.side, {})
        return self.pairings.get(source.get("pairing", "")) if source.get("origin") in LOSER_ORIGINS else None

    def has(self, codes: Collection[str]) -> bool:
        """Return whether one of these players is here, by public code."""
        white, black = self.pairing.white_entry, self.pairing.black_entry
        is_white = white is not None and white.player.code in codes
        return is_white or (black is not None and black.player.code in codes)

    @property
    def is_on(self) -> bool:
        """Return whether its match has been called or postponed and is not settled."""
        return self.state in AT_A_TABLE or self.state == Status.POSTPONED.value

    @property
    def leads_to_boards(self) -> bool:
        """Return whether the meeting has a page: two teams are known, and its draw is published."""
        return bool(self.pairing.boards) and self.is_ready and self.is_published

    @property
    def ending(self) -> str:
        """Return how a decided pairing ended: the ending of its match, ANNULLED, RULED, VOID or "walkover".

        RULED, VOID and "walkover" are without a match. Empty for byes and while it is undecided.
        """
        if self.is_annulled:
            return ANNULLED
        if self.is_walkover:
            return Ending.WALKOVER.value
        if self.pairing.decided == BY_RULING:
            return RULED if self.pairing.winner_entry is not None else VOID
        return self.match.ending if self.match is not None else ""

    @property
    def has_winner(self) -> bool:
        """Return whether one of its entries has won it."""
        return any(seat.has_won for seat in self.seats)

    @property
    def has_score(self) -> bool:
        """Return whether there are points to show: play has begun or is over, and not without a match."""
        has_begun = self.state == Status.SETTLED.value or (self.is_on and self.state != Status.CALLED.value)
        return has_begun and all(seat.score is not None for seat in self.seats)

    @property
    def is_ready(self) -> bool:
        """Return whether both players are known."""
        white, black = self.seats
        return white.entry is not None and black.entry is not None

    @property
    def is_empty(self) -> bool:
        """Return whether both seats stay vacant."""
        white, black = self.seats
        return white.is_vacant and black.is_vacant


@dataclass(frozen=True, slots=True)
class BracketRound:
    """One round: `cells` lead to its winner, `placing` are played for further places.

    It is named by the places that its `winners` and `losers` play for at the draw. `is_straight`: every cell
    leads to a cell of its own in the next round, because others join there. `best` is the best place of the
    flight. `losers_go_to` names the flight where its losers play on, "" if they do not.
    """

    number: int
    winners: tuple[int, int]
    losers: tuple[int, int]
    length: int
    cells: tuple[Cell, ...]
    placing: tuple[Cell, ...]
    is_straight: bool
    best: int = 1
    byes: tuple[StageBye, ...] = ()
    losers_go_to: str = ""

    @property
    def is_final(self) -> bool:
        """Return whether its winner has the best place of the flight: its other matches are no final."""
        return self.winners == (self.best, self.best)

    @property
    def every(self) -> tuple[Cell, ...]:
        """Return all its cells."""
        return (*self.cells, *self.placing)

    @property
    def loser_places(self) -> Span | None:
        """Return the places of its losers in the final list; None if they play on, or if it has none."""
        places = (cell.pairing.loser_places for cell in self.cells)
        return next((span for span in places if span is not None), None)

    @property
    def has_only_byes(self) -> bool:
        """Return whether no match is played in it, so that it has no losers."""
        return all(any(seat.is_vacant for seat in cell.seats) for cell in self.every)

    @property
    def is_explained(self) -> bool:
        """Return whether the bracket has reasons for any position."""
        return any(cell.reasons for cell in self.every) or any(bye.reasons for bye in self.byes)

    @property
    def settled(self) -> tuple[Cell, ...]:
        """Return the cells with a result, with or without a match, and annulled matches that were played."""
        return tuple(
            cell
            for cell in self.every
            if cell.state == Status.SETTLED.value or cell.is_walkover or cell.pairing.decided == BY_RULING
        )

    @property
    def is_on(self) -> bool:
        """Return whether a seated match of the round is not decided."""
        return any(cell.match is not None and not cell.match.winner for cell in self.every)


@dataclass(frozen=True, slots=True)
class Bracket:
    """One flight of an event; `winner` is set at its end, `table` if it is ranked by tie-breaks.

    `field_notes` are sentences about players who are in it, or not, because of a corrected result.
    `later_stages` has by pairing the flight and name of a stage that is drawn later, to which the loser goes.
    """

    flight: str
    name: str
    lengths: tuple[int, ...]
    rounds: tuple[BracketRound, ...]
    winner: BracketEntry | None
    table: FlightTable | None = None
    field_notes: tuple[str, ...] = ()
    later_stages: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def is_group(self) -> bool:
        """Return whether it is one of several groups."""
        return self.flight.startswith(f"{GROUP}_")

    @property
    def has_varying_lengths(self) -> bool:
        """Return whether its rounds differ in match length."""
        return len(self.lengths) > 1

    @property
    def is_table(self) -> bool:
        """Return whether it is ranked by tie-breaks, not by elimination."""
        return self.table is not None

    @property
    def has_results(self) -> bool:
        """Return whether it has a result."""
        return any(part.settled for part in self.rounds)

    @property
    def rounds_back(self) -> tuple[BracketRound, ...]:
        """Return the rounds in reverse order."""
        return self.rounds[::-1]

    @property
    def current(self) -> int:
        """Return the first round with open matches; else the last one of a table or if over, or the first."""
        rest = len(self.rounds) if self.winner or self.is_table else 1
        return next((part.number for part in self.rounds if part.is_on), rest)


def get_brackets(event: Event) -> tuple[Bracket, ...]:
    """Return the published flights of an event, brackets and tables, in display order.

    Two queries besides the event overview.
    """
    overview = events.get_overview(event)
    return build_brackets(
        event,
        overview,
        [flight for flight, flight_info in overview.flight_infos.items() if flight_info.is_published],
    )


def get_published_flights(event: Event) -> list[FlightInfo]:
    """Return the published flights that have a draw, in display order. One query beside the overview."""
    flight_infos = events.get_overview(event).flight_infos
    drawn_flights = set(
        Pairing.objects.filter(event=event, board=0).values_list("flight", flat=True).distinct()
    )
    published_flights = (
        flight
        for flight, flight_info in flight_infos.items()
        if flight_info.is_published and flight in drawn_flights
    )
    return [flight_infos[flight] for flight in sorted(published_flights, key=events.order_of)]


def build_brackets(
    event: Event, overview: EventOverview, flight_keys: Collection[str]
) -> tuple[Bracket, ...]:
    """Build these flights of an event, if drawn, as `get_brackets` does."""
    if not flight_keys:
        return ()
    entrants = bracket_rows.load_bracket_entries(event)
    pairings = bracket_rows.load_bracket_pairings(event, entrants)
    pairings_by_flight: dict[str, list[BracketPairing]] = {}
    for pairing in pairings:
        if pairing.flight in flight_keys:
            pairings_by_flight.setdefault(pairing.flight, []).append(pairing)
    by_label = {pairing.label: pairing for pairing in pairings}
    entries = {entrant.number: entrant for entrant in entrants.values()}
    loser_flights = {
        label: overview.flight_infos[flight].name
        for label, flight in _find_loser_flights(pairings, by_label).items()
        if flight in overview.flight_infos
    }
    if overview.has_tables:
        builder = _BracketBuilder(
            by_label,
            entries,
            loser_flights,
            event_standings.build_tables(overview.rows, entries, overview.table_notes),
            RoundReasons(overview.paired, entries),
            overview.annulled,
        )
    else:
        builder = _BracketBuilder(by_label, entries, loser_flights)
    return tuple(
        builder.bracket(overview.flight_infos[flight], flight_pairings)
        for flight, flight_pairings in pairings_by_flight.items()
    )


def _find_loser_flights(
    pairings: Iterable[BracketPairing], by_label: Mapping[str, BracketPairing]
) -> dict[str, str]:
    """Return for each pairing whose loser plays on in another flight that flight."""
    flights: dict[str, str] = {}
    for pairing in pairings:
        # Reading the sources of every pairing takes longer than this look at their text.
        if f'"{Origin.LOSER.value}"' in pairing.feeds_text:
            for source in pairing.feeds.values():
                label = source["pairing"]
                if source["origin"] == Origin.LOSER.value and by_label[label].flight != pairing.flight:
                    flights[label] = pairing.flight
    return flights


@dataclass(frozen=True, slots=True)
class _BracketBuilder:
    """Builds the bracket of a flight from pairings, tables and the reasons of its rounds."""

    pairings_by_label: Mapping[str, BracketPairing]
    entries: Mapping[int, BracketEntry]
    loser_flights: Mapping[str, str]
    tables_by_flight: Mapping[str, FlightTable] = field(default_factory=dict)
    why: RoundReasons | None = None
    annulled_labels: Collection[str] = ()

    def bracket(self, flight_info: FlightInfo, pairings: Sequence[BracketPairing]) -> Bracket:
        rounds: dict[int, list[BracketPairing]] = {}
        for pairing in pairings:
            rounds.setdefault(pairing.round, []).append(pairing)
        rows = [rounds[number] for number in sorted(rounds)]
        best = min(pairing.winners[0] for pairing in pairings)
        widths = [sum(pairing.winners[0] == best for pairing in row) for row in rows]
        bracket_rounds = tuple(
            self._round(flight_info, row, best, width == following)
            for row, width, following in zip(rows, widths, [*widths[1:], 0], strict=True)
        )
        winner = None if flight_info.is_table else bracket_rounds[-1].cells[0].pairing.winner_entry
        lengths = tuple(bracket_round.length for bracket_round in bracket_rounds)
        names = {number: entry.player.name for number, entry in self.entries.items()}
        return Bracket(
            flight_info.flight,
            flight_info.name,
            lengths if len(set(lengths)) > 1 else lengths[:1],
            bracket_rounds,
            winner,
            self.tables_by_flight.get(flight_info.flight),
            tuple(
                describe_field_ruling(
                    names.get(ruling.entry, ""), names.get(ruling.other, ""), stays=ruling.cause == STANDS
                )
                for ruling in flight_info.rulings
            ),
            {
                label: (key, translate_stage_name(name) or flight_name(key))
                for label, (key, name) in flight_info.later_stages.items()
            },
        )

    def _round(
        self, flight_info: FlightInfo, pairings: Sequence[BracketPairing], best: int, is_straight: bool
    ) -> BracketRound:
        cells = [self._cell(pairing, is_published=flight_info.is_published) for pairing in pairings]
        leading = tuple(cell for cell in cells if cell.pairing.winners[0] == best)
        first = (leading or cells)[0].pairing
        return BracketRound(
            number=first.round,
            winners=first.winners,
            losers=first.losers,
            length=flight_info.length(first.round),
            cells=leading,
            placing=tuple(cell for cell in cells if cell.pairing.winners[0] != best),
            is_straight=is_straight,
            best=best,
            byes=self.why.byes(first.flight, first.round) if self.why else (),
            losers_go_to=next(
                (
                    self.loser_flights[cell.pairing.label]
                    for cell in leading
                    if cell.pairing.label in self.loser_flights
                ),
                "",
            ),
        )

    def _cell(self, pairing: BracketPairing, *, is_published: bool) -> Cell:
        is_annulled = pairing.label in self.annulled_labels
        return Cell(
            pairing,
            pairing.match,
            _state(pairing),
            (
                _seat(pairing, "white", is_annulled=is_annulled),
                _seat(pairing, "black", is_annulled=is_annulled),
            ),
            self.pairings_by_label,
            self.why,
            is_published,
            is_annulled,
        )


def _state(pairing: BracketPairing) -> str:
    if pairing.white_is_vacant or pairing.black_is_vacant:
        return BYE
    if pairing.decided == BY_ABSENCE:
        return ABSENT
    if pairing.match is not None:
        return pairing.match.status
    if pairing.boards and pairing.decided:
        return Status.SETTLED.value
    if pairing.boards and pairing.white_won is not None:
        return Status.RUNNING.value
    return READY if pairing.white_entry and pairing.black_entry else OPEN


def _seat(pairing: BracketPairing, side: str, *, is_annulled: bool) -> BracketSeat:
    is_white = side == "white"
    entry = pairing.white_entry if is_white else pairing.black_entry
    is_winner = entry is not None and entry is pairing.winner_entry and not is_annulled
    has_loser = bool(pairing.decided) and not pairing.is_drawn and not is_annulled
    return BracketSeat(
        side=side,
        entry=entry,
        is_vacant=pairing.white_is_vacant if is_white else pairing.black_is_vacant,
        score=_score(pairing, is_white=is_white),
        has_won=is_winner,
        has_lost=entry is not None and has_loser and not is_winner,
    )


def _score(pairing: BracketPairing, *, is_white: bool) -> int | None:
    """Return the points of the match, or the boards won by a team; None where nobody played."""
    if pairing.boards:
        return pairing.white_won if is_white else pairing.black_won
    if pairing.match is None or pairing.match.ending in UNPLAYED_ENDINGS:
        return None
    return pairing.match.white_score if is_white else pairing.match.black_score
