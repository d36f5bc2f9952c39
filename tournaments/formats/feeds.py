"""The seats of a stage that hangs on others: who lost there, who came in where. A bye sends nobody."""

from collections.abc import Iterable, Sequence

from rules.errors import Refusal
from tournaments.formats.drops import drop_line, masks
from tournaments.formats.field import (
    BYE,
    Origin,
    Pairing,
    Source,
    entry_source,
    first_loss_of,
    loser_of,
    place_of,
    winner_of,
)
from tournaments.formats.liveness import Liveness
from tournaments.formats.seeding import bracket_size, slot_order


def flights_of(pairings: Iterable[Pairing], flight: str) -> tuple[str, ...]:
    """The flight itself, or all groups of the stage of that name, in their order."""
    names = dict.fromkeys(pairing.flight for pairing in pairings)
    parts = tuple(name for name in names if name.rpartition("_")[0] == flight)
    return (flight,) if flight in names or not parts else parts


def first_losses(pairings: Iterable[Pairing], flight: str) -> tuple[Source, ...]:
    """One seat for each first-round pairing of a knockout: whoever from there loses his first match.

    That is its loser, or, when it was a bye or somebody was absent, the player who came through without
    playing if he then loses the first match he plays; the seat stays empty when nobody qualifies. Two
    consequences make this draw fair without any reshuffling: nobody can meet a player he has already met,
    because everyone here has played exactly one match and lost it to somebody who has won one; and the two
    seats of a first-round pairing come from the two that meet in the second round of the knockout, so byes
    are spread here as they were spread there.
    """
    return tuple(first_loss_of(pairing.id) for pairing in _rows(pairings, flight)[0])


def progressive(
    pairings: Sequence[Pairing], flight: str, rounds: int = 0, starters: int = 0
) -> tuple[Source, ...]:
    """The lines of a feed-in bracket: losers of rounds 1 to `rounds` (0: all) of a knockout, by the table.

    The last round that feeds sends its first losers: also whoever came through it without having played
    and loses then. With `starters` lines the bracket begins with so many people who play no main match
    (0 to be filled by the draw, `BYE` until then), and main losers join from the second round on; there
    must be as many of them as main lines.
    """
    rows = _rows(pairings, flight)
    if starters and starters != 2 * len(rows[0]):
        raise Refusal("starters_misshapen", starters=starters, lines=2 * len(rows[0]))
    round_offset = 1 if starters else 0
    fed = min(rounds, len(rows)) or len(rows)
    live = Liveness(pairings)
    lines: list[Source] = [BYE] * starters
    drops = masks(
        len(rows) + round_offset, fed + round_offset, _has_twin_byes(rows[0], live) and not round_offset
    )[round_offset:]
    for number, (row, mask) in enumerate(zip(rows[:fed], drops, strict=True), start=1):
        kind = first_loss_of if number == fed < len(rows) else loser_of
        lost = [_if_live(kind(row[drop_line(at, mask) - 1].id), live) for at in range(1, len(row) + 1)]
        lines += lost
    return tuple(lines)


def _has_twin_byes(opening: Sequence[Pairing], live: Liveness) -> bool:
    """Whether two byes of the first round stand side by side, so that nobody comes from there."""
    byes = [live.players(pairing.id) < 2 for pairing in opening]
    return any(first and second for first, second in zip(byes[::2], byes[1::2], strict=False))


def pooled_losers(pairings: Sequence[Pairing], flight: str, rounds: int = 0) -> tuple[Source, ...]:
    """The lines of a plain knockout of the losers of rounds 1 to `rounds` (0: all) of any flight.

    Whoever lost later has the better number, and so the byes; inside a round the numbers follow the
    positions. Numbers stand in the slot order, so people who come from the same part stand apart.
    """
    live = Liveness(pairings)
    played = [pairing for pairing in pairings if pairing.flight == flight]
    last = rounds or max((pairing.round for pairing in played), default=0)
    order = sorted(played, key=lambda pairing: (-pairing.round, pairing.position))
    lost = [loser_of(pairing.id) for pairing in order if pairing.round <= last]
    return on_lines([source for source in lost if live.is_live(source)])


def on_lines(numbered: Sequence[Source]) -> tuple[Source, ...]:
    """People by number, the best first, on the lines of the standard slot order; missing numbers are byes."""
    order = slot_order(bracket_size(max(len(numbered), 2)))
    return tuple(numbered[number - 1] if number <= len(numbered) else BYE for number in order)


def place_sources(
    pairings: Sequence[Pairing], flights: Sequence[str], first: int = 1, last: int = 1
) -> tuple[Source, ...]:
    """Those who come in `first` to `last` of each flight: all the firsts, then all the seconds, and so on.

    A place that one pairing of a bracket decides is the winner or loser of that pairing, so nobody waits
    for the rest of the flight.
    """
    return tuple(_place(pairings, flight, place) for place in range(first, last + 1) for flight in flights)


def with_entries(sources: Sequence[Source], lines: Sequence[int]) -> tuple[Source, ...]:
    """The seats with the entries that were put on lines by hand or by the draw; 0 leaves a line as it is."""
    if len(lines) > len(sources):
        raise Refusal("lines_misshapen", lines=len(lines))
    put = [*lines, *[0] * (len(sources) - len(lines))]
    return tuple(entry_source(entry) if entry else seat for seat, entry in zip(sources, put, strict=True))


def _rows(pairings: Iterable[Pairing], flight: str) -> list[tuple[Pairing, ...]]:
    """The rounds of a knockout without the matches for lower places: each round half the one before."""
    by_round: dict[int, list[Pairing]] = {}
    for pairing in pairings:
        if pairing.flight == flight:
            by_round.setdefault(pairing.round, []).append(pairing)
    width = len(by_round.get(1, ()))
    if not width or width & (width - 1) or len(by_round) != width.bit_length():
        raise Refusal("feed_not_knockout", flight=flight)
    return [tuple(by_round[number + 1][: width >> number]) for number in range(len(by_round))]


def _place(pairings: Sequence[Pairing], flight: str, place: int) -> Source:
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


def _if_live(source: Source, live: Liveness) -> Source:
    return source if live.is_live(source) else BYE
