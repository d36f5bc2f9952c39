"""Commands that change the stages of the plan: split, merged, added, removed, changed."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from rules.errors import Refusal
from tournaments.formats import format_of, stage_terms
from tournaments.formats.event_formats import MET_APART
from tournaments.formats.graph import CONSOLATION, FINAL, LAST_CHANCE, MAIN, PLAYOFF, kind_of
from tournaments.formats.plan import ENTRIES, FIRST_LOSSES, LATER, LIVES, LOSERS, PLACES, Feed, Plan, Stage
from tournaments.formats.plan_checks import check_plan
from tournaments.formats.separation import MET
from tournaments.journal.commands import JournalCommand, set_plan
from tournaments.journal.eligibility import eligible_entries
from tournaments.journal.standings import is_table
from tournaments.journal.state import EventState

FORBIDDEN, ROUNDS = "forbidden", "rounds"
# Weight of keeping apart entries that have met; the count that tests whether a stage can be added.
USUAL_COUNT = 2
Builder = Callable[[EventState, int], Stage]


def split(state: EventState, flight: str, key: str) -> JournalCommand:
    """Split a first stage: add a twin stage `key`, so that each is drawn with its own entries."""
    stage = state.plan[flight]
    if stage.feed.origin != ENTRIES or not format_of(stage).can_be_split:
        raise Refusal("stage_not_parted", stage=flight)
    twin = Stage(key, stage.format, Feed(), stage.options, stage.lengths)
    stages = [part for each in state.plan.stages for part in ((each, twin) if each is stage else (each,))]
    return set_plan(Plan(tuple(stages)))


def twin_key(state: EventState, flight: str) -> str:
    """Return the key for a twin of a stage: "main_2" beside "main"."""
    kind = kind_of(flight)
    return next(key for number in count(2) if (key := f"{kind}_{number}") not in state.plan)


def remaining_entries(state: EventState, flight: str, others: Collection[int]) -> tuple[int, ...]:
    """Return the entries left in a stage when `others` move to their own. Refuses "entry_unknown"."""
    members = eligible_entries(state, state.plan[flight])
    unknown_entries = set(others) - set(members)
    if unknown_entries:
        raise Refusal("entry_unknown", entry=min(unknown_entries))
    return tuple(entry for entry in members if entry not in others)


def merge(state: EventState, flight: str, into: str) -> JournalCommand:
    """Merge a stage of entries into another before either is published."""
    for key in (flight, into):
        drawing = state.stages.get(key)
        if state.plan[key].feed.origin != ENTRIES or flight == into:
            raise Refusal("stage_not_parted", stage=key)
        if drawing is not None and drawing.is_published:
            raise Refusal("stage_published", stage=key)
    return set_plan(Plan(tuple(stage for stage in state.plan.stages if stage.key != flight)))


def play_rounds(state: EventState, flight: str, rounds: int) -> JournalCommand:
    """Change the number of rounds of a stage; 0: as many as are needed for one undefeated entry."""
    return _set_options(state, _get_round_stage(state, flight), {ROUNDS: rounds})


def forbid_pair(state: EventState, flight: str, one: int, other: int) -> JournalCommand:
    """Forbid a pair in the rounds to come. Refuses "fixed_wrong" for equal or unknown entries."""
    stage = _get_round_stage(state, flight)
    if one == other or not {one, other} <= set(state.entries):
        raise Refusal("fixed_wrong", boards=[[one, other]])
    pairs = forbidden_pairs(stage)
    return _set_options(state, stage, {FORBIDDEN: _pair_lists({*pairs, frozenset((one, other))})})


def allow_pair(state: EventState, flight: str, one: int, other: int) -> JournalCommand:
    """Allow a forbidden pair again."""
    stage = _get_round_stage(state, flight)
    return _set_options(
        state, stage, {FORBIDDEN: _pair_lists(forbidden_pairs(stage) - {frozenset((one, other))})}
    )


def add_stage(state: EventState, stage_key: str, count: int, lengths: tuple[int, ...]) -> JournalCommand:
    """Add one of the `additions` after the planned stages. Refuses others (`stage_not_added`).

    `count` is the number of entries that advance to a knockout, or of rounds whose losers get a last chance.
    """
    if stage_key not in additions(state):
        raise Refusal("stage_not_added", what=stage_key)
    stage = replace(BUILDERS[stage_key](state, count), lengths=lengths)
    return set_plan(Plan((*state.plan.stages, stage)))


def additions(state: EventState) -> tuple[str, ...]:
    """Return the stages that can be added to the plan."""
    return tuple(stage_key for stage_key, builder in BUILDERS.items() if _is_possible(state, builder))


def drop_stage(state: EventState, flight: str) -> JournalCommand:
    """Remove an unpublished stage from the plan. Refuses "stage_needed" where it feeds another."""
    _get_unpublished_stage(state, flight)
    needing = [stage.key for stage in state.plan.stages if flight in stage.feed.sources]
    if needing:
        raise Refusal("stage_needed", stage=flight, others=needing)
    return set_plan(Plan(tuple(stage for stage in state.plan.stages if stage.key != flight)))


def reshape_stage(
    state: EventState,
    flight: str,
    lengths: tuple[int, ...],
    name: str,
    new_terms: Mapping[str, Any] | None = None,
) -> JournalCommand:
    """Change match lengths and name of an unpublished stage; no `lengths`: the length of the event.

    `new_terms` are its clock and rules (`formats.stage_terms`); {}: those of the event, None: no change.
    """
    stage = _get_unpublished_stage(state, flight)
    of_draw, before = stage_terms.split_options(stage.options)
    options = of_draw | dict(before if new_terms is None else new_terms)
    changed = replace(stage, lengths=lengths, name=name, options=options)
    return set_plan(Plan(tuple(changed if each is stage else each for each in state.plan.stages)))


def _get_unpublished_stage(state: EventState, flight: str) -> Stage:
    drawing = state.stages.get(flight)
    if drawing is not None and drawing.is_published:
        raise Refusal("stage_published", stage=flight)
    return state.plan[flight]


def _is_possible(state: EventState, builder: Builder) -> bool:
    try:
        check_plan(Plan((*state.plan.stages, builder(state, USUAL_COUNT))))
    except (Refusal, StopIteration):
        return False
    return True


def _consolation(state: EventState, count: int) -> Stage:
    return Stage(CONSOLATION, "consolation", Feed(FIRST_LOSSES, state.plan[MAIN].key))


def _last_chance(state: EventState, count: int) -> Stage:
    options = {LATER: True, "apart": {MET: MET_APART}}
    return Stage(LAST_CHANCE, "knockout", Feed(LOSERS, state.plan[CONSOLATION].key, rounds=count), options)


def _knockout(state: EventState, count: int) -> Stage:
    table = next(stage for stage in state.plan.stages if is_table(stage) and stage.key not in {MAIN, FINAL})
    return Stage(MAIN, "knockout", Feed(PLACES, table.key, first=1, last=count))


def _play_off(state: EventState, count: int) -> Stage:
    lives = next(stage for stage in state.plan.stages if format_of(stage).can_have_play_off)
    return Stage(PLAYOFF, "contingent", Feed(LIVES, lives.key))


BUILDERS: Mapping[str, Builder] = {
    CONSOLATION: _consolation,
    LAST_CHANCE: _last_chance,
    MAIN: _knockout,
    PLAYOFF: _play_off,
}


def forbidden_pairs(stage: Stage) -> set[frozenset[int]]:
    """Return the pairs that never meet in a stage."""
    return {frozenset(pair) for pair in stage.options.get(FORBIDDEN, ())}


def _pair_lists(pairs: Iterable[frozenset[int]]) -> list[list[int]]:
    return sorted(sorted(pair) for pair in pairs)


def _get_round_stage(state: EventState, flight: str) -> Stage:
    stage = state.plan[flight]
    if format_of(stage).is_static:
        raise Refusal("stage_of_lines", flight=flight)
    return stage


def _set_options(state: EventState, stage: Stage, more: dict[str, Any]) -> JournalCommand:
    options = {name: value for name, value in {**stage.options, **more}.items() if value != []}
    changed = replace(stage, options=options)
    return set_plan(Plan(tuple(changed if each is stage else each for each in state.plan.stages)))
