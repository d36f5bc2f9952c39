"""The graph of pairings, built from the drawn stages, and the entries in its seats, found from results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats import format_of
from tournaments.formats.feeds import fill_in_entries
from tournaments.formats.graph import BYE, Graph, GraphPairing, Origin, Source, entry_source, pairing_id
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.plan_checks import is_dependent
from tournaments.journal.facts import DRAWN, VOID, PairingResult
from tournaments.journal.flight_places import ranking
from tournaments.journal.state import (
    BY_ABSENCE,
    BY_BYE,
    BY_RESULT,
    BY_RULING,
    VACANT,
    DrawnStage,
    EventState,
    PairingIndex,
    Placement,
    Seat,
    index_pairings,
)


@dataclass(frozen=True, slots=True)
class BuiltGraph:
    """The pairings of an event and their dependencies."""

    graph: Graph
    index: PairingIndex


def build(plan: Plan, stages: Mapping[str, DrawnStage]) -> BuiltGraph:
    """Return all pairings of the drawn stages, in the order of the plan."""
    pairings: list[GraphPairing] = []
    stage_of: dict[str, str] = {}
    for stage in plan.stages:
        drawing = stages.get(stage.key)
        if drawing is None:
            continue
        stage_pairings = _pairings(plan, drawing, pairings)
        stage_of[stage.key] = stage.key
        stage_of.update({pairing.flight: stage.key for pairing in stage_pairings})
        pairings.extend(stage_pairings)
    graph = Graph(tuple(pairings))
    return BuiltGraph(graph, index_pairings(graph, stage_of))


def dependent_stages(plan: Plan, stages: Mapping[str, DrawnStage]) -> tuple[Stage, ...]:
    """Return the undrawn stages that need no draw of their own and whose sources are drawn, in plan order."""
    drawn_keys = set(stages)
    dependent: list[Stage] = []
    for stage in plan.stages:
        feeding = {_owner(flight, drawn_keys) for flight in stage.feed.sources}
        if stage.key not in drawn_keys and None not in feeding and is_dependent(stage, plan):
            drawn_keys.add(stage.key)
            dependent.append(stage)
    return tuple(dependent)


def source_stages(stage: Stage, plan: Plan) -> tuple[str, ...]:
    """Return the keys of the stages a dependent stage depends on; none for one with its own draw."""
    if not is_dependent(stage, plan):
        return ()
    keys = {planned_stage.key for planned_stage in plan.stages}
    return tuple(key for flight in stage.feed.sources if (key := _owner(flight, keys)))


def _owner(flight: str, keys: set[str]) -> str | None:
    kind = flight.rpartition("_")[0]
    return flight if flight in keys else kind if kind in keys else None


def _pairings(plan: Plan, drawing: DrawnStage, before: list[GraphPairing]) -> tuple[GraphPairing, ...]:
    stage_format = format_of(drawing.stage)
    if not stage_format.is_static:
        return _boards(drawing)
    return stage_format.pairings(drawing.stage, _sources(plan, drawing, before))


def _sources(plan: Plan, drawing: DrawnStage, before: list[GraphPairing]) -> tuple[Source, ...]:
    if is_dependent(drawing.stage, plan):
        return fill_in_entries(format_of(drawing.stage).sources(drawing.stage, before), drawing.lines)
    return tuple(entry_source(entry) if entry else BYE for entry in drawing.lines)


def _boards(drawing: DrawnStage) -> tuple[GraphPairing, ...]:
    places = (1, max(1, len(drawing.members)))
    return tuple(
        GraphPairing(
            id=pairing_id(drawing.stage.key, paired.round, position),
            flight=drawing.stage.key,
            round=paired.round,
            position=position,
            white=entry_source(board.white),
            black=entry_source(board.black),
            winner_range=places,
            loser_range=places,
        )
        for paired in drawing.rounds
        for position, board in enumerate(paired.boards, start=1)
    )


Placements = Mapping[str, Placement]


@dataclass(frozen=True, slots=True)
class ResolverInput:
    """The input for resolving the seats of pairings: the graph, and the placements of earlier pairings.

    `withdrawal_number(entry, flight)` is the number of the withdrawal by which an entry left a flight, 0 if
    it has not. `ranking` returns the entries of a flight from first place on, None while it is undecided.
    """

    graph: Graph
    board: Placements
    withdrawal_number: Callable[[int, str], int]
    ranking: Callable[[str], Sequence[int] | None]


def resolve_seats(view: ResolverInput, pairing: GraphPairing) -> tuple[Seat, Seat]:
    """Return the seats of a pairing, as far as earlier pairings decide them."""
    white = _player(view, pairing.white, 0)
    black = _player(view, pairing.black, 1)
    # A re-entered player on two lines does not play against itself, but advances with a bye.
    return (white, VACANT) if white is not None and white == black else (white, black)


def seat_from_source(view: ResolverInput, source: Source) -> Seat:
    """Return the entry that comes from a source: `VACANT` if there will be none, None while undecided."""
    return _player(view, source, 0)


def resolve_pairing(
    view: ResolverInput,
    pairing: GraphPairing,
    seats: tuple[Seat, Seat],
    result: PairingResult | None,
    absent_entry: int,
    is_published: bool,
) -> Placement:
    """Return the state of a pairing with these seats, from its result or from absences.

    `absent_entry` lost it by absence and was reinstated later; 0 for none.
    """
    white, black = seats
    if white is None or black is None:
        return Placement(pairing.id, white, black)
    if not white or not black:
        return Placement(pairing.id, white, black, white or black, BY_BYE)
    if result is not None:
        return _by_result(pairing.id, result, is_published)
    loser = (
        absent_entry if absent_entry in (white, black) else _first_gone(view, pairing.flight, white, black)
    )
    if loser:
        return Placement(pairing.id, white, black, white + black - loser, BY_ABSENCE, losers=(loser,))
    return Placement(pairing.id, white, black, is_seated=is_published)


def _by_result(name: str, result: PairingResult, is_published: bool) -> Placement:
    winner = result.winner_entry
    return Placement(
        id=name,
        white=result.white,
        black=result.black,
        winner=winner,
        decided=BY_RULING if result.is_ruling else BY_RESULT,
        result=result,
        is_seated=is_published and not result.is_ruling,
        losers=()
        if result.ending == DRAWN
        else tuple(seat for seat in (result.white, result.black) if seat != winner),
        is_contested=not result.is_absence and result.ending != VOID,
    )


def _first_gone(view: ResolverInput, flight: str, white: int, black: int) -> int:
    # The first to withdraw loses, even if the opponent withdraws later: a withdrawal must not change what an
    # earlier one has decided.
    numbers = [(number, seat) for seat in (white, black) if (number := view.withdrawal_number(seat, flight))]
    return min(numbers)[1] if numbers else VACANT


def _player(view: ResolverInput, source: Source, side: int) -> Seat:
    if source.origin in _RESOLVERS:
        return _RESOLVERS[source.origin](view, source)
    if source.origin is Origin.ENTRY:
        return source.entry
    if source.origin is Origin.BYE:
        return VACANT
    before = view.board[source.pairing]
    return None if before.winner is None else _seat_from_pairing(before, source.origin, side)


def _seat_from_pairing(before: Placement, origin: Origin, side: int) -> Seat:
    if origin is Origin.WINNER:
        return before.winner
    return before.advancing_loser if origin is Origin.LOSER else _reset_final_player(before, side)


def _seat_by_place(view: ResolverInput, source: Source) -> Seat:
    ranking = view.ranking(source.flight)
    if ranking is None:
        return None
    return ranking[source.place - 1] if source.place <= len(ranking) else VACANT


def _reset_final_player(final: Placement, side: int) -> int:
    """Return the player of a seat of the second final of double elimination.

    It is played only if Black, who comes from the backdraw, won the first final at the board.
    """
    is_beaten = final.is_contested and final.winner == final.black
    return (final.seats[side] or VACANT) if is_beaten else VACANT


def _seat_by_first_loss(view: ResolverInput, source: Source) -> Seat:
    """Return the player who loses the first match they really play, starting from a pairing.

    That is its loser; if it was not contested (bye, absence), its winner, if they lose their next match.
    """
    before = view.board[source.pairing]
    if before.winner is None or before.is_contested:
        return None if before.winner is None else before.losers[0]
    if _has_met(view, source.pairing, before.winner):
        return VACANT
    player, step = before.winner, view.graph.next_of.get(source.pairing)
    while player and step:
        before = view.board[step]
        if before.winner is None:
            return None
        if before.is_contested or before.winner != player:
            return player if before.is_contested and before.winner != player else VACANT
        step = view.graph.next_of.get(step)
    return VACANT


def _has_met(view: ResolverInput, pairing: str, player: int) -> bool:
    """Whether a player has played a contested match in the rounds before a pairing."""
    placed = view.board[pairing]
    for source, seat in zip(view.graph.by_id[pairing].sources, placed.seats, strict=True):
        if seat == player and source.origin is Origin.WINNER:
            return view.board[source.pairing].is_contested or _has_met(view, source.pairing, player)
    return False


# How seats are resolved that depend on more than one pairing.
_RESOLVERS: Mapping[Origin, Callable[[ResolverInput, Source], Seat]] = {
    Origin.PLACE: _seat_by_place,
    Origin.FIRST_LOSS: _seat_by_first_loss,
}


def vacant_lines(state: EventState, drawing: DrawnStage) -> tuple[int, ...]:
    """Return the lines of a fed stage, counted from 1, that no entry occupies or can still reach."""
    key = drawing.stage.key
    before = [pairing for pairing in state.graph.pairings if state.index.stage_of[pairing.flight] != key]
    sources = fill_in_entries(format_of(drawing.stage).sources(drawing.stage, before), drawing.lines)
    view = ResolverInput(
        state.graph, state.board, _ignore_withdrawals, lambda flight: ranking(state, flight, state.board)
    )
    return tuple(
        line for line, source in enumerate(sources, start=1) if seat_from_source(view, source) == VACANT
    )


def _ignore_withdrawals(entry: int, flight: str) -> int:
    """Return 0: the placements already include the effect of withdrawals."""
    return 0
