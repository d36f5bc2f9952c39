"""Prizes to the cent: a pool over places, shared equally by those who share the places."""

from collections.abc import Iterable, Sequence

from tournaments.standings.facts import Placing


def amounts(pool: int, weights: Sequence[int]) -> tuple[int, ...]:
    """A pool of cents divided by weights, the first place first; the sum is the pool, to the cent.

    What rounding down leaves goes, a cent each, where most was cut off, the better place first.
    Raises ValueError for a pool below zero or weights that divide nothing.
    """
    if pool < 0 or min(weights, default=-1) < 0 or sum(weights) == 0:
        raise ValueError("a pool is divided by weights of which at least one is above zero")
    whole = sum(weights)
    cut = [divmod(pool * weight, whole) for weight in weights]
    left = pool - sum(share for share, _ in cut)
    favoured = sorted(range(len(weights)), key=lambda place: (-cut[place][1], place))[:left]
    return tuple(share + (place in favoured) for place, (share, _) in enumerate(cut))


def shares(prizes: Sequence[int], placings: Iterable[Placing]) -> dict[int, int]:
    """What each player takes of `prizes` (cents by place). Players of equal places share theirs equally.

    A cent that cannot be divided goes to the lower player id of the tie, so that nothing is lost.
    """
    ties: dict[tuple[int, int], list[int]] = {}
    for placing in placings:
        ties.setdefault((placing.first, placing.last), []).append(placing.player)
    return {player: share for span, tied in ties.items() for player, share in _split(prizes, span, tied)}


def _split(prizes: Sequence[int], span: tuple[int, int], tied: Sequence[int]) -> Iterable[tuple[int, int]]:
    first, last = span
    each, left = divmod(sum(prizes[first - 1 : last]), len(tied))
    for index, player in enumerate(sorted(tied)):
        yield player, each + (index < left)
