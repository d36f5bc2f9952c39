"""Event formats: what a director can choose, and the plan of stages each makes from the options."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tournaments.formats.double_elimination_final import ADVANTAGE
from tournaments.formats.graph import (
    BACKDRAW,
    CONSOLATION,
    FINAL,
    GROUP,
    LAST_CHANCE,
    LEAGUE,
    LIVES,
    MAIN,
    MINI,
    SWISS,
)
from tournaments.formats.plan import FIRST_LOSSES, LATER, LOSERS, PLACES, ROLLING, Feed, Plan, Stage

# Rounds in which entries that have met, or share a club, are kept apart.
MET_APART, CLUB_APART = 9, 2
SINGLE_POINT = (1,)
PR_POINTS = "pr_points"
# Default tie-breaks of events with performance ratings, and of Swiss by running score.
RATINGS = (PR_POINTS, "performance", "wins", "head_to_head")
HUNDREDS = ("hundred", "wins", "head_to_head", "buchholz_cut_1")


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """The options of an event as the director chooses them; each event format uses those it needs.

    `main`, `consolation` and `last_chance` are match lengths by round; the last one repeats. `fed` is the
    number of rounds of the main bracket whose losers enter the consolation (0: all). `placed` is the number
    of places that are played off (2: only the final, 4: also third place, 0: all). `ahead` is the head start
    in points of the undefeated player in an "advantage" final. `best` is the number of entries that advance
    to the knockout, from each group or from the Swiss. `apart` are kinds of tags ("club", "country",
    "family") to separate. `first_method` is the pairing method of the first round, if it differs.
    `tie_breaks` and `scoring` are those of tables, empty for the defaults. `paid` is the number of paid
    places in an event of lives. `seats` is the size of a rolling knockout, `hours` its match lengths by time:
    (minute of the day, points). `shape` is the format of an event of one-point matches. For events with
    performance ratings, `pr_shape` is the format; ratings that differ by at most `pr_within` give each player
    `pr_equal` of the point; `pr_best` advance to a knockout (0: none).
    """

    main: tuple[int, ...] = (7,)
    consolation: tuple[int, ...] = (5,)
    last_chance: tuple[int, ...] = (3,)
    fed: int = 0
    placed: int = 2
    final: str = "single"
    ahead: int = 1
    rounds: int = 5
    method: str = "slide"
    lives: int = 3
    size: int = 4
    best: int = 2
    cycles: int = 1
    blocks: bool = False
    apart: tuple[str, ...] = ()
    first_method: str = ""
    acceleration: str = "none"
    tie_breaks: tuple[str, ...] = ()
    scoring: Mapping[str, str] = field(default_factory=dict)
    paid: int = 0
    seats: int = 8
    hours: tuple[tuple[int, int], ...] = ()
    shape: str = "knockout"
    pr_shape: str = "round_robin"
    pr_equal: str = "1/2"
    pr_within: str = "0"
    pr_best: int = 0

    def draw_options(self) -> dict[str, object]:
        """Options of every bracket with a random draw."""
        options: dict[str, object] = {"seeding": "blocks"} if self.blocks else {}
        if self.apart:
            options["apart"] = dict.fromkeys(self.apart, CLUB_APART)
        return options

    def table_options(self) -> dict[str, object]:
        """Options of every table."""
        options: dict[str, object] = {"criteria": list(self.tie_breaks)} if self.tie_breaks else {}
        if self.scoring:
            options["scoring"] = dict(self.scoring)
        return options


Planner = Callable[[FormatOptions], Plan]


@dataclass(frozen=True, slots=True)
class EventFormat:
    """An event format: the function that makes its plan, and the form fields it needs.

    Its displayed name is in `tournaments.messages.names`. `group` is where forms offer it: USUAL, MORE or
    SIDE. `variants`: form field -> its value -> further form fields.
    """

    name: str
    plan: Planner
    fields: tuple[str, ...]
    group: str
    variants: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)


def _main(format_options: FormatOptions) -> Stage:
    return Stage(MAIN, "knockout", options=format_options.draw_options(), lengths=format_options.main)


def _knockout_after(flight: str, format_options: FormatOptions) -> Stage:
    """Return a knockout of the best entries of a flight."""
    options = {"placed": format_options.placed} if format_options.placed != 2 else {}
    feed = Feed(PLACES, flight, first=1, last=format_options.best)
    return Stage(MAIN, "knockout", feed, options, format_options.main)


def knockout(format_options: FormatOptions) -> Plan:
    """Single elimination without a consolation; losers can play off places."""
    options = format_options.draw_options() | (
        {"placed": format_options.placed} if format_options.placed != 2 else {}
    )
    return Plan((Stage(MAIN, "knockout", options=options, lengths=format_options.main),))


def consolation(format_options: FormatOptions) -> Plan:
    """Single elimination, and a consolation for losers of their first match."""
    feed = Feed(FIRST_LOSSES, MAIN)
    return Plan(
        (_main(format_options), Stage(CONSOLATION, "consolation", feed, lengths=format_options.consolation))
    )


def progressive(format_options: FormatOptions) -> Plan:
    """Single elimination, a progressive consolation, and a last chance for early losers of that."""
    losers_feed = Feed(LOSERS, MAIN, rounds=format_options.fed)
    last_chance_feed = Feed(LOSERS, CONSOLATION, rounds=2)
    last_chance_options = {
        LATER: True,
        "apart": {"met": MET_APART} | dict.fromkeys(format_options.apart, CLUB_APART),
    }
    return Plan(
        (
            _main(format_options),
            Stage(CONSOLATION, "feed_in", losers_feed, lengths=format_options.consolation),
            Stage(LAST_CHANCE, "knockout", last_chance_feed, last_chance_options, format_options.last_chance),
        )
    )


def _final(format_options: FormatOptions) -> dict[str, object]:
    """Return the options of the final: its kind, and the head start of the undefeated player."""
    head_start = {"head_start": format_options.ahead} if format_options.final == ADVANTAGE else {}
    return {"final": format_options.final, **head_start}


def double(format_options: FormatOptions) -> Plan:
    """Double elimination: two losses eliminate."""
    stages = (
        _main(format_options),
        Stage(BACKDRAW, "feed_in", Feed(LOSERS, MAIN), {"first": 2}, format_options.consolation),
        Stage(
            FINAL,
            "final",
            Feed(PLACES, flights=(MAIN, BACKDRAW), last=1),
            _final(format_options),
            format_options.main,
        ),
    )
    return Plan(stages)


def swiss(format_options: FormatOptions) -> Plan:
    """Swiss: a fixed number of rounds between players of equal score."""
    return Plan((_swiss(format_options),))


def swiss_and_knockout(format_options: FormatOptions) -> Plan:
    """Swiss rounds, then a knockout of the best."""
    return Plan((_swiss(format_options), _knockout_after(SWISS, format_options)))


def _swiss(format_options: FormatOptions) -> Stage:
    options: dict[str, object] = {
        "rounds": format_options.rounds,
        "method": format_options.method,
        **format_options.table_options(),
    }
    if format_options.first_method not in {"", format_options.method}:
        options["first_method"] = format_options.first_method
    if format_options.acceleration != "none":
        options["acceleration"] = format_options.acceleration
    if format_options.apart:
        options["apart"] = list(format_options.apart)
    return Stage(SWISS, "swiss", options=options, lengths=format_options.main)


def score_swiss(format_options: FormatOptions) -> Plan:
    """Swiss rounds by the running score of hundreds and points."""
    table_options = {"criteria": list(HUNDREDS), **format_options.table_options()}
    options: dict[str, object] = {"rounds": format_options.rounds, **table_options}
    if format_options.apart:
        options["apart"] = list(format_options.apart)
    return Plan((Stage(SWISS, "score_swiss", options=options, lengths=format_options.main),))


def pr_event(format_options: FormatOptions) -> Plan:
    """Round robin or Swiss, with a point for the match and one for the lower performance rating.

    Then a knockout of the best `pr_best`, if any.
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
        swiss_stage = _swiss(format_options)
        first = replace(swiss_stage, options={**swiss_stage.options, **table_options})
    else:
        options = {"cycles": format_options.cycles, **table_options}
        first = Stage(LEAGUE, "round_robin", options=options, lengths=format_options.main)
    further = _knockout_after(first.key, replace(format_options, best=format_options.pr_best))
    return Plan((first, further) if format_options.pr_best else (first,))


