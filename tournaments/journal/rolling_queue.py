"""The queue of rolling knockouts: who plays the next one, and who may enter again.

Rolling knockouts are small knockouts that start one after the other. Each is a stage (mini_1, mini_2 ...)
with the option "rolling": players of a knockout ("size"), match length by minute of the day ("hours"), and
whether losers may enter again ("again"). The queue is ordered by knockouts played, then by entry number.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.errors import Refusal
from tournaments.formats.graph import MINI
from tournaments.formats.plan import ROLLING, Plan, Stage
from tournaments.formats.rolling_knockouts import KnockoutQueue, RollingTerms
from tournaments.journal.state import DrawnStage, EventState


def mini_terms(stage: Stage) -> RollingTerms:
    """Return the size and match lengths of the knockouts of a rolling stage."""
    rolling_options: Mapping[str, Any] = stage.options[ROLLING]
    return RollingTerms(
        rolling_options["size"], tuple((until, points) for until, points in rolling_options.get("hours", ()))
    )


def is_rolling(plan: Plan) -> bool:
    """Whether knockouts start one after the other in this event."""
    return any(ROLLING in stage.options for stage in plan.stages)


def open_stage(state: EventState) -> Stage | None:
    """Return the rolling stage that is to start next, or None if no further one is planned."""
    stages = (stage for stage in state.plan.stages if ROLLING in stage.options)
    return next((stage for stage in stages if not _is_shown(state, stage)), None)


def _is_shown(state: EventState, stage: Stage) -> bool:
    drawing = state.stages.get(stage.key)
    return drawing is not None and drawing.is_published


def pool(state: EventState) -> KnockoutQueue:
    """Return the queue of rolling knockouts, the entries in play, and who has played how often."""
    drawings = _begun_drawings(state)
    playing = tuple(
        (entry, number)
        for number, drawing in enumerate(drawings, 1)
        for entry in _entries_in_play(state, drawing)
    )
    past_entries = [entry for drawing in drawings for entry in dict.fromkeys(drawing.members)]
    waiting = _waiting_entries(state, {entry for entry, _ in playing}, Counter(past_entries))
    new_entries = tuple(entry for entry in waiting if entry not in past_entries)
    return KnockoutQueue(waiting, playing, (*past_entries, *new_entries), len(drawings))


def knockouts_by_entry(state: EventState) -> Counter[int]:
    """Return the number of knockouts of each entry."""
    return Counter(entry for drawing in _begun_drawings(state) for entry in dict.fromkeys(drawing.members))


def _begun_drawings(state: EventState) -> list[DrawnStage]:
    return [drawing for drawing in state.stages.values() if is_begun(drawing)]


def is_begun(drawing: DrawnStage) -> bool:
    """Whether this is a mini knockout that has started."""
    return ROLLING in drawing.stage.options and drawing.is_published


def _entries_in_play(state: EventState, drawing: DrawnStage) -> Iterator[int]:
    """Return the entries that have not lost in an unfinished knockout."""
    names = state.index.by_flight.get(drawing.stage.key, ())
    if all(state.board[name].is_decided for name in names):
        return
    losers = {entry for name in names for entry in state.board[name].losers}
    yield from (entry for entry in drawing.members if entry not in losers)


def _waiting_entries(state: EventState, busy: set[int], times_played: Counter[int]) -> tuple[int, ...]:
    stages = [stage for stage in state.plan.stages if ROLLING in stage.options]
    losers_requeue = bool(stages) and bool(stages[-1].options[ROLLING].get("again"))
    free = [entry for entry in free_entries(state, busy) if losers_requeue or not times_played[entry]]
    return tuple(sorted(free, key=lambda entry: (times_played[entry], entry)))


def free_entries(state: EventState, busy: set[int]) -> tuple[int, ...]:
    """Return the present entries in no knockout, which may join the next."""
    return tuple(
        number
        for number, entrant in sorted(state.entries.items())
        if not entrant.is_withdrawn and not entrant.stays_out and number not in busy
    )


def entries_for_stage(state: EventState, stage: Stage, only: Sequence[int]) -> tuple[int, ...]:
    """Return the entries drawn into a rolling stage: the first in the queue, or `only` these."""
    current_pool = pool(state)
    if only:
        free = set(free_entries(state, set(dict(current_pool.playing))))
        return tuple(entry for entry in only if entry in free)
    return current_pool.waiting[: mini_terms(stage).size]


def entries_free_for(state: EventState, stage: Stage) -> tuple[int, ...]:
    """Return the entries that are in play in no rolling knockout planned before this one."""
    keys = [each.key for each in state.plan.stages]
    earlier_keys = keys[: keys.index(stage.key)]
    earlier = [state.stages[key] for key in earlier_keys if key in state.stages]
    busy = {entry for drawing in earlier if is_begun(drawing) for entry in _entries_in_play(state, drawing)}
    return tuple(entry for entry in sorted(state.entries) if entry not in busy)


def plan_with_length(state: EventState, points: int) -> Plan:
    """Return the plan with a match length of the next knockout. Refuses `no_further_knockout`."""
    stage = open_stage(state)
    if stage is None:
        raise Refusal("no_further_knockout")
    changed = replace(stage, lengths=(points,))
    return Plan(tuple(changed if each is stage else each for each in state.plan.stages))


def plan_with_next(state: EventState) -> Plan:
    """Return the plan with one more open knockout."""
    rolled = [stage for stage in state.plan.stages if ROLLING in stage.options]
    if not rolled:
        raise Refusal("no_further_knockout")
    return Plan((*state.plan.stages, replace(rolled[-1], key=f"{MINI}_{len(rolled) + 1}")))


def plan_without_open(state: EventState) -> Plan:
    """Return the plan without the open knockout, after the last one has started."""
    stage = open_stage(state)
    if stage is None:
        raise Refusal("no_further_knockout")
    return Plan(tuple(each for each in state.plan.stages if each is not stage))
