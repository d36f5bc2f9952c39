"""Event formats of brackets and groups, and those made of several formats: the plan of stages of each."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from tournaments.formats.double_elimination_final import ADVANTAGE, NO_FINAL
from tournaments.formats.event_format import (
    CLUB_APART,
    MORE,
    ROUNDS,
    SIDE,
    USUAL,
    EventFormat,
    FormatOptions,
    Planner,
)
from tournaments.formats.graph import (
    BACKDRAW,
    CONSOLATION,
    FINAL,
    GROUP,
    LAST_CHANCE,
    LEAGUE,
    MAIN,
    MINI,
    SWISS,
)
from tournaments.formats.lives import LIVES_FIELDS, make_lives_plan
from tournaments.formats.plan import FIRST_LOSSES, LATER, LOSERS, PLACES, ROLLING, Feed, Plan, Stage
from tournaments.formats.separation import MET
from tournaments.formats.swiss.format import SWISS_FIELDS, make_swiss_plan, make_swiss_stage
from tournaments.formats.translatable import gettext_noop

# Rounds in which entries that have met are kept apart.
MET_APART = 9
SINGLE_POINT = (1,)
PR_POINTS = "pr_points"
# Default tie-breaks of events with performance ratings.
RATINGS = (PR_POINTS, "performance", "wins", "head_to_head")


def _make_main_stage(format_options: FormatOptions) -> Stage:
    return Stage(MAIN, "knockout", options=format_options.draw_options(), lengths=format_options.main)


def _make_knockout_after(flight: str, format_options: FormatOptions) -> Stage:
    """Return a knockout of the best entries of a flight."""
    options = {"placed": format_options.placed} if format_options.placed != 2 else {}
    feed = Feed(PLACES, flight, first=1, last=format_options.best)
    return Stage(MAIN, "knockout", feed, options, format_options.main)


def make_knockout_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of single elimination without a consolation; losers can play off places."""
    options = format_options.draw_options() | (
        {"placed": format_options.placed} if format_options.placed != 2 else {}
    )
    return Plan((Stage(MAIN, "knockout", options=options, lengths=format_options.main),))


def make_consolation_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of single elimination with a consolation for losers of their first match."""
    feed = Feed(FIRST_LOSSES, MAIN)
    return Plan(
        (
            _make_main_stage(format_options),
            Stage(CONSOLATION, "consolation", feed, lengths=format_options.consolation),
        )
    )


def make_progressive_plan(format_options: FormatOptions) -> Plan:
    """Return the plan with a progressive consolation, and a last chance for early losers of that."""
    losers_feed = Feed(LOSERS, MAIN, rounds=format_options.fed)
    last_chance_feed = Feed(LOSERS, CONSOLATION, rounds=2)
    last_chance_options = {
        LATER: True,
        "apart": {MET: MET_APART} | dict.fromkeys(format_options.apart, CLUB_APART),
    }
    return Plan(
        (
            _make_main_stage(format_options),
            Stage(CONSOLATION, "feed_in", losers_feed, lengths=format_options.consolation),
            Stage(LAST_CHANCE, "knockout", last_chance_feed, last_chance_options, format_options.last_chance),
        )
    )


def _get_final_options(format_options: FormatOptions) -> dict[str, object]:
    """Return the options of the final: its kind, and the head start of the undefeated player."""
    head_start = {"head_start": format_options.ahead} if format_options.final == ADVANTAGE else {}
    return {"final": format_options.final, **head_start}


def make_double_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of double elimination, with a final or none."""
    brackets = (
        _make_main_stage(format_options),
        Stage(BACKDRAW, "feed_in", Feed(LOSERS, MAIN), {"first": 2}, format_options.consolation),
    )
    if format_options.final == NO_FINAL:
        return Plan(brackets)
    final = Stage(
        FINAL,
        "final",
        Feed(PLACES, flights=(MAIN, BACKDRAW), last=1),
        _get_final_options(format_options),
        format_options.main,
    )
    return Plan((*brackets, final))


def make_swiss_and_knockout_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of Swiss rounds with a knockout of the best."""
    return Plan((make_swiss_stage(format_options), _make_knockout_after(SWISS, format_options)))


def make_pr_event_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of a PR event: a point for the match and one for the lower performance rating.

    It is a round robin or a Swiss, then a knockout of the best `pr_best`, if any.
    """
    ties = [name for name in format_options.tie_breaks if name not in {"score", PR_POINTS}]
    table_options: dict[str, object] = {
        "criteria": [PR_POINTS, *ties] if ties else list(RATINGS),
        "scoring": {
            **format_options.scoring,
            "pr_equal": format_options.pr_equal,
            "pr_within": format_options.pr_within,
        },
    }
    if format_options.pr_shape == "swiss":
        swiss_stage = make_swiss_stage(format_options)
        first = replace(swiss_stage, options={**swiss_stage.options, **table_options})
    else:
        options = {"cycles": format_options.cycles, **table_options}
        first = Stage(LEAGUE, "round_robin", options=options, lengths=format_options.main)
    further = _make_knockout_after(first.key, replace(format_options, best=format_options.pr_best))
    return Plan((first, further) if format_options.pr_best else (first,))


