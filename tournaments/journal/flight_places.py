"""Whether a flight is over, and the places and the ranking of its entries."""

from collections.abc import Mapping, Sequence

from tournaments.formats import format_of
from tournaments.formats.graph import GraphPairing, Origin
from tournaments.formats.plan import PLACES, Feed, Plan
from tournaments.journal.pairing_requests import make_pairing_request
from tournaments.journal.standings import (
    TableState,
    is_table,
    matches_without_rating,
    table_order,
    table_rows,
    tie_order,
)
from tournaments.journal.state import VACANT, DrawnStage, Placement

# The best and the worst place that an entry shares with others: (3, 4) for the losers of two semi-finals.
Span = tuple[int, int]


def is_complete(state: TableState, flight: str, board: Mapping[str, Placement]) -> bool:
    """Whether a flight is played out and all figures of its table are known."""
    return is_played_out(state, flight, board) and not matches_without_rating(state, flight, board)


def is_played_out(state: TableState, flight: str, board: Mapping[str, Placement]) -> bool:
    """Whether every pairing of a flight is decided and no further round is to be paired."""
    drawing = state.stages.get(state.index.stage_of.get(flight, flight))
    names = state.index.by_flight.get(flight, ())
    if drawing is None or not all(name in board and board[name].is_decided for name in names):
        return False
    if drawing.is_ended or format_of(drawing.stage).is_static:
        return drawing.is_ended or bool(names)
    return _has_no_next_round(state, drawing, board)


def _has_no_next_round(state: TableState, drawing: DrawnStage, board: Mapping[str, Placement]) -> bool:
    """Whether all planned rounds of a stage are paired, or its results have ended it."""
    stage_format = format_of(drawing.stage)
    round_count = stage_format.round_count(drawing.stage, len(drawing.members))
    has_played = bool(state.index.by_flight.get(drawing.stage.key))
    if has_played and round_count and len(drawing.rounds) >= round_count:
        return True
    if not stage_format.ends_by_itself:
        return False
    return stage_format.is_over(
        make_pairing_request(state, drawing, number=len(drawing.rounds) + 1, board=board)
    )


def ranking(state: TableState, flight: str, board: Mapping[str, Placement]) -> tuple[int, ...] | None:
    """Return the entries of a complete flight, best first, else None. The draw seed orders shared places."""
    if not is_complete(state, flight, board):
        return None
    drawing = state.stages[state.index.stage_of[flight]]
    if is_table(drawing.stage):
        return table_order(state, flight, board)
    random_order = tie_order(drawing)
    spans = spans_of(state, flight, board)
    return tuple(sorted(spans, key=lambda entry: (spans[entry], random_order.get(entry, 0), entry)))


def list_entries_drawn_by_seed(state: TableState, plan: Plan, flight: str) -> list[int]:
    """Return the entries of a complete table that tie over the last place that goes on to another stage."""
    if not _is_complete_table(state, flight):
        return []
    last_places = {feed.last for feed in _list_feeds_of_places(state, plan, flight)}
    rows = table_rows(state, flight, state.board)
    return [row.entry for row in rows if any(row.place <= last < row.last for last in last_places)]


def list_entries_let_on_by_seed(state: TableState, plan: Plan, flight: str) -> list[int]:
    """Return those of `list_entries_drawn_by_seed` who go on, by the order of the draw seed."""
    drawn = set(list_entries_drawn_by_seed(state, plan, flight))
    if not drawn:
        return []
    order = table_order(state, flight, state.board)
    places = {row.entry: (row.place, row.last) for row in table_rows(state, flight, state.board)}
    last_places = sorted(feed.last for feed in _list_feeds_of_places(state, plan, flight))

    def get_cut(entry: int) -> int:
        return next(last for last in last_places if places[entry][0] <= last < places[entry][1])

    return [entry for index, entry in enumerate(order, start=1) if entry in drawn and index <= get_cut(entry)]


