"""The options of Swiss rounds: pairing method, acceleration and requested byes.

Players of a bracket stand in their order, those who came down from above first. How far a pair is from the
ideal is counted in places and squared, so two small displacements are better than one large. With an odd
number the ideal is that the last sits out.

slide: those who came down meet the highest residents in turn; of the rest the upper half meets the lower
half in order. fold: the first meets the last, the second the last but one. adjacent: those who came down
meet the highest residents in turn, then neighbours meet. random: as slide, after the residents were put in
an order by lot.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats.pairing import HALF, HALF_BYE, WIN, ZERO
from tournaments.formats.seeding import shuffled

FOLD, SLIDE, ADJACENT, RANDOM, MONRAD = "fold", "slide", "adjacent", "random", "monrad"
METHODS = (FOLD, SLIDE, ADJACENT, RANDOM, MONRAD)


@dataclass(frozen=True, slots=True)
class BracketOrder:
    """The places of a bracket, counted from 0: `moved` downfloaters, then the residents, each in order."""

    places: tuple[int, ...]
    downfloater_count: int
    method: str

    def target(self, place: int) -> int:
        """Return the place of the ideal partner of a place, also in reverse for the lower of the two."""
        total = len(self.places)
        if self.method == FOLD:
            return total // 2 * 2 - 1 - place
        if place < self.downfloater_count:
            return self.downfloater_count + place
        return (
            place + 1 if self.method == ADJACENT else place + max(total - 2 * self.downfloater_count, 2) // 2
        )

    def off(self, one: int, other: int) -> int:
        """Return how many places the pair of a higher and a lower place is from the ideal."""
        if other < self.downfloater_count:
            return len(self.places)
        return abs(other - self.target(one))

    def off_alone(self, place: int) -> int:
        """Return how many places a member is above the last of its kind, who should sit out first."""
        return (self.downfloater_count if place < self.downfloater_count else len(self.places)) - 1 - place

    def near(self, reach: int) -> Iterator[tuple[int, int]]:
        """Yield all pairs of residents not farther than `reach` from the ideal."""
        for one in range(self.downfloater_count, len(self.places)):
            target = self.target(one)
            for other in range(max(target - reach, one + 1), min(target + reach + 1, len(self.places))):
                yield one, other

    def ideals(self) -> dict[int, int]:
        """Return the ideal partner of each place, ignoring restrictions."""
        partners: dict[int, int] = {}
        for place in range(len(self.places)):
            target = self.target(place)
            if place not in partners and place < target < len(self.places) and target not in partners:
                partners[place], partners[target] = target, place
        return partners


def order(method: str, downfloaters: Sequence[int], residents: Sequence[int], seed: str) -> BracketOrder:
    """Return the order of a bracket; `seed` is the draw seed of this bracket."""
    rest = shuffled(residents, seed) if method == RANDOM else tuple(residents)
    return BracketOrder((*downfloaters, *rest), len(downfloaters), method)


NONE, BAKU = "none", "baku"
KINDS = (NONE, BAKU)


def virtual_points(options: Mapping[str, Any], number: int, entrants: int) -> int:
    """Return the virtual points of the accelerated group in round `number`, two for a win; 0 without one.

    Half of the rounds (rounded up) are accelerated; the first half of these (rounded up) by a win, the rest
    by half of one.
    """
    if options.get("acceleration", NONE) != BAKU:
        return 0
    accelerated = -(-rounds(options, entrants) // 2)
    if number > accelerated:
        return 0
    return WIN if number <= -(-accelerated // 2) else HALF


def method(options: Mapping[str, Any], number: int = 0) -> str:
    """Return the method inside a score group in round `number`; the default is slide, as in the Dutch system.

    The first round may have its own method.
    """
    usual = options.get("method", SLIDE)
    return str(options.get("first_method", usual) if number == 1 else usual)


def rounds(options: Mapping[str, Any], entrants: int) -> int:
    """Return the number of rounds: as chosen, else as many as separate one clear winner."""
    return int(options.get("rounds", 0)) or max(1, (entrants - 1).bit_length())


def requested_bye(options: Mapping[str, Any], number: int, entrants: int) -> str:
    """Return the kind of a requested bye: half a point, or zero in late rounds where the event says so."""
    closed = int(options.get("no_half_byes_last", 0))
    return ZERO if number > rounds(options, entrants) - closed else HALF_BYE
