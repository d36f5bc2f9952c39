"""Consolations that losers join round by round from the main bracket."""

from collections.abc import Sequence
from typing import ClassVar

from rules.errors import Refusal
from tournaments.formats.feeds import progressive
from tournaments.formats.format import DRAW_OPTIONS, MOST_ENTRIES, BracketFormat, OptionTests, whole_number
from tournaments.formats.graph import BYE, GraphPairing, Liveness, Source, pairing_id, winner_of
from tournaments.formats.plan import Stage


def fed_rounds(count: int) -> tuple[int, int]:
    """Return the structure of a feed-in bracket: (lines of its first round, rounds that feed it).

    Losers of f rounds are 2^a * (2^f - 1) lines: 12 lines are 8 and 4, fed by two rounds. Refuses
    ("lines_misshapen") impossible counts.
    """
    rounds = 0 if count < 1 else (count // (count & -count) + 1).bit_length() - 1
    if not rounds or (count // (count & -count) + 1) != 1 << rounds:
        raise Refusal("lines_misshapen", lines=count)
    return (count & -count) << (rounds - 1), rounds


def feed_in(flight: str, sources: Sequence[Source], first: int = 1) -> tuple[GraphPairing, ...]:
    """Return a bracket that players join round by round, playing for the places from `first`.

    `sources` are flat: the lines of its first round, then half as many who join in round 2, half of those in
    round 4, 6 and so on. In a joining round the player already in it is White and the joining one Black;
    between two of them is a round without new players. A single line plays a bye and has won.
    """
    width, rounds = fed_rounds(len(sources))
    draft = _Draft(flight, first, sum(Liveness().is_live(source) for source in sources))
    seats, rest = tuple(sources[:width]), tuple(sources[width:])
    seats = draft.play(seats if width > 1 else (*seats, BYE))
    for _ in range(1, rounds):
        joining, rest = rest[: len(seats)], rest[len(seats) :]
        seats = draft.play(tuple(seat for pair in zip(seats, joining, strict=True) for seat in pair))
        seats = draft.play(seats) if rest else seats
    while len(seats) > 1:
        seats = draft.play(seats)
    return tuple(draft.pairings)


class _Draft:
    """A feed-in bracket while it is drawn; `left` players are still to be placed from `first` on."""

    def __init__(self, flight: str, first: int, player_count: int) -> None:
        self._flight, self._first, self._unplaced = flight, first, max(player_count, 1)
        self._live, self._round = Liveness(), 0
        self.pairings: list[GraphPairing] = []

    def play(self, seats: tuple[Source, ...]) -> tuple[Source, ...]:
        """Pair neighbours in one more round and return the seats of its winners."""
        self._round += 1
        pairs = [(seats[place], seats[place + 1]) for place in range(0, len(seats), 2)]
        eliminated_count = sum(
            self._live.is_live(white) and self._live.is_live(black) for white, black in pairs
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
            self._live.add(pairing)
        self.pairings += row
        return tuple(winner_of(pairing.id) for pairing in row)


class FeedIn(BracketFormat):
    """A bracket that losers of another one join round by round."""

    name = "feed_in"
    options: ClassVar[OptionTests] = {**DRAW_OPTIONS, "starters": whole_number(0, MOST_ENTRIES // 2)}

    def sources_of_losers(self, stage: Stage, pairings: Sequence[GraphPairing]) -> tuple[Source, ...]:
        """Return the losers by the drop table."""
        feed = stage.feed
        return progressive(pairings, feed.flight, feed.rounds, stage.options.get("starters", 0))

    def pairings(self, stage: Stage, sources: Sequence[Source]) -> tuple[GraphPairing, ...]:
        """Return the bracket with its joining rounds."""
        return feed_in(stage.key, sources, stage.options.get("first", 1))
