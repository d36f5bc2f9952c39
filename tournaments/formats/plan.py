"""The plan of an event: its stages, where the people of each come from, and the length of its rounds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.errors import Refusal
from tournaments.formats import terms
from tournaments.formats.field import Pairing, Source, letters_of

ENTRIES, FIRST_LOSSES, LOSERS, LIVES, PLACES = "entries", "first_losses", "losers", "lives", "places"
GROUPS, USUAL_GROUP = "groups", 4
FEEDS = (ENTRIES, FIRST_LOSSES, LOSERS, LIVES, PLACES)
STATIC, ROUNDS = "static", "rounds"
LONGEST = 99
LATER, PLACED, ROLLING = "drawn_later", "placed", "rolling"
FINAL_ONLY = 2
# What a stage of rounds may change while it is played: it concerns rounds to come alone.
TO_COME = frozenset({"rounds", "forbidden"})


@dataclass(frozen=True, slots=True)
class Feed:
    """Where the people of a stage come from.

    entries: everybody who is entered. first_losses: who loses his first match in `flight`. losers: who loses
    in rounds 1 to `rounds` of `flight` (0: in any). places: who comes in from `first` to `last` in each of
    `flights`, or in `flight`. lives: who has lives left in `flight`.
    """

    origin: str = ENTRIES
    flight: str = ""
    flights: tuple[str, ...] = ()
    rounds: int = 0
    first: int = 1
    last: int = 0

    @property
    def sources(self) -> tuple[str, ...]:
        """The flights people come from; none for entries."""
        return self.flights or ((self.flight,) if self.flight else ())


@dataclass(frozen=True, slots=True)
class Stage:
    """One flight of an event: its format with options, its feed, and the points matches go to by round.

    The last length repeats; without lengths the event's own length holds. `name` is the director's word.
    """

    key: str
    format: str
    feed: Feed = field(default_factory=Feed)
    options: Mapping[str, Any] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()
    name: str = ""

    def length(self, number: int) -> int:
        """The points a match of round `number` goes to, 0 where the event's length holds."""
        return self.lengths[min(number, len(self.lengths)) - 1] if self.lengths else 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages of an event in the order they are drawn."""

    stages: tuple[Stage, ...] = ()

    def __contains__(self, key: object) -> bool:
        return any(stage.key == key for stage in self.stages)

    def __getitem__(self, key: str) -> Stage:
        """The stage of that key; refuses ("stage_unknown") what is not planned."""
        for stage in self.stages:
            if stage.key == key:
                return stage
        raise Refusal("stage_unknown", stage=key)


@dataclass(frozen=True, slots=True)
class Person:
    """An entry as a draw sees it: its number, and the tags it shares with those it should not meet early.

    Tags are written "club:...", "country:...", "family:...".
    """

    entry: int
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Format:
    """What a format can do. `kind` is "static" (all pairings at once) or "rounds" (one round after another).

    `check(options)` refuses ("format_options_wrong") what it cannot play by.
    `lines(stage, people, seeds, seed)` are the entry numbers line by line, 0 for a bye: seeds, then lots.
    `draw(stage, sources, entrants)` gives every pairing of a static stage, one source for each line.
    `pair(request)` gives the boards of one round. `rounds(stage, entrants)` is how many there are, 0 when
    nobody can say beforehand; then `is_over(request)` tells whether there is no next one.
    """

    kind: str
    check: Callable[[Mapping[str, Any]], None]
    lines: Callable[[Stage, Sequence[Person], Sequence[int], str], tuple[int, ...]]
    draw: Callable[[Stage, Sequence[Source], int], tuple[Pairing, ...]] | None = None
    pair: Callable[[Any], Any] | None = None
    rounds: Callable[[Stage, int], int] | None = None
    is_over: Callable[[Any], bool] | None = None

    @property
    def is_static(self) -> bool:
        """Whether all pairings are known at the draw."""
        return self.kind == STATIC


Formats = Mapping[str, Format]


def check(plan: Plan, formats: Formats) -> None:
    """Refuse a plan that cannot be played.

    Each key stands once and names a flight, people come from earlier stages, every loser drops to one
    place, lengths are possible, and every format agrees to its options. Refuses `plan_empty`,
    `flight_unknown`, `stage_twice`, `format_unknown`, `format_options_wrong`, `feed_unknown`, `feed_twice`,
    `feed_reversed`, `places_beyond_group`, `stage_length`.
    """
    if not plan.stages:
        raise Refusal("plan_empty")
    known: dict[str, Stage] = {}
    for stage in plan.stages:
        letters_of(stage.key)
        if stage.key in known:
            raise Refusal("stage_twice", stage=stage.key)
        if stage.format not in formats:
            raise Refusal("format_unknown", stage=stage.key, format=stage.format)
        formats[stage.format].check(terms.apart(stage.options)[0])
        terms.check(stage.key, stage.options)
        _check_feed(stage, known)
        if not all(1 <= length <= LONGEST for length in stage.lengths):
            raise Refusal("stage_length", stage=stage.key, longest=LONGEST)
        known[stage.key] = stage
    _check_drops(plan)


def _check_feed(stage: Stage, known: Mapping[str, Stage]) -> None:
    feed = stage.feed
    if feed.origin not in FEEDS or (feed.origin == ENTRIES) == bool(feed.sources):
        raise Refusal("feed_unknown", stage=stage.key, feed=feed.origin)
    for flight in feed.sources:
        if owner(flight, known) is None:
            raise Refusal("feed_unknown", stage=stage.key, feed=flight)
    if len(set(feed.sources)) != len(feed.sources):
        raise Refusal("feed_twice", stage=stage.key, feed=feed.origin)
    if feed.rounds < 0 or (feed.origin == PLACES and not 1 <= feed.first <= feed.last):
        raise Refusal("feed_reversed", stage=stage.key, first=feed.first, last=feed.last)
    for flight in feed.sources if feed.origin == PLACES else ():
        size = _group_size(known[str(owner(flight, known))])
        if size and feed.last > size:
            raise Refusal("places_beyond_group", stage=stage.key, last=feed.last, size=size)


def _group_size(stage: Stage) -> int:
    """How many a group of a stage has at most, 0 where that is not planned or there are no groups."""
    if stage.format != GROUPS or stage.options.get(GROUPS):
        return 0
    return int(stage.options.get("size", USUAL_GROUP))


def owner(flight: str, stages: Mapping[str, Any]) -> str | None:
    """The key of the stage a flight belongs to: its own, or that of its kind ("group_3" of "group")."""
    if flight in stages:
        return flight
    kind = flight.rpartition("_")[0]
    return kind if kind in stages else None


def _check_drops(plan: Plan) -> None:
    """Nobody drops to two places: not two stages for one flight's losers, nor for the same places.

    A bracket that plays further places out keeps its losers itself.
    """
    taken = {
        (LOSERS, stage.key, 0) for stage in plan.stages if stage.options.get(PLACED, FINAL_ONLY) != FINAL_ONLY
    }
    for stage in plan.stages:
        for drop in _drops(stage.feed):
            if drop in taken:
                raise Refusal("feed_twice", stage=stage.key, feed=drop[1])
            taken.add(drop)


def _drops(feed: Feed) -> Iterator[tuple[str, str, int]]:
    for flight in feed.sources:
        if feed.origin == PLACES:
            yield from ((PLACES, flight, place) for place in range(feed.first, feed.last + 1))
        else:
            yield (LOSERS, flight, 0)


def goes_on(old: Stage, new: Stage, formats: Formats) -> bool:
    """Whether a stage that is being played can be planned so: as it is, or other only in rounds to come."""
    if old == new or formats[old.format].is_static:
        return old == new
    lasting = [
        {name: value for name, value in stage.options.items() if name not in TO_COME} for stage in (old, new)
    ]
    return lasting[0] == lasting[1] and replace(old, options=new.options, name=new.name) == new


def is_hanging(stage: Stage, plan: Plan, formats: Formats) -> bool:
    """Whether a stage is drawn together with the stages it hangs on, its slots fixed before they start.

    So are static stages fed by static ones, unless the option "drawn_later" asks for a draw of its own.
    """
    if stage.feed.origin not in (FIRST_LOSSES, LOSERS, PLACES) or stage.options.get(LATER):
        return False
    keys = {known.key: known for known in plan.stages}
    feeding = [keys[key] for key in (owner(flight, keys) for flight in stage.feed.sources) if key]
    return all(formats[known.format].is_static for known in (stage, *feeding))


def payload(plan: Plan) -> dict[str, Any]:
    """A plan as a journal and an export hold it."""
    return {"stages": [_stage_payload(stage) for stage in plan.stages]}


def _stage_payload(stage: Stage) -> dict[str, Any]:
    feed = stage.feed
    return {
        "key": stage.key,
        "format": stage.format,
        "feed": {
            "origin": feed.origin,
            "flight": feed.flight,
            "flights": list(feed.flights),
            "rounds": feed.rounds,
            "first": feed.first,
            "last": feed.last,
        },
        "options": dict(stage.options),
        "lengths": list(stage.lengths),
        "name": stage.name,
    }


def read(told: Mapping[str, Any]) -> Plan:
    """The plan a payload tells; raises ValueError, KeyError or TypeError for any other shape."""
    _exactly(told, {"stages"})
    if not isinstance(told["stages"], list):
        raise TypeError("stages")
    return Plan(tuple(_read_stage(item) for item in told["stages"]))


def _read_stage(told: Mapping[str, Any]) -> Stage:
    _exactly(told, {"key", "format", "feed", "options", "lengths", "name"})
    if not isinstance(told["options"], dict):
        raise TypeError("options")
    return Stage(
        key=_word(told["key"]),
        format=_word(told["format"]),
        feed=_read_feed(told["feed"]),
        options=dict(told["options"]),
        lengths=tuple(_number(length) for length in told["lengths"]),
        name=_word(told["name"]),
    )


def _read_feed(told: Mapping[str, Any]) -> Feed:
    _exactly(told, {"origin", "flight", "flights", "rounds", "first", "last"})
    return Feed(
        origin=_word(told["origin"]),
        flight=_word(told["flight"]),
        flights=tuple(_word(flight) for flight in told["flights"]),
        rounds=_number(told["rounds"]),
        first=_number(told["first"]),
        last=_number(told["last"]),
    )


def _exactly(told: Mapping[str, Any], names: set[str]) -> None:
    if set(told) != names:
        raise ValueError("keys")


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("word")
    return value


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError("number")
    return value
