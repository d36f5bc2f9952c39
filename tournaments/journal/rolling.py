"""Rolling mini knockouts in an event: who waits, who plays, and the stage that is open for the next one.

Each is a stage of its own (mini_1, mini_2 ...) with the same option "rolling": how many make a knockout
("size"), the points by the minute of the day ("hours"), and whether losers wait for the next at once
("again"). Who has played least waits in front, then who came first.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.errors import Refusal
from tournaments.formats.field import MINI
from tournaments.formats.mini import MiniTerms, Pool
from tournaments.formats.plan import ROLLING, Plan, Stage
from tournaments.journal.state import Drawing, EventState


def mini_terms(stage: Stage) -> MiniTerms:
    """What is agreed for the knockouts of a rolling stage."""
    rolling_options: Mapping[str, Any] = stage.options[ROLLING]
    return MiniTerms(
        rolling_options["size"], tuple((until, points) for until, points in rolling_options.get("hours", ()))
    )


def is_rolling(plan: Plan) -> bool:
    """Whether knockouts start one after the other in this event."""
    return any(ROLLING in stage.options for stage in plan.stages)


def open_stage(state: EventState) -> Stage | None:
    """The stage that waits for players; none when no further knockout is to start."""
    stages = (stage for stage in state.plan.stages if ROLLING in stage.options)
    return next((stage for stage in stages if not _is_shown(state, stage)), None)


def _is_shown(state: EventState, stage: Stage) -> bool:
    drawing = state.stages.get(stage.key)
    return drawing is not None and drawing.is_published


def pool(state: EventState) -> Pool:
    """Who waits in which order, who plays in which knockout, and how often each has joined."""
    drawings = _begun_drawings(state)
    playing = tuple(
        (entry, number)
        for number, drawing in enumerate(drawings, 1)
        for entry in _entries_in_play(state, drawing)
    )
    past_entries = [entry for drawing in drawings for entry in dict.fromkeys(drawing.members)]
    waiting = _waiting_entries(state, {entry for entry, _ in playing}, Counter(past_entries))
    new_entries = tuple(entry for entry in waiting if entry not in past_entries)
    return Pool(waiting, playing, (*past_entries, *new_entries), len(drawings))


def knockouts_by_entry(state: EventState) -> Counter[int]:
    """In how many knockouts each entry has been."""
    return Counter(entry for drawing in _begun_drawings(state) for entry in dict.fromkeys(drawing.members))


def _begun_drawings(state: EventState) -> list[Drawing]:
    return [drawing for drawing in state.stages.values() if is_begun(drawing)]


def is_begun(drawing: Drawing) -> bool:
    """Whether this is a small knockout that has started."""
    return ROLLING in drawing.stage.options and drawing.is_published


def _entries_in_play(state: EventState, drawing: Drawing) -> Iterator[int]:
    """Who has not lost in a knockout that is not over."""
    names = state.wiring.of_flight.get(drawing.stage.key, ())
    if all(state.board[name].is_decided for name in names):
        return
    losers = {entry for name in names for entry in state.board[name].out}
    yield from (entry for entry in drawing.members if entry not in losers)


def _waiting_entries(state: EventState, busy: set[int], times_played: Counter[int]) -> tuple[int, ...]:
    stages = [stage for stage in state.plan.stages if ROLLING in stage.options]
    flows = bool(stages) and bool(stages[-1].options[ROLLING].get("again"))
    free = [entry for entry in free_entries(state, busy) if flows or not times_played[entry]]
    return tuple(sorted(free, key=lambda entry: (times_played[entry], entry)))


def free_entries(state: EventState, busy: set[int]) -> tuple[int, ...]:
    """Who is there and plays in no knockout: each may be put into the next."""
    return tuple(
        number
        for number, entrant in sorted(state.entries.items())
        if not entrant.is_withdrawn and not entrant.stays_out and number not in busy
    )


def entries_for_stage(state: EventState, stage: Stage, only: Sequence[int]) -> tuple[int, ...]:
    """Who is drawn into a rolling stage: of those who wait as many as make one, or `only` these."""
    current_pool = pool(state)
    if only:
        free = set(free_entries(state, set(dict(current_pool.playing))))
        return tuple(entry for entry in only if entry in free)
    return current_pool.waiting[: mini_terms(stage).size]


def plan_with_length(state: EventState, points: int) -> Plan:
    """The plan with the open knockout to so many points; refuses ("no_further_knockout")."""
    stage = open_stage(state)
    if stage is None:
        raise Refusal("no_further_knockout")
    changed = replace(stage, lengths=(points,))
    return Plan(tuple(changed if each is stage else each for each in state.plan.stages))


def plan_with_next(state: EventState) -> Plan:
    """The plan with one more open knockout."""
    rolled = [stage for stage in state.plan.stages if ROLLING in stage.options]
    if not rolled:
        raise Refusal("no_further_knockout")
    return Plan((*state.plan.stages, replace(rolled[-1], key=f"{MINI}_{len(rolled) + 1}")))


def plan_without_open(state: EventState) -> Plan:
    """The plan without the open knockout: the last one has started."""
    stage = open_stage(state)
    if stage is None:
        raise Refusal("no_further_knockout")
    return Plan(tuple(each for each in state.plan.stages if each is not stage))
