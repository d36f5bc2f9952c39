"""Monrad pairing: from the top of the standings down, each meets the nearest possible opponent below.

Of all full pairings it is the one in which the first player has the highest possible opponent, then the next
unpaired player, and so on. Greedy pairing usually finds it; if it ends with players who cannot meet, it goes
back to the longest prefix of pairs that can be completed.
"""

from collections.abc import Sequence

from tournaments.formats.swiss.allowed_pairs import PairingField
from tournaments.formats.swiss.byes import ByeClass
from tournaments.formats.swiss.full_pairings import has_full_pairing

Pairs = tuple[tuple[int, int], ...]


def pair_monrad(field: PairingField, bye_class: ByeClass) -> tuple[Pairs, int] | None:
    """Return the pairs from the top down and the index with the bye (-1: none); None without a full pairing.

    The bye goes to the lowest of `bye_class` without whom the others can be paired.
    """
    all_indexes = tuple(range(len(field)))
    if len(field) % 2 == 0:
        pairs = _pair_from_top(field, all_indexes)
        return None if pairs is None else (pairs, -1)
    for bye_index in reversed(bye_class):
        pairs = _pair_from_top(field, tuple(index for index in all_indexes if index != bye_index))
        if pairs is not None:
            return pairs, bye_index
    return None


def _pair_from_top(field: PairingField, indexes: Sequence[int]) -> Pairs | None:
    pairs: list[tuple[int, int]] = []
    rejected: list[set[int]] = [set()]
    while 2 * len(pairs) < len(indexes):
        rest = _unpaired(indexes, pairs)
        other = next((low for low in rest[1:] if _can_be_tried(field, rest[0], low, rejected[-1])), -1)
        if other >= 0:
            pairs.append((rest[0], other))
            rejected.append(set())
            continue
        prefix_length = _longest_prefix(field, indexes, pairs)
        if prefix_length < 0:
            return None
        rejected = rejected[: prefix_length + 1]
        rejected[-1].add(pairs[prefix_length][1])
        del pairs[prefix_length:]
    return tuple(pairs)


def _can_be_tried(field: PairingField, one: int, other: int, rejected: set[int]) -> bool:
    return other not in rejected and field.may_meet(one, other)


def _unpaired(indexes: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
    paired_indexes = {index for pair in pairs for index in pair}
    return [index for index in indexes if index not in paired_indexes]


def _longest_prefix(field: PairingField, indexes: Sequence[int], pairs: Sequence[tuple[int, int]]) -> int:
    """Return the length of the longest prefix of pairs whose rest can be paired; -1 if there is none."""
    low, high = -1, len(pairs)
    while high - low > 1:
        middle = (low + high) // 2
        if has_full_pairing(field, _unpaired(indexes, pairs[:middle]), ()):
            low = middle
        else:
            high = middle
    return low
