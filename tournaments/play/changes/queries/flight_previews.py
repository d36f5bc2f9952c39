"""Previews of splitting and merging flights."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import ENTRIES, ROLLING
from tournaments.formats.random_order import SEED_DIGITS
from tournaments.formats.seeding import LARGEST_DRAW, SMALLEST_DRAW
from tournaments.journal import commands, stage_changes
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.facts import StoredRow
from tournaments.journal.replay import apply_row
from tournaments.messages.names import get_stage_name
from tournaments.models import Event
from tournaments.play.events import event_state, events

EMPTY_SEED = "0" * SEED_DIGITS


@dataclass(frozen=True, slots=True)
class FlightPreview:
    """A planned flight and its players."""

    name: str
    names: tuple[str, ...]


def preview_split(event: Event, flight: str, entries_moved: Collection[int]) -> tuple[FlightPreview, ...]:
    """Preview the players of two flights after a split. Two queries.

    Raises the refusals of the split.
    """
    state = event_state.get_event_state(event)
    new_flight, entries_staying = (
        stage_changes.twin_key(state, flight),
        stage_changes.remaining_entries(state, flight, entries_moved),
    )
    planned_state = apply_row(
        state, StoredRow(state.seq + 1, *stage_changes.split(state, flight, new_flight))
    )
    for key, entries in ((flight, entries_staying), (new_flight, entries_moved)):
        if not entries:
            raise Refusal("field_size", smallest=SMALLEST_DRAW, largest=LARGEST_DRAW, entrants=0)
        # Only for its refusals.
        commands.draw(planned_state, EMPTY_SEED, flight=key, only=tuple(entries))
    return _flight_previews(event, {flight: entries_staying, new_flight: tuple(entries_moved)})


def preview_merge(event: Event, flight: str, into: str) -> tuple[FlightPreview, ...]:
    """Preview the players of the flight `into` after a merge. Two queries.

    Raises the refusals of the merge.
    """
    state = event_state.get_event_state(event)
    planned_state = apply_row(state, StoredRow(state.seq + 1, *stage_changes.merge(state, flight, into)))
    return _flight_previews(event, {into: eligible_entries(planned_state, planned_state.plan[into])})


def _flight_previews(
    event: Event, entries_by_flight: Mapping[str, Sequence[int]]
) -> tuple[FlightPreview, ...]:
    names = {entry.number: entry.player.name for entry in events.entries_of(event)}
    overview = events.get_overview(event)
    return tuple(
        FlightPreview(overview.get_flight_name(flight), tuple(names[entry] for entry in sorted(entries)))
        for flight, entries in entries_by_flight.items()
    )


def divisible_stages(event: Event) -> dict[str, str]:
    """Return the names of the stages that can be split, by key: unpublished and drawn from the entries."""
    state = event_state.get_event_state(event)
    return {
        stage.key: get_stage_name(stage)
        for stage in state.plan.stages
        if stage.feed.origin == ENTRIES
        and format_of(stage).can_be_split
        and ROLLING not in stage.options
        and not (stage.key in state.stages and state.stages[stage.key].is_published)
    }
