"""The sources of the lines of dependent stages; those of feed-in consolations are in `drop_table`."""

from collections.abc import Iterable, Sequence

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
from tournaments.formats.plan import count_feeding_rounds
from tournaments.formats.seed_lines import bracket_size, standard_order


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
    return tuple(first_loss_of(pairing.id) for pairing in knockout_rounds(pairings, flight)[0])


def pooled_losers(pairings: Sequence[GraphPairing], flight: str, rounds: int = 0) -> tuple[Source, ...]:
    """Return the lines of a plain knockout of the losers of rounds 1 to `rounds` of any flight.

    `rounds` is that of `Feed`. Players who lost later have better numbers, and so get the byes; within a
    round the numbers follow the positions. In the standard order, players from the same part of the bracket
    are separated.
    """
    reachability = SourceReachability(pairings)
    played = [pairing for pairing in pairings if pairing.flight == flight]
    last = count_feeding_rounds(rounds, max((pairing.round for pairing in played), default=0))
    order = sorted(played, key=lambda pairing: (-pairing.round, pairing.position))
    loser_sources = [loser_of(pairing.id) for pairing in order if pairing.round <= last]
    return place_sources_on_lines([source for source in loser_sources if reachability.is_reachable(source)])


def place_sources_on_lines(numbered: Sequence[Source]) -> tuple[Source, ...]:
    """Return entries by number, best first, on lines in standard order; missing numbers are byes."""
    order = standard_order(bracket_size(max(len(numbered), 2)))
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


def fill_in_entries(sources: Sequence[Source], lines: Sequence[int]) -> tuple[Source, ...]:
    """Return the sources with drawn or manually set entries on their lines; 0 leaves a line as it is."""
    if len(lines) > len(sources):
        raise Refusal("lines_misshapen", lines=len(lines))
    line_entries = [*lines, *[0] * (len(sources) - len(lines))]
    return tuple(
        entry_source(entry) if entry else seat for seat, entry in zip(sources, line_entries, strict=True)
    )


def knockout_rounds(pairings: Iterable[GraphPairing], flight: str) -> list[tuple[GraphPairing, ...]]:
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