def list_advancing_entries(state: TableState, plan: Plan, flight: str) -> list[int]:
    """Return the entries of a complete table that its first places send to another stage, best first.

    Once that stage is drawn they are those who are in it, as a director may leave it as it is after a
    correction.
    """
    if not _is_complete_table(state, flight):
        return []
    order = list(table_order(state, flight, state.board))
    feeds = [feed for feed in _list_feeds_of_places(state, plan, flight) if feed.first == 1]
    drawn_keys = [stage.key for stage in plan.stages if stage.feed in feeds and _is_drawn(state, stage.key)]
    if drawn_keys and len(drawn_keys) == len(feeds):
        return [entry for entry in order if any(entry in state.stages[key].members for key in drawn_keys)]
    return order[: max((feed.last for feed in feeds), default=0)]


def _is_drawn(state: TableState, key: str) -> bool:
    return key in state.stages and bool(state.stages[key].members)


def _is_complete_table(state: TableState, flight: str) -> bool:
    stage = state.stages[state.index.stage_of[flight]].stage
    return is_table(stage) and is_complete(state, flight, state.board)


def _list_feeds_of_places(state: TableState, plan: Plan, flight: str) -> list[Feed]:
    sources = {flight, state.index.stage_of[flight]}
    feeds = (stage.feed for stage in plan.stages if stage.feed.origin == PLACES)
    return [feed for feed in feeds if sources & set(feed.sources)]


def spans_of(state: TableState, flight: str, board: Mapping[str, Placement]) -> dict[int, Span]:
    """Return the places of the eliminated entries of a flight and of its winner: entry -> (best, worst).

    In a bracket, entries eliminated in the same round share places: those of the round while the flight is
    played, and consecutive ones at its end. Entries that have won it and play on elsewhere come first: the
    winner of a backdraw has place 2 of it, also before and after the final. A table and a play-off of three
    have places only at the end.
    """
    names = state.index.by_flight.get(flight, ())
    key = state.index.stage_of.get(flight)
    if key is None or not (names or state.stages[key].is_ended):
        return {}
    stage = state.stages[key].stage
    if is_table(stage):
        rows = table_rows(state, flight, board) if is_complete(state, flight, board) else ()
        return {row.entry: (row.place, row.last) for row in rows}
    exits = exits_of(state, flight, board) | _find_winners_who_play_on(state, names, board)
    if not all(board[name].is_decided for name in names):
        return {} if format_of(stage).is_play_off else exits
    first = int(stage.options.get("first", 1))
    return format_of(stage).final_spans(first, exits, [board[name] for name in names])


def _find_winners_who_play_on(
    state: TableState, names: Sequence[str], board: Mapping[str, Placement]
) -> dict[int, Span]:
    """Return the places of the entries that have won a flight and play on in another one."""
    own_names = set(names)
    onward = (name for name in names if state.graph.next_of.get(name, name) not in own_names)
    winners = ((board[name].winner, state.graph.by_id[name].winner_range) for name in onward)
    return {winner: span for winner, span in winners if winner}


def exits_of(state: TableState, flight: str, board: Mapping[str, Placement]) -> dict[int, Span]:
    """Return the places of the pairing in which each entry of a bracket was eliminated, or won it."""
    pairings = [state.graph.by_id[name] for name in state.index.by_flight.get(flight, ())]
    return _exits(state, pairings, board)


def _exits(
    state: TableState, pairings: list[GraphPairing], board: Mapping[str, Placement]
) -> dict[int, Span]:
    exits: dict[int, Span] = {}
    for pairing in pairings:
        placed = board[pairing.id]
        if is_played_again(state, pairing, board):
            continue
        for entry in placed.losers:
            exits[entry] = pairing.loser_range
        if placed.winner and pairing.id not in state.graph.next_of:
            exits[placed.winner] = pairing.winner_range
    return exits


def is_played_again(state: TableState, pairing: GraphPairing, board: Mapping[str, Placement]) -> bool:
    """Whether a second final follows, so that this one decides no place."""
    for name in state.index.dependents.get(pairing.id, ()):
        is_reset = state.graph.by_id[name].white.origin is Origin.RESET
        if is_reset and board[name].seats != (VACANT, VACANT):
            return True
    return False
