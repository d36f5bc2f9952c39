"""Brackets as pairings with two feeds each: knockouts, feed-in brackets, finals, play-offs.

A pairing is also called a node, as a bracket is a tree.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

ENTRY, NOBODY, WINNER, LOSER = "entry", "bye", "winner", "loser"
FIRST_LOSS, PLACE = "first_loss", "place"
RESET_WHITE, RESET_BLACK = "reset_white", "reset_black"

# First letters of the names of pairings, by kind of flight.
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
class SeatFeed:
    """The source of a seat. `of` is an entry number, the name of a pairing, or (flight, place)."""

    kind: str
    of: int | str | tuple[str, int] = 0


EMPTY = SeatFeed(NOBODY)


@dataclass(frozen=True, slots=True)
class CheckedPairing:
    """A pairing: its name and position, both feeds, and the places that its winner and loser can reach."""

    name: str
    flight: str
    round: int
    position: int
    white: SeatFeed
    black: SeatFeed
    loser_span: tuple[int, int] = (0, 0)
    winner_span: tuple[int, int] = (0, 0)

    @property
    def feeds(self) -> tuple[SeatFeed, SeatFeed]:
        """Both feeds, White first."""
        return (self.white, self.black)


Nodes = Mapping[str, CheckedPairing]


def letters(flight: str) -> str:
    """Return the letters of a flight: "main" M, "group_2" GB; "" for an unknown flight."""
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
    """Return the name of a pairing, for example "M1-3"."""
    return f"{letters(flight)}{round_number}-{position}"


def entry_feeds(lines: Sequence[int]) -> list[SeatFeed]:
    """Return one feed for each line of a draw."""
    return [SeatFeed(ENTRY, number) if number else EMPTY for number in lines]


Span = tuple[int, int]
# How many seats of a pairing must be fillable, so that a feed from it can bring a player.
NEEDED = {WINNER: 1, FIRST_LOSS: 1, LOSER: 2}


class Reachability:
    """Which feeds can ever bring a player, by the draw alone: a bye does not, nor the loser against a bye."""

    def __init__(self, nodes: Iterable[CheckedPairing] = ()) -> None:
        self._seats: dict[object, int] = {}
        for node in nodes:
            self.add(node)

    def add(self, node: CheckedPairing) -> None:
        """Count the fillable seats of a node."""
        self._seats[node.name] = sum(self.of(feed) for feed in node.feeds)

    def of(self, feed: SeatFeed) -> bool:
        """Whether a player can come from this feed."""
        return feed.kind != NOBODY and self._seats.get(feed.of, 2) >= NEEDED.get(feed.kind, 0)

    def seats(self, node: CheckedPairing) -> int:
        """Return the number of fillable seats of a node."""
        return self._seats[node.name]


def knockout(flight: str, feeds: Sequence[SeatFeed], first: int = 1, placed: int = 2) -> list[CheckedPairing]:
    """Return a knockout for the places from `first`; the first `placed` places (0: all) are played off.

    After each round the winners and the losers of a part form two parts of half its width; losers play on
    only if one of their places is played off.
    """
    reachability, nodes = Reachability(), list[CheckedPairing]()
    last = first + (placed or len(feeds)) - 1
    parts, number = [(first, list(feeds))], 1
    while any(len(part) > 1 for _, part in parts):
        following: list[tuple[int, list[SeatFeed]]] = []
        position = 0
        for best, part in parts:
            if len(part) > 1:
                row = _row(flight, number, position, part, reachability)
                position += len(row)
                nodes += _with_spans(row, best, reachability)
                following += _parts(nodes[-len(row) :], best, last, reachability)
        parts, number = following, number + 1
    return nodes


def _row(
    flight: str, number: int, after: int, feeds: Sequence[SeatFeed], reachability: Reachability
) -> list[CheckedPairing]:
    positions = range(after + 1, after + len(feeds) // 2 + 1)
    pairs = zip(positions, feeds[::2], feeds[1::2], strict=True)
    row = [
        CheckedPairing(name(flight, number, at), flight, number, at, white, black)
        for at, white, black in pairs
    ]
    for node in row:
        reachability.add(node)
    return row


def _with_spans(row: Sequence[CheckedPairing], best: int, reachability: Reachability) -> list[CheckedPairing]:
    people = sum(reachability.seats(node) for node in row)
    through = sum(1 for node in row if reachability.seats(node))
    worst, middle = best + max(people, 1) - 1, best + max(through, 1) - 1
    won, lost = (best, middle), (min(middle + 1, worst), worst)
    return [replace(node, winner_span=won, loser_span=lost) for node in row]


def _parts(
    row: Sequence[CheckedPairing], best: int, last: int, reachability: Reachability
) -> list[tuple[int, list[SeatFeed]]]:
    parts = [(best, [SeatFeed(WINNER, node.name) for node in row])]
    losers = [SeatFeed(LOSER, node.name) for node in row]
    below = row[0].loser_span[0]
    if below <= last and sum(reachability.of(feed) for feed in losers) > 1:
        parts.append((below, losers))
    return parts


def feed_in(flight: str, feeds: Sequence[SeatFeed], first: int = 1) -> list[CheckedPairing]:
    """Return a feed-in bracket: players start in round 1, and join in round 2, then in every other round."""
    width = _opening(len(feeds))
    reachability, nodes = Reachability(), list[CheckedPairing]()
    unplaced_count = max(sum(Reachability().of(feed) for feed in feeds), 1)
    seats, joining = list(feeds[:width]) if width > 1 else [feeds[0], EMPTY], list(feeds[width:])
    number, joins = 1, False
    while len(seats) > 1 or joining:
        if joins:
            fresh, joining = joining[: len(seats)], joining[len(seats) :]
            seats = [seat for pair in zip(seats, fresh, strict=True) for seat in pair]
        row = _row(flight, number, 0, seats, reachability)
        worst = first + unplaced_count - 1
        unplaced_count -= sum(reachability.seats(node) == 2 for node in row)
        best = first + unplaced_count - 1
        won, lost = (first, best), (min(best + 1, worst), worst)
        nodes += [replace(node, winner_span=won, loser_span=lost) for node in row]
        seats = [SeatFeed(WINNER, node.name) for node in row]
        joins = bool(joining) and not joins
        number += 1
    return nodes


def _opening(count: int) -> int:
    """Return the lines of round 1: the largest power of two for which the other feeds fill their rounds."""
    width, smallest = 0, 1
    while smallest <= count:
        total, size = 0, smallest
        while total < count:
            total, size = total + size, size * 2
        if total == count:
            width = size // 2
        smallest *= 2
    if not width:
        raise ValueError("lines")
    return width


def final(flight: str, feeds: Sequence[SeatFeed], kind: str, first: int = 1) -> list[CheckedPairing]:
    """Return the final of double elimination: White is undefeated; with "reset" Black must win twice."""
    white, black = feeds
    spans = ((first + 1, first + 1), (first, first))
    opening = CheckedPairing(name(flight, 1, 1), flight, 1, 1, white, black, *spans)
    if kind != "reset":
        return [opening]
    again = (SeatFeed(RESET_WHITE, opening.name), SeatFeed(RESET_BLACK, opening.name))
    return [opening, CheckedPairing(name(flight, 2, 1), flight, 2, 1, *again, *spans)]


def play_off(flight: str, feeds: Sequence[SeatFeed], first: int = 1) -> list[CheckedPairing]:
    """Return a play-off of three: the entry on line 1 has a bye and meets the winner of the other two."""
    sitting_out, white, black = feeds
    below = (first + 1, first + 2)
    opening = CheckedPairing(name(flight, 1, 1), flight, 1, 1, white, black, below, (first, first + 1))
    last = CheckedPairing(
        name(flight, 2, 1), flight, 2, 1, sitting_out, SeatFeed(WINNER, opening.name), below, (first, first)
    )
    return [opening, last]
