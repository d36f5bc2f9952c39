"""The drop table of feed-in consolations: how many lines they have, and which loser drops to which line.

The loser of pairing j of main round r (both from 0) drops to line `j XOR mask` of the lines that this round
feeds. In a mask the first bit exchanges halves, the next one quarters, and so on. The masks make rematches of
two players from the main bracket as late and as unlikely as possible: all masks (their first four bits, the
others 0) were tried; those with the fewest expected rematches among equal players were chosen, and of equal
ones those with the latest first rematch. `docs/draw-methods.md` has the figures, which a test computes again.

If two first-round byes are adjacent, no loser comes from there, and whoever drops opposite has a bye. Then
the last bit of the second round's mask is set, so that these seats go to losers who have played in the first
round and a second bye is avoided if possible. That does not change the figures.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rules.errors import Refusal
from tournaments.formats.feeds import knockout_rounds
from tournaments.formats.graph import BYE, GraphPairing, Source, SourceReachability, first_loss_of, loser_of
from tournaments.formats.plan import count_feeding_rounds
from tournaments.formats.seeding import LARGEST_DRAW

# Rounds of the largest bracket.
LARGEST_ROUNDS = (LARGEST_DRAW - 1).bit_length()

# (rounds of the main bracket, rounds that feed the consolation) -> masks from the second round on.
MASKS: Mapping[tuple[int, int], tuple[str, ...]] = MappingProxyType(
    {
        (1, 1): (),
        (2, 2): ("",),
        (3, 2): ("1",),
        (3, 3): ("1", ""),
        (4, 2): ("10",),
        (4, 3): ("10", "0"),
        (4, 4): ("10", "0", ""),
        (5, 2): ("100",),
        (5, 3): ("010", "10"),
        (5, 4): ("010", "10", "0"),
        (5, 5): ("010", "10", "0", ""),
        (6, 2): ("1000",),
        (6, 3): ("0100", "100"),
        (6, 4): ("1000", "110", "01"),
        (6, 5): ("1000", "110", "01", "1"),
        (6, 6): ("1000", "110", "01", "1", ""),
        (7, 2): ("10000",),
        (7, 3): ("01000", "1000"),
        (7, 4): ("10000", "1100", "010"),
        (7, 5): ("00100", "1000", "110", "01"),
        (7, 6): ("00100", "1000", "110", "01", "1"),
        (7, 7): ("00100", "1000", "110", "01", "1", ""),
        (8, 2): ("100000",),
        (8, 3): ("010000", "10000"),
        (8, 4): ("100000", "11000", "0100"),
        (8, 5): ("001000", "10000", "1100", "010"),
        (8, 6): ("010000", "01100", "1000", "110", "00"),
        (8, 7): ("010000", "01100", "1000", "110", "00", "1"),
        (8, 8): ("010000", "01100", "1000", "110", "00", "1", ""),
        (9, 2): ("1000000",),
        (9, 3): ("0100000", "100000"),
        (9, 4): ("1000000", "110000", "01000"),
        (9, 5): ("0010000", "100000", "11000", "0100"),
        (9, 6): ("1000000", "101000", "00100", "0100", "110"),
        (9, 7): ("1000000", "110000", "11100", "0010", "010", "10"),
        (9, 8): ("0010000", "010000", "01100", "1000", "110", "00", "1"),
        (9, 9): ("0010000", "010000", "01100", "1000", "110", "00", "1", ""),
        (10, 2): ("10000000",),
        (10, 3): ("01000000", "1000000"),
        (10, 4): ("10000000", "1100000", "010000"),
        (10, 5): ("00100000", "1000000", "110000", "01000"),
        (10, 6): ("10000000", "1010000", "001000", "01000", "1100"),
        (10, 7): ("01000000", "1000000", "101000", "01100", "0010", "110"),
        (10, 8): ("10000000", "0010000", "010000", "01100", "1010", "110", "00"),
        (10, 9): ("10000000", "1010000", "110000", "11100", "0010", "010", "10", "0"),
        (10, 10): ("10000000", "1010000", "110000", "11100", "0010", "010", "10", "0", ""),
    }
)


def get_masks(rounds: int, fed: int, has_twin_byes: bool = False) -> tuple[int, ...]:
    """Return the masks of main rounds 1 to `fed` of a bracket of 2^`rounds` lines; that of round 1 is 0.

    `has_twin_byes` says whether two first-round byes are adjacent. Refuses ("drop_unknown") brackets of more
    than `LARGEST_DRAW` lines and feeds of more rounds than there are.
    """
    if not 1 <= fed <= rounds <= LARGEST_ROUNDS:
        raise Refusal("drop_unknown", rounds=rounds, fed=fed, largest=LARGEST_DRAW)
    round_masks = [int(mask or "0", 2) for mask in MASKS.get((rounds, fed), ())]
    # In a bracket of two rounds one loser comes from the second, to the only line: there is no bit to set.
    if has_twin_byes and rounds > 2:
        round_masks[:1] = [mask | 1 for mask in round_masks[:1]]
    return (0, *round_masks)


def pairing_dropping_to(line: int, mask: int) -> int:
    """Return the pairing (from 1) whose loser drops to a line (from 1); the function is its own inverse."""
    return ((line - 1) ^ mask) + 1


def make_feed_in_lines(
    pairings: Sequence[GraphPairing], flight: str, rounds: int = 0, starters: int = 0
) -> tuple[Source, ...]:
    """Return the lines of a feed-in bracket: losers of rounds 1 to `rounds`, by the drop table.

    `rounds` is that of `Feed`. Of the last of these rounds come the players who lose their first match there.
    With `starters`, round 1 has so many lines for entries that play no main match (`BYE` until the draw), and
    main losers join from the second round on; there must be as many as main lines. Refuses
    `starters_misshapen`.
    """
    rows = knockout_rounds(pairings, flight)
    if starters and starters != 2 * len(rows[0]):
        raise Refusal("starters_misshapen", starters=starters, lines=2 * len(rows[0]))
    # Starters take the lines that losers of a round before the first would have: the masks are those of a
    # main bracket with one more round, without the mask of that round.
    round_offset = 1 if starters else 0
    fed = count_feeding_rounds(rounds, len(rows))
    reachability = SourceReachability(pairings)
    lines: list[Source] = [BYE] * starters
    drops = get_masks(
        len(rows) + round_offset,
        fed + round_offset,
        _has_twin_byes(rows[0], reachability) and not round_offset,
    )[round_offset:]
    for number, (row, mask) in enumerate(zip(rows[:fed], drops, strict=True), start=1):
        kind = first_loss_of if number == fed < len(rows) else loser_of
        loser_sources = [
            _reachable_or_bye(kind(row[pairing_dropping_to(line, mask) - 1].id), reachability)
            for line in range(1, len(row) + 1)
        ]
        lines += loser_sources
    return tuple(lines)


def _has_twin_byes(opening: Sequence[GraphPairing], reachability: SourceReachability) -> bool:
    """Whether two byes of the first round are adjacent, so that no loser comes from there."""
    byes = [reachability.players(pairing.id) < 2 for pairing in opening]
    return any(first and second for first, second in zip(byes[::2], byes[1::2], strict=False))


def _reachable_or_bye(source: Source, reachability: SourceReachability) -> Source:
    return source if reachability.is_reachable(source) else BYE
