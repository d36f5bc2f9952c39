"""When an event is over: whether its stages are played out, or need not be."""

from collections.abc import Mapping

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import ENTRIES, Stage
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.flight_places import is_played_out
from tournaments.journal.standings import matches_without_rating
from tournaments.journal.state import EventState, Placement


def is_finished(state: EventState, placed: Mapping[str, Placement]) -> bool:
    """Whether all planned stages are published and all their pairings decided.

    A later stage that fewer than two players reach does not count.
    """
    if not state.is_published or not all(pairing.is_decided for pairing in placed.values()):
        return False
    return all(
        _is_over(state, stage.key, placed)
        if _is_published(state, stage)
        else _has_too_few_players(state, stage)
        for stage in state.plan.stages
    )


def _is_published(state: EventState, stage: Stage) -> bool:
    return stage.key in state.stages and state.stages[stage.key].is_published


def _has_too_few_players(state: EventState, stage: Stage) -> bool:
    if stage.key in state.stages or stage.feed.origin == ENTRIES:
        return False
    try:
        return len(eligible_entries(state, stage)) < format_of(stage).fewest_players
    except Refusal:
        return False


def matches_without_ratings(state: EventState) -> tuple[str, ...]:
    """Return the pairings whose performance ratings are missing in a published table, in order."""
    flights = [flight for flight, key in state.index.stage_of.items() if state.stages[key].is_published]
    return tuple(name for flight in flights for name in matches_without_rating(state, flight, state.board))


def _is_over(state: EventState, key: str, placed: Mapping[str, Placement]) -> bool:
    flights = [flight for flight, stage in state.index.stage_of.items() if stage == key]
    waits = any(matches_without_rating(state, flight, placed) for flight in flights)
    return not waits and is_stage_played_out(state, key, placed)


def is_stage_played_out(state: EventState, key: str, placed: Mapping[str, Placement]) -> bool:
    """Whether all flights of a stage are played out, or too few entries came for a match."""
    if not format_of(state.stages[key].stage).is_static:
        # An event of lives can be over before the first round, if no more players came than are paid.
        return is_played_out(state, key, placed)
    return not state.index.by_flight.get(key) or is_played_out(state, key, placed)
