"""Single elimination of any field, from its lines, with as many places played off as wanted."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.field import Pairing, Places, Source, loser_of, pairing_id, winner_of
from tournaments.formats.liveness import Liveness

FINAL_ONLY, THIRD_PLACE, ALL_PLACES = 2, 4, 0


def bracket(
    flight: str, sources: Sequence[Source], first: int = 1, placed: int = FINAL_ONLY
) -> tuple[Pairing, ...]:
    """A single elimination of a power of two of sources, playing for the places from `first`.

    Every place up to `placed` (counted inside this bracket) gets a match of its own: 2 is a final, 4 a match
    for third place besides, 0 means all places. The pairings of a round stand part by part, best places
    first, so the final is position 1 of the last round. Places are counted among those who can come: byes
    take none.
    """
    live, pairings, number = Liveness(), list[Pairing](), 1
    parts = [_Part(tuple(sources), first)]
    last = first + (placed or len(sources)) - 1
    while parts := [part for part in parts if len(part.seats) > 1]:
        row, parts = _round(flight, number, parts, live, last)
        pairings.extend(row)
        number += 1
    return tuple(pairings)


@dataclass(frozen=True, slots=True)
class _Part:
    """Seats that play each other out for the places from `first`."""

    seats: tuple[Source, ...]
    first: int


def _round(
    flight: str, number: int, parts: Sequence[_Part], live: Liveness, last: int
) -> tuple[list[Pairing], list[_Part]]:
    row, following, position = list[Pairing](), list[_Part](), 1
    for part in parts:
        pairs = [(part.seats[place], part.seats[place + 1]) for place in range(0, len(part.seats), 2)]
        winners, losers = _spans(part, pairs, live)
        here = [
            Pairing(pairing_id(flight, number, at), flight, number, at, *pair, winners, losers)
            for at, pair in enumerate(pairs, start=position)
        ]
        for pairing in here:
            live.add(pairing)
        following.append(_Part(tuple(winner_of(pairing.id) for pairing in here), part.first))
        below = tuple(loser_of(pairing.id) for pairing in here)
        if losers[0] <= last and sum(live.is_live(source) for source in below) > 1:
            following.append(_Part(below, losers[0]))
        row, position = row + here, position + len(here)
    return row, following


def _spans(part: _Part, pairs: Sequence[tuple[Source, Source]], live: Liveness) -> tuple[Places, Places]:
    counts = [live.is_live(white) + live.is_live(black) for white, black in pairs]
    worst = part.first + max(sum(counts), 1) - 1
    middle = part.first + max(sum(1 for count in counts if count), 1) - 1
    return (part.first, middle), (min(middle + 1, worst), worst)
