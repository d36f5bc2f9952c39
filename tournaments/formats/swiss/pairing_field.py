"""The field of a round in the order of its standing: who may meet whom, and what is known of each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.pairing import WIN, Card

MET, FORBIDDEN, SEPARATED = "met", "forbidden", "separated"


@dataclass(frozen=True, slots=True)
class PairingField:
    """Cards by points, then rank; everything else speaks of them by their index in that order.

    `points` count for the pairing (a score with what an acceleration adds). `barred` are the indexes each
    one never meets. Tags keep two apart while one of them stands above index `protected`.
    """

    cards: tuple[Card, ...]
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
        """Why two cannot be paired: "met", "forbidden", "separated"; "" when they can."""
        if self.may_meet(one, other):
            return ""
        if other not in self.barred[one]:
            return SEPARATED
        return MET if self.cards[other].entry in self.cards[one].opponents else FORBIDDEN

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The indexes of equal points together, the highest first."""
        by_points: dict[int, list[int]] = {}
        for index, points in enumerate(self.points):
            by_points.setdefault(points, []).append(index)
        return tuple(tuple(group) for group in by_points.values())

    def protecting(self, first: int) -> "PairingField":
        """The same field where tags keep the first so many apart from theirs."""
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
    cards: Iterable[Card],
    forbidden: Iterable[frozenset[int]] = (),
    added: Mapping[int, int] | None = None,
    unit: int = WIN,
) -> PairingField:
    """The field of those cards; `added` are points by entry that count for the pairing alone."""
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
    ordered: Sequence[Card], index: Mapping[int, int], forbidden: Iterable[frozenset[int]]
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
