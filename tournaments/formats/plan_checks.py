"""Rules of plans: validity, allowed changes during play, and stages without a draw of their own."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.errors import Refusal
from rules.match import LONGEST_MATCH
from tournaments.formats import stage_terms
from tournaments.formats.graph import letters_of
from tournaments.formats.plan import (
    BEFORE_FINAL,
    ENTRIES,
    FEEDS,
    FINAL_ONLY,
    FIRST_LOSSES,
    LATER,
    LOSERS,
    PLACED,
    PLACES,
    Feed,
    Plan,
    Stage,
)
from tournaments.formats.registry import FORMATS, format_of

# Options of a stage of rounds that may change during play, as they affect only future rounds.
FUTURE_OPTIONS = frozenset({"rounds", "forbidden"})


def check_plan(plan: Plan) -> None:
    """Refuse an invalid plan.

    Keys must be unique and name flights, entries come from earlier stages, losers go to one stage only, and
    lengths and options must be valid. Refuses `plan_empty`, `flight_unknown`,
    `stage_twice`, `format_unknown`, `format_options_wrong`, `feed_unknown`, `feed_twice`, `feed_reversed`,
    `places_beyond_group`, `stage_length`.
    """
    if not plan.stages:
        raise Refusal("plan_empty")
    stages_by_key: dict[str, Stage] = {}
    for stage in plan.stages:
        letters_of(stage.key)
        if stage.key in stages_by_key:
            raise Refusal("stage_twice", stage=stage.key)
        if stage.format not in FORMATS:
            raise Refusal("format_unknown", stage=stage.key, format=stage.format)
        format_of(stage).check_options(stage_terms.split_options(stage.options)[0])
        stage_terms.check_terms(stage.key, stage.options)
        _check_feed(stage, stages_by_key)
        if not all(1 <= length <= LONGEST_MATCH for length in stage.lengths):
            raise Refusal("stage_length", stage=stage.key, longest=LONGEST_MATCH)
        stages_by_key[stage.key] = stage
    _check_drops(plan)


def _check_feed(stage: Stage, stages_by_key: Mapping[str, Stage]) -> None:
    feed = stage.feed
    if feed.origin not in FEEDS or (feed.origin == ENTRIES) == bool(feed.sources):
        raise Refusal("feed_unknown", stage=stage.key, feed=feed.origin)
    for flight in feed.sources:
        if stage_key_of(flight, stages_by_key) is None:
            raise Refusal("feed_unknown", stage=stage.key, feed=flight)
    if len(set(feed.sources)) != len(feed.sources):
        raise Refusal("feed_twice", stage=stage.key, feed=feed.origin)
    if feed.rounds < BEFORE_FINAL or (feed.origin == PLACES and not 1 <= feed.first <= feed.last):
        raise Refusal("feed_reversed", stage=stage.key, first=feed.first, last=feed.last)
    for flight in feed.sources if feed.origin == PLACES else ():
        feeding = stages_by_key[str(stage_key_of(flight, stages_by_key))]
        size = format_of(feeding).group_size(feeding.options)
        if size and feed.last > size:
            raise Refusal("places_beyond_group", stage=stage.key, last=feed.last, size=size)


def stage_key_of(flight: str, stages: Mapping[str, Any]) -> str | None:
    """Return the key of the stage of a flight: itself, or "group" for "group_3"; None if unknown."""
    if flight in stages:
        return flight
    kind = flight.rpartition("_")[0]
    return kind if kind in stages else None


def _check_drops(plan: Plan) -> None:
    """Refuse two stages for the losers, or for the same places, of a flight.

    A bracket that plays off more than two places needs its losers itself.
    """
    drops = {
        (LOSERS, stage.key, 0) for stage in plan.stages if stage.options.get(PLACED, FINAL_ONLY) != FINAL_ONLY
    }
    for stage in plan.stages:
        for drop in _drops(stage.feed):
            if drop in drops:
                raise Refusal("feed_twice", stage=stage.key, feed=drop[1])
            drops.add(drop)


def _drops(feed: Feed) -> Iterator[tuple[str, str, int]]:
    for flight in feed.sources:
        if feed.origin == PLACES:
            yield from ((PLACES, flight, place) for place in range(feed.first, feed.last + 1))
        else:
            yield (LOSERS, flight, 0)


def can_be_replanned(old: Stage, new: Stage) -> bool:
    """Whether a published stage may be planned in the new way: it is unchanged, except for future rounds."""
    if old == new or format_of(old).is_static:
        return old == new
    fixed_options = [
        {name: value for name, value in stage.options.items() if name not in FUTURE_OPTIONS}
        for stage in (old, new)
    ]
    return fixed_options[0] == fixed_options[1] and replace(old, options=new.options, name=new.name) == new


def is_dependent(stage: Stage, plan: Plan) -> bool:
    """Whether a stage has no draw of its own, as its seats are fixed before its source stages start.

    That is so for static stages fed by static ones, unless the option "drawn_later" requests a draw.
    """
    if stage.feed.origin not in (FIRST_LOSSES, LOSERS, PLACES) or stage.options.get(LATER):
        return False
    keys = {planned_stage.key: planned_stage for planned_stage in plan.stages}
    feeding = [keys[key] for key in (stage_key_of(flight, keys) for flight in stage.feed.sources) if key]
    return all(format_of(each).is_static for each in (stage, *feeding))
