"""A bracket as it is drawn: flights, rounds, cells and seats, and the path of one player through them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matches.models import Match
from matches.states import AT_A_TABLE, Status
from tournaments.draws.field import CONSOLATION, MAIN, Origin
from tournaments.journal.placed import BY_ABSENCE
from tournaments.models import Entry, Event, Pairing
from tournaments.queries import events

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
    """One pairing: `state` is a status of its match, or open, ready (both known), bye, absent."""

    pairing: Pairing
    match: Match | None
    state: str
    seats: tuple[Seat, Seat]

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
    """The cells of one round; who loses here takes one of the places `loser_from` to `loser_to`."""

    number: int
    lines: int
    loser_from: int
    loser_to: int
    cells: tuple[Cell, ...]

    @property
    def settled(self) -> tuple[Cell, ...]:
        """The cells with a result."""
        return tuple(cell for cell in self.cells if cell.state == Status.SETTLED.value)

    @property
    def is_on(self) -> bool:
        """Whether something is still to be played here while somebody is already seated."""
        return any(cell.match is not None and not cell.match.winner for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Bracket:
    """One flight of an event; `winner` is known at its end."""

    flight: str
    length: int
    rounds: tuple[Round, ...]
    winner: Entry | None
    is_won_by_followed: bool

    @property
    def rounds_back(self) -> tuple[Round, ...]:
        """The rounds, the last one first."""
        return self.rounds[::-1]

    @property
    def current(self) -> int:
        """The first round with open matches, or the last one."""
        return next((part.number for part in self.rounds if part.is_on), len(self.rounds))


def brackets(event: Event, follow: str = "") -> tuple[Bracket, ...]:
    """The flights of a drawn event, in one query; `follow` is the public code of a player, or nothing."""
    pairings = list(events.pairings_of(event))
    known = {pairing.label: pairing for pairing in pairings}
    lengths = {MAIN: event.main_length, CONSOLATION: event.consolation_length}
    drawn = (
        (flight, tuple(pairing for pairing in pairings if pairing.flight == flight)) for flight in lengths
    )
    return tuple(_bracket(flight, lengths[flight], part, known, follow) for flight, part in drawn if part)


def path(shown: Iterable[Bracket]) -> tuple[Cell, ...]:
    """The cells of the player who is followed, in the order he comes to them."""
    return tuple(
        cell for bracket in shown for part in bracket.rounds for cell in part.cells if cell.is_followed
    )


def _bracket(
    flight: str, length: int, pairings: Sequence[Pairing], known: dict[str, Pairing], follow: str
) -> Bracket:
    numbers = sorted({pairing.round for pairing in pairings})
    rounds = tuple(
        _round([row for row in pairings if row.round == number], known, follow) for number in numbers
    )
    winner = rounds[-1].cells[-1].pairing.winner_entry
    return Bracket(flight, length, rounds, winner, winner is not None and winner.player.code == follow)


def _round(pairings: Sequence[Pairing], known: dict[str, Pairing], follow: str) -> Round:
    first = pairings[0]
    cells = tuple(_cell(pairing, known, follow) for pairing in pairings)
    return Round(first.round, 2 * len(pairings), first.loser_from, first.loser_to, cells)


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
    return READY if pairing.white_entry_id and pairing.black_entry_id else OPEN


def _seat(pairing: Pairing, side: str, known: dict[str, Pairing], follow: str) -> Seat:
    entry: Entry | None = getattr(pairing, f"{side}_entry")
    won = entry is not None and entry.pk == pairing.winner_entry_id
    return Seat(
        side=side,
        entry=entry,
        is_vacant=getattr(pairing, f"{side}_is_vacant"),
        score=getattr(pairing.match, f"{side}_score") if pairing.match else None,
        has_won=won,
        has_lost=entry is not None and bool(pairing.decided) and not won,
        is_followed=entry is not None and bool(follow) and entry.player.code == follow,
        feeder=None if entry is not None else _feeder(pairing.feeds.get(side, {}), known),
    )


def _feeder(source: dict[str, str], known: dict[str, Pairing]) -> Pairing | None:
    if source.get("origin") != Origin.FIRST_LOSS.value:
        return None
    return known.get(source.get("pairing", ""))
