"""Monrad pairing: from the top of the standings down, each meets the nearest possible opponent below.

Of all full pairings it is the one in which the first meets the highest possible opponent, then the next
unpaired player, and so on. Greedy pairing nearly always finds it; only where it ends with players who cannot
meet is the longest valid prefix searched.
"""

from collections.abc import Sequence

from tournaments.formats.swiss.pairing_field import Class, PairingField, can_be_completed

Pairs = tuple[tuple[int, int], ...]


def pair_monrad(field: PairingField, sitting: Class) -> tuple[Pairs, int] | None:
    """Return the pairs from the top down, and the bye (-1: none); None when there is no full pairing.

    The bye goes to the lowest of `sitting` without whom the rest can be paired.
    """
    everybody = tuple(range(len(field)))
    if len(field) % 2 == 0:
        pairs = _pair_from_top(field, everybody)
        return None if pairs is None else (pairs, -1)
    for sits in reversed(sitting):
        pairs = _pair_from_top(field, tuple(index for index in everybody if index != sits))
        if pairs is not None:
            return pairs, sits
    return None


def _pair_from_top(field: PairingField, indexes: Sequence[int]) -> Pairs | None:
    pairs: list[tuple[int, int]] = []
    refused: list[set[int]] = [set()]
    while 2 * len(pairs) < len(indexes):
        rest = _unpaired(indexes, pairs)
        other = next((low for low in rest[1:] if _is_open(field, rest[0], low, refused[-1])), -1)
        if other >= 0:
            pairs.append((rest[0], other))
            refused.append(set())
            continue
        stand = _longest_prefix(field, indexes, pairs)
        if stand < 0:
            return None
        refused = refused[: stand + 1]
        refused[-1].add(pairs[stand][1])
        del pairs[stand:]
    return tuple(pairs)


def _is_open(field: PairingField, one: int, other: int, refused: set[int]) -> bool:
    return other not in refused and field.may_meet(one, other)


def _unpaired(indexes: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
    paired_indexes = {index for pair in pairs for index in pair}
    return [index for index in indexes if index not in paired_indexes]


def _longest_prefix(field: PairingField, indexes: Sequence[int], pairs: Sequence[tuple[int, int]]) -> int:
    """Return the length of the longest prefix of pairs whose rest can be paired; -1 if there is none."""
    low, high = -1, len(pairs)
    while high - low > 1:
        middle = (low + high) // 2
        if can_be_completed(field, _unpaired(indexes, pairs[:middle]), ()):
            low = middle
        else:
            high = middle
    return low
