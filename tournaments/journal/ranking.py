"""The entries of a flight from its first place on, once all of it is decided."""

from collections.abc import Mapping

from tournaments.formats import format_of
from tournaments.formats.field import Origin, Pairing
from tournaments.journal.placement import VACANT, Placement
from tournaments.journal.tables import (
    TableState,
    is_table,
    matches_without_rating,
    table_order,
    table_rows,
    tie_order,
)

Span = tuple[int, int]


def is_complete(state: TableState, flight: str, board: Mapping[str, Placement]) -> bool:
    """Whether a flight is played out, and all that its table counts is known."""
    return is_played_out(state, flight, board) and not matches_without_rating(state, flight, board)


def is_played_out(state: TableState, flight: str, board: Mapping[str, Placement]) -> bool:
    """Whether every pairing of a flight is decided and no further round is to be paired."""
    drawing = state.stages.get(state.wiring.stage_of.get(flight, flight))
    names = state.wiring.of_flight.get(flight, ())
    if drawing is None or not all(name in board and board[name].is_decided for name in names):
        return False
    if drawing.is_ended:
        return True
    round_count = format_of(drawing.stage).round_count(drawing.stage, len(drawing.members))
    return bool(names) and len(drawing.rounds) >= round_count


def ranking(state: TableState, flight: str, board: Mapping[str, Placement]) -> tuple[int, ...] | None:
    """The entries of a flight, best first; None while it is not decided. Shared places are parted by lot."""
    if not is_complete(state, flight, board):
        return None
    drawing = state.stages[state.wiring.stage_of[flight]]
    if is_table(drawing.stage):
        return table_order(state, flight, board)
    random_order = tie_order(drawing)
    spans = spans_of(state, flight, board)
    return tuple(sorted(spans, key=lambda entry: (spans[entry], random_order.get(entry, 0), entry)))


def spans_of(state: TableState, flight: str, board: Mapping[str, Placement]) -> dict[int, Span]:
    """Places of the entries that are out of a flight or have won it: entry -> (best, worst).

    In a bracket players who go out in the same round share their places. While the flight is on, the places
    are those the round promises; at its end they run from 1 without a gap, whoever was absent. A table has
    places only at its end.
    """
    names = state.wiring.of_flight.get(flight, ())
    key = state.wiring.stage_of.get(flight)
    if key is None or not (names or state.stages[key].is_ended):
        return {}
    stage = state.stages[key].stage
    if is_table(stage):
        rows = table_rows(state, flight, board) if is_complete(state, flight, board) else ()
        return {row.entry: (row.place, row.last) for row in rows}
    pairings = [state.graph.by_id[name] for name in names]
    exits = _exits(state, pairings, board)
    if not all(board[name].is_decided for name in names):
        return exits
    return format_of(stage).final_spans(exits, [board[name] for name in names])


def _exits(state: TableState, pairings: list[Pairing], board: Mapping[str, Placement]) -> dict[int, Span]:
    exits: dict[int, Span] = {}
    for pairing in pairings:
        placed = board[pairing.id]
        if _is_played_again(state, pairing, board):
            continue
        for entry in placed.out:
            exits[entry] = pairing.loser_range
        if placed.winner and pairing.id not in state.graph.next_of:
            exits[placed.winner] = pairing.winner_range
    return exits


def _is_played_again(state: TableState, pairing: Pairing, board: Mapping[str, Placement]) -> bool:
    """Whether a second final follows, so that this one places nobody."""
    for name in state.wiring.targets.get(pairing.id, ()):
        is_reset = state.graph.by_id[name].white.origin is Origin.RESET
        if is_reset and board[name].seats != (VACANT, VACANT):
            return True
    return False
