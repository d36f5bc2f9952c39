"""Final places that prizes are paid for: shared by ties, counted among the entrants of a fund, still open."""

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """An entry on the places `first` to `last` (more than one: shared with other entries on the same places).

    Entries with equal records before tie-breaks have the same `level` and are adjacent. `entry` is 0 for a
    place not reached yet.
    """

    entry: int
    first: int
    last: int
    level: Hashable = None


def rank_among(standings: Sequence[FinalPlace], entrants: Collection[int]) -> tuple[FinalPlace, ...]:
    """Return the standings of some of the entries: the same order, with places counted among them."""
    remaining = sorted(
        (one for one in standings if one.entry in entrants), key=lambda one: (one.first, one.entry)
    )
    ranked: list[FinalPlace] = []
    for span in dict.fromkeys((one.first, one.last) for one in remaining):
        tied = [one for one in remaining if (one.first, one.last) == span]
        first = len(ranked) + 1
        ranked += [FinalPlace(one.entry, first, first + len(tied) - 1, one.level) for one in tied]
    return tuple(ranked)


def find_certain_places(
    standings: Sequence[FinalPlace], entrants: Collection[int], members: Collection[int]
) -> tuple[FinalPlace, ...]:
    """Return the places of `entrants` in a flight that no future match can change.

    `members` are the entries of the flight, `entrants` those that take part in the fund. An entry
    below every open place is behind all active entries; the last active one has won. Nothing is certain while
    an active entrant is not a member.
    """
    reached = {one.entry for one in standings}
    if not all(entry in members or entry in reached for entry in entrants):
        return ()
    occupied = _find_occupied_places(standings)
    lowest = max((place for place in range(1, len(members) + 1) if place not in occupied), default=0)
    settled_places = [one for one in standings if one.first > lowest]
    undecided = set(entrants) - {one.entry for one in settled_places}
    ranked = [
        FinalPlace(one.entry, one.first + len(undecided), one.last + len(undecided), one.level)
        for one in rank_among(settled_places, entrants)
    ]
    winner = [FinalPlace(entry, 1, 1) for entry in undecided] if len(undecided) == 1 else []
    return (*winner, *ranked)


def with_open_places(
    standings: Sequence[FinalPlace], spans: Collection[tuple[int, int]], places: int
) -> tuple[FinalPlace, ...]:
    """Return the standings with a placeholder on each of the first `places` not reached yet.

    `spans` are places that will be shared, such as those of the two losing semi-finalists.
    """
    shared = {place: span for span in spans for place in range(span[0], span[1] + 1)}
    occupied = _find_occupied_places(standings)
    missing = [place for place in range(1, places + 1) if place not in occupied]
    return (*standings, *(FinalPlace(0, *shared.get(place, (place, place))) for place in missing))


def _find_occupied_places(standings: Sequence[FinalPlace]) -> set[int]:
    """Return the places that entries have reached: those tied take as many from the best one on."""
    tied_counts = Counter((one.first, one.last) for one in standings)
    return {place for (first, _), count in tied_counts.items() for place in range(first, first + count)}
