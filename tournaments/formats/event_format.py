"""What a director chooses: the options of an event, and the event format that makes its plan of stages.

Event formats of Swiss rounds, lives and round robins are in the modules of these formats, the others in
`event_formats`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tournaments.formats.plan import Plan

# Rounds in which entries that share a club are kept apart.
CLUB_APART = 2
# Where forms offer an event format: among the usual ones, among more formats, as a side event.
USUAL, MORE, SIDE = "usual", "more", "side"
# What the pairings of an event are shown as.
BRACKET, ROUNDS, CROSSTABLE = "bracket", "rounds", "crosstable"


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

    `title` is what it is called, `description` what happens in it: in English, translated where they are
    shown. `group` is where forms offer it: USUAL, MORE or SIDE. `variants`: form field -> its value ->
    further form fields. `layout` is what its pairings are shown as: BRACKET, ROUNDS or CROSSTABLE.
    """

    name: str
    title: str
    description: str
    plan: Planner
    fields: tuple[str, ...]
    group: str
    variants: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    layout: str = BRACKET
