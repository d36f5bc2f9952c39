"""To which stage the loser of a pairing goes: at once, or by a draw that is made later."""

from collections.abc import Iterator

from tournaments.formats.graph import Origin
from tournaments.formats.plan import FIRST_LOSSES, LOSERS, Stage
from tournaments.journal.eligibility import pairings_sending_on
from tournaments.journal.seat_resolution import source_stages
from tournaments.journal.state import EventState

LOSER_ORIGINS = frozenset({Origin.LOSER, Origin.FIRST_LOSS})


def find_loser_stage(state: EventState, pairing: str) -> Stage | None:
    """Return the other stage to which the loser of a pairing goes; None if it is out, or plays on there."""
    own_stage = state.stage_of(state.graph.by_id[pairing].flight)
    for other in state.graph.pairings:
        sources = [source for source in other.sources if source.pairing == pairing]
        stage = state.stage_of(other.flight)
        if stage != own_stage and any(source.origin in LOSER_ORIGINS for source in sources):
            return state.plan[stage]
    return next((stage for label, stage in list_later_loser_stages(state) if label == pairing), None)


def list_later_loser_stages(state: EventState) -> Iterator[tuple[str, Stage]]:
    """Yield each pairing whose loser goes to a stage with a draw of its own, and that stage."""
    for stage in state.plan.stages:
        is_of_losers = stage.feed.origin in {LOSERS, FIRST_LOSSES}
        if not is_of_losers or source_stages(stage, state.plan):
            continue
        for flight in stage.feed.sources:
            for pairing in pairings_sending_on(state, flight, stage.feed.rounds):
                yield pairing.id, stage
