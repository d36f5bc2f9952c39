"""Flights, sources of seats, pairings, and the graph of the pairings of an event."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.errors import Refusal

MAIN, CONSOLATION, LAST_CHANCE = "main", "consolation", "last_chance"
BACKDRAW, FINAL, SWISS, LIVES, LADDER, LEAGUE = "backdraw", "final", "swiss", "lives", "ladder", "league"
GROUP, MINI, PLAYOFF, SIDE = "group", "mini", "playoff", "side"

# Brackets with a winner of their own, who has not won the event.
SECONDARY = frozenset({CONSOLATION, LAST_CHANCE, SIDE})

# First letters of the names of pairings, by kind of flight.
LETTERS = {
    MAIN: "M",
    CONSOLATION: "C",
    LAST_CHANCE: "L",
    BACKDRAW: "B",
    FINAL: "F",
    SWISS: "S",
    LIVES: "V",
    LADDER: "D",
    LEAGUE: "R",
    GROUP: "G",
    MINI: "K",
    PLAYOFF: "P",
    SIDE: "X",
}
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters_of(flight: str) -> str:
    """Return the letters of a flight in pairing names: "main" M, "group_1" GA, "group_27" GAA.

    A flight is named by one of `LETTERS`, alone or followed by "_" and a number from 1 where an event has
    several of its kind. Refuses ("flight_unknown") any other name.
    """
    if flight in LETTERS:
        return LETTERS[flight]
    kind, _, number = flight.rpartition("_")
    if kind not in LETTERS or not (number.isascii() and number.isdecimal()) or number[0] == "0":
        raise Refusal("flight_unknown", flight=flight)
    return LETTERS[kind] + _number_letters(int(number))


def kind_of(flight: str) -> str:
    """Return the kind of a flight: "main_2" is main."""
    return flight if flight in LETTERS else flight.rpartition("_")[0]


def _number_letters(number: int) -> str:
    """Return a number from 1 as letters, like the columns of a spreadsheet: A, ..., Z, AA, AB."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, len(ALPHABET))
        letters = ALPHABET[rest] + letters
    return letters


class Origin(StrEnum):
    """The kind of source of a seat."""

    ENTRY = "entry"
    BYE = "bye"
    WINNER = "winner"
    LOSER = "loser"
    FIRST_LOSS = "first_loss"
    RESET = "reset"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Source:
    """Where the entry of a seat comes from.

    `ENTRY`: the entry number `entry`. `BYE`: none. `WINNER`, `LOSER`: of `pairing`; a bye has no loser.
    `FIRST_LOSS` of a first-round pairing: its loser or, after a bye or an absence, its winner if they lose
    the first match they play. `RESET` of a first final: the player of the same seat if Black, who came from
    the backdraw, won it; else none, and there is no second final. `PLACE`: the entry at `place` (from 1) of
    `flight`, once all of it is decided.
    """

    origin: Origin
    entry: int = 0
    pairing: str = ""
    flight: str = ""
    place: int = 0


BYE = Source(Origin.BYE)


def entry_source(number: int) -> Source:
    """Return the source of an entry."""
    return Source(Origin.ENTRY, entry=number)


def winner_of(pairing: str) -> Source:
    """Return the source of the winner of a pairing."""
    return Source(Origin.WINNER, pairing=pairing)


def loser_of(pairing: str) -> Source:
    """Return the source of the loser of a pairing."""
    return Source(Origin.LOSER, pairing=pairing)


def reset_of(pairing: str) -> Source:
    """Return the source of a seat of the second final."""
    return Source(Origin.RESET, pairing=pairing)


def place_of(flight: str, place: int) -> Source:
    """Return the source of the entry at a place of a flight."""
    return Source(Origin.PLACE, flight=flight, place=place)


def first_loss_of(pairing: str) -> Source:
    """Return the source of the player of a first-round pairing who loses their first match."""
    return Source(Origin.FIRST_LOSS, pairing=pairing)


def pairing_id(flight: str, round_number: int, position: int) -> str:
    """Return the name of a pairing in its event, such as "M1-3"; positions and rounds count from 1."""
    return f"{letters_of(flight)}{round_number}-{position}"


Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GraphPairing:
    """A pairing with the sources of its seats, and the places its winner and loser can reach (best, worst).

    `head_start` is the number of points White, the undefeated player, begins with in a final.
    """

    id: str
    flight: str
    round: int
    position: int
    white: Source
    black: Source
    winner_range: Places
    loser_range: Places
    head_start: int = 0

    @property
    def sources(self) -> tuple[Source, Source]:
        """The sources of both seats, White first."""
        return (self.white, self.black)


@dataclass(frozen=True, slots=True)
class Graph:
    """All pairings of an event, each after those its entries come from.

    `next_of`: pairing -> the pairing its winner goes to.
    """

    pairings: tuple[GraphPairing, ...] = ()
    by_id: Mapping[str, GraphPairing] = field(init=False, repr=False, compare=False)
    next_of: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {pairing.id: pairing for pairing in self.pairings})
        object.__setattr__(self, "next_of", dict(_winner_targets(self.pairings)))

    def of(self, flight: str) -> tuple[GraphPairing, ...]:
        """Return the pairings of one flight, in order of rounds and positions."""
        return tuple(pairing for pairing in self.pairings if pairing.flight == flight)

    def rounds(self, flight: str) -> int:
        """Return the number of rounds of a flight."""
        return max((pairing.round for pairing in self.of(flight)), default=0)


def _winner_targets(pairings: tuple[GraphPairing, ...]) -> Iterator[tuple[str, str]]:
    for pairing in pairings:
        for source in pairing.sources:
            if source.origin is Origin.WINNER:
                yield source.pairing, pairing.id


# How many players a pairing must be able to have, so that one can come from it; never from a bye.
NEEDED_PLAYERS = {Origin.BYE: 3, Origin.WINNER: 1, Origin.FIRST_LOSS: 1, Origin.LOSER: 2}


class SourceReachability:
    """Whether a player can come from a source, by the draw alone and not by results.

    A loser can only come from a pairing that can have two players, a first loss from one that can have one.
    """

    def __init__(self, pairings: Iterable[GraphPairing] = ()) -> None:
        self._players: dict[str, int] = {}
        for pairing in pairings:
            self.add(pairing)

    def add(self, pairing: GraphPairing) -> None:
        """Add a pairing; those its entries come from must be added before."""
        self._players[pairing.id] = sum(self.is_reachable(source) for source in pairing.sources)

    def players(self, pairing: str) -> int:
        """Return how many seats of a pairing can ever be filled: 0, 1 or 2."""
        return self._players[pairing]

    def is_reachable(self, source: Source) -> bool:
        """Whether a player can come from a source. An unknown pairing can have both players."""
        return self._players.get(source.pairing, 2) >= NEEDED_PLAYERS.get(source.origin, 0)


def is_secondary(flight: str) -> bool:
    """Whether a flight is a consolation, a last chance or a side bracket, or one of several."""
    return flight in SECONDARY or flight.rpartition("_")[0] in SECONDARY
