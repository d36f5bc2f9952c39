"""The sources of the lines of dependent stages, and the drop table of feed-in consolations.

The loser of pairing j of main round r (both from 0) drops to line `j XOR mask` of the lines that this round
feeds. In a mask the first bit exchanges halves, the next one quarters, and so on. The masks make rematches of
two players from the main bracket as late and as unlikely as possible: all masks (their first four bits, the
others 0) were tried; those with the fewest expected rematches among equal players were chosen, and of equal
ones those with the latest first rematch. `docs/formats.md` has the figures, which a test computes again.

If two first-round byes are adjacent, no loser comes from there, and whoever drops opposite has a bye. Then
the last bit of the second round's mask is set, so that these seats go to losers who have played in the first
round and a second bye is avoided if possible. That does not change the figures.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from rules.errors import Refusal
from tournaments.formats.graph import (
    BYE,
    GraphPairing,
    Origin,
    Source,
    SourceReachability,
    entry_source,
    first_loss_of,
    loser_of,
    place_of,
    winner_of,
)
from tournaments.formats.seeding import bracket_size, slot_order

# Rounds of the largest bracket (512 lines).
LARGEST_ROUNDS = 9

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
    }
)


def masks(rounds: int, fed: int, has_twin_byes: bool = False) -> tuple[int, ...]:
    """Return the masks of main rounds 1 to `fed` of a bracket of 2^`rounds` lines; that of round 1 is 0.

    `has_twin_byes` says whether two first-round byes are adjacent. Refuses ("drop_unknown") brackets of more
    than 512 lines and feeds of more rounds than there are.
    """
    if not 1 <= fed <= rounds <= LARGEST_ROUNDS:
        raise Refusal("drop_unknown", rounds=rounds, fed=fed)
    round_masks = [int(mask or "0", 2) for mask in MASKS.get((rounds, fed), ())]
    if has_twin_byes and rounds > 2:
        round_masks[:1] = [mask | 1 for mask in round_masks[:1]]
    return (0, *round_masks)


def drop_line(position: int, mask: int) -> int:
    """Return the pairing (from 1) whose loser drops to a line (from 1); the function is its own inverse."""
    return ((position - 1) ^ mask) + 1


def joining_round(round_number: int) -> int:
    """Return the consolation round in which losers of a main round play first: 1, 2, 4, 6 and so on."""
    return max(1, 2 * round_number - 2)


def flights_of(pairings: Iterable[GraphPairing], flight: str) -> tuple[str, ...]:
    """Return the flight itself, or all groups of a stage of that name, in order."""
    names = dict.fromkeys(pairing.flight for pairing in pairings)
    parts = tuple(name for name in names if name.rpartition("_")[0] == flight)
    return (flight,) if flight in names or not parts else parts


def first_losses(pairings: Iterable[GraphPairing], flight: str) -> tuple[Source, ...]:
    """Return a seat for each first-round pairing of a knockout: the player who loses a first match.

    That is its loser or, after a bye or an absence, its winner if they lose the first match they play; else
    the seat is empty. No random draw is needed: two players here cannot have met, as each has played one
    match only, and lost it to a player who won; and byes are as evenly spread as in the knockout.
    """
    return tuple(first_loss_of(pairing.id) for pairing in _knockout_rounds(pairings, flight)[0])


def progressive(
    pairings: Sequence[GraphPairing], flight: str, rounds: int = 0, starters: int = 0
) -> tuple[Source, ...]:
    """Return the lines of a feed-in bracket: losers of rounds 1 to `rounds` (0: all), by the drop table.

    Of the last of these rounds come the players who lose their first match there. With `starters`, round 1
    has so many lines for entries that play no main match (`BYE` until the draw), and main losers join from
    the second round on; there must be as many as main lines. Refuses `starters_misshapen`.
    """
    rows = _knockout_rounds(pairings, flight)
    if starters and starters != 2 * len(rows[0]):
        raise Refusal("starters_misshapen", starters=starters, lines=2 * len(rows[0]))
    round_offset = 1 if starters else 0
    fed = min(rounds, len(rows)) or len(rows)
    reachability = SourceReachability(pairings)
    lines: list[Source] = [BYE] * starters
    drops = masks(
        len(rows) + round_offset,
        fed + round_offset,
        _has_twin_byes(rows[0], reachability) and not round_offset,
    )[round_offset:]
    for number, (row, mask) in enumerate(zip(rows[:fed], drops, strict=True), start=1):
        kind = first_loss_of if number == fed < len(rows) else loser_of
        loser_sources = [
            _reachable_or_bye(kind(row[drop_line(at, mask) - 1].id), reachability)
            for at in range(1, len(row) + 1)
        ]
        lines += loser_sources
    return tuple(lines)


def _has_twin_byes(opening: Sequence[GraphPairing], reachability: SourceReachability) -> bool:
    """Whether two byes of the first round are adjacent, so that no loser comes from there."""
    byes = [reachability.players(pairing.id) < 2 for pairing in opening]
    return any(first and second for first, second in zip(byes[::2], byes[1::2], strict=False))


def pooled_losers(pairings: Sequence[GraphPairing], flight: str, rounds: int = 0) -> tuple[Source, ...]:
    """Return the lines of a plain knockout of the losers of rounds 1 to `rounds` (0: all) of any flight.

    Players who lost later have better numbers, and so get the byes; within a round the numbers follow the
    positions. In slot order, players from the same part of the bracket are separated.
    """
    reachability = SourceReachability(pairings)
    played = [pairing for pairing in pairings if pairing.flight == flight]
    last = rounds or max((pairing.round for pairing in played), default=0)
    order = sorted(played, key=lambda pairing: (-pairing.round, pairing.position))
    loser_sources = [loser_of(pairing.id) for pairing in order if pairing.round <= last]
    return on_lines([source for source in loser_sources if reachability.is_reachable(source)])


def on_lines(numbered: Sequence[Source]) -> tuple[Source, ...]:
    """Return entries by number, best first, on lines in standard slot order; missing numbers are byes."""
    order = slot_order(bracket_size(max(len(numbered), 2)))
    return tuple(numbered[number - 1] if number <= len(numbered) else BYE for number in order)


def place_sources(
    pairings: Sequence[GraphPairing], flights: Sequence[str], first: int = 1, last: int = 1
) -> tuple[Source, ...]:
    """Return the seats for places `first` to `last` of each flight: all firsts, then all seconds, and so on.

    If a single pairing of a bracket decides a place, its winner or loser is the source, as it is known before
    the rest of the flight is over.
    """
    return tuple(
        _place_source(pairings, flight, place) for place in range(first, last + 1) for flight in flights
    )


def with_entries(sources: Sequence[Source], lines: Sequence[int]) -> tuple[Source, ...]:
    """Return the sources with drawn or manually set entries on their lines; 0 leaves a line as it is."""
    if len(lines) > len(sources):
        raise Refusal("lines_misshapen", lines=len(lines))
    line_entries = [*lines, *[0] * (len(sources) - len(lines))]
    return tuple(
        entry_source(entry) if entry else seat for seat, entry in zip(sources, line_entries, strict=True)
    )


def _knockout_rounds(pairings: Iterable[GraphPairing], flight: str) -> list[tuple[GraphPairing, ...]]:
    """Return the rounds of a knockout without the matches for lower places. Refuses `feed_not_knockout`."""
    by_round: dict[int, list[GraphPairing]] = {}
    for pairing in pairings:
        if pairing.flight == flight:
            by_round.setdefault(pairing.round, []).append(pairing)
    width = len(by_round.get(1, ()))
    if not width or width & (width - 1) or len(by_round) != width.bit_length():
        raise Refusal("feed_not_knockout", flight=flight)
    return [tuple(by_round[number + 1][: width >> number]) for number in range(len(by_round))]


def _place_source(pairings: Sequence[GraphPairing], flight: str, place: int) -> Source:
    played = [pairing for pairing in pairings if pairing.flight == flight]
    if any(seat.origin is Origin.RESET for pairing in played for seat in pairing.sources):
        return place_of(flight, place)
    overall_place = place + min((pairing.winner_range[0] for pairing in played), default=1) - 1
    for pairing in reversed(played):
        if pairing.winner_range == (overall_place, overall_place):
            return winner_of(pairing.id)
        if pairing.loser_range == (overall_place, overall_place):
            return loser_of(pairing.id)
    return place_of(flight, place)


def _reachable_or_bye(source: Source, reachability: SourceReachability) -> Source:
    return source if reachability.is_reachable(source) else BYE
