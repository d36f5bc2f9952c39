"""Single elimination: the main bracket of any field, from its lines."""

from collections.abc import Sequence

from tournaments.draws.field import BYE, MAIN, Pairing, Source, entry_source, pairing_id, winner_of


def main_bracket(lines: Sequence[int]) -> tuple[Pairing, ...]:
    """All pairings of the main flight, round by round; `lines` are entry numbers, 0 for a bye."""
    sources = tuple(entry_source(number) if number else BYE for number in lines)
    entrants = sum(1 for number in lines if number)
    return bracket(MAIN, sources, entrants)


def bracket(flight: str, sources: Sequence[Source], entrants: int) -> tuple[Pairing, ...]:
    """A single elimination of a power of two of sources; places are counted among `entrants` players."""
    pairings: list[Pairing] = []
    seats, number = tuple(sources), 1
    while len(seats) > 1:
        row = _round(flight, number, seats, entrants)
        pairings.extend(row)
        seats, number = tuple(winner_of(pairing.id) for pairing in row), number + 1
    return tuple(pairings)


def _round(flight: str, number: int, seats: tuple[Source, ...], entrants: int) -> list[Pairing]:
    players, winners = min(len(seats), entrants), len(seats) // 2
    return [
        Pairing(
            id=pairing_id(flight, number, position),
            flight=flight,
            round=number,
            position=position,
            white=seats[2 * position - 2],
            black=seats[2 * position - 1],
            winner_range=(1, winners),
            loser_range=(min(winners + 1, players), players),
        )
        for position in range(1, winners + 1)
    ]
