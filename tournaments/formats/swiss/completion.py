"""Whether everybody of a part of the field can be paired, and the proof when not."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.formats.swiss.matching import ALONE, largest_matching
from tournaments.formats.swiss.pairing_field import PairingField

NEAR = 8
Class = tuple[int, ...]


def bye_classes(field: PairingField) -> tuple[Class, ...]:
    """Who may sit out: fewest byes first, then the lowest points. An even field has one empty class."""
    if len(field) % 2 == 0:
        return ((),)
    classes: dict[tuple[int, int], list[int]] = {}
    for index, card in enumerate(field.cards):
        classes.setdefault((len(card.byes), field.points[index]), []).append(index)
    return tuple(tuple(classes[key]) for key in sorted(classes))


def can_be_completed(field: PairingField, indexes: Sequence[int], sitting: Class) -> bool:
    """Whether all of `who` can be paired; of an odd number one of `sitting` stays out.

    A graph of neighbours is asked first: a full pairing found there is one.
    """
    return any(_is_full(_partners(field, indexes, sitting, reach)) for reach in (NEAR, len(indexes)))


def _is_full(partners: Sequence[int]) -> bool:
    return ALONE not in partners


def _partners(field: PairingField, indexes: Sequence[int], sitting: Class, reach: int) -> list[int]:
    links = list(_near_links(field, indexes, reach))
    size = len(indexes)
    if size % 2:
        allowed = set(sitting)
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


def barrier(field: PairingField) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Why no full pairing exists: a set S, and more closed odd parts without S than S has members.

    Each part can only be paired within itself or with S; having an odd number, each needs one of S, and S
    does not suffice (Tutte and Berge). Empty when a full pairing exists. An odd field has a bye for one, of
    whom every part may make use: it counts as a member of S and is not listed.
    """
    size = len(field)
    links = [(one, other) for one, other in combinations(range(size), 2) if field.may_meet(one, other)]
    if size % 2:
        links += [(index, size) for index in range(size)]
        size += 1
    partners = largest_matching(size, links)
    if _is_full(partners):
        return (), ()
    left_out = _ever_left_out(size, links, partners.count(ALONE))
    near: dict[int, set[int]] = {point: set() for point in range(size)}
    for one, other in links:
        near[one].add(other)
        near[other].add(one)
    blockers = {other for point in left_out for other in near[point]} - left_out
    parts = tuple(part for part in _parts(near, left_out) if len(part) % 2)
    return tuple(sorted(blockers - {len(field)})), parts


def _ever_left_out(size: int, links: Sequence[tuple[int, int]], missing: int) -> set[int]:
    """Those whom some largest matching leaves out: without such a one it is no smaller."""
    return {
        point
        for point in range(size)
        if largest_matching(size, (link for link in links if point not in link)).count(ALONE) == missing
    }


def _parts(near: dict[int, set[int]], among: set[int]) -> Iterator[tuple[int, ...]]:
    rest = set(among)
    while rest:
        part, edge = set[int](), {min(rest)}
        while edge:
            part |= edge
            edge = {other for point in edge for other in near[point] if other in among} - part
        rest -= part
        yield tuple(sorted(part))
