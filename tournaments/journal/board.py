"""An event as boards show it: every pairing in the order of the graph, places, and whether it is over."""

from collections.abc import Mapping, Sequence

from tournaments.draws.field import Origin, Pairing
from tournaments.journal.placed import VACANT, Placed
from tournaments.journal.ranking import is_complete, ranking
from tournaments.journal.state import EventState

Span = tuple[int, int]


def board(state: EventState) -> dict[str, Placed]:
    """Every pairing of the event by id, in the order of the graph."""
    return {pairing.id: state.board[pairing.id] for pairing in state.graph.pairings}


def is_finished(state: EventState, placed: Mapping[str, Placed]) -> bool:
    """Whether everything that is planned is published, and everything that can be played has been."""
    if not state.is_published or not all(pairing.is_decided for pairing in placed.values()):
        return False
    return all(
        stage.key in state.stages
        and state.stages[stage.key].is_published
        and _is_over(state, stage.key, placed)
        for stage in state.plan.stages
    )


def _is_over(state: EventState, key: str, placed: Mapping[str, Placed]) -> bool:
    # A stage too small for a match of its own is over before it begins.
    return not state.wiring.of_flight.get(key) or is_complete(state, key, placed)


def places(state: EventState, flight: str) -> dict[int, Span]:
    """Final places of the entries that are out of a flight or have won it: entry -> (best, worst).

    In a bracket players who go out in the same round share their places. While the flight is on, the places
    are those the round promises; at its end they run from 1 without a gap, whoever was absent. A table of
    rounds has places only at its end.
    """
    drawn = state.graph.of(flight)
    if not drawn or not _is_bracket(state, drawn):
        table = ranking(state, flight, state.board) or ()
        return {entry: (place, place) for place, entry in enumerate(table, start=1)}
    exits = _exits(state, drawn)
    return _closed_up(exits) if all(state.board[pairing.id].is_decided for pairing in drawn) else exits


def _is_bracket(state: EventState, drawn: Sequence[Pairing]) -> bool:
    """Whether the pairings of a flight hang together, so that winning and losing leads to places."""
    best = min(pairing.winner_range for pairing in drawn)
    return best[0] == best[1] or any(seat.pairing for pairing in drawn for seat in pairing.sources)


def _exits(state: EventState, drawn: Sequence[Pairing]) -> dict[int, Span]:
    exits: dict[int, Span] = {}
    for pairing in drawn:
        placed = state.board[pairing.id]
        if _is_played_again(state, pairing):
            continue
        for entry in placed.out:
            exits[entry] = pairing.loser_range
        if placed.winner and pairing.id not in state.graph.next_of:
            exits[placed.winner] = pairing.winner_range
    return exits


def _is_played_again(state: EventState, pairing: Pairing) -> bool:
    """Whether a second final follows, so that this one places nobody."""
    for name in state.wiring.targets.get(pairing.id, ()):
        is_reset = state.graph.by_id[name].white.origin is Origin.RESET
        if is_reset and state.board[name].seats != (VACANT, VACANT):
            return True
    return False


def _closed_up(exits: Mapping[int, Span]) -> dict[int, Span]:
    """The same order with places counted from 1 by those who are there."""
    spans: dict[int, Span] = {}
    better = 0
    for span in sorted(set(exits.values())):
        level = [entry for entry, value in exits.items() if value == span]
        spans |= dict.fromkeys(level, (better + 1, better + len(level)))
        better += len(level)
    return spans
