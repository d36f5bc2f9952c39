"""Which stages of a plan decide the places of the event, and which of them stand above others.

A knockout of the best eight of a Swiss decides places 1 to 8: it is a level above the Swiss, whose other
entries come below. Backdraw and main bracket of a double elimination are on one level, because the labels of
both are places of the event; the final is above them. A consolation has places of its own.

The levels only order the stages: groups and the knockout of their best have `{"group": 0, "main": 2}`, a
double elimination has `{"main": 0, "backdraw": 0, "final": 2}`.
"""

from collections.abc import Iterable, Mapping

from tournaments.formats.plan import ENTRIES, LIVES, PLACES, Feed, Plan, Stage
from tournaments.formats.plan_checks import stage_key_of
from tournaments.formats.registry import format_of

# A knockout of the best is two levels above its groups, that of the next best one level.
ABOVE, BESIDE = 2, 1


def find_place_levels(plan: Plan) -> list[dict[str, int]]:
    """Return for each stage of entries the stages that decide its places: key -> level.

    Split flights are several stages of entries, each with its own places. Flights whose best meet in one
    stage have their places together.
    """
    all_levels: list[dict[str, int]] = []
    stages = {stage.key: stage for stage in plan.stages}
    for stage in plan.stages:
        if stage.feed.origin == ENTRIES:
            all_levels.append({stage.key: 0})
            continue
        keys = [stage_key_of(flight, stages) for flight in stage.feed.sources]
        feeding = [levels for levels in all_levels if any(key in levels for key in keys)]
        sources = [key for key in keys if key is not None and any(key in levels for levels in feeding)]
        # What comes from a stage without places of the event, as from a consolation, has none either.
        if not sources or len(sources) < len(keys):
            continue
        level = _find_level(stage, [stages[key] for key in sources], feeding)
        if level is not None:
            merged = {key: value for levels in feeding for key, value in levels.items()}
            others = [levels for levels in all_levels if levels not in feeding]
            all_levels = [*others, merged | {stage.key: level}]
    return all_levels


def _find_level(stage: Stage, sources: Iterable[Stage], feeding: Iterable[Mapping[str, int]]) -> int | None:
    """Return the level of a stage above those it gets its entries from; None if it has its own places."""
    level_of = {key: level for levels in feeding for key, level in levels.items()}
    below = max(level_of[source.key] for source in sources)
    if takes_the_best(stage.feed):
        return below + ABOVE
    if int(stage.options.get("first", 1)) == 1:
        return None
    is_from_groups = stage.feed.origin == PLACES and any(format_of(source).has_table for source in sources)
    return below + BESIDE if is_from_groups else below


def takes_the_best(feed: Feed) -> bool:
    """Whether the entries of a stage are the best of its sources, so that they play for the first places."""
    return feed.origin == LIVES or (feed.origin == PLACES and feed.first == 1)
