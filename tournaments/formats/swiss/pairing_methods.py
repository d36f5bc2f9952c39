"""Pairing methods of Swiss rounds: who would ideally meet whom within a score bracket.

The players of a score bracket are in order, downfloaters from higher brackets before its residents. Each
method has an ideal partner for each place; of an odd number the last should remain unpaired. Where the ideal
pairs are not possible, slide and random follow the order of the published rules (`published_order`). For fold
and adjacent, the distance of each pair from the ideal is counted in places and squared, so two small
displacements are better than a large one.

slide: downfloaters meet the highest residents in order; of the others the upper half meets the lower half in
order. fold: the first meets the last, the second the last but one. adjacent: downfloaters meet the highest
residents in order, then neighbours meet. random: as slide, with the residents in random order.
monrad: without score brackets, see the module `monrad`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats.random_order import shuffle

FOLD, SLIDE, ADJACENT, RANDOM, MONRAD = "fold", "slide", "adjacent", "random", "monrad"
METHODS = (FOLD, SLIDE, ADJACENT, RANDOM, MONRAD)


def get_pairing_method(options: Mapping[str, Any], number: int = 0) -> str:
    """Return the pairing method of a round; the default is slide, as in the Dutch system."""
    usual = options.get("method", SLIDE)
    return str(options.get("first_method", usual) if number == 1 else usual)


@dataclass(frozen=True, slots=True)
class BracketOrder:
    """The players of a score bracket by place from 0: downfloaters, then residents."""

    places: tuple[int, ...]
    downfloater_count: int
    method: str

    @property
    def has_published_order(self) -> bool:
        """Whether FIDE C.04.3 says which of equally good pairings is chosen (see `published_order`)."""
        return self.method in {SLIDE, RANDOM}

    def target(self, place: int) -> int:
        """Return the place of the ideal partner of a place."""
        total = len(self.places)
        if self.method == FOLD:
            return total // 2 * 2 - 1 - place
        if place < self.downfloater_count:
            return self.downfloater_count + place
        return (
            place + 1 if self.method == ADJACENT else place + max(total - 2 * self.downfloater_count, 2) // 2
        )

    def distance(self, one: int, other: int) -> int:
        """Return the distance of a pair, the higher place first, from the ideal, in places."""
        if other < self.downfloater_count:
            return len(self.places)
        return abs(other - self.target(one))

    def distance_unpaired(self, place: int) -> int:
        """Return how many places a player is above the last of its kind, who should remain unpaired first."""
        return (self.downfloater_count if place < self.downfloater_count else len(self.places)) - 1 - place

    def near_pairs(self, reach: int) -> Iterator[tuple[int, int]]:
        """Yield all pairs of residents at most `reach` places from the ideal."""
        for one in range(self.downfloater_count, len(self.places)):
            target = self.target(one)
            for other in range(max(target - reach, one + 1), min(target + reach + 1, len(self.places))):
                yield one, other

    def ideal_partners(self) -> dict[int, int]:
        """Return the ideal partner of each place, ignoring restrictions."""
        partners: dict[int, int] = {}
        for place in range(len(self.places)):
            target = self.target(place)
            if place not in partners and place < target < len(self.places) and target not in partners:
                partners[place], partners[target] = target, place
        return partners


def order_bracket(
    method: str, downfloaters: Sequence[int], residents: Sequence[int], seed: str
) -> BracketOrder:
    """Return the order of a bracket; `seed` is the draw seed of this bracket."""
    rest = shuffle(residents, seed) if method == RANDOM else tuple(residents)
    return BracketOrder((*downfloaters, *rest), len(downfloaters), method)
