"""Build the graph of pairings from the drawn stages and those that depend on them."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats import format_of
from tournaments.formats.feeds import with_entries
from tournaments.formats.field import BYE, Graph, Pairing, Source, entry_source, pairing_id
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.planning import is_hanging
from tournaments.journal.state import Drawing
from tournaments.journal.wiring import Wiring, wire


@dataclass(frozen=True, slots=True)
class BuiltGraph:
    """The pairings of an event and how they hang together."""

    graph: Graph
    wiring: Wiring


def build(plan: Plan, stages: Mapping[str, Drawing]) -> BuiltGraph:
    """All pairings of the drawn stages, in the order of the plan."""
    pairings: list[Pairing] = []
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
    return BuiltGraph(graph, wire(graph, stage_of))


def dependent_stages(plan: Plan, stages: Mapping[str, Drawing]) -> tuple[Stage, ...]:
    """The stages not drawn yet that are drawn with what is drawn now, in the order of the plan."""
    drawn_keys = set(stages)
    hanging_stages: list[Stage] = []
    for stage in plan.stages:
        feeding = {_owner(flight, drawn_keys) for flight in stage.feed.sources}
        if stage.key not in drawn_keys and None not in feeding and is_hanging(stage, plan):
            drawn_keys.add(stage.key)
            hanging_stages.append(stage)
    return tuple(hanging_stages)


def source_stages(stage: Stage, plan: Plan) -> tuple[str, ...]:
    """The keys of the stages a hanging stage hangs on; none for a stage with a draw of its own."""
    if not is_hanging(stage, plan):
        return ()
    keys = {planned_stage.key for planned_stage in plan.stages}
    return tuple(key for flight in stage.feed.sources if (key := _owner(flight, keys)))


def _owner(flight: str, keys: set[str]) -> str | None:
    kind = flight.rpartition("_")[0]
    return flight if flight in keys else kind if kind in keys else None


def _pairings(plan: Plan, drawing: Drawing, before: list[Pairing]) -> tuple[Pairing, ...]:
    form = format_of(drawing.stage)
    if not form.is_static:
        return _boards(drawing)
    return form.pairings(drawing.stage, _sources(plan, drawing, before))


def _sources(plan: Plan, drawing: Drawing, before: list[Pairing]) -> tuple[Source, ...]:
    if is_hanging(drawing.stage, plan):
        return with_entries(format_of(drawing.stage).sources(drawing.stage, before), drawing.lines)
    return tuple(entry_source(entry) if entry else BYE for entry in drawing.lines)


def _boards(drawing: Drawing) -> tuple[Pairing, ...]:
    places = (1, max(1, len(drawing.members)))
    return tuple(
        Pairing(
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
