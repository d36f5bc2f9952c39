"""The entries of a flight from its first place on, once all of it is decided."""

from collections.abc import Mapping

from tournaments.formats import format_of
from tournaments.formats.field import Origin, Pairing
from tournaments.journal.placed import VACANT, Placed
from tournaments.journal.tables import Known, is_table, lots_of, order, table_of, unmeasured

Span = tuple[int, int]


def is_complete(known: Known, flight: str, board: Mapping[str, Placed]) -> bool:
    """Whether a flight is played out, and all that its table counts is known."""
    return is_played_out(known, flight, board) and not unmeasured(known, flight, board)


def is_played_out(known: Known, flight: str, board: Mapping[str, Placed]) -> bool:
    """Whether every pairing of a flight is decided and no further round is to be paired."""
    drawing = known.stages.get(known.wiring.stage_of.get(flight, flight))
    names = known.wiring.of_flight.get(flight, ())
    if drawing is None or not all(name in board and board[name].is_decided for name in names):
        return False
    if drawing.is_ended:
        return True
    due = format_of(drawing.stage).round_count(drawing.stage, len(drawing.members))
    return bool(names) and len(drawing.rounds) >= due


def ranking(known: Known, flight: str, board: Mapping[str, Placed]) -> tuple[int, ...] | None:
    """The entries of a flight, best first; None while it is not decided. Shared places are parted by lot."""
    if not is_complete(known, flight, board):
        return None
    drawing = known.stages[known.wiring.stage_of[flight]]
    if is_table(drawing.stage):
        return order(known, flight, board)
    lots = lots_of(drawing)
    spans = spans_of(known, flight, board)
    return tuple(sorted(spans, key=lambda entry: (spans[entry], lots.get(entry, 0), entry)))


def spans_of(known: Known, flight: str, board: Mapping[str, Placed]) -> dict[int, Span]:
    """Places of the entries that are out of a flight or have won it: entry -> (best, worst).

    In a bracket players who go out in the same round share their places. While the flight is on, the places
    are those the round promises; at its end they run from 1 without a gap, whoever was absent. A table has
    places only at its end.
    """
    names = known.wiring.of_flight.get(flight, ())
    key = known.wiring.stage_of.get(flight)
    if key is None or not (names or known.stages[key].is_ended):
        return {}
    stage = known.stages[key].stage
    if is_table(stage):
        rows = table_of(known, flight, board) if is_complete(known, flight, board) else ()
        return {row.entry: (row.place, row.last) for row in rows}
    drawn = [known.graph.by_id[name] for name in names]
    exits = _exits(known, drawn, board)
    if not all(board[name].is_decided for name in names):
        return exits
    return format_of(stage).final_spans(exits, [board[name] for name in names])


def _exits(known: Known, drawn: list[Pairing], board: Mapping[str, Placed]) -> dict[int, Span]:
    exits: dict[int, Span] = {}
    for pairing in drawn:
        placed = board[pairing.id]
        if _is_played_again(known, pairing, board):
            continue
        for entry in placed.out:
            exits[entry] = pairing.loser_range
        if placed.winner and pairing.id not in known.graph.next_of:
            exits[placed.winner] = pairing.winner_range
    return exits


def _is_played_again(known: Known, pairing: Pairing, board: Mapping[str, Placed]) -> bool:
    """Whether a second final follows, so that this one places nobody."""
    for name in known.wiring.targets.get(pairing.id, ()):
        is_reset = known.graph.by_id[name].white.origin is Origin.RESET
        if is_reset and board[name].seats != (VACANT, VACANT):
            return True
    return False
