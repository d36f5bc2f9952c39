"""A bracket as it is drawn: flights, rounds, cells and seats, and the path of one player through them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from matches.models import Match
from matches.states import AT_A_TABLE, Status
from tournaments.draws.field import GROUP, Origin
from tournaments.journal.placed import BY_ABSENCE
from tournaments.models import Entry, Event, Pairing
from tournaments.queries import events, flights, tables
from tournaments.queries.flights import Folded, Shape
from tournaments.queries.rounds import Sitting, Why
from tournaments.queries.tables import Table

LOSING = frozenset({Origin.FIRST_LOSS.value, Origin.LOSER.value})
OPEN, READY, BYE, ABSENT = "open", "ready", "bye", "absent"


@dataclass(frozen=True, slots=True)
class Seat:
    """One line of a cell. `feeder` is the pairing whose loser will sit here, while he is not known."""

    side: str
    entry: Entry | None
    is_vacant: bool
    score: int | None
    has_won: bool
    has_lost: bool
    is_followed: bool
    feeder: Pairing | None


@dataclass(frozen=True, slots=True)
class Cell:
    """One pairing: `state` is a status of its match, or open, ready (both known), bye, absent.

    `reasons` say why these two meet, where a round was paired.
    """

    pairing: Pairing
    match: Match | None
    state: str
    seats: tuple[Seat, Seat]
    reasons: tuple[str, ...] = ()

    @property
    def is_followed(self) -> bool:
        """Whether the player to follow sits here."""
        return any(seat.is_followed for seat in self.seats)

    @property
    def leads_on(self) -> bool:
        """Whether the player to follow has won here."""
        return any(seat.is_followed and seat.has_won for seat in self.seats)

    @property
    def is_on(self) -> bool:
        """Whether its match has been called or put off, and is not settled."""
        return self.state in AT_A_TABLE or self.state == Status.POSTPONED.value

    @property
    def leads_to_boards(self) -> bool:
        """Whether two teams are known here, whose meeting has a page of its own."""
        return bool(self.pairing.boards) and self.is_ready

    @property
    def has_score(self) -> bool:
        """Whether points may stand there: play has begun or is over."""
        return self.state == Status.SETTLED.value or (self.is_on and self.state != Status.CALLED.value)

    @property
    def is_ready(self) -> bool:
        """Whether both players are known."""
        return all(seat.entry is not None for seat in self.seats)

    @property
    def is_empty(self) -> bool:
        """Whether nobody will ever sit here."""
        return all(seat.is_vacant for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the `cells` that lead to its winner, `placing` the others, played for further places.

    Who wins plays on for the places `winners`, who loses takes one of `losers`. `is_straight` says that
    every cell leads to one of its own in the next round, because others join there. `best` is the best
    place the flight has to give.
    """

    number: int
    winners: tuple[int, int]
    losers: tuple[int, int]
    length: int
    cells: tuple[Cell, ...]
    placing: tuple[Cell, ...]
    is_straight: bool
    best: int = 1
    byes: tuple[Sitting, ...] = ()

    @property
    def every(self) -> tuple[Cell, ...]:
        """All its cells."""
        return (*self.cells, *self.placing)

    @property
    def is_explained(self) -> bool:
        """Whether somebody's place in it has its reasons told."""
        return any(cell.reasons for cell in self.every) or any(bye.reasons for bye in self.byes)

    @property
    def settled(self) -> tuple[Cell, ...]:
        """The cells with a result."""
        return tuple(cell for cell in self.every if cell.state == Status.SETTLED.value)

    @property
    def is_on(self) -> bool:
        """Whether something is still to be played here while somebody is already seated."""
        return any(cell.match is not None and not cell.match.winner for cell in self.every)


@dataclass(frozen=True, slots=True)
class Bracket:
    """One flight of an event; `winner` is known at its end. `table` is there where criteria rank it."""

    flight: str
    name: str
    lengths: tuple[int, ...]
    rounds: tuple[Round, ...]
    winner: Entry | None
    is_won_by_followed: bool
    table: Table | None = None

    @property
    def is_group(self) -> bool:
        """Whether it is one of several groups, which stand side by side."""
        return self.flight.startswith(f"{GROUP}_")

    @property
    def is_table(self) -> bool:
        """Whether criteria rank it, and not who beat whom out of it."""
        return self.table is not None

    @property
    def rounds_back(self) -> tuple[Round, ...]:
        """The rounds, the last one first."""
        return self.rounds[::-1]

    @property
    def current(self) -> int:
        """The first round with open matches; the last one of a flight that is over, the first before it."""
        rest = len(self.rounds) if self.winner else 1
        return next((part.number for part in self.rounds if part.is_on), rest)


def brackets(event: Event, follow: str = "") -> tuple[Bracket, ...]:
    """The published flights of an event, brackets and tables, in the order people look for them.

    `follow` is the public code of a player, or nothing. One query beside the fold, and another where there
    are tables.
    """
    known = flights.folded(event)
    return pictures(event, known, [flight for flight, it in known.shapes.items() if it.is_published], follow)


