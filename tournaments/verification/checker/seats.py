"""The entries in the seats of pairings, computed from draws and results when they are needed."""

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
class Outcome:
    """A pairing as it stands: both seats (None while open), winner, losers, and how it was decided.

    `decided` is "bye", "absence", "result", "ruling", or "" while open.
    """

    white: Seat
    black: Seat
    winner: Seat = None
    eliminated: tuple[int, ...] = ()
    decided: str = ""
    is_contested: bool = False


class Seating:
    """The pairings (nodes) of an event with their results.

    `placing` returns the entries of a finished flight by place, None while it is in progress. `keys` are the
    planned stages. Computed outcomes are cached until a result changes.
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
        self.chosen_effects: Mapping[tuple[str, int], str] = {}
        self._conceded = {} if conceded is None else conceded
        self._outcomes: dict[str, Outcome] = {}
        self._places: dict[str, Mapping[int, int] | None] = {}
        self._next_by_winner = {
            str(feed.of): node.name
            for node in self.nodes.values()
            for feed in node.feeds
            if feed.kind == WINNER
        }
        self._dependents = self._find_dependents()

    def outcome(self, name: str) -> Outcome:
        """Return a pairing as it stands."""
        if name not in self._outcomes:
            node = self.nodes[name]
            self._outcomes[name] = self._compute_outcome(node, self.seat(node.white), self.seat(node.black))
        return self._outcomes[name]

    def settle(self, name: str, result: Mapping[str, Any]) -> None:
        """Add a result, and clear the outcomes that depend on it."""
        self.results[name] = result
        self._clear_outcomes(name)

    def flight(self, key: str) -> list[CheckedPairing]:
        """Return the pairings of a flight, in order."""
        return [node for node in self.nodes.values() if node.flight == key]

    def is_over(self, flight: str) -> bool:
        """Whether every pairing of a flight is decided."""
        row = self.flight(flight)
        return bool(row) and all(self.outcome(node.name).winner is not None for node in row)

    def dependents_of(self, name: str) -> set[str]:
        """Return every later pairing that could change with this one."""
        names: set[str] = set()
        waiting = [name]
        while waiting:
            fresh = [one for one in self._dependents[waiting.pop()] if one not in names]
            names.update(fresh)
            waiting.extend(fresh)
        return names

    def seat(self, feed: SeatFeed) -> Seat:
        """Return the entry from a feed: a number, `VACANT` for none, None while open."""
        return SEAT_RESOLVERS[feed.kind](self, feed)

    def place(self, feed: SeatFeed) -> Seat:
        """Return the entry at a place of a flight."""
        assert isinstance(feed.of, tuple)  # noqa: S101
        flight, place = feed.of
        if flight not in self._places:
            self._places[flight] = self._placing(flight, self)
        places = self._places[flight]
        return None if places is None else places.get(place, VACANT)

    def first_loss(self, feed: SeatFeed) -> Seat:
        """Return the player who loses the first match they play, in this pairing or after a bye."""
        outcome = self.outcome(str(feed.of))
        if outcome.winner is None:
            return None
        if outcome.is_contested:
            return outcome.eliminated[0] if outcome.eliminated else VACANT
        player = outcome.winner
        if not player or self._has_played_before(player, str(feed.of)):
            return VACANT
        return self._loses_first(player, self._next_by_winner.get(str(feed.of)))

    def _loses_first(self, player: int, name: str | None) -> Seat:
        """Return the player if the next match played is lost, `VACANT` if it is won or never played."""
        while name:
            outcome = self.outcome(name)
            if outcome.winner is None:
                return None
            if outcome.is_contested or outcome.winner != player:
                return player if outcome.is_contested and outcome.winner != player else VACANT
            name = self._next_by_winner.get(name)
        return VACANT

    def _has_played_before(self, player: int, name: str) -> bool:
        """Whether an entry met an opponent in an earlier round of the same flight."""
        current_node = self.nodes[name]
        earlier = (
            node
            for node in self.nodes.values()
            if node.flight == current_node.flight and node.round < current_node.round
        )
        outcomes = (self.outcome(node.name) for node in earlier)
        return any(outcome.is_contested and player in (outcome.white, outcome.black) for outcome in outcomes)

    def _compute_outcome(self, node: CheckedPairing, white: Seat, black: Seat) -> Outcome:
        if white is None or black is None:
            return Outcome(white, black)
        if white == black:
            # A re-entered entry on two lines does not play against itself.
            return Outcome(white, VACANT, white, decided="bye")
        if VACANT in (white, black):
            return Outcome(white, black, white or black, decided="bye")
        result = self.results.get(node.name)
        if result is None:
            return self._by_withdrawal(node, white, black)
        winner = {"white": white, "black": black}.get(result["winner"], VACANT)
        is_drawn = result["ending"] == "drawn"
        eliminated = () if is_drawn else tuple(seat for seat in (white, black) if seat != winner)
        how = "ruling" if result["ending"] in RULED else "result"
        return Outcome(white, black, winner, eliminated, how, result["ending"] not in ABSENT)

    def _by_withdrawal(self, node: CheckedPairing, white: int, black: int) -> Outcome:
        turns = {seat: turn for seat in (white, black) if (turn := self.withdrawal_number(seat, node.flight))}
        loser = self._conceded.get(node.name, 0)
        if loser not in (white, black):
            if not turns:
                return Outcome(white, black)
            loser = min(turns, key=lambda seat: turns[seat])
        return Outcome(white, black, black if loser == white else white, (loser,), "absence")

    def withdrawal_number(self, seat: int, flight: str) -> int:
        """Return the number of the withdrawal by which an entry left a flight, 0 if it has not."""
        keys = ("", flight, self.stage_of(flight))
        return min((turn for key in keys if (turn := self.withdrawn.get((key, seat), 0))), default=0)

    def get_chosen_effect(self, seat: int, flight: str) -> str:
        """Return the effect chosen with the withdrawal by which an entry left a flight; "" by the rule."""
        withdrawals = [
            (turn, self.chosen_effects.get((key, seat), ""))
            for key in ("", flight, self.stage_of(flight))
            if (turn := self.withdrawn.get((key, seat), 0))
        ]
        return min(withdrawals, default=(0, ""))[1]

    def stage_of(self, flight: str) -> str:
        """Return the stage of a flight: "group" for "group_2", but "main_2" itself if that is planned."""
        return flight if flight in self._keys else flight.rpartition("_")[0] or flight

    def _find_dependents(self) -> dict[str, list[str]]:
        dependents: dict[str, list[str]] = {name: [] for name in self.nodes}
        for node in self.nodes.values():
            for feed in node.feeds:
                for name in self._roots(feed):
                    dependents[name].append(node.name)
        return dependents

    def _roots(self, feed: SeatFeed) -> list[str]:
        if isinstance(feed.of, tuple):
            return [node.name for node in self.nodes.values() if node.flight.startswith(feed.of[0])]
        if isinstance(feed.of, int):
            return []
        chain, name = [feed.of], self._next_by_winner.get(feed.of)
        while feed.kind == FIRST_LOSS and name:
            chain.append(name)
            name = self._next_by_winner.get(name)
        return chain

    def _clear_outcomes(self, name: str) -> None:
        self._places.clear()
        waiting = [name]
        while waiting:
            dependent = waiting.pop()
            self._outcomes.pop(dependent, None)
            waiting.extend(self._dependents[dependent])


def _winner(seating: Seating, feed: SeatFeed) -> Seat:
    return seating.outcome(str(feed.of)).winner


def _loser(seating: Seating, feed: SeatFeed) -> Seat:
    outcome = seating.outcome(str(feed.of))
    if outcome.winner is None:
        return None
    return outcome.eliminated[0] if len(outcome.eliminated) == 1 and outcome.is_contested else VACANT


def _reset(seating: Seating, feed: SeatFeed) -> Seat:
    """Return the player of a seat of the second final, which is played if Black won the first one."""
    outcome = seating.outcome(str(feed.of))
    if outcome.winner is None:
        return None
    if outcome.winner != outcome.black or not outcome.is_contested:
        return VACANT
    return outcome.white if feed.kind == RESET_WHITE else outcome.black


SEAT_RESOLVERS: dict[str, Callable[[Seating, SeatFeed], Seat]] = {
    ENTRY: lambda _, feed: int(feed.of) if isinstance(feed.of, int) else VACANT,
    NOBODY: lambda _, __: VACANT,
    WINNER: _winner,
    LOSER: _loser,
    FIRST_LOSS: lambda seating, feed: seating.first_loss(feed),
    RESET_WHITE: _reset,
    RESET_BLACK: _reset,
    PLACE: lambda seating, feed: seating.place(feed),
}
