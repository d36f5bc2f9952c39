"""Other plans for what is to come: stages more or less, other lengths, more rounds, pairs that never meet."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.errors import Refusal
from tournaments.formats import format_of, terms
from tournaments.formats.field import CONSOLATION, FINAL, LAST_CHANCE, MAIN, PLAYOFF
from tournaments.formats.plan import FIRST_LOSSES, LATER, LIVES, LOSERS, PLACES, Feed, Plan, Stage
from tournaments.formats.planning import check_plan
from tournaments.journal.commands import JournalCommand, set_plan
from tournaments.journal.state import EventState
from tournaments.journal.tables import is_table

FORBIDDEN, ROUNDS = "forbidden", "rounds"
MET_APART, USUAL_COUNT = 9, 2
Builder = Callable[[EventState, int], Stage]


def play_rounds(state: EventState, flight: str, rounds: int) -> JournalCommand:
    """A stage of rounds gets another number of them, 0 for as many as one clear winner needs."""
    return _with(state, _of_rounds(state, flight), {ROUNDS: rounds})


def forbid(state: EventState, flight: str, one: int, other: int) -> JournalCommand:
    """Two entries never meet in the rounds to come. Refuses "fixed_wrong" for one entry or an unknown one."""
    stage = _of_rounds(state, flight)
    if one == other or not {one, other} <= set(state.entries):
        raise Refusal("fixed_wrong", boards=[[one, other]])
    pairs = forbidden(stage)
    return _with(state, stage, {FORBIDDEN: _listed({*pairs, frozenset((one, other))})})


def allow(state: EventState, flight: str, one: int, other: int) -> JournalCommand:
    """Two entries may meet again."""
    stage = _of_rounds(state, flight)
    return _with(state, stage, {FORBIDDEN: _listed(forbidden(stage) - {frozenset((one, other))})})


def add(state: EventState, stage_key: str, count: int, lengths: tuple[int, ...]) -> JournalCommand:
    """One more stage after those that are planned: one of `additions`. Refuses "stage_not_added" others.

    `count` is how many go on to a knockout, or how many rounds send their losers to a last chance.
    """
    if stage_key not in additions(state):
        raise Refusal("stage_not_added", what=stage_key)
    stage = replace(BUILDERS[stage_key](state, count), lengths=lengths)
    return set_plan(Plan((*state.plan.stages, stage)))


def additions(state: EventState) -> tuple[str, ...]:
    """What the plan could go on with."""
    return tuple(stage_key for stage_key, builder in BUILDERS.items() if _stands(state, builder))


def drop(state: EventState, flight: str) -> JournalCommand:
    """The plan without a stage that is not published. Refuses "stage_needed" where others come from it."""
    _must_be_open(state, flight)
    needing = [stage.key for stage in state.plan.stages if flight in stage.feed.sources]
    if needing:
        raise Refusal("stage_needed", stage=flight, others=needing)
    return set_plan(Plan(tuple(stage for stage in state.plan.stages if stage.key != flight)))


def reshape(
    state: EventState,
    flight: str,
    lengths: tuple[int, ...],
    name: str,
    new_terms: Mapping[str, Any] | None = None,
) -> JournalCommand:
    """Other lengths and another name for a stage that is not published; () for the event's own length.

    `agreed` are its clock and laws (`draws.terms`), {} for those of the desk, None for what they were.
    """
    stage = _must_be_open(state, flight)
    of_draw, before = terms.split_options(stage.options)
    options = of_draw | dict(before if new_terms is None else new_terms)
    changed = replace(stage, lengths=lengths, name=name, options=options)
    return set_plan(Plan(tuple(changed if each is stage else each for each in state.plan.stages)))


def _must_be_open(state: EventState, flight: str) -> Stage:
    drawing = state.stages.get(flight)
    if drawing is not None and drawing.is_published:
        raise Refusal("stage_published", stage=flight)
    return state.plan[flight]


def _stands(state: EventState, builder: Builder) -> bool:
    try:
        check_plan(Plan((*state.plan.stages, builder(state, USUAL_COUNT))))
    except (Refusal, StopIteration):
        return False
    return True


def _consolation(state: EventState, count: int) -> Stage:
    return Stage(CONSOLATION, "consolation", Feed(FIRST_LOSSES, state.plan[MAIN].key))


def _last_chance(state: EventState, count: int) -> Stage:
    again = {LATER: True, "apart": {"met": MET_APART}}
    return Stage(LAST_CHANCE, "knockout", Feed(LOSERS, state.plan[CONSOLATION].key, rounds=count), again)


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


def forbidden(stage: Stage) -> set[frozenset[int]]:
    """The pairs that never meet in a stage."""
    return {frozenset(pair) for pair in stage.options.get(FORBIDDEN, ())}


def _listed(pairs: Iterable[frozenset[int]]) -> list[list[int]]:
    return sorted(sorted(pair) for pair in pairs)


def _of_rounds(state: EventState, flight: str) -> Stage:
    stage = state.plan[flight]
    if format_of(stage).is_static:
        raise Refusal("stage_of_lines", flight=flight)
    return stage


def _with(state: EventState, stage: Stage, more: dict[str, Any]) -> JournalCommand:
    options = {name: value for name, value in {**stage.options, **more}.items() if value != []}
    changed = replace(stage, options=options)
    return set_plan(Plan(tuple(changed if each is stage else each for each in state.plan.stages)))
