"""Which entries of a Swiss round may meet: not twice, no forbidden pair, and no two with a shared tag.

Shared tags ("club:Roma") are separated from the top of the standings down as far as a full pairing allows:
see `full_pairings.separate_from_top`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.pairing import WIN, PairingCard

MET, FORBIDDEN, SEPARATED = "met", "forbidden", "separated"


@dataclass(frozen=True, slots=True)
class PairingField:
    """The cards to pair, in order of points and rank; other code refers to them by their index.

    `points` are scores with virtual points. `barred`: for each index, those it must not meet. Entries with a
    shared tag are separated if one of them has an index below `separated_count`.
    """

    cards: tuple[PairingCard, ...]
    points: tuple[int, ...]
    barred: tuple[frozenset[int], ...]
    separated_count: int = 0
    unit: int = WIN

    def __len__(self) -> int:
        return len(self.cards)

    def may_meet(self, one: int, other: int) -> bool:
        """Whether two of the field can be paired."""
        if other in self.barred[one]:
            return False
        return min(one, other) >= self.separated_count or self.cards[one].tags.isdisjoint(
            self.cards[other].tags
        )

    def get_obstacle(self, one: int, other: int) -> str:
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

    def with_separated(self, first: int) -> "PairingField":
        """Return the field with shared tags separated for the first `first` entries."""
        return replace(self, separated_count=first)

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