def round_robin(format_options: FormatOptions) -> Plan:
    """Round robin."""
    options = {"cycles": format_options.cycles, **format_options.table_options()}
    return Plan((Stage(LEAGUE, "round_robin", options=options, lengths=format_options.main),))


def groups(format_options: FormatOptions) -> Plan:
    """Round robin groups, then a knockout of the best of each."""
    options = (
        format_options.draw_options()
        | {"size": format_options.size, "cycles": format_options.cycles}
        | format_options.table_options()
    )
    options.pop("seeding", None)
    group = Stage(GROUP, "groups", options=options, lengths=format_options.consolation)
    return Plan((group, _knockout_after(GROUP, format_options)))


def lives(format_options: FormatOptions) -> Plan:
    """Rounds until one player is left: a player without lives is out."""
    options: dict[str, object] = {"lives": format_options.lives}
    if format_options.paid:
        options["places"] = format_options.paid
    if format_options.apart:
        options["apart"] = list(format_options.apart)
    return Plan((Stage(LIVES, "lives", options=options, lengths=format_options.main),))


def blitz(format_options: FormatOptions) -> Plan:
    """One-point matches in one of three formats."""
    return BLITZ_PLANNERS[format_options.shape](
        replace(format_options, main=SINGLE_POINT, consolation=SINGLE_POINT)
    )


