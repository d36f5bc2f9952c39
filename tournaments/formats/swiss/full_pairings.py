"""Whether all players of a Swiss round can be paired: the test, the proof if not, and what separation allows.

The test is a matching of maximum size among the allowed pairs.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.errors import Refusal
from tournaments.formats.swiss.allowed_pairs import PairingField
from tournaments.formats.swiss.minimum_cost_matching import UNMATCHED, largest_matching

# How many possible opponents of each entry are tried first when testing for a full pairing.
NEAR_NEIGHBOURS = 8


def has_full_pairing(field: PairingField, indexes: Sequence[int], bye_class: Sequence[int]) -> bool:
    """Whether all of `indexes` can be paired, with the bye of an odd number to one of `bye_class`."""
    return any(
        _is_full(_match(field, indexes, bye_class, reach)) for reach in (NEAR_NEIGHBOURS, len(indexes))
    )


def _is_full(partners: Sequence[int]) -> bool:
    return UNMATCHED not in partners


def _match(field: PairingField, indexes: Sequence[int], bye_class: Sequence[int], reach: int) -> list[int]:
    links = list(_near_links(field, indexes, reach))
    size = len(indexes)
    if size % 2:
        allowed = set(bye_class)
        links += [(place, size) for place, index in enumerate(indexes) if index in allowed]
        size += 1
    return largest_matching(size, links)


def _near_links(field: PairingField, indexes: Sequence[int], reach: int) -> Iterator[tuple[int, int]]:
    for place, index in enumerate(indexes):
        count = 0
        for other in range(place + 1, len(indexes)):
            if field.may_meet(index, indexes[other]):
                yield place, other
                count += 1
                if count == reach:
                    break


def prove_no_full_pairing(field: PairingField) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the proof that no full pairing exists (Tutte-Berge): a set S, and the odd parts without S.

    The members of a part can only meet each other or S. As each part is odd it needs a member of S, and there
    are more parts than members. Both are empty if a full pairing exists. The bye of an odd field counts as a
    member of S but is not listed.
    """
    size = len(field)
    links = [(one, other) for one, other in combinations(range(size), 2) if field.may_meet(one, other)]
    if size % 2:
        links += [(index, size) for index in range(size)]
        size += 1
    partners = largest_matching(size, links)
    if _is_full(partners):
        return (), ()
    left_out = _find_left_out(size, links, partners.count(UNMATCHED))
    near: dict[int, set[int]] = {node: set() for node in range(size)}
    for one, other in links:
        near[one].add(other)
        near[other].add(one)
    blockers = {other for node in left_out for other in near[node]} - left_out
    parts = tuple(part for part in _find_connected_parts(near, left_out) if len(part) % 2)
    return tuple(sorted(blockers - {len(field)})), parts


def _find_left_out(size: int, links: Sequence[tuple[int, int]], missing: int) -> set[int]:
    """Return the nodes that some largest matching leaves out."""
    return {
        node
        for node in range(size)
        if largest_matching(size, (link for link in links if node not in link)).count(UNMATCHED) == missing
    }


def _find_connected_parts(near: dict[int, set[int]], among: set[int]) -> Iterator[tuple[int, ...]]:
    rest = set(among)
    while rest:
        part, edge = set[int](), {min(rest)}
        while edge:
            part |= edge
            edge = {other for node in edge for other in near[node] if other in among} - part
        rest -= part
        yield tuple(sorted(part))


def make_no_pairing_refusal(field: PairingField) -> Refusal:
    """Return the refusal of a field without a full pairing, with the proof.

    The members of each of `parts` can only meet each other or the entries in `through`; each part is of odd
    size and so needs one of `through`, of which there are too few.
    """
    through, parts = prove_no_full_pairing(field)
    return Refusal(
        "no_pairing",
        through=[field.cards[index].entry for index in through],
        parts=[[field.cards[index].entry for index in part] for part in parts],
    )


def separate_from_top(field: PairingField, bye_class: Sequence[int]) -> PairingField:
    """Return the field with as many entries from the top as possible separated from shared tags.

    If the first n entries can be separated, so can fewer, hence a binary search. With `bye_class` a full
    pairing exists without separation.
    """
    all_indexes = range(len(field))
    low, high = 0, len(field) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if has_full_pairing(field.with_separated(middle), all_indexes, bye_class):
            low = middle
        else:
            high = middle
    return field.with_separated(low)
