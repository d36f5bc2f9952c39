"""The static formats by name: which options they know, how their lines are drawn, and their pairings."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.errors import Refusal
from tournaments.formats import consolation, contingent, finals
from tournaments.formats.drawing import Drawing, bracket_drawing, groups_drawing, table_drawing
from tournaments.formats.field import Pairing, Source
from tournaments.formats.groups import group_tables
from tournaments.formats.knockout import FINAL_ONLY, bracket
from tournaments.formats.plan import LATER, ROLLING, STATIC, Format, Person, Stage
from tournaments.formats.round_robin import table
from tournaments.formats.seeding import SHEETS

Draw = Callable[[Stage, Sequence[Source], int], tuple[Pairing, ...]]
Drawer = Callable[[Stage, Sequence[Person], Sequence[int], str], Drawing]
Test = Callable[[Any], bool]
MOST = 512
TWO_DAYS = 2 * 24 * 60


def _count(least: int, most: int) -> Test:
    return lambda value: type(value) is int and least <= value <= most


def _one_of(*words: str) -> Test:
    return lambda value: isinstance(value, str) and value in words


def _rounds_by_kind(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(kind, str) and _count(0, 9)(rounds) for kind, rounds in value.items()
    )


def _words(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(word, str) for word in value)


def _rolling(value: object) -> bool:
    if not isinstance(value, Mapping) or not set(value) <= {"size", "hours", "again"}:
        return False
    hours = value.get("hours", [])
    return (
        _count(2, MOST)(value.get("size"))
        and isinstance(value.get("again", False), bool)
        and isinstance(hours, list | tuple)
        and all(_is_hour(hour) for hour in hours)
    )


def _is_hour(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and _count(0, TWO_DAYS)(value[0])
        and _count(1, 99)(value[1])
    )


def _scores(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        name in SCORED and isinstance(score, str) and SCORE.fullmatch(score) for name, score in value.items()
    )


SCORED = frozenset(
    {"win", "draw", "loss", "bye", "half_bye", "away", "close", "within", "clear"}
    | {"pr_lower", "pr_equal", "pr_within"}
)
SCORE = re.compile(r"-?[0-9]{1,4}(/[1-9][0-9]{0,3})?")

DRAWN: Mapping[str, Test] = {
    "seeding": _one_of("fixed", "blocks"),
    "sheet": _one_of(*SHEETS),
    "apart": _rounds_by_kind,
    "first": _count(1, MOST),
    LATER: lambda value: isinstance(value, bool),
}
PLAYED_OUT: Mapping[str, Test] = {"placed": _count(0, MOST)}
FED: Mapping[str, Test] = {"starters": _count(0, MOST // 2)}
FINAL: Mapping[str, Test] = {"final": _one_of(*finals.KINDS), "head_start": _count(0, 98)}
TABLE: Mapping[str, Test] = {
    "cycles": _count(1, 8),
    "rounds": _count(0, 4 * MOST),
    "matches": _count(0, MOST - 1),
    "numbers": _one_of("order", "lot", "mates_first"),
    "criteria": _words,
    "scoring": _scores,
    "up": _count(0, 16),
    "down": _count(0, 16),
}
GROUPS: Mapping[str, Test] = {"groups": _count(1, MOST // 2), "size": _count(3, 64)}


def _knockout(stage: Stage, sources: Sequence[Source], entrants: int) -> tuple[Pairing, ...]:
    options = stage.options
    return bracket(stage.key, sources, options.get("first", 1), options.get("placed", FINAL_ONLY))


def _feed_in(stage: Stage, sources: Sequence[Source], entrants: int) -> tuple[Pairing, ...]:
    return consolation.feed_in(stage.key, sources, stage.options.get("first", 1))


def _final(stage: Stage, sources: Sequence[Source], entrants: int) -> tuple[Pairing, ...]:
    options = stage.options
    kind, start = options.get("final", finals.SINGLE), options.get("head_start", 0)
    return finals.final(stage.key, sources, kind, start, options.get("first", 1))


def _table(stage: Stage, sources: Sequence[Source], entrants: int) -> tuple[Pairing, ...]:
    return table(stage.key, sources, stage.options)


def _groups(stage: Stage, sources: Sequence[Source], entrants: int) -> tuple[Pairing, ...]:
    return group_tables(stage.key, sources, stage.options)


def _contingent(stage: Stage, sources: Sequence[Source], entrants: int) -> tuple[Pairing, ...]:
    return contingent.pairings(stage.key, sources, stage.options.get("first", 1))


DRAWERS: Mapping[str, Drawer] = {
    "knockout": bracket_drawing,
    "consolation": bracket_drawing,
    "feed_in": bracket_drawing,
    "final": bracket_drawing,
    "round_robin": table_drawing,
    "groups": groups_drawing,
    "contingent": contingent.drawing,
}


def can_have_lines(form: str, lines: int) -> bool:
    """Whether a draw of a static format can have so many lines: a bracket has a power of two."""
    return DRAWERS[form] is not bracket_drawing or lines.bit_count() == 1


def drawing(stage: Stage, people: Sequence[Person], seeds: Sequence[int], seed: str) -> Drawing:
    """The draw of a static stage with the reason of every line and a report of what was not kept apart."""
    return DRAWERS[stage.format](stage, people, seeds, seed)


def _format(draw: Draw, tests: Mapping[str, Test]) -> Format:
    def check(options: Mapping[str, Any]) -> None:
        for name, value in options.items():
            if name not in tests or not tests[name](value):
                raise Refusal("format_options_wrong", option=name, value=str(value))

    def lines(stage: Stage, people: Sequence[Person], seeds: Sequence[int], seed: str) -> tuple[int, ...]:
        return drawing(stage, people, seeds, seed).lines

    return Format(STATIC, check, lines, draw)


STATIC_FORMATS: Mapping[str, Format] = {
    "knockout": _format(_knockout, {**DRAWN, **PLAYED_OUT, ROLLING: _rolling}),
    "consolation": _format(_knockout, {**DRAWN, **PLAYED_OUT}),
    "feed_in": _format(_feed_in, {**DRAWN, **FED}),
    "final": _format(_final, {**DRAWN, **FINAL}),
    "round_robin": _format(_table, {**DRAWN, **TABLE}),
    "groups": _format(_groups, {**DRAWN, **TABLE, **GROUPS}),
    "contingent": _format(_contingent, DRAWN),
}