def mini(format_options: FormatOptions) -> Plan:
    """Rolling knockouts that start as players arrive; losers wait for the next one."""
    return _rolling(format_options, again=True)


def jackpot(format_options: FormatOptions) -> Plan:
    """Rolling knockouts that start when they are full; players may enter the next one again."""
    return _rolling(replace(format_options, hours=()), again=False)


def _rolling(format_options: FormatOptions, *, again: bool) -> Plan:
    hours = [list(hour) for hour in format_options.hours]
    rolling = {"size": format_options.seats, "hours": hours, "again": again}
    options = format_options.draw_options() | {ROLLING: rolling}
    return Plan((Stage(f"{MINI}_1", "knockout", options=options, lengths=format_options.main),))


# The formats of a blitz.
BLITZ_PLANNERS: Mapping[str, Planner] = MappingProxyType(
    {"knockout": knockout, "swiss": swiss, "lives": lives}
)

# Where forms offer an event format: among the usual ones, among more formats, as a side event.
USUAL, MORE, SIDE = "usual", "more", "side"
# Groups of related fields.
SWISS_FIELDS = ("rounds", "method", "ties")
LIVES_FIELDS = ("lives", "paid")
BRACKET_FIELDS = ("length", "consolation_length")

ALL_EVENT_FORMATS: tuple[EventFormat, ...] = (
    EventFormat("knockout_consolation", consolation, (*BRACKET_FIELDS, "apart", "blocks"), USUAL),
    EventFormat(
        "progressive",
        progressive,
        (*BRACKET_FIELDS, "last_chance_length", "fed", "apart", "blocks"),
        USUAL,
    ),
    EventFormat("knockout", knockout, ("length", "third", "apart", "blocks"), USUAL),
    EventFormat("swiss", swiss, ("length", *SWISS_FIELDS, "apart"), USUAL),
    EventFormat("double", double, (*BRACKET_FIELDS, "final", "apart", "blocks"), MORE),
    EventFormat(
        "swiss_and_knockout", swiss_and_knockout, ("length", "best", "third", *SWISS_FIELDS, "apart"), MORE
    ),
    EventFormat(
        "groups",
        groups,
        (*BRACKET_FIELDS, "size", "best", "cycles", "third", "ties", "apart"),
        MORE,
    ),
    EventFormat("round_robin", round_robin, ("length", "cycles", "ties"), MORE),
    EventFormat("lives", lives, ("length", "apart", *LIVES_FIELDS), MORE),
    EventFormat(
        "blitz",
        blitz,
        ("shape", "apart"),
        SIDE,
        {"shape": {"knockout": ("third",), "swiss": SWISS_FIELDS, "lives": LIVES_FIELDS}},
    ),
    EventFormat("jackpot", jackpot, ("length", "seats", "apart"), SIDE),
    EventFormat("mini", mini, ("length", "seats", "hours", "apart"), SIDE),
    EventFormat("score_swiss", score_swiss, ("length", "rounds", "ties", "apart"), SIDE),
    EventFormat(
        "pr_event",
        pr_event,
        ("length", "pr_shape", "pr_best", "pr_equal", "apart"),
        SIDE,
        {"pr_shape": {"swiss": ("rounds",), "round_robin": ("cycles",)}},
    ),
)
