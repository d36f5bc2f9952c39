"""The options that a director would state to get a plan of stages: the reverse of the event formats."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.double_elimination_final import NO_FINAL
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.event_formats import BLITZ_PLANNERS, PR_EVENT, PR_POINTS
from tournaments.formats.graph import BACKDRAW, FINAL, LAST_CHANCE, MAIN
from tournaments.formats.plan import FINAL_ONLY, LOSERS, PLACED, PLACES, ROLLING, Plan
from tournaments.formats.recognised_format import get_consolation_lengths, get_main_lengths
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.formats.separation import MET

# Options of stages that are options of the director by the same name.
SAME_NAMES = ("rounds", "method", "first_method", "acceleration", "lives", "size", "cycles", "final")
# The tie-breaks that event formats have by themselves.
OWN_TIE_BREAKS = frozenset(
    tuple(stage.options.get("criteria", ()))
    for event_format in EVENT_FORMATS.values()
    for stage in event_format.plan(FormatOptions()).stages
)


def read_format_options(plan: Plan) -> FormatOptions:
    """Return the options with which the event format of a plan makes it, as far as they can be stated.

    What the plan does not say has its default, also the match lengths of stages that have those of the event.
    """
    default = FormatOptions()
    options = _merge_options(plan)
    rolling = options.get(ROLLING) or {}
    return FormatOptions(
        main=tuple(get_main_lengths(plan)) or default.main,
        consolation=tuple(get_consolation_lengths(plan)) or default.consolation,
        last_chance=_get_lengths(plan, LAST_CHANCE) or default.last_chance,
        ahead=options.get("head_start", default.ahead),
        paid=options.get("places", default.paid),
        blocks=options.get("seeding") == "blocks",
        apart=tuple(kind for kind in options.get("apart", ()) if kind != MET),
        seats=rolling.get("size", default.seats),
        hours=tuple((minute, length) for minute, length in rolling.get("hours", ())),
        **{name: options[name] for name in SAME_NAMES if name in options},
        **_read_feeds(plan),
        **_read_table_options(options),
    )


def _merge_options(plan: Plan) -> Mapping[str, Any]:
    """Return the options of all stages by name; those of the first stage count."""
    merged: dict[str, Any] = {}
    for stage in reversed(plan.stages):
        merged |= stage.options
    if BACKDRAW in plan and FINAL not in plan:
        merged["final"] = NO_FINAL
    return merged


def _get_lengths(plan: Plan, key: str) -> tuple[int, ...]:
    return plan[key].lengths if key in plan else ()


def _read_feeds(plan: Plan) -> dict[str, Any]:
    """Return what the sources of the stages say: rounds that feed a consolation, players who advance."""
    read: dict[str, Any] = {}
    for stage in plan.stages:
        if stage.feed.origin == LOSERS and stage.feed.flight == MAIN:
            read["fed"] = stage.feed.rounds
        if stage.key == MAIN:
            read["placed"] = stage.options.get(PLACED, FINAL_ONLY)
        if stage.key == MAIN and stage.feed.origin == PLACES:
            read["best"] = read["pr_best"] = stage.feed.last
    first = plan.stages[0].format if plan.stages else ""
    shapes = {"shape": BLITZ_PLANNERS, "pr_shape": PR_EVENT.variants["pr_shape"]}
    return {**read, **{name: first for name, choices in shapes.items() if first in choices}}


def _read_table_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return tie-breaks and scores; those that an event format has by itself are left out."""
    criteria, scoring = tuple(options.get("criteria", ())), dict(options.get("scoring", {}))
    read = {name: scoring.pop(name) for name in ("pr_equal", "pr_within") if name in scoring}
    if criteria in OWN_TIE_BREAKS:
        criteria = ()
    elif PR_POINTS in criteria:
        criteria = ("score", *(name for name in criteria if name != PR_POINTS))
    return {**read, "tie_breaks": criteria, "scoring": scoring}
