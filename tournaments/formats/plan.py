"""The plan of an event: its stages, where the entries of each come from, and conversion to payloads."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rules.errors import Refusal
from tournaments.formats.graph import CONSOLATION, MAIN

ENTRIES, FIRST_LOSSES, LOSERS, LIVES, PLACES = "entries", "first_losses", "losers", "lives", "places"
FEEDS = (ENTRIES, FIRST_LOSSES, LOSERS, LIVES, PLACES)
# Names of options of stages.
LATER, PLACED, ROLLING = "drawn_later", "placed", "rolling"
FINAL_ONLY = 2


# The rounds of a feed of losers: all but the last one.
BEFORE_FINAL = -1


def count_feeding_rounds(rounds: int, played_rounds: int) -> int:
    """Return how many of the rounds of a flight send their losers on; `rounds` is that of `Feed`.

    The only round of a flight always does.
    """
    if rounds == BEFORE_FINAL:
        return max(1, played_rounds - 1)
    return min(rounds, played_rounds) or played_rounds


@dataclass(frozen=True, slots=True)
class Feed:
    """Where the entries of a stage come from.

    `origin` "entries": all entries of the event. "first_losses": those who lose their first match in
    `flight`. "losers": losers of rounds 1 to `rounds` of `flight` (0: all, `BEFORE_FINAL`: all but the last).
    "places": places `first` to `last` of each of `flights`, or of `flight`. "lives": entries with lives left
    in `flight`.
    """

    origin: str = ENTRIES
    flight: str = ""
    flights: tuple[str, ...] = ()
    rounds: int = 0
    first: int = 1
    last: int = 0

    @property
    def sources(self) -> tuple[str, ...]:
        """The flights the entries come from; none for origin "entries"."""
        return self.flights or ((self.flight,) if self.flight else ())


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of an event: its format and options, its feed, and its match lengths by round.

    The last length repeats; without lengths that of the event applies. `name` is set by the director. A stage
    is one flight, except that each group of a stage of groups is a flight ("group_1").
    """

    key: str
    format: str
    feed: Feed = field(default_factory=Feed)
    options: Mapping[str, Any] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()
    name: str = ""

    def length(self, number: int) -> int:
        """Return the match length of round `number`, 0 for that of the event."""
        return self.lengths[min(number, len(self.lengths)) - 1] if self.lengths else 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages of an event in the order they are drawn."""

    stages: tuple[Stage, ...] = ()

    def __contains__(self, key: object) -> bool:
        return any(stage.key == key for stage in self.stages)

    def __getitem__(self, key: str) -> Stage:
        """Return the stage of that key. Refuses ("stage_unknown") an unplanned one."""
        for stage in self.stages:
            if stage.key == key:
                return stage
        raise Refusal("stage_unknown", stage=key)


@dataclass(frozen=True, slots=True)
class DrawEntry:
    """An entry for a draw, with tags ("club:Roma", "country:IT") by which it is separated from others."""

    entry: int
    tags: frozenset[str] = frozenset()


KNOCKOUT = Stage(MAIN, "knockout")
FIRST_MATCH_CONSOLATION = Stage(CONSOLATION, "consolation", Feed(FIRST_LOSSES, MAIN))

# The plans of events that are drawn without a planned row in their journal.
PRESETS: Mapping[str, Plan] = MappingProxyType(
    {
        "knockout": Plan((KNOCKOUT,)),
        "knockout_consolation": Plan((KNOCKOUT, FIRST_MATCH_CONSOLATION)),
    }
)
