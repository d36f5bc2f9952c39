"""Which event format a plan of stages is, and its match lengths as directors state them."""

from collections.abc import Iterator, Mapping
from functools import cache

from tournaments.formats.double_elimination_final import NO_FINAL, SINGLE
from tournaments.formats.event_format import EventFormat, FormatOptions
from tournaments.formats.event_formats import PR_POINTS, SINGLE_POINT
from tournaments.formats.graph import BACKDRAW, CONSOLATION, GROUP, MAIN
from tournaments.formats.plan import ROLLING, Plan, Stage
from tournaments.formats.registry import EVENT_FORMATS

# The stages whose lengths forms ask for beside those of the main one.
CONSOLATION_STAGES = (CONSOLATION, BACKDRAW, GROUP)
# What a format is recognised by: whether all matches are to one point, and its stages.
Outline = tuple[bool, tuple[tuple[object, ...], ...]]


def recognise_format(plan: Plan) -> str:
    """Return the name of the event format whose stages a plan has, "" for none.

    Options and match lengths may differ; but a format of which all matches are to one point is a blitz.
    """
    is_single_point, stages = _get_outline(plan)
    outlines = _map_outlines()
    return outlines.get((is_single_point, stages)) or outlines.get((False, stages), "")


@cache
def is_rolling_format(event_format: str) -> bool:
    """Return whether small knockouts start one after the other in an event format, by its name."""
    plan = EVENT_FORMATS[event_format].plan(FormatOptions())
    return any(ROLLING in stage.options for stage in plan.stages)


def get_main_lengths(plan: Plan) -> list[int]:
    """Return the match lengths by round of the main stage; empty where those of the event apply."""
    stage = next((each for each in plan.stages if each.key == MAIN), next(iter(plan.stages), None))
    return list(stage.lengths) if stage else []


def get_consolation_lengths(plan: Plan) -> list[int]:
    """Return the match lengths by round of the consolation, the backdraw or the groups, empty without."""
    return next((list(each.lengths) for each in plan.stages if each.key in CONSOLATION_STAGES), [])


@cache
def _map_outlines() -> Mapping[Outline, str]:
    outlines: dict[Outline, str] = {}
    for event_format in EVENT_FORMATS.values():
        for options in _list_variants(event_format):
            outlines.setdefault(_get_outline(event_format.plan(options)), event_format.name)
    return outlines


def _list_variants(event_format: EventFormat) -> Iterator[FormatOptions]:
    """Yield options for every structure that an event format can have."""
    for blitz_format in event_format.variants.get("shape", ("knockout",)):
        for pr_format in event_format.variants.get("pr_shape", ("round_robin",)):
            for pr_best, final in ((0, SINGLE), (2, NO_FINAL)):
                yield FormatOptions(shape=blitz_format, pr_shape=pr_format, pr_best=pr_best, final=final)


def _get_outline(plan: Plan) -> Outline:
    # Rolling brackets are added to the plan one by one; the first is like the others.
    stages = plan.stages[:1] if any(ROLLING in stage.options for stage in plan.stages) else plan.stages
    return all(stage.lengths == SINGLE_POINT for stage in stages), tuple(map(_describe_stage, stages))


def _describe_stage(stage: Stage) -> tuple[object, ...]:
    rolling = stage.options.get(ROLLING) or {}
    has_pr_points = PR_POINTS in stage.options.get("criteria", ())
    return (
        stage.key,
        stage.format,
        stage.feed.origin,
        stage.feed.sources,
        rolling.get("again"),
        has_pr_points,
    )