def pictures(event: Event, known: Folded, which: Collection[str], follow: str = "") -> tuple[Bracket, ...]:
    """Some flights of an event, where something is drawn, as `brackets` gives them."""
    pairings = events.pairings_of(event) if which else []
    found: dict[str, list[Pairing]] = {}
    for pairing in pairings:
        if pairing.flight in which:
            found.setdefault(pairing.flight, []).append(pairing)
    look = _Look({pairing.label: pairing for pairing in pairings}, follow)
    if known.has_tables:
        entries = {entry.number: entry for entry in events.entries_of(event)}
        look = replace(look, held=tables.tables_of(known.rows, entries), why=Why(known.paired, entries))
    return tuple(look.bracket(known.shapes[flight], held) for flight, held in found.items())


def path(shown: Iterable[Bracket]) -> tuple[Cell, ...]:
    """The cells of the player who is followed, in the order he comes to them."""
    return tuple(
        cell for bracket in shown for part in bracket.rounds for cell in part.every if cell.is_followed
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """What every flight is drawn with: pairings by label, who is followed, tables, reasons of rounds."""

    known: dict[str, Pairing]
    follow: str
    held: Mapping[str, Table] = field(default_factory=dict)
    why: Why | None = None

    def bracket(self, shape: Shape, pairings: Sequence[Pairing]) -> Bracket:
        numbers = sorted({pairing.round for pairing in pairings})
        best = min(pairing.winner_from for pairing in pairings)
        rows = [[pairing for pairing in pairings if pairing.round == number] for number in numbers]
        widths = [sum(pairing.winner_from == best for pairing in row) for row in rows]
        parts = tuple(
            self._round(shape, row, best, width == following)
            for row, width, following in zip(rows, widths, [*widths[1:], 0], strict=True)
        )
        winner = None if shape.is_table else parts[-1].cells[0].pairing.winner_entry
        won = winner is not None and winner.player.code == self.follow
        lengths = tuple(dict.fromkeys(part.length for part in parts))
        return Bracket(shape.flight, shape.name, lengths, parts, winner, won, self.held.get(shape.flight))

    def _round(self, shape: Shape, pairings: Sequence[Pairing], best: int, is_straight: bool) -> Round:
        cells = [self._cell(pairing) for pairing in pairings]
        leading = tuple(cell for cell in cells if cell.pairing.winner_from == best)
        first = (leading or cells)[0].pairing
        return Round(
            number=first.round,
            winners=first.winners,
            losers=first.losers,
            length=shape.length(first.round),
            cells=leading,
            placing=tuple(cell for cell in cells if cell.pairing.winner_from != best),
            is_straight=is_straight,
            best=best,
            byes=self.why.byes(first.flight, first.round) if self.why else (),
        )

    def _cell(self, pairing: Pairing) -> Cell:
        cell = _cell(pairing, self.known, self.follow)
        if self.why is None:
            return cell
        return replace(cell, reasons=self.why.board(pairing.flight, pairing.round, pairing.position))


def _cell(pairing: Pairing, known: dict[str, Pairing], follow: str) -> Cell:
    seats = (_seat(pairing, "white", known, follow), _seat(pairing, "black", known, follow))
    return Cell(pairing, pairing.match, _state(pairing), seats)


def _state(pairing: Pairing) -> str:
    if pairing.white_is_vacant or pairing.black_is_vacant:
        return BYE
    if pairing.decided == BY_ABSENCE:
        return ABSENT
    if pairing.match is not None:
        return pairing.match.status
    if pairing.boards:
        return _state_of_meeting(pairing)
    return READY if pairing.white_entry_id and pairing.black_entry_id else OPEN


def _state_of_meeting(pairing: Pairing) -> str:
    if pairing.decided:
        return Status.SETTLED.value
    if pairing.white_won is not None:
        return Status.RUNNING.value
    return READY if pairing.white_entry_id and pairing.black_entry_id else OPEN


def _seat(pairing: Pairing, side: str, known: dict[str, Pairing], follow: str) -> Seat:
    entry: Entry | None = getattr(pairing, f"{side}_entry")
    won = entry is not None and entry.pk == pairing.winner_entry_id
    return Seat(
        side=side,
        entry=entry,
        is_vacant=getattr(pairing, f"{side}_is_vacant"),
        score=_score(pairing, side),
        has_won=won,
        has_lost=entry is not None and bool(pairing.decided) and not won and not pairing.is_drawn,
        is_followed=entry is not None and bool(follow) and entry.player.code == follow,
        feeder=None if entry is not None else _feeder(pairing.feeds.get(side, {}), known),
    )


def _score(pairing: Pairing, side: str) -> int | None:
    """Points of the match, or boards won by a team."""
    if pairing.boards:
        boards: int | None = getattr(pairing, f"{side}_won")
        return boards
    return getattr(pairing.match, f"{side}_score") if pairing.match else None


def _feeder(source: dict[str, str], known: dict[str, Pairing]) -> Pairing | None:
    if source.get("origin") not in LOSING:
        return None
    return known.get(source.get("pairing", ""))
