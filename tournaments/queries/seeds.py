"""What can be chosen before a draw: who is seeded and how, and who is kept apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.formats import format_of
from tournaments.formats.plan import ENTRIES, Stage
from tournaments.formats.presets import PRESETS
from tournaments.formats.seeding import by_rating, seed_count
from tournaments.journal.state import EventState
from tournaments.models import Event
from tournaments.queries import event_state

KINDS = ("club", "country", "family", "partner")


@dataclass(frozen=True, slots=True)
class Choices:
    """What the draw of a stage may be asked for, and what holds now.

    `usual` is how many are seeded as a rule, `rated` how many entries have a rating, `apart` who is kept
    apart, `standing` the seeds of the draw that stands.
    """

    flight: str
    entrants: int
    usual: int
    rated: int
    has_blocks: bool
    has_apart: bool
    blocks: bool
    apart: tuple[str, ...]
    standing: tuple[int, ...]


def choices(event: Event) -> Choices | None:
    """What the next draw of entries may be asked for; None when there is none to make."""
    state = event_state.get_event_state(event)
    stage = _stage(event, state)
    if stage is None:
        return None
    playing = _playing(state)
    drawing = state.stages.get(stage.key)
    return Choices(
        flight=stage.key,
        entrants=len(playing),
        usual=seed_count(len(playing)),
        rated=len(_ratings(state)),
        has_blocks=format_of(stage).has_seed_blocks,
        has_apart=bool(format_of(stage).keeps_apart_by),
        blocks=stage.options.get("seeding") == "blocks",
        apart=tuple(kind for kind in KINDS if kind in stage.options.get("apart", ())),
        standing=drawing.seeds if drawing else (),
    )


def rated_seeds(event: Event, count: int | None) -> tuple[int, ...]:
    """The seeds by rating of those who are drawn; `count` of None is as many as the rule has."""
    state = event_state.get_event_state(event)
    return by_rating(_ratings(state), len(_playing(state)), count)


def standing_seeds(event: Event, flight: str) -> tuple[int, ...]:
    """The seeds of the draw that stands, without those who are not drawn any more."""
    state = event_state.get_event_state(event)
    stage = state.plan[flight] if flight else _stage(event, state)
    drawing = state.stages.get(stage.key) if stage else None
    playing = set(_playing(state))
    return tuple(entry for entry in drawing.seeds if entry in playing) if drawing else ()


def options(event: Event, *, blocks: str, apart: tuple[str, ...]) -> Mapping[str, Any]:
    """The options a stage of entries gets for its draw: `blocks` "blocks" or "fixed", whom to keep apart."""
    stage = _stage(event, event_state.get_event_state(event))
    if stage is None:
        return {}
    return format_of(stage).draw_options(in_blocks=blocks == "blocks", apart=apart)


def _stage(event: Event, state: EventState) -> Stage | None:
    stages = (state.plan if state.plan.stages else PRESETS.get(event.format, state.plan)).stages
    return next((one for one in stages if one.feed.origin == ENTRIES), None)


def _playing(state: EventState) -> list[int]:
    return [one.number for one in state.entries.values() if not (one.is_withdrawn or one.stays_out)]


def _ratings(state: EventState) -> dict[int, int]:
    return {
        number: state.entries[number].about.rating
        for number in _playing(state)
        if state.entries[number].about.rating
    }
