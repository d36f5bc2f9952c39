"""The checker's own picture of a draw: nodes with two feeds each, told by round and position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ENTRY, NOBODY, WINNER, LOSER = "entry", "bye", "winner", "loser"
FIRST_LOSS, PLACE = "first_loss", "place"
RESET_WHITE, RESET_BLACK = "reset_white", "reset_black"

LETTER = {
    "main": "M",
    "consolation": "C",
    "last_chance": "L",
    "backdraw": "B",
    "final": "F",
    "swiss": "S",
    "lives": "V",
    "ladder": "D",
    "league": "R",
    "group": "G",
    "mini": "K",
    "playoff": "P",
    "side": "X",
}


@dataclass(frozen=True, slots=True)
class Feed:
    """Where a seat is filled from. `of` is an entry number, the name of a node, or (flight, place)."""

    kind: str
    of: int | str | tuple[str, int] = 0


EMPTY = Feed(NOBODY)


@dataclass(frozen=True, slots=True)
class Node:
    """One pairing: its name, where it stands, both feeds, and the places its loser plays for."""

    name: str
    flight: str
    round: int
    position: int
    white: Feed
    black: Feed
    loser_span: tuple[int, int] = (0, 0)
    winner_span: tuple[int, int] = (0, 0)

    @property
    def feeds(self) -> tuple[Feed, Feed]:
        """Both feeds, white first."""
        return (self.white, self.black)


Nodes = Mapping[str, Node]


def letters(flight: str) -> str:
    """The letters of a flight: "main" M, "group_2" GB; "" for a flight nobody knows."""
    if flight in LETTER:
        return LETTER[flight]
    kind, _, number = flight.rpartition("_")
    if kind not in LETTER or not number.isdecimal() or int(number) < 1:
        return ""
    tail, rest = "", int(number)
    while rest:
        rest, digit = divmod(rest - 1, 26)
        tail = chr(ord("A") + digit) + tail
    return LETTER[kind] + tail


def name(flight: str, round_number: int, position: int) -> str:
    """The name of a pairing, for example "M1-3"."""
    return f"{letters(flight)}{round_number}-{position}"


def entry_feeds(lines: Sequence[int]) -> list[Feed]:
    """One feed for each line of a draw."""
    return [Feed(ENTRY, number) if number else EMPTY for number in lines]
