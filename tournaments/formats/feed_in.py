"""Consolations that losers join round by round from the main bracket."""

from collections.abc import Sequence
from typing import ClassVar

from rules.errors import Refusal
from tournaments.formats.drop_table import make_feed_in_lines
from tournaments.formats.format import BracketFormat
from tournaments.formats.format_options import DRAW_OPTIONS, OptionTests, is_whole_number
from tournaments.formats.graph import BYE, GraphPairing, Source, SourceReachability, pairing_id, winner_of
from tournaments.formats.plan import Stage
from tournaments.formats.seeding import LARGEST_DRAW
from tournaments.formats.translatable import gettext_noop


def fed_rounds(count: int) -> tuple[int, int]:
    """Return for a number of lines those of the first round, and the number of rounds that feed the bracket.

    Losers of f rounds are 2^a * (2^f - 1) lines: 12 lines are 8 and 4, fed by two rounds. Refuses
    `lines_misshapen` for other numbers.
    """
    rounds = 0 if count < 1 else (count // (count & -count) + 1).bit_length() - 1
    if not rounds or (count // (count & -count) + 1) != 1 << rounds:
        raise Refusal("lines_misshapen", lines=count)
    return (count & -count) << (rounds - 1), rounds


def feed_in(flight: str, sources: Sequence[Source], first: int = 1) -> tuple[GraphPairing, ...]:
    """Return a bracket that players join round by round, for the places from `first`.

    `sources` are the lines of the first round, then half as many that join in round 2, half of those in round
    4, and so on. In a joining round the joining player is Black; the rounds between have no new players. A
    single line has a bye.
    """
    width, rounds = fed_rounds(len(sources))
    builder = _FeedInBuilder(
        flight, first, sum(SourceReachability().is_reachable(source) for source in sources)
    )
    seats, later_sources = tuple(sources[:width]), tuple(sources[width:])
    seats = builder.play(seats if width > 1 else (*seats, BYE))
    for _ in range(1, rounds):
        joining, later_sources = later_sources[: len(seats)], later_sources[len(seats) :]
        seats = builder.play(tuple(seat for pair in zip(seats, joining, strict=True) for seat in pair))
        seats = builder.play(seats) if later_sources else seats
    while len(seats) > 1:
        seats = builder.play(seats)
    return tuple(builder.pairings)


class _FeedInBuilder:
    """A feed-in bracket while it is built round by round."""

    def __init__(self, flight: str, first: int, player_count: int) -> None:
        self._flight, self._first, self._unplaced = flight, first, max(player_count, 1)
        self._reachability, self._round = SourceReachability(), 0
        self.pairings: list[GraphPairing] = []

    def play(self, seats: tuple[Source, ...]) -> tuple[Source, ...]:
        """Add a round that pairs neighbouring seats; return the seats of its winners."""
        self._round += 1
        pairs = [(seats[place], seats[place + 1]) for place in range(0, len(seats), 2)]
        eliminated_count = sum(
            self._reachability.is_reachable(white) and self._reachability.is_reachable(black)
            for white, black in pairs
        )
        worst = self._first + self._unplaced - 1
        self._unplaced -= eliminated_count
        best = self._first + self._unplaced - 1
        row = [
            GraphPairing(
                pairing_id(self._flight, self._round, position),
                self._flight,
                self._round,
                position,
                *pair,
                winner_range=(self._first, best),
                loser_range=(min(best + 1, worst), worst),
            )
            for position, pair in enumerate(pairs, start=1)
        ]
        for pairing in row:
            self._reachability.add(pairing)
        self.pairings += row
        return tuple(winner_of(pairing.id) for pairing in row)


class FeedIn(BracketFormat):
    """A bracket that losers of another one join round by round."""

    name, title = "feed_in", gettext_noop("Progressive consolation")
    options: ClassVar[OptionTests] = {**DRAW_OPTIONS, "starters": is_whole_number(0, LARGEST_DRAW // 2)}

    def sources_of_losers(self, stage: Stage, pairings: Sequence[GraphPairing]) -> tuple[Source, ...]:
        """Return the losers by the drop table."""
        feed = stage.feed
        return make_feed_in_lines(pairings, feed.flight, feed.rounds, stage.options.get("starters", 0))

    def pairings(self, stage: Stage, sources: Sequence[Source]) -> tuple[GraphPairing, ...]:
        """Return the bracket with its joining rounds."""
        return feed_in(stage.key, sources, stage.options.get("first", 1))
