"""Pure values every draw shares: who is entered, where a seat is filled from, pairings and their graph."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Flight(StrEnum):
    """The brackets of one event: they share one journal and one lock."""

    MAIN = "main"
    CONSOLATION = "consolation"


LETTERS = {Flight.MAIN: "M", Flight.CONSOLATION: "C"}


class Origin(StrEnum):
    """How a seat gets its player."""

    ENTRY = "entry"
    BYE = "bye"
    WINNER = "winner"
    FIRST_LOSS = "first_loss"


@dataclass(frozen=True, slots=True)
class Source:
    """Where the player of a seat comes from: an entry number, nobody, or another pairing.

    `FIRST_LOSS` of a first-round pairing is the one player from there who loses the first match he plays:
    its loser, or, when a bye or an absence let somebody through unplayed, that player if he loses later.
    """

    origin: Origin
    entry: int = 0
    pairing: str = ""


BYE = Source(Origin.BYE)


def entry_source(number: int) -> Source:
    """The seat of an entry."""
    return Source(Origin.ENTRY, entry=number)


def winner_of(pairing: str) -> Source:
    """The seat of the winner of a pairing."""
    return Source(Origin.WINNER, pairing=pairing)


def first_loss_of(pairing: str) -> Source:
    """The seat of the first-match loser from a first-round pairing."""
    return Source(Origin.FIRST_LOSS, pairing=pairing)


def pairing_id(flight: Flight, round_number: int, position: int) -> str:
    """The name of a pairing inside its event, for example "M1-3"; positions and rounds count from 1."""
    return f"{LETTERS[flight]}{round_number}-{position}"


Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One place in a bracket: two seats, and the final places its winner and its loser play for."""

    id: str
    flight: Flight
    round: int
    position: int
    white: Source
    black: Source
    winner_range: Places
    loser_range: Places

    @property
    def sources(self) -> tuple[Source, Source]:
        """Both seats, white first."""
        return (self.white, self.black)


@dataclass(frozen=True, slots=True)
class Graph:
    """All pairings of an event, every pairing after the ones it is fed from."""

    pairings: tuple[Pairing, ...] = ()
    by_id: Mapping[str, Pairing] = field(init=False, repr=False, compare=False)
    next_of: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {pairing.id: pairing for pairing in self.pairings})
        object.__setattr__(self, "next_of", dict(_winner_targets(self.pairings)))

    def of(self, flight: Flight) -> tuple[Pairing, ...]:
        """The pairings of one flight, in order of rounds and positions."""
        return tuple(pairing for pairing in self.pairings if pairing.flight == flight)

    def rounds(self, flight: Flight) -> int:
        """How many rounds a flight has."""
        return max((pairing.round for pairing in self.of(flight)), default=0)


def _winner_targets(pairings: tuple[Pairing, ...]) -> Iterator[tuple[str, str]]:
    for pairing in pairings:
        for source in pairing.sources:
            if source.origin is Origin.WINNER:
                yield source.pairing, pairing.id