def make_groups_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of round robin groups with a knockout of the best of each."""
    options = (
        format_options.draw_options()
        | {"size": format_options.size, "cycles": format_options.cycles}
        | format_options.table_options()
    )
    options.pop("seeding", None)
    group = Stage(GROUP, "groups", options=options, lengths=format_options.consolation)
    return Plan((group, _make_knockout_after(GROUP, format_options)))


def make_blitz_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of one-point matches in one of three formats."""
    return BLITZ_PLANNERS[format_options.shape](
        replace(format_options, main=SINGLE_POINT, consolation=SINGLE_POINT)
    )


def make_mini_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of rolling knockouts; losers wait for the next one."""
    return _make_rolling_plan(format_options, again=True)


def make_jackpot_plan(format_options: FormatOptions) -> Plan:
    """Return the plan of rolling knockouts whose players may enter the next one again."""
    return _make_rolling_plan(replace(format_options, hours=()), again=False)


def _make_rolling_plan(format_options: FormatOptions, *, again: bool) -> Plan:
    hours = [list(hour) for hour in format_options.hours]
    rolling = {"size": format_options.seats, "hours": hours, "again": again}
    options = format_options.draw_options() | {ROLLING: rolling}
    return Plan((Stage(f"{MINI}_1", "knockout", options=options, lengths=format_options.main),))


# The formats of a blitz.
BLITZ_PLANNERS: Mapping[str, Planner] = MappingProxyType(
    {"knockout": make_knockout_plan, "swiss": make_swiss_plan, "lives": make_lives_plan}
)

BRACKET_FIELDS = ("length", "consolation_length")

KNOCKOUT_CONSOLATION_EVENT = EventFormat(
    "knockout_consolation",
    gettext_noop("Knockout with consolation"),
    gettext_noop("First-match losers play on."),
    make_consolation_plan,
    (*BRACKET_FIELDS, "apart", "blocks"),
    USUAL,
)
PROGRESSIVE_EVENT = EventFormat(
    "progressive",
    gettext_noop("Knockout, progressive consolation, last chance"),
    gettext_noop(
        "Losers of every round before the final join the consolation; its early losers get a last chance."
    ),
    make_progressive_plan,
    (*BRACKET_FIELDS, "last_chance_length", "fed", "apart", "blocks"),
    USUAL,
)
KNOCKOUT_EVENT = EventFormat(
    "knockout",
    gettext_noop("Knockout"),
    gettext_noop("Losers are out."),
    make_knockout_plan,
    ("length", "third", "apart", "blocks"),
    USUAL,
)
DOUBLE_EVENT = EventFormat(
    "double",
    gettext_noop("Double elimination"),
    gettext_noop(
        "Players who lose play on in a backdraw; its winner meets the undefeated player in the final."
    ),
    make_double_plan,
    (*BRACKET_FIELDS, "final", "apart", "blocks"),
    MORE,
)
SWISS_AND_KNOCKOUT_EVENT = EventFormat(
    "swiss_and_knockout",
    gettext_noop("Swiss, then knockout"),
    gettext_noop("The top players of the Swiss rounds advance to a knockout."),
    make_swiss_and_knockout_plan,
    ("length", "best", "third", *SWISS_FIELDS, "apart"),
    MORE,
)
GROUPS_EVENT = EventFormat(
    "groups",
    gettext_noop("Groups, then knockout"),
    gettext_noop("The top players of each group advance to a knockout."),
    make_groups_plan,
    (*BRACKET_FIELDS, "size", "best", "cycles", "third", "ties", "apart"),
    MORE,
)
BLITZ_EVENT = EventFormat(
    "blitz",
    gettext_noop("1-point blitz"),
    gettext_noop("Every match is one game without the cube."),
    make_blitz_plan,
    ("shape", "apart"),
    SIDE,
    {"shape": {"knockout": ("third",), "swiss": SWISS_FIELDS, "lives": LIVES_FIELDS}},
)
JACKPOT_EVENT = EventFormat(
    "jackpot",
    gettext_noop("Jackpot"),
    gettext_noop("A mini bracket starts when it is full, and the next one opens."),
    make_jackpot_plan,
    ("length", "seats", "apart"),
    SIDE,
)
MINI_EVENT = EventFormat(
    "mini",
    gettext_noop("Rolling mini brackets"),
    gettext_noop("Newcomers and losers wait for the next mini bracket; matches get shorter later on."),
    make_mini_plan,
    ("length", "seats", "hours", "apart"),
    SIDE,
)
PR_EVENT = EventFormat(
    "pr_event",
    gettext_noop("PR event"),
    gettext_noop("1 point for the match and 1 for the lower performance rating in it."),
    make_pr_event_plan,
    ("length", "pr_shape", "pr_best", "pr_equal", "apart"),
    SIDE,
    {"pr_shape": {"swiss": ("rounds",), "round_robin": ("cycles",)}},
    layout=ROUNDS,
)
