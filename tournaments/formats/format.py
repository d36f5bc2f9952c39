"""What a format is: one object that answers every question the rest of the system asks about it.

Nobody else compares the name of a format. A new format derives from one of the classes below in a module of
its own, overrides the answers that differ, and is entered in `tournaments.formats.registry`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from rules.errors import Refusal
from tournaments.formats import feeds
from tournaments.formats.drawing import Drawing, bracket_drawing
from tournaments.formats.graph import Pairing, Source
from tournaments.formats.pairing import Request, Round
from tournaments.formats.plan import FIRST_LOSSES, LATER, LOSERS, PLACES, Person, Stage
from tournaments.formats.seeding import SHEETS, shuffled

OptionTest = Callable[[Any], bool]
OptionTests = Mapping[str, OptionTest]
MOST_ENTRIES, MOST_ROUNDS = 512, 64
SCORES = frozenset(
    {"win", "draw", "loss", "bye", "half_bye", "away", "close", "within", "clear"}
    | {"pr_lower", "pr_equal", "pr_within"}
)
SCORE = re.compile(r"-?[0-9]{1,4}(/[1-9][0-9]{0,3})?")


def check_options(options: Mapping[str, Any], tests: OptionTests) -> None:
    """Refuse ("format_options_wrong", with option and value) what is not in `tests` or fails its test."""
    for name, value in options.items():
        if name not in tests or not tests[name](value):
            raise Refusal("format_options_wrong", option=name, value=str(value))


def whole_number(minimum: int, maximum: int) -> OptionTest:
    """Return a test for integers between a minimum and a maximum."""
    return lambda value: type(value) is int and minimum <= value <= maximum


def one_of(*choices: str) -> OptionTest:
    """Return a test for one of the given strings."""
    return lambda value: isinstance(value, str) and value in choices


def is_flag(value: object) -> bool:
    """Whether a value is true or false."""
    return isinstance(value, bool)


def are_strings(value: object) -> bool:
    """Whether a value is a list of non-empty strings."""
    return isinstance(value, list | tuple) and all(isinstance(item, str) and item for item in value)


def is_string_mapping(value: object) -> bool:
    """Whether a value maps strings to strings."""
    return isinstance(value, Mapping) and all(
        isinstance(each, str) for item in value.items() for each in item
    )


def are_scores(value: object) -> bool:
    """Whether a value says what rounds are worth: {"win": "3", "draw": "3/2"}."""
    return isinstance(value, Mapping) and all(
        name in SCORES and isinstance(score, str) and SCORE.fullmatch(score) for name, score in value.items()
    )


def are_rounds_by_kind(value: object) -> bool:
    """Whether a value says for how many rounds people of a kind are kept apart: {"club": 2}."""
    return isinstance(value, Mapping) and all(
        isinstance(kind, str) and whole_number(0, 9)(rounds) for kind, rounds in value.items()
    )


def are_pairs(value: object) -> bool:
    """Whether a value is a list of pairs of different entries."""
    return isinstance(value, list | tuple) and all(
        isinstance(pair, list | tuple)
        and len(pair) == 2
        and all(type(entry) is int and entry > 0 for entry in pair)
        and pair[0] != pair[1]
        for pair in value
    )


# What all formats drawn by lot take.
DRAW_OPTIONS: OptionTests = {
    "seeding": one_of("fixed", "blocks"),
    "sheet": one_of(*SHEETS),
    "apart": are_rounds_by_kind,
    "first": whole_number(1, MOST_ENTRIES),
    LATER: is_flag,
}
# What all formats of rounds take.
ROUND_OPTIONS: OptionTests = {
    "criteria": are_strings,
    "scoring": is_string_mapping,
    "rounds": whole_number(0, MOST_ROUNDS),
    "apart": are_strings,
    "forbidden": are_pairs,
    "numbers": one_of("order", "lot"),
}


Span = tuple[int, int]
BY_ROUNDS, BY_KIND = "rounds", "kinds"
APART_ROUNDS = 2
# Places of a table where the director asks for no criteria of their own.
TABLE_CRITERIA = ("score", "head_to_head", "buchholz_cut_1", "buchholz", "sonneborn_berger", "difference")


class DecidedPairing(Protocol):
    """A pairing that has been played, as the order of a small stage is read from it."""

    @property
    def white(self) -> int | None: ...
    @property
    def black(self) -> int | None: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def loser(self) -> int: ...


class Format(ABC):
    """A way to play a stage. What stands here is the usual answer; a format overrides what differs."""

    name: ClassVar[str]
    # The options it can be played by, each with its test.
    options: ClassVar[OptionTests]

    # Whether all pairings are known at the draw; else one round is paired after another.
    is_static: ClassVar[bool]
    # Whether places come from a table; else from who went out where.
    has_table: ClassVar[bool]
    # What its table is ranked by where the director says nothing.
    criteria: ClassVar[tuple[str, ...]] = TABLE_CRITERIA
    # Whether everybody meets everybody: who leaves early is annulled, and no round is missed.
    is_round_robin: ClassVar[bool] = False
    # Whether a meeting of teams may end level; else somebody must go on.
    can_be_drawn: ClassVar[bool] = False
    # Whether it decides the first places of the stages that feed it; all others keep their places there.
    is_play_off: ClassVar[bool] = False
    # How many it needs at least: where fewer reach it, it is not played.
    fewest_players: ClassVar[int] = 2
    # Whether three of one record may be left over, who play the play-off of three.
    can_have_play_off: ClassVar[bool] = False

    # Whether blocks of seeds can be drawn by lot among each other.
    has_seed_blocks: ClassVar[bool] = False
    # How people are kept apart: for a number of rounds, as far as possible ("kinds"), or not at all.
    keeps_apart_by: ClassVar[str] = ""
    # Whether a new first round makes room for late entries, and players who are out may enter again.
    grows_by_doubling: ClassVar[bool] = False
    # Whether its entries can be parted over two stages.
    can_be_split: ClassVar[bool] = True
    # Whether it can be a division of a league season.
    can_be_division: ClassVar[bool] = False

    # Whether results and not a number of rounds end it; players drop out on the way.
    ends_by_itself: ClassVar[bool] = False
    # Whether a player may ask to sit a round out.
    grants_byes: ClassVar[bool] = False
    # Whether a round is paired by the running difference in points.
    counts_margin: ClassVar[bool] = False
    # Whether a round is paired by what the director says a win is worth.
    pairs_by_own_scoring: ClassVar[bool] = False
    # Whether it can be reported as a tournament file of FIDE.
    has_report: ClassVar[bool] = False

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Refuse ("format_options_wrong") what it cannot be played by."""
        check_options(options, self.options)

    def draw_options(self, *, in_blocks: bool, apart: Sequence[str]) -> dict[str, Any]:
        """The options a director's wishes for the draw become; None takes an option away."""
        options: dict[str, Any] = {}
        if self.has_seed_blocks:
            options["seeding"] = "blocks" if in_blocks else None
        if self.keeps_apart_by == BY_ROUNDS:
            options["apart"] = dict.fromkeys(apart, APART_ROUNDS) or None
        if self.keeps_apart_by == BY_KIND:
            options["apart"] = list(apart) or None
        return options

    @abstractmethod
    def draw(self, stage: Stage, people: Sequence[Person], seeds: Sequence[int], seed: str) -> Drawing:
        """Entries line by line, 0 for a bye, with the reason of every line: seeds, then by lot."""

    def is_drawn_by(self, stage: Stage, lines: Sequence[int], seeds: Sequence[int], seed: str) -> bool:
        """Whether a journal may hold these lines for that seed; most draws are not worked out again there."""
        return True

    def can_have_lines(self, count: int) -> bool:
        """Whether a draw can have so many lines."""
        return True

    def line_of_seed(self, stage: Stage, size: int, number: int) -> int:
        """The line of seed `number` in a draw of `size` lines."""
        return number

    def group_size(self, options: Mapping[str, Any]) -> int:
        """How many a group has at most, 0 where that is not planned or there are no groups."""
        return 0

    def round_count(self, stage: Stage, entrants: int) -> int:
        """How many rounds are paired one after another, 0 where nobody can say beforehand."""
        return 0

    @abstractmethod
    def boards_by_round(self, stage: Stage, entrants: int) -> Iterator[int]:
        """How many matches each round will have, as far as that can be told before it is played."""

    def sources(self, stage: Stage, pairings: Sequence[Pairing]) -> tuple[Source, ...]:
        """The seats of a stage that hangs on others, one for each line; `pairings` are all drawn before.

        Refuses ("feed_unknown") a stage that does not hang on others, and what `feeds` refuses.
        """
        feed = stage.feed
        if feed.origin == FIRST_LOSSES:
            return feeds.first_losses(pairings, feed.flight)
        if feed.origin == LOSERS:
            return self.sources_of_losers(stage, pairings)
        if feed.origin != PLACES:
            raise Refusal("feed_unknown", stage=stage.key, feed=feed.origin)
        flights = [name for flight in feed.sources for name in feeds.flights_of(pairings, flight)]
        return self.sources_of_places(stage, pairings, flights)

    def sources_of_losers(self, stage: Stage, pairings: Sequence[Pairing]) -> tuple[Source, ...]:
        """The seats of a stage of those who lose in another."""
        return feeds.pooled_losers(pairings, stage.feed.flight, stage.feed.rounds)

    def sources_of_places(
        self, stage: Stage, pairings: Sequence[Pairing], flights: Sequence[str]
    ) -> tuple[Source, ...]:
        """The seats of a stage of those who come in at some places of `flights`."""
        feed = stage.feed
        return feeds.place_sources(pairings, flights, feed.first, max(feed.last, feed.first))

    def pairings(self, stage: Stage, sources: Sequence[Source]) -> tuple[Pairing, ...]:
        """Every pairing, one source for each line; refuses ("stage_of_rounds") a stage of rounds."""
        raise Refusal("stage_of_rounds", flight=stage.key)

    def pair_round(self, request: Request) -> Round:
        """The boards of one round; refuses ("stage_of_lines") a stage whose pairings are all known."""
        raise Refusal("stage_of_lines", flight=request.flight)

    def is_over(self, request: Request) -> bool:
        """Whether there is no next round where results end the stage (`ends_by_itself`)."""
        return False

    def final_spans(self, exits: Mapping[int, Span], decided: Sequence[DecidedPairing]) -> dict[int, Span]:
        """The places at the end of a stage without a table, from the places its pairings gave to each entry:
        the same order with places counted from 1 by those who are there."""
        spans: dict[int, Span] = {}
        better = 0
        for span in sorted(set(exits.values())):
            level = [entry for entry, value in exits.items() if value == span]
            spans |= dict.fromkeys(level, (better + 1, better + len(level)))
            better += len(level)
        return spans


