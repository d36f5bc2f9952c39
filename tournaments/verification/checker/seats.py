"""Seats, computed node by node from results; a new result invalidates dependent nodes."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.verification.checker.trees import (
    ENTRY,
    FIRST_LOSS,
    LOSER,
    NOBODY,
    PLACE,
    RESET_BLACK,
    RESET_WHITE,
    WINNER,
    CheckedPairing,
    SeatFeed,
)

VACANT = 0
ABSENT = frozenset({"walkover", "double_walkover", "void"})
RULED = frozenset({"ruled", "void"})
Seat = int | None
Placing = Callable[[str, "Seating"], Mapping[int, int] | None]


@dataclass(frozen=True, slots=True)
class Fate:
    """The state of a node: both seats (None while open), winner, losers, and how it was decided."""

    white: Seat
    black: Seat
    winner: Seat = None
    eliminated: tuple[int, ...] = ()
    how: str = ""
    is_contested: bool = False


class Seating:
    """The nodes of an event with its results.

    `placing` gives the entry at a place of a finished flight; `keys` are the planned stages.
    """

    def __init__(
        self,
        nodes: Iterable[CheckedPairing],
        results: dict[str, Mapping[str, Any]],
        withdrawn: Mapping[tuple[str, int], int],
        placing: Placing,
        conceded: Mapping[str, int] | None = None,
        keys: Collection[str] = (),
    ) -> None:
        self.nodes = {node.name: node for node in nodes}
        self.results, self.withdrawn, self._placing = results, withdrawn, placing
        self._keys = keys
        self._conceded = {} if conceded is None else conceded
        self._fates: dict[str, Fate] = {}
        self._places: dict[str, Mapping[int, int] | None] = {}
        self._onward = {
            str(feed.of): node.name
            for node in self.nodes.values()
            for feed in node.feeds
            if feed.kind == WINNER
        }
        self._hanging = self._dependents()

    def fate(self, name: str) -> Fate:
        """Return the state of a node."""
        if name not in self._fates:
            node = self.nodes[name]
            self._fates[name] = self._judge(node, self.seat(node.white), self.seat(node.black))
        return self._fates[name]

    def settle(self, name: str, result: Mapping[str, Any]) -> None:
        """Add a result and clear dependent states."""
        self.results[name] = result
        self._forget(name)

    def flight(self, key: str) -> list[CheckedPairing]:
        """Return the nodes of a flight, in order."""
        return [node for node in self.nodes.values() if node.flight == key]

    def is_over(self, flight: str) -> bool:
        """Whether every node of a flight is decided."""
        row = self.flight(flight)
        return bool(row) and all(self.fate(node.name).winner is not None for node in row)

    def hanging_on(self, name: str) -> set[str]:
        """Yield every later node that could change with this one."""
        names: set[str] = set()
        waiting = [name]
        while waiting:
            fresh = [one for one in self._hanging[waiting.pop()] if one not in names]
            names.update(fresh)
            waiting.extend(fresh)
        return names

    def seat(self, feed: SeatFeed) -> Seat:
        """Return the entry from a feed: a number, `VACANT` for none, None while open."""
        return SEATS[feed.kind](self, feed)

    def place(self, feed: SeatFeed) -> Seat:
        """Return the entry at a place of a flight."""
        assert isinstance(feed.of, tuple)  # noqa: S101
        flight, place = feed.of
        if flight not in self._places:
            self._places[flight] = self._placing(flight, self)
        places = self._places[flight]
        return None if places is None else places.get(place, VACANT)

    def first_loss(self, feed: SeatFeed) -> Seat:
        """Return the player who loses the first match played from this node on."""
        fate = self.fate(str(feed.of))
        if fate.winner is None:
            return None
        if fate.is_contested:
            return fate.eliminated[0] if fate.eliminated else VACANT
        player = fate.winner
        if not player or self._has_played_before(player, str(feed.of)):
            return VACANT
        return self._loses_first(player, self._onward.get(str(feed.of)))

    def _loses_first(self, player: int, name: str | None) -> Seat:
        """Return the player if the next match played is lost, `VACANT` if it is won or never played."""
        while name:
            fate = self.fate(name)
            if fate.winner is None:
                return None
            if fate.is_contested or fate.winner != player:
                return player if fate.is_contested and fate.winner != player else VACANT
            name = self._onward.get(name)
        return VACANT

    def _has_played_before(self, player: int, name: str) -> bool:
        """Whether an entry met an opponent in an earlier round of the same flight."""
        current_node = self.nodes[name]
        earlier = (
            node
            for node in self.nodes.values()
            if node.flight == current_node.flight and node.round < current_node.round
        )
        fates = (self.fate(node.name) for node in earlier)
        return any(fate.is_contested and player in (fate.white, fate.black) for fate in fates)

    def _judge(self, node: CheckedPairing, white: Seat, black: Seat) -> Fate:
        if white is None or black is None:
            return Fate(white, black)
        if white == black:
            # An entry on two lines continues as one.
            return Fate(white, VACANT, white, how="bye")
        if VACANT in (white, black):
            return Fate(white, black, white or black, how="bye")
        result = self.results.get(node.name)
        if result is None:
            return self._by_withdrawal(node, white, black)
        winner = {"white": white, "black": black}.get(result["winner"], VACANT)
        is_drawn = result["ending"] == "drawn"
        eliminated = () if is_drawn else tuple(seat for seat in (white, black) if seat != winner)
        how = "ruling" if result["ending"] in RULED else "result"
        return Fate(white, black, winner, eliminated, how, result["ending"] not in ABSENT)

    def _by_withdrawal(self, node: CheckedPairing, white: int, black: int) -> Fate:
        turns = {seat: turn for seat in (white, black) if (turn := self.withdrawal_turn(seat, node.flight))}
        leaver = self._conceded.get(node.name, 0)
        if leaver not in (white, black):
            if not turns:
                return Fate(white, black)
            leaver = min(turns, key=lambda seat: turns[seat])
        return Fate(white, black, black if leaver == white else white, (leaver,), "absence")

    def withdrawal_turn(self, seat: int, flight: str) -> int:
        """Return the turn in which an entry left a flight, its stage, or the event; 0 while active."""
        keys = ("", flight, self.stage_of(flight))
        return min((turn for key in keys if (turn := self.withdrawn.get((key, seat), 0))), default=0)

    def stage_of(self, flight: str) -> str:
        """Return the stage of a flight: "group_2" to "group", but "main_2" to itself where it is planned."""
        return flight if flight in self._keys else flight.rpartition("_")[0] or flight

    def _dependents(self) -> dict[str, list[str]]:
        hanging: dict[str, list[str]] = {name: [] for name in self.nodes}
        for node in self.nodes.values():
            for feed in node.feeds:
                for name in self._roots(feed):
                    hanging[name].append(node.name)
        return hanging

    def _roots(self, feed: SeatFeed) -> list[str]:
        if isinstance(feed.of, tuple):
            return [node.name for node in self.nodes.values() if node.flight.startswith(feed.of[0])]
        if isinstance(feed.of, int):
            return []
        chain, name = [feed.of], self._onward.get(feed.of)
        while feed.kind == FIRST_LOSS and name:
            chain.append(name)
            name = self._onward.get(name)
        return chain

    def _forget(self, name: str) -> None:
        self._places.clear()
        waiting = [name]
        while waiting:
            dependent = waiting.pop()
            self._fates.pop(dependent, None)
            waiting.extend(self._hanging[dependent])


def _winner(seating: Seating, feed: SeatFeed) -> Seat:
    return seating.fate(str(feed.of)).winner


def _loser(seating: Seating, feed: SeatFeed) -> Seat:
    fate = seating.fate(str(feed.of))
    if fate.winner is None:
        return None
    return fate.eliminated[0] if len(fate.eliminated) == 1 and fate.is_contested else VACANT


def _reset(seating: Seating, feed: SeatFeed) -> Seat:
    """Return the player of the same seat in the final, if its Black, from the backdraw, won it."""
    fate = seating.fate(str(feed.of))
    if fate.winner is None:
        return None
    if fate.winner != fate.black or not fate.is_contested:
        return VACANT
    return fate.white if feed.kind == RESET_WHITE else fate.black


SEATS: dict[str, Callable[[Seating, SeatFeed], Seat]] = {
    ENTRY: lambda _, feed: int(feed.of) if isinstance(feed.of, int) else VACANT,
    NOBODY: lambda _, __: VACANT,
    WINNER: _winner,
    LOSER: _loser,
    FIRST_LOSS: lambda seating, feed: seating.first_loss(feed),
    RESET_WHITE: _reset,
    RESET_BLACK: _reset,
    PLACE: lambda seating, feed: seating.place(feed),
}
