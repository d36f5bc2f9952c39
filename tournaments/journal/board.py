"""An event as boards show it: every pairing in the order of the graph, places, and whether it is over."""

from collections.abc import Mapping

from tournaments.journal.placed import Placed
from tournaments.journal.ranking import Span, is_complete, spans_of
from tournaments.journal.state import EventState


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
    """Places of the entries that are out of a flight or have won it: entry -> (best, worst)."""
    return spans_of(state, flight, state.board)
