"""Single elimination from the lines of a bracket; any number of places can be played off."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.formats import feeds
from tournaments.formats.format import BY_ROUNDS, BracketFormat
from tournaments.formats.format_options import DRAW_OPTIONS, OptionTests, is_whole_number
from tournaments.formats.graph import (
    GraphPairing,
    Places,
    Source,
    SourceReachability,
    loser_of,
    pairing_id,
    winner_of,
)
from tournaments.formats.groups import crossed_sources
from tournaments.formats.plan import ENTRIES, PLACED, ROLLING, Stage
from tournaments.formats.rolling_knockouts import are_rolling_terms
from tournaments.formats.seed_lines import draw_lines, place_on_lines
from tournaments.formats.seeding import LARGEST_DRAW
from tournaments.formats.translatable import gettext_noop

FINAL_ONLY, THIRD_PLACE, ALL_PLACES = 2, 4, 0


def is_knockout_with_consolation(formats: Sequence[str]) -> bool:
    """Return whether these formats of stages are a knockout and the consolation of its first-match losers."""
    return list(formats) == ["knockout", "consolation"]


def make_bracket(
    flight: str, sources: Sequence[Source], first: int = 1, placed: int = FINAL_ONLY
) -> tuple[GraphPairing, ...]:
    """Return a single elimination of a power of two of sources, for the places from `first`.

    The first `placed` places of this bracket are played off: 2 is the final only, 4 adds a match for third
    place, 0 means all. The pairings of a round are ordered by the places they play for, so the final is
    position 1 of the last round. Byes take no places.
    """
    reachability, pairings, number = SourceReachability(), list[GraphPairing](), 1
    parts = [_Part(tuple(sources), first)]
    last_played_off = first + (placed or len(sources)) - 1
    while parts := [part for part in parts if len(part.seats) > 1]:
        row, parts = _make_round(flight, number, parts, reachability, last_played_off)
        pairings.extend(row)
        number += 1
    return tuple(pairings)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the bracket: seats whose players compete for the places from `first`."""

    seats: tuple[Source, ...]
    first: int


def _make_round(
    flight: str, number: int, parts: Sequence[_Part], reachability: SourceReachability, last_played_off: int
) -> tuple[list[GraphPairing], list[_Part]]:
    row, following, position = list[GraphPairing](), list[_Part](), 1
    for part in parts:
        pairs = [(part.seats[place], part.seats[place + 1]) for place in range(0, len(part.seats), 2)]
        winners, losers = _find_places(part, pairs, reachability)
        part_pairings = [
            GraphPairing(pairing_id(flight, number, at), flight, number, at, *pair, winners, losers)
            for at, pair in enumerate(pairs, start=position)
        ]
        for pairing in part_pairings:
            reachability.add(pairing)
        following.append(_Part(tuple(winner_of(pairing.id) for pairing in part_pairings), part.first))
        below = tuple(loser_of(pairing.id) for pairing in part_pairings)
        if losers[0] <= last_played_off and sum(reachability.is_reachable(source) for source in below) > 1:
            following.append(_Part(below, losers[0]))
        row, position = row + part_pairings, position + len(part_pairings)
    return row, following


def _find_places(
    part: _Part, pairs: Sequence[tuple[Source, Source]], reachability: SourceReachability
) -> tuple[Places, Places]:
    """Return the places for which the winners, and the losers, of these pairs play on.

    A seat that nobody can reach takes no place.
    """
    counts = [reachability.is_reachable(white) + reachability.is_reachable(black) for white, black in pairs]
    last_of_part = part.first + max(sum(counts), 1) - 1
    last_of_winners = part.first + max(sum(1 for count in counts if count), 1) - 1
    return (part.first, last_of_winners), (min(last_of_winners + 1, last_of_part), last_of_part)


class Knockout(BracketFormat):
    """Single elimination from the lines of a bracket."""

    name, title = "knockout", gettext_noop("Knockout")
    options: ClassVar[OptionTests] = {
        **DRAW_OPTIONS,
        PLACED: is_whole_number(0, LARGEST_DRAW),
        ROLLING: are_rolling_terms,
    }
    has_seed_blocks = True
    keeps_apart_by = BY_ROUNDS
    grows_by_doubling = True

    def is_drawn_by(self, stage: Stage, lines: Sequence[int], seeds: Sequence[int], seed: str) -> bool:
        """Whether the draw of a plain knockout, repeated from its seed, gives these lines.

        True also where it cannot be repeated: for a stage with options, or one fed by another stage.
        """
        is_plain = stage.feed.origin == ENTRIES and not stage.options
        entries = [entry for entry in lines if entry]
        return not is_plain or draw_lines(entries, seeds, seed) == tuple(lines)

    def line_of_seed(self, stage: Stage, size: int, number: int) -> int:
        """Return the line of the number on the draw sheet."""
        sheet = stage.options.get("sheet", "standard")
        return place_on_lines(range(1, size + 1), sheet).index(number) + 1

    def sources_of_places(
        self, stage: Stage, pairings: Sequence[GraphPairing], flights: Sequence[str]
    ) -> tuple[Source, ...]:
        """Return crossed places after groups, else the best places on the lines of the best numbers."""
        feed = stage.feed
        are_groups = all(flight.rpartition("_")[0] for flight in flights)
        if len(flights) > 1 and are_groups:
            return crossed_sources(flights, feed.first, max(feed.last, feed.first), pairings)
        return feeds.place_sources_on_lines(super().sources_of_places(stage, pairings, flights))

    def pairings(self, stage: Stage, sources: Sequence[Source]) -> tuple[GraphPairing, ...]:
        """Return the bracket, with as many places played off as planned."""
        options = stage.options
        return make_bracket(stage.key, sources, options.get("first", 1), options.get(PLACED, FINAL_ONLY))


class Consolation(Knockout):
    """A knockout of the losers of another flight."""

    name, title = "consolation", gettext_noop("Knockout for first-match losers")
    options: ClassVar[OptionTests] = {**DRAW_OPTIONS, PLACED: is_whole_number(0, LARGEST_DRAW)}

    def is_drawn_by(self, stage: Stage, lines: Sequence[int], seeds: Sequence[int], seed: str) -> bool:
        """Return true: its lines do not follow from the draw seed alone."""
        return True
