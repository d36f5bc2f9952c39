"""An event as boards show it: every pairing with its seats, how it was decided and whether it is played."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.draws.field import Graph, Pairing
from tournaments.journal.facts import Result
from tournaments.journal.resolution import VACANT, Outcome, Resolver, Seat
from tournaments.journal.state import EventState

UNDECIDED, BY_BYE, BY_ABSENCE, BY_RESULT = "", "bye", "absence", "result"


@dataclass(frozen=True, slots=True)
class Placed:
    """One pairing: seats (number, `VACANT` or None), winner (None while undecided), how it was decided."""

    id: str
    white: Seat
    black: Seat
    winner: Seat
    decided: str
    result: Result | None
    is_seated: bool

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Both seats, white first."""
        return (self.white, self.black)


def board(state: EventState) -> dict[str, Placed]:
    """Every pairing of the event by id, in the order of the graph."""
    resolver = Resolver(state.graph, state.results, state.withdrawn)
    return {
        pairing.id: _placed(pairing, resolver, state.results.get(pairing.id), state.is_published)
        for pairing in state.graph.pairings
    }


def is_finished(state: EventState, placed: Mapping[str, Placed]) -> bool:
    """Whether everything that can be played has been."""
    return state.is_published and all(pairing.winner is not None for pairing in placed.values())


def places(state: EventState, flight: str) -> dict[int, tuple[int, int]]:
    """Final places of the entries that are out of a flight or have won it: entry -> (best, worst).

    Players who go out in the same round share their places. While the flight is on, the places are those
    the round promises; at its end they run from 1 without a gap, whoever was absent.
    """
    resolver = Resolver(state.graph, state.results, state.withdrawn)
    exits = _exits(state.graph, flight, resolver)
    rounds = state.graph.rounds(flight)
    final = state.graph.of(flight)[-1:]
    if not final or resolver.outcome(final[0].id) is None:
        return {entry: span for entry, (_, span) in exits.items()}
    return _ranked({entry: rounds + 1 - last for entry, (last, _) in exits.items()})


def _placed(pairing: Pairing, resolver: Resolver, result: Result | None, is_published: bool) -> Placed:
    white, black = resolver.seats(pairing.id)
    outcome = resolver.outcome(pairing.id)
    decided = _how(white, black, result, outcome)
    is_seated = is_published and bool(white and black) and decided in {UNDECIDED, BY_RESULT}
    winner = None if outcome is None else outcome.winner
    return Placed(pairing.id, white, black, winner, decided, result, is_seated)


def _how(white: Seat, black: Seat, result: Result | None, outcome: Outcome | None) -> str:
    if outcome is None:
        return UNDECIDED
    if VACANT in (white, black):
        return BY_BYE
    return BY_RESULT if result else BY_ABSENCE


def _exits(graph: Graph, flight: str, resolver: Resolver) -> dict[int, tuple[int, tuple[int, int]]]:
    exits: dict[int, tuple[int, tuple[int, int]]] = {}
    pairings = graph.of(flight)
    for pairing in pairings:
        outcome = resolver.outcome(pairing.id)
        for entry in outcome.out if outcome else ():
            exits[entry] = (pairing.round, pairing.loser_range)
    last = resolver.outcome(pairings[-1].id) if pairings else None
    if last and last.winner:
        exits[last.winner] = (pairings[-1].round + 1, pairings[-1].winner_range)
    return exits


def _ranked(depth: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    spans: dict[int, tuple[int, int]] = {}
    for level in sorted(set(depth.values())):
        better = sum(1 for value in depth.values() if value < level)
        level_with = sum(1 for value in depth.values() if value == level)
        spans.update(
            {entry: (better + 1, better + level_with) for entry, value in depth.items() if value == level}
        )
    return spans
