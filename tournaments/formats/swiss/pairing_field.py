"""The field of a Swiss round: which entries may meet, and whether a full pairing exists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.formats.pairing import WIN, PairingCard
from tournaments.formats.swiss.minimum_cost_matching import UNMATCHED, largest_matching

MET, FORBIDDEN, SEPARATED = "met", "forbidden", "separated"


@dataclass(frozen=True, slots=True)
class PairingField:
    """The cards to pair, in order of points and rank; other code refers to them by their index.

    `points` are scores with virtual points. `barred`: for each index, those it must not meet. Entries with a
    shared tag are separated if one of them has an index below `protected`.
    """

    cards: tuple[PairingCard, ...]
    points: tuple[int, ...]
    barred: tuple[frozenset[int], ...]
    protected: int = 0
    unit: int = WIN

    def __len__(self) -> int:
        return len(self.cards)

    def may_meet(self, one: int, other: int) -> bool:
        """Whether two of the field can be paired."""
        if other in self.barred[one]:
            return False
        return min(one, other) >= self.protected or self.cards[one].tags.isdisjoint(self.cards[other].tags)

    def bar(self, one: int, other: int) -> str:
        """Return why two cannot be paired ("met", "forbidden", "separated"); "" if they can."""
        if self.may_meet(one, other):
            return ""
        if other not in self.barred[one]:
            return SEPARATED
        return MET if self.cards[other].entry in self.cards[one].opponents else FORBIDDEN

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The groups of indexes with equal points, the highest first."""
        by_points: dict[int, list[int]] = {}
        for index, points in enumerate(self.points):
            by_points.setdefault(points, []).append(index)
        return tuple(tuple(group) for group in by_points.values())

    def protecting(self, first: int) -> "PairingField":
        """Return the field with shared tags separated for the first `first` entries."""
        return replace(self, protected=first)

    @property
    def has_tags(self) -> bool:
        """Whether any two share a tag."""
        seen_tags: set[str] = set()
        for card in self.cards:
            if not card.tags.isdisjoint(seen_tags):
                return True
            seen_tags |= card.tags
        return False


def build_field(
    cards: Iterable[PairingCard],
    forbidden: Iterable[frozenset[int]] = (),
    added: Mapping[int, int] | None = None,
    unit: int = WIN,
) -> PairingField:
    """Return the field of these cards; `added` are virtual points by entry."""
    extra = added or {}
    ordered = sorted(cards, key=lambda card: (-card.score - extra.get(card.entry, 0), card.rank, card.entry))
    index = {card.entry: number for number, card in enumerate(ordered)}
    return PairingField(
        cards=tuple(ordered),
        points=tuple(card.score + extra.get(card.entry, 0) for card in ordered),
        barred=_barred(ordered, index, forbidden),
        unit=unit,
    )


def _barred(
    ordered: Sequence[PairingCard], index: Mapping[int, int], forbidden: Iterable[frozenset[int]]
) -> tuple[frozenset[int], ...]:
    barred: list[set[int]] = [set() for _ in ordered]
    for number, card in enumerate(ordered):
        for opponent in card.opponents:
            if opponent in index:
                barred[number].add(index[opponent])
                barred[index[opponent]].add(number)
    for pair in forbidden:
        indexes = [index[entry] for entry in pair if entry in index]
        if len(indexes) == 2:
            barred[indexes[0]].add(indexes[1])
            barred[indexes[1]].add(indexes[0])
    return tuple(frozenset(numbers) for numbers in barred)


# How many possible opponents of each entry are tried first when testing for a full pairing.
NEAR_NEIGHBOURS = 8


def can_be_completed(field: PairingField, indexes: Sequence[int], bye_class: Sequence[int]) -> bool:
    """Whether all of `indexes` can be paired, with the bye of an odd number to one of `bye_class`."""
    return any(
        _is_full(_partners(field, indexes, bye_class, reach)) for reach in (NEAR_NEIGHBOURS, len(indexes))
    )


def _is_full(partners: Sequence[int]) -> bool:
    return UNMATCHED not in partners


def _partners(field: PairingField, indexes: Sequence[int], bye_class: Sequence[int], reach: int) -> list[int]:
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


def barrier(field: PairingField) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
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
    left_out = _ever_left_out(size, links, partners.count(UNMATCHED))
    near: dict[int, set[int]] = {point: set() for point in range(size)}
    for one, other in links:
        near[one].add(other)
        near[other].add(one)
    blockers = {other for point in left_out for other in near[point]} - left_out
    parts = tuple(part for part in _parts(near, left_out) if len(part) % 2)
    return tuple(sorted(blockers - {len(field)})), parts


def _ever_left_out(size: int, links: Sequence[tuple[int, int]], missing: int) -> set[int]:
    """Return the points that some largest matching leaves out."""
    return {
        point
        for point in range(size)
        if largest_matching(size, (link for link in links if point not in link)).count(UNMATCHED) == missing
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


def protect_longest_prefix(field: PairingField, bye_class: Sequence[int]) -> PairingField:
    """Return the field with as many entries from the top as possible separated from shared tags.

    If an entry can be protected, so can those above it, hence a binary search. With `bye_class` a full
    pairing exists without protection.
    """
    all_indexes = range(len(field))
    low, high = 0, len(field) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if can_be_completed(field.protecting(middle), all_indexes, bye_class):
            low = middle
        else:
            high = middle
    return field.protecting(low)