class StaticFormat(Format):
    """A format whose pairings are all known at the draw."""

    is_static = True
    has_table = False

    def boards_by_round(self, stage: Stage, entrants: int) -> Iterator[int]:
        """Matches by round of a knockout: first as many as bring the field to a power of two."""
        if entrants < 2:
            return
        size = 1 << (entrants - 1).bit_length()
        yield entrants - size // 2
        yield from (size >> shift for shift in range(2, size.bit_length()))


class BracketFormat(StaticFormat):
    """A static format whose lines are those of a bracket."""

    def draw(self, stage: Stage, people: Sequence[Person], seeds: Sequence[int], seed: str) -> Drawing:
        """The lines of a bracket."""
        return bracket_drawing(stage, people, seeds, seed)

    def can_have_lines(self, count: int) -> bool:
        """A bracket has a power of two."""
        return count.bit_count() == 1


class RoundFormat(Format):
    """A format of rounds that are paired one after another, each from the results so far."""

    is_static = False
    has_table = True

    def draw(self, stage: Stage, people: Sequence[Person], seeds: Sequence[int], seed: str) -> Drawing:
        """The fixed order: seeds, then the others by lot, or in order of entry where the plan says so."""
        entries = [person.entry for person in people]
        if len(set(entries)) != len(entries) or len(set(seeds)) != len(seeds) or set(seeds) - set(entries):
            raise Refusal("seeds_unknown", seeds=list(seeds))
        rest = sorted(set(entries) - set(seeds))
        by_entry = stage.options.get("numbers") == "order"
        return Drawing((*seeds, *(rest if by_entry else shuffled(rest, seed))))

    def boards_by_round(self, stage: Stage, entrants: int) -> Iterator[int]:
        """Half of the field in each round."""
        if entrants > 1:
            yield from [entrants // 2] * self.round_count(stage, entrants)
