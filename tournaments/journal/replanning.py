"""Other plans for what is to come: more rounds, pairs that never meet; the next line of the journal."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.errors import Refusal
from tournaments.draws import FORMATS
from tournaments.draws.plan import Plan, Stage
from tournaments.journal.acting import Act, lay_out
from tournaments.journal.state import EventState

FORBIDDEN, ROUNDS = "forbidden", "rounds"


def play_rounds(state: EventState, flight: str, rounds: int) -> Act:
    """A stage of rounds gets another number of them, 0 for as many as one clear winner needs."""
    return _with(state, _of_rounds(state, flight), {ROUNDS: rounds})


def forbid(state: EventState, flight: str, one: int, other: int) -> Act:
    """Two entries never meet in the rounds to come. Refuses "fixed_wrong" for one entry or an unknown one."""
    stage = _of_rounds(state, flight)
    if one == other or not {one, other} <= set(state.entries):
        raise Refusal("fixed_wrong", boards=[[one, other]])
    pairs = forbidden(stage)
    return _with(state, stage, {FORBIDDEN: _listed({*pairs, frozenset((one, other))})})


def allow(state: EventState, flight: str, one: int, other: int) -> Act:
    """Two entries may meet again."""
    stage = _of_rounds(state, flight)
    return _with(state, stage, {FORBIDDEN: _listed(forbidden(stage) - {frozenset((one, other))})})


def forbidden(stage: Stage) -> set[frozenset[int]]:
    """The pairs that never meet in a stage."""
    return {frozenset(pair) for pair in stage.options.get(FORBIDDEN, ())}


def _listed(pairs: Iterable[frozenset[int]]) -> list[list[int]]:
    return sorted(sorted(pair) for pair in pairs)


def _of_rounds(state: EventState, flight: str) -> Stage:
    stage = state.plan[flight]
    if FORMATS[stage.format].is_static:
        raise Refusal("stage_of_lines", flight=flight)
    return stage


def _with(state: EventState, stage: Stage, more: dict[str, Any]) -> Act:
    options = {name: value for name, value in {**stage.options, **more}.items() if value != []}
    changed = replace(stage, options=options)
    return lay_out(Plan(tuple(changed if each is stage else each for each in state.plan.stages)))
