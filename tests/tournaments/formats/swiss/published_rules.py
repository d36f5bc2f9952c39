"""The order in which FIDE C.04.3 (2026), article 4, tries the pairings of one score bracket.

Written from the text of the rules, for brackets small enough to try every pairing; it uses nothing of the
engine. Players are their numbers in the bracket (BSN), from 1.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

Pairs = frozenset[tuple[int, int]]


def list_homogeneous_pairings(players: Sequence[int], pair_count: int) -> Iterator[Pairs]:
    """All pairings of players of one score with this number of pairs, in the order of the rules."""
    for upper, lower in _list_exchanges(players[:pair_count], players[pair_count:]):
        for partners in _list_transpositions(lower, pair_count):
            yield _make_pairs(upper, partners)


def list_heterogeneous_pairings(
    downfloaters: Sequence[int], residents: Sequence[int], met_count: int, pair_count: int
) -> Iterator[Pairs]:
    """All pairings in which `met_count` downfloaters meet residents, in the order of the rules."""
    for upper in combinations(downfloaters, met_count):
        for partners in _list_transpositions(residents, met_count):
            rest = [player for player in residents if player not in partners]
            for remainder in list_homogeneous_pairings(rest, pair_count - met_count):
                yield _make_pairs(upper, partners) | remainder


def _list_transpositions(lower: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """The orders of S2, of which only the first players count, in lexicographic order."""
    yield from permutations(sorted(lower), count)


def _list_exchanges(
    upper: Sequence[int], lower: Sequence[int]
) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """S1 and S2 as they are, then with one player of each exchanged, then two, and so on."""
    for count in range(min(len(upper), len(lower)) + 1):
        exchanges = [
            (moved_down, moved_up)
            for moved_down in combinations(upper, count)
            for moved_up in combinations(lower, count)
        ]
        for moved_down, moved_up in sorted(exchanges, key=_rank_exchange):
            yield (
                sorted({*upper, *moved_up} - {*moved_down}),
                sorted({*lower, *moved_down} - {*moved_up}),
            )


def _rank_exchange(exchange: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[object, ...]:
    """The difference of the sums, then the highest number moved down, then the lowest number moved up."""
    moved_down, moved_up = exchange
    difference = sum(moved_up) - sum(moved_down)
    return difference, sorted(-player for player in moved_down), sorted(moved_up)


def _make_pairs(upper: Sequence[int], lower: Sequence[int]) -> Pairs:
    return frozenset((min(pair), max(pair)) for pair in zip(upper, lower, strict=True))
