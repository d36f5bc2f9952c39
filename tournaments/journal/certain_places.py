"""Which places of brackets are certain while matches are to come, whoever wins them or stays away from one.

A player of the main bracket of a double elimination who does not come has the place of the match they miss in
the backdraw, and the line there is empty: of how many share the places of a round is only certain once nobody
can be missing any more. A match that neither player comes to is left out, as it closes places in any case.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from enum import Enum
from itertools import product

from tournaments.formats import format_of
from tournaments.formats.graph import GraphPairing, Origin, Source
from tournaments.journal.flight_places import Span
from tournaments.journal.place_ranks import (
    Rank,
    has_match_of_losers,
    list_entries_still_playing,
    list_exits,
    list_seats,
)
from tournaments.journal.standings import is_table
from tournaments.journal.state import VACANT, EventState


class _SeatState(Enum):
    """What can become of a seat: an entry, none, or none as the loser who was due there was absent."""

    TAKEN = "taken"
    EMPTY = "empty"
    MISSED = "missed"


TAKEN, EMPTY, MISSED = _SeatState.TAKEN, _SeatState.EMPTY, _SeatState.MISSED
SeatPair = tuple[_SeatState, _SeatState]
# The least and the most number of entries.
Range = tuple[int, int]


def find_certain_places(state: EventState, levels: Mapping[str, int]) -> dict[Rank, Span]:
    """Return the places of each rank of brackets on these levels that no later match can change."""
    order = [key for key in sorted(levels, key=lambda key: levels[key]) if key in state.stages]
    ranges = _RankRanges(state, levels).count(order)
    total = None
    if not any(_is_counted_as_one(state, key) or _awaits_entries(state, key, levels) for key in order):
        total = len({seat for key in order for seat in list_seats(state, key)})
    ranks = sorted(ranges)
    certain_places: dict[Rank, Span] = {}
    for position, rank in enumerate(ranks):
        range_above = _add_ranges(ranges[each] for each in ranks[:position])
        range_until = _add_ranges(ranges[each] for each in ranks[: position + 1])
        if total is not None:
            range_below = _add_ranges(ranges[each] for each in ranks[position + 1 :])
            not_above = _add_ranges((ranges[rank], range_below))
            range_above = _narrow_range(range_above, total, not_above)
            range_until = _narrow_range(range_until, total, range_below)
        if range_above[0] == range_above[1] and range_until[0] == range_until[1] > range_above[0]:
            certain_places[rank] = (range_above[0] + 1, range_until[0])
    return certain_places


def _add_ranges(ranges: Collection[Range] | Iterator[Range]) -> Range:
    fewest_entries, most_entries = 0, 0
    for low_count, high_count in ranges:
        fewest_entries, most_entries = fewest_entries + low_count, most_entries + high_count
    return fewest_entries, most_entries


def _narrow_range(numbers: Range, total: int, others: Range) -> Range:
    """Return the range of a number that is a total less the others."""
    return max(numbers[0], total - others[1]), min(numbers[1], total - others[0])


def _is_counted_as_one(state: EventState, key: str) -> bool:
    """Whether the entries of a stage are no ranks of their own, as for a table."""
    stage = state.stages[key].stage
    return is_table(stage) or format_of(stage).is_play_off


def _awaits_entries(state: EventState, key: str, levels: Mapping[str, int]) -> bool:
    """Whether entries can still come into a bracket from stages on none of these levels."""
    for name in state.index.by_flight.get(key, ()):
        sources = zip(state.graph.by_id[name].sources, state.board[name].seats, strict=True)
        feeding = (source.pairing for source, seat in sources if seat is None and source.pairing)
        if any(state.index.stage_of[state.graph.by_id[each].flight] not in levels for each in feeding):
            return True
    return False


class _RankRanges:
    """Counts the entries that each rank has at the least and at the most."""

    def __init__(self, state: EventState, levels: Mapping[str, int]) -> None:
        self._state, self._levels = state, levels
        self._still_playing = list_entries_still_playing(state, levels)
        self._seat_pairs: dict[str, frozenset[SeatPair]] = {}
        self._fewest_by_rank: Counter[Rank] = Counter()
        self._most_by_rank: Counter[Rank] = Counter()

    def count(self, order: list[str]) -> dict[Rank, Range]:
        """Return the range of each rank of these stages; `order` is from the lowest level."""
        for number, key in enumerate(order):
            later_seats = {seat for later in order[number + 1 :] for seat in list_seats(self._state, later)}
            if _is_counted_as_one(self._state, key):
                count = len(list_seats(self._state, key) - later_seats)
                self._add((-self._levels[key], 0, 0), count, count)
                continue
            for entry, span in dict(list_exits(self._state, key, self._levels)).items():
                if entry not in later_seats and entry not in self._still_playing:
                    self._add((-self._levels[key], *span), 1, 1)
            for name in self._state.index.by_flight.get(key, ()):
                self._add_exits_to_come(key, name)
        return {
            rank: (self._fewest_by_rank[rank], most_entries)
            for rank, most_entries in self._most_by_rank.items()
        }

    def _add(self, rank: Rank, fewest_entries: int, most_entries: int) -> None:
        self._fewest_by_rank[rank] += fewest_entries
        self._most_by_rank[rank] += most_entries

    def _add_exits_to_come(self, key: str, name: str) -> None:
        """Add the entries that can go out by a pairing, and its winner if no place is played for after it."""
        pairing, placed = self._state.graph.by_id[name], self._state.board[name]
        next_name = self._state.graph.next_of.get(name)
        has_next = next_name is not None and (
            self._state.index.stage_of[self._state.graph.by_id[next_name].flight] in self._levels
        )
        winner_rank = (-self._levels[key], *pairing.winner_range)
        if placed.is_decided:
            # The winner of a last pairing is among the exits already, if nothing follows it anywhere.
            if placed.winner and next_name is not None and not has_next:
                self._add(winner_rank, 1, 1)
            return
        # A second final has its entries from the first one, which counts them until it is known to be played.
        if any(source.origin is Origin.RESET for source in pairing.sources) and None in placed.seats:
            return
        pairs = self._list_seat_pairs(pairing)
        if not has_next:
            counts = [int(TAKEN in pair) for pair in pairs]
            self._add(winner_rank, min(counts), max(counts))
        loser_counts = [count for pair in pairs for count in self._list_loser_counts(pairing, pair)]
        self._add((-self._levels[key], *pairing.loser_range), min(loser_counts), max(loser_counts))

    def _list_loser_counts(self, pairing: GraphPairing, pair: SeatPair) -> Iterator[int]:
        """Yield how many entries can have the places of the losers of a pairing, its seats being known."""
        missing_count = pair.count(MISSED)
        if pair != (TAKEN, TAKEN):
            yield missing_count
        elif not has_match_of_losers(self._state, pairing.id, self._levels):
            yield missing_count + 1
        else:
            yield missing_count
            # Who is absent from a match in the bracket itself has its places, and plays for no others there.
            if self._has_match_of_losers_beside(pairing):
                yield missing_count + 1

    def _has_match_of_losers_beside(self, pairing: GraphPairing) -> bool:
        targets = (self._state.graph.by_id[name] for name in self._state.index.dependents.get(pairing.id, ()))
        return any(
            target.flight == pairing.flight and source == Source(Origin.LOSER, pairing=pairing.id)
            for target in targets
            for source in target.sources
        )

    def _list_seat_pairs(self, pairing: GraphPairing) -> frozenset[SeatPair]:
        """Return what can become of both seats of a pairing."""
        if pairing.id not in self._seat_pairs:
            seats = self._state.board[pairing.id].seats
            white_states, black_states = (
                self._list_seat_states(pairing, source, seat)
                for source, seat in zip(pairing.sources, seats, strict=True)
            )
            self._seat_pairs[pairing.id] = frozenset(product(white_states, black_states))
        return self._seat_pairs[pairing.id]

    def _list_seat_states(
        self, pairing: GraphPairing, source: Source, seat: int | None
    ) -> frozenset[_SeatState]:
        if seat is not None:
            return frozenset({EMPTY if seat == VACANT else TAKEN})
        if source.origin is Origin.WINNER:
            pairs = self._list_seat_pairs(self._state.graph.by_id[source.pairing])
            return frozenset(TAKEN if TAKEN in pair else EMPTY for pair in pairs)
        if source.origin is not Origin.LOSER:
            return frozenset({TAKEN, EMPTY})
        feeding_pairing = self._state.graph.by_id[source.pairing]
        # An absent loser has the places of the match missed, if it is in another bracket of these stages.
        is_place_missed = feeding_pairing.flight != pairing.flight and (
            self._state.index.stage_of[feeding_pairing.flight] in self._levels
        )
        absent_state = MISSED if is_place_missed else EMPTY
        states: set[_SeatState] = set()
        for pair in self._list_seat_pairs(feeding_pairing):
            states |= {TAKEN, absent_state} if pair == (TAKEN, TAKEN) else {EMPTY}
        return frozenset(states)
