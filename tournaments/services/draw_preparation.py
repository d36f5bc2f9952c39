"""What a draw needs told before it: other options of its stage, and who plays with whom elsewhere."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

from matches.actors import require_actor
from matches.models import User
from rules.errors import Refusal
from tournaments.formats.plan import ENTRIES, Plan, Stage
from tournaments.formats.presets import PRESETS
from tournaments.journal import commands
from tournaments.journal.entrants import HERE, UNSAID
from tournaments.journal.state import EventState
from tournaments.models import Event
from tournaments.models.event import PLANNED
from tournaments.queries import event_state
from tournaments.queries.draws import partners_of
from tournaments.services import progress

PARTNER = "partner"


def stage_to_draw(event: Event, state: EventState, flight: str) -> Stage | None:
    """The stage of entries that a draw is about: that of the flight, or the first one."""
    stages = (state.plan if state.plan.stages else PRESETS[event.format]).stages
    return next(
        (one for one in stages if one.feed.origin == ENTRIES and (not flight or one.key == flight)), None
    )


def prepare(*, event: Event, flight: str, options: Mapping[str, Any] | None, by: User) -> None:
    """Write what a draw of a stage looks at; the event is locked. `options` of None stay as they are; an
    option that is None goes. A stage that is fed by others is left as it is. Refuses ("presence_open") while
    some are marked as here and of others nothing is said."""
    require_actor(by)
    state = event_state.get_event_state(event)
    stage = stage_to_draw(event, state, flight)
    if stage is None:
        return
    unmarked_entries = unmarked_entry_numbers(state)
    if unmarked_entries and any(
        one.presence == HERE and not one.is_withdrawn for one in state.entries.values()
    ):
        raise Refusal("presence_open", entries=unmarked_entries, count=len(unmarked_entries))
    if options is not None:
        _replan(event, stage, options, by)
        stage = stage_to_draw(event, event_state.get_event_state(event), flight) or stage
    if PARTNER in stage.options.get("apart", ()):
        _update_partners(event, by)


def unmarked_entry_numbers(state: EventState) -> list[int]:
    """The entries that still play, are in no published draw, and of which nobody said if they are here."""
    drawn_entries = {
        entry for drawing in state.stages.values() if drawing.is_published for entry in drawing.members
    }
    entrants = (one for one in state.entries.values() if one.number not in drawn_entries)
    return [one.number for one in entrants if one.presence == UNSAID and not one.is_withdrawn]


def _replan(event: Event, stage: Stage, options: Mapping[str, Any], by: User) -> None:
    new_options = {name: value for name, value in {**stage.options, **options}.items() if value is not None}
    if new_options == dict(stage.options):
        return
    state = event_state.get_event_state(event)
    stages = (state.plan if state.plan.stages else PRESETS[event.format]).stages
    plan = Plan(tuple(replace(one, options=new_options) if one.key == stage.key else one for one in stages))
    _append(event, commands.set_plan(plan), by)
    event.format = PLANNED


def _update_partners(event: Event, by: User) -> None:
    state, partners = event_state.get_event_state(event), partners_of(event)
    changed = {
        number: replace(entrant.about, partners=partners.get(number, ()))
        for number, entrant in state.entries.items()
        if entrant.about.partners != partners.get(number, ())
    }
    if changed:
        _append(event, commands.describe(changed), by)


def _append(event: Event, act: commands.JournalCommand, by: User) -> None:
    progress.append(event=event, kind=act.kind, payload=act.payload, by=by, key=uuid4().hex)
